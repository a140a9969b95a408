"""Label the operations that lead from complex to simple sentences (silver data).

seqlab annotate out/pairs.jsonl --out out/silver.jsonl --html out/pairs.html
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corpora import Kind
from seqlab.annotation import DEFAULTS, AnnotationOptions
from seqlab.documents import Engine

if TYPE_CHECKING:
    from seqlab.annotation import LabelledPair


def annotate(
    pairs: Path | None = None,
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
    view: int = 0,
    html: Path | None = None,
    html_pairs: int = 50,
    plot: Path | None = None,
    gold: Path | None = None,
    confusion: Path | None = None,
    engine: Engine = "local",
    workers: int = 0,
    ray_address: str | None = None,
) -> int:
    """Label pairs at word, phrase and sentence level, or score automatic labels against gold ones.

    Args:
        pairs: JSONL file of pairs, or a TSV file whose last two columns are complex and simple.
        out: Where the labelled pairs go (JSONL).
        aligner: Word aligner by name: exact, light, mwa, simalign, simalign-package or best.
        aligner_options: Arguments of the aligner's constructor.
        syntax: Syntax backend for tags and phrase labels, or `none`.
        syntax_options: Arguments of the backend's constructor.
        options: The switches of the annotation algorithms.
        kinds: Use only pairs of these kinds, e.g. 1-1,1-N.
        label_set: Label set of the file `sentences`.
        sentences: File to write with the labelled sentences that `train` would learn from these
            pairs (JSONL).
        limit: Use at most this many pairs.
        view: Show this many pairs in the terminal.
        html: HTML page to write that shows pairs with their word links.
        html_pairs: How many pairs the page shows.
        plot: Bar plot to write of the operations per level pair (PNG, SVG or PDF).
        gold: Score against this file instead: labelled pairs (JSONL) or a MultiMWA file (TSV).
        confusion: Plot to write of the confusion matrix against `gold` (PNG, SVG or PDF).
        engine: Where pairs are labelled: processes of this machine, or a Ray cluster.
        workers: How many workers; 0 means this process, or with Ray all processors of the cluster.
        ray_address: A running Ray cluster; without it one is started on this machine.
    """
    from itertools import chain, islice

    from seqlab.alignment import load_aligner
    from seqlab.annotation import (
        LABEL_SETS,
        OperationCounts,
        annotate_pairs,
        plot_operations,
        read_any_pairs,
        score_gold,
        show_pairs,
        write_labelled,
        write_page,
    )
    from seqlab.documents import Annotator, annotate_with_engine, check_workers
    from seqlab.errors import DataError, UsageError
    from seqlab.progress import track
    from seqlab.syntax import load_syntax
    from seqlab.tagger import write_sentences
    from seqlab.training import LabelSettings, label_sentences

    check_workers(workers)
    if label_set not in LABEL_SETS:
        raise UsageError(f"no label set {label_set!r}; known: {', '.join(LABEL_SETS)}")
    if (pairs is None) == (gold is None):
        raise UsageError("give either a file of pairs to label or --gold FILE to score")
    if label_set == "phrase-iob" and sentences is not None and syntax == "none":
        raise UsageError("label set 'phrase-iob' needs --syntax, e.g. --syntax embedded")
    chosen = load_aligner(aligner, **(aligner_options or {}))
    backend = None if syntax == "none" else load_syntax(syntax, **(syntax_options or {}))
    if gold is not None:
        print(score_gold(gold, chosen, backend, options, limit, out, confusion))
        return 0
    wanted = (pair for pair in read_any_pairs(str(pairs)) if kinds is None or pair.kind in kinds)
    # An empty result must not replace an earlier one without a word.
    first = next(wanted, None)
    if first is None:
        of_kinds = "" if kinds is None else f" of the kinds {', '.join(kinds)}"
        raise DataError(str(pairs), f"holds no pairs{of_kinds}", fix="check the file")
    tracked = track(islice(chain([first], wanted), limit), "annotate")
    if workers or engine == "ray":
        annotator = Annotator(aligner, aligner_options or {}, syntax, syntax_options or {}, options)
        labelled = annotate_with_engine(tracked, annotator, engine, workers, ray_address)
    else:
        labelled = annotate_pairs(tracked, chosen, backend, options)
    keep = max(view, html_pairs if html is not None else 0)
    counts = OperationCounts()
    learned: list[LabelledPair] = []
    shown: list[LabelledPair] = []

    def passing() -> Iterator[LabelledPair]:
        for pair in counts.counting(labelled):
            if len(shown) < keep:
                shown.append(pair)
            if sentences is not None:
                learned.append(pair)
            yield pair

    if out is not None:
        write_labelled(out, passing())
    else:
        deque(passing(), maxlen=0)
    if sentences is not None:
        write_sentences(sentences, label_sentences(learned, LabelSettings(label_set)))
    if view:
        show_pairs(shown[:view])
    if html is not None:
        write_page(html, shown[:html_pairs], title=f"Operations in {Path(str(pairs)).name}")
    if plot is not None:
        plot_operations(counts, plot)
    print(counts.table())
    return 0
