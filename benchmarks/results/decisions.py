"""Write docs/results/decisions.md: how well edits are judged, and what the choice does to text.

python -m benchmarks.results.decisions
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import roc_auc_score

from lexical_simplifier import LexicalSimplifier
from seqlab import Simplifier
from seqlab.editing import text_sentences
from seqlab.editing.judge.fitting import calibration_error
from seqlab.evaluation import corpus_sari, load_test_set
from seqlab.files import atomic_write, data_folder
from seqlab.pipeline import Wish
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.text import Document, split_sentences

PAGE = Path("docs/results/decisions.md")
STRENGTHS = (0.5, 1.0)
VERDICTS = {"good": ("y",), "acceptable": ("y", "s")}
# Of the accepted edits so many must be acceptable where recall is measured.
PRECISION = 0.95
Row = Mapping[str, Any]


class Copies:
    """A tagger that says COPY everywhere, to see whether the labels matter."""

    def __init__(self, tagger: Any) -> None:
        self.labels: dict[str, tuple[str, ...]] = tagger.labels
        self.thresholds: dict[str, Any] = {}

    def predict_proba(
        self, sentences: Any, heads: Sequence[str] | None = None, states: bool = False
    ) -> Iterator[dict[str, np.ndarray]]:
        """Certainty of the label that changes nothing; such a tagger has no vectors to write by."""
        for tokens in sentences:
            rows = {}
            for head, labels in self.labels.items():
                same = next(name for name in ("C", "-", "K") if name in labels)
                row = np.array([float(name == same) for name in labels], dtype=np.float32)
                rows[head] = np.tile(row, (len(tokens), 1))
            yield rows

    def predict(
        self, sentences: Any, heads: Sequence[str] | None = None
    ) -> Iterator[dict[str, tuple[str, ...]]]:
        """The label that changes nothing, for every token."""
        for tokens in sentences:
            yield {head: ("C",) * len(tokens) for head in heads or self.labels}


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.decisions")
    parser.add_argument("--model", default="default")
    parser.add_argument("--sentences", type=int, default=1000, help="of levels; 0 for all")
    options = parser.parse_args()
    simplifier = Simplifier.load(options.model)
    levels = [row for row in rows_of("levels") if not row.get("quoted")]
    levels = levels[: options.sentences] if options.sentences else levels
    lines = [
        "# Decisions",
        "",
        provenance(
            "make results-decisions",
            "test parts of levels, edits and splits (CC BY-SA 4.0, written and judged by language "
            "models, checked by no person), TurkCorpus test, ASSET validation",
            1,
        ),
        "",
        "## The judge of edits",
        "",
        *judge_table(simplifier, list(rows_of("edits"))),
        "",
        "## SARI on levels",
        "",
        *levels_table(simplifier, levels),
        "",
        "## What decides",
        "",
        *what_decides(simplifier, [row["source"] for row in levels[:400]]),
        "",
        "## Splitting alone",
        "",
        *splits_table(simplifier, list(rows_of("splits"))),
        "",
        "## TurkCorpus and ASSET",
        "",
        *test_sets(simplifier),
    ]
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines) + "\n")
    print(f"written: {PAGE}")


def rows_of(name: str, part: str = "test") -> Iterator[Row]:
    """The rows of one part of a corpus of the data folder."""
    with gzip.open(data_folder() / name / f"{name}.jsonl.gz", "rt", encoding="utf-8") as handle:
        for line in handle:
            row = json.loads(line)
            if row["part"] == part:
                yield row


def judge_table(simplifier: Simplifier, rows: Sequence[Row]) -> list[str]:
    """Area under the curve, recall at a precision, and calibration, from the text alone."""
    verdicts = simplifier.judge_edits(rows, level="plain")
    chances = {name: np.array([getattr(v, name) for v in verdicts]) for name in VERDICTS}
    truth = {
        name: np.array([row["verdict"] in letters for row in rows])
        for name, letters in VERDICTS.items()
    }
    order = np.argsort(-chances["acceptable"])
    shares = np.cumsum(truth["acceptable"][order]) / np.arange(1, len(rows) + 1)
    most = int(np.flatnonzero(shares >= PRECISION).max(initial=-1)) + 1
    recall = truth["good"][order][:most].sum() / truth["good"].sum()
    table = [
        [
            name,
            f"{roc_auc_score(truth[name], chances[name]):.3f}",
            f"{calibration_error(chances[name], truth[name]):.3f}",
        ]
        for name in VERDICTS
    ]
    return [
        f"{len(rows):,} edits of the test part, judged from the text by `Simplifier.judge_edits`:",
        "",
        as_markdown(["output", "AUC", "calibration error"], table),
        "",
        f"Of all good edits {recall:.3f} are found where {PRECISION:.0%} of the accepted are "
        "acceptable.",
    ]


def levels_table(simplifier: Simplifier, rows: Sequence[Row]) -> list[str]:
    """SARI against the editor's rewriting at each level and strength."""
    sources = [row["source"] for row in rows]
    words = sum(len(source.split()) for source in sources)
    table = []
    for level in simplifier.levels:
        references = [[row[level] for row in rows]]
        unchanged = corpus_sari(sources, sources, references)
        table.append([level, "unchanged", f"{float(unchanged):.1f}", "100 %", ""])
        for strength in STRENGTHS:
            started = time.process_time()
            outputs = simplifier.simplify_sentences(sources, strength, level=level)
            seconds = time.process_time() - started
            same = sum(a == b for a, b in zip(sources, outputs, strict=True)) / len(sources)
            score = float(corpus_sari(sources, outputs, references))
            table.append(
                [level, f"{strength}", f"{score:.1f}", f"{same:.0%}", f"{words / seconds:,.0f}"]
            )
        labels = simplifier.simplify_sentences(sources, level=level, decide="labels")
        same = sum(a == b for a, b in zip(sources, labels, strict=True)) / len(sources)
        score = float(corpus_sari(sources, labels, references))
        table.append([level, "labels obeyed", f"{score:.1f}", f"{same:.0%}", ""])
    return [
        f"{len(rows):,} sentences of the test part, one reference each.",
        "",
        as_markdown(
            ["level", "strength", "SARI", "unchanged", "words per second, one processor"], table
        ),
    ]


