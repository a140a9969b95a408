"""How well automatic labels agree with gold ones, said in Markdown."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from seqlab.alignment import Aligner, link_score
from seqlab.annotation.display.plots import plot_confusion
from seqlab.annotation.options import DEFAULTS, AnnotationOptions
from seqlab.annotation.quality.gold import read_gold
from seqlab.annotation.quality.scoring import relabel, score_operations, score_phrases, score_words
from seqlab.annotation.record import write_labelled
from seqlab.syntax import Syntax


def score_gold(
    path: str | Path,
    aligner: Aligner,
    syntax: Syntax | None = None,
    options: AnnotationOptions = DEFAULTS,
    limit: int | None = None,
    out: str | Path | None = None,
    confusion: str | Path | None = None,
) -> str:
    """Label the pairs of a gold file again and say in Markdown how well that agrees.

    The automatic labels go to `out` and the confusion matrix of the words to `confusion`.
    """
    gold = list(islice(read_gold(path), limit))
    labelled = relabel(gold, aligner, options, syntax)
    links = link_score([set(pair.links) for pair in labelled], [set(pair.links) for pair in gold])
    words = score_words(labelled, gold)
    parts = [
        f"{len(gold):,} pairs of {Path(path).name}; word links: "
        f"P {links.precision:.3f}, R {links.recall:.3f}, F1 {links.f1:.3f}",
        "Words:\n\n" + words.table(),
    ]
    if syntax is not None and any(pair.source_phrases for pair in gold):
        parts.append("Phrases:\n\n" + score_phrases(labelled, gold).table())
    if any(pair.operations for pair in gold):
        parts.append("Sentences:\n\n" + score_operations(labelled, gold).table())
    if out is not None:
        write_labelled(out, labelled)
    if confusion is not None:
        plot_confusion(words, confusion)
    return "\n\n".join(parts)
