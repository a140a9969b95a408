"""Write docs/results/start.md: going on from the shipped model with 500 medical pairs.

    python -m benchmarks.results.start

For each seed 500 pairs are drawn to train on and to validate with, the others are held out; the
shipped model and the one that went on from it simplify 300 of the held-out pairs.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from corpora import Pair, ReadOptions, open_corpus, write_pairs
from seqlab.files import atomic_write, data_folder
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.tagger import TrainingOptions
from seqlab.training import LexicalSettings, Report, TrainSettings, train_model

PAGE = Path("docs/results/start.md")
SEEDS = (1, 2, 3)
TRAIN, VALID, TEST = 450, 50, 300


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.start")
    parser.add_argument("--work", type=Path, default=Path("runs/results/start"))
    parser.add_argument("--start", default="default")
    options = parser.parse_args()
    pairs = _pairs()
    reports = [_report(pairs, seed, options.work, options.start) for seed in SEEDS]
    with atomic_write(PAGE) as page:
        page.write(_page(reports))
    print(PAGE)


def _pairs() -> list[Pair]:
    """The medical pairs that were changed, each source once."""
    corpus = open_corpus(data_folder() / "medical", options=ReadOptions(detokenize=True))
    found = {pair.source: pair for pair in corpus.pairs() if pair.source != pair.target}
    return [found[source] for source in sorted(found)]


def _report(pairs: Sequence[Pair], seed: int, work: Path, start: str) -> Report:
    drawn = list(pairs)
    random.Random(seed).shuffle(drawn)
    data = work / f"pairs-{seed}"
    limits = (0, TRAIN, TRAIN + VALID, TRAIN + VALID + TEST)
    for part, first, last in zip(("train", "valid", "test"), limits, limits[1:], strict=False):
        write_pairs(data / f"{part}.jsonl", drawn[first:last])
    settings = TrainSettings(
        data=(str(data),),
        start=start,
        training=TrainingOptions(epochs=6, learning_rate=5e-4, seed=seed),
        lexical=LexicalSettings(own="never"),
    )
    return train_model(settings, work / f"model-{seed}", work / "cache", report_pairs=TEST)


def _page(reports: Sequence[Report]) -> str:
    lines = [
        "# Going on from the shipped model",
        "",
        provenance(
            "make results-start",
            "medical Wikipedia pairs: 500 drawn to train on and validate with, 300 held out",
            ", ".join(map(str, SEEDS)),
        ),
        "",
        "Mean over the seeds, and each of them in brackets. Each pair has one reference. The judge "
        "of edits is the shipped one: it has learned from the probabilities of the shipped tagger, "
        "not from those of the tagger that goes on from it.",
        "",
    ]
    rows = []
    keys = dict.fromkeys((s.data, s.level, s.system) for r in reports for s in r.texts)
    for data, level, system in keys:
        own = [
            s
            for r in reports
            for s in r.texts
            if (s.data, s.level, s.system) == (data, level, system)
        ]
        columns = [[s.scores[name] for s in own] for name in ("sari", "bleu", "fkgl")]
        cells = [_cell(column) for column in [*columns, [100 * s.same for s in own]]]
        where = f"{data}, {level}" if level else data
        rows.append([where, system, *cells])
    heading = ["held-out data", "system", "SARI", "BLEU", "FKGL", "same %"]
    lines += [as_markdown(heading, rows), ""]
    rows = []
    for head in dict.fromkeys(t.head for r in reports for t in r.labels):
        tables = [t for r in reports for t in r.labels if t.head == head]
        before = [t.before for t in tables if t.before is not None]
        after = [t.macro_f1 for t in tables]
        rows.append([head, _cell(before, 3), _cell(after, 3)])
    lines.append(as_markdown(["head", "macro F1 before", "after"], rows))
    return "\n".join(lines) + "\n"


def _cell(values: Sequence[float], digits: int = 1) -> str:
    if not values:
        return "–"
    each = ", ".join(f"{value:.{digits}f}" for value in values)
    return f"{mean(values):.{digits}f} ({each})"


if __name__ == "__main__":
    main()