def what_decides(simplifier: Simplifier, sources: Sequence[str]) -> list[str]:
    """How much of the output hangs on the tagger's labels."""
    usual = simplifier.simplify_sentences(sources)
    copies: Any = Copies(simplifier.tagger)
    other = Simplifier(
        simplifier.syntax, copies, simplifier.lexical, simplifier.judge, simplifier.levels
    ).simplify_sentences(sources)
    changed = _differ(usual, other)
    words = LexicalSimplifier.load(threshold=0.0, syntax=simplifier.syntax, plain_words=None)
    judge = replace(simplifier.judge, resources=replace(simplifier.judge.resources, lexical=words))
    without = Simplifier(simplifier.syntax, simplifier.tagger, words, judge, simplifier.levels)
    without.split_writer = simplifier.split_writer
    listless = without.simplify_sentences(sources)
    return [
        f"With a tagger that says COPY everywhere, {changed:.1%} of the outputs of "
        f"{len(sources)} sentences differ at the default strength. Without the hand-written list "
        f"of plain words {_differ(sources, listless):.1%} of the sentences are still changed, with "
        f"it {_differ(sources, usual):.1%}."
    ]


def _differ(some: Sequence[str], others: Sequence[str]) -> float:
    return sum(a != b for a, b in zip(some, others, strict=True)) / len(some)


def splits_table(simplifier: Simplifier, rows: Sequence[Row]) -> list[str]:
    """Splitting alone against sentences that were split and otherwise left as they were."""
    sources = [row["source"] for row in rows]
    references = [row["split"] for row in rows]
    wanted = [len(split_sentences(text)) > 1 for text in references]
    table = []
    for strength in STRENGTHS:
        outputs = simplifier.simplify_sentences(sources, strength, operations=["split"])
        made = [a != b for a, b in zip(sources, outputs, strict=True)]
        found = sum(m and w for m, w in zip(made, wanted, strict=True)) / sum(wanted)
        score = float(corpus_sari(sources, outputs, [references]))
        table.append([f"{strength}", f"{found:.0%}", f"{score:.1f}"])
    return [
        f"{len(rows):,} sentences of the test part; unchanged text has SARI "
        f"{float(corpus_sari(sources, sources, [references])):.1f}. "
        f"{proposed(simplifier, sources, wanted):.0%} of the sentences that the writers split have "
        "at least one split proposed.",
        "",
        as_markdown(["strength", "of the writers' split sentences, split", "SARI"], table),
    ]


def proposed(simplifier: Simplifier, sources: Sequence[str], wanted: Sequence[bool]) -> float:
    """The share of sentences to be split for which any split passes the guards."""
    wish = simplifier.checked(Wish(operations=["split"]))
    documents = [Document.parse(source) for source, one in zip(sources, wanted, strict=True) if one]
    count = 0
    for document in documents:
        explained = simplifier.rewrite(text_sentences(document, wish.protect), wish)
        count += any(
            decision.edit.operation == "split" and not decision.reason.startswith("guard")
            for one in explained
            for decision in one.decisions
        )
    return count / len(documents)


def test_sets(simplifier: Simplifier) -> list[str]:
    """SARI at the plain level on the test sets of the field."""
    table = []
    for name, first in (("turkcorpus_test", 0), ("asset_valid", 1500)):
        tests = load_test_set(name)
        sources = list(tests.originals[first:])
        references = [list(reference[first:]) for reference in tests.references]
        scores = [
            float(corpus_sari(sources, simplifier.simplify_sentences(sources, s), references))
            for s in STRENGTHS
        ]
        table.append([f"{name}, {len(sources)} sentences", *(f"{score:.1f}" for score in scores)])
    heading = ["test set", *(f"strength {strength}" for strength in STRENGTHS)]
    return [as_markdown(heading, table)]


if __name__ == "__main__":
    main()
