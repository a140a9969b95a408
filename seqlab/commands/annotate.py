"""Label the operations that lead from complex to simple sentences (silver data)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from corpora import Kind
from seqlab.annotation import DEFAULTS, AnnotationOptions


def annotate(
    pairs: Path,
    out: Path | None = None,
    aligner: str = "light",
    aligner_options: dict[str, Any] | None = None,
    syntax: str = "none",
    syntax_options: dict[str, Any] | None = None,
    options: AnnotationOptions = DEFAULTS,
    kinds: list[Kind] | None = None,
    label_set: str = "copy-delete-replace",
    sentences: Path | None = None,
    limit: int | None = None,
) -> int:
    """Label pairs at word, phrase and sentence level.

    Args:
        pairs: JSONL file of pairs, or a TSV file whose last two columns are complex and simple.
        out: Where the labelled pairs go (JSONL).
        aligner: Word aligner by name; see docs/annotation.md for the choice.
        aligner_options: What the aligner's constructor takes.
        syntax: Syntax backend for tags and phrase labels, or `none`.
        syntax_options: What the backend's constructor takes.
        options: The switches of the annotation algorithms.
        kinds: Only pairs of these kinds, e.g. [1-1].
        label_set: What goes in `sentences`.
        sentences: Where sentences with one label a source word go, for `train` (JSONL).
        limit: Only so many pairs.
    """
    from itertools import islice

    from seqlab.alignment import load_aligner
    from seqlab.annotation import (
        LABEL_SETS,
        OperationCounts,
        annotate_pairs,
        read_any_pairs,
        training_records,
        write_labelled,
    )
    from seqlab.errors import UsageError
    from seqlab.files import write_jsonl
    from seqlab.progress import track
    from seqlab.syntax import load_syntax

    if label_set not in LABEL_SETS:
        raise UsageError(f"no label set {label_set!r}; known: {', '.join(LABEL_SETS)}")
    chosen = (pair for pair in read_any_pairs(pairs) if kinds is None or pair.kind in kinds)
    backend = None if syntax == "none" else load_syntax(syntax, **(syntax_options or {}))
    counts = OperationCounts()
    labelled = list(
        counts.counting(
            annotate_pairs(
                track(islice(chosen, limit), "annotate"),
                load_aligner(aligner, **(aligner_options or {})),
                backend,
                options,
            )
        )
    )
    if out is not None:
        write_labelled(out, labelled)
    if sentences is not None:
        write_jsonl(sentences, training_records(labelled, label_set))
    print(counts.table())
    return 0
