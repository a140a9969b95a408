"""Write docs/results/levels.md: the taggers on the test part of levels, by genre, seed and size.

    python -m benchmarks.results.levels [--model FOLDER] [--labels FOLDER] [--seeds 3=FOLDER …]
        [--sizes 1000=FOLDER …] [--small FOLDER]

The model is the one that ships unless another is given; the labels are made, or taken from the
cache, as `train/default` has them. Other seeds and sizes are folders that
`benchmarks.results.levels_train` wrote; their figures are kept in a table (`levels_kept.py`), so
that those measured before need not be given again. The test part was looked at once for each model
that shipped.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.results.levels_kept import Figures, keep
from seqlab.alignment import is_punctuation
from seqlab.files import atomic_write
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.tagger import LabelledSentence, Tagger, read_sentences, score_labels
from seqlab.tagger.training.calibration import plot_reliability, reliability, tempered
from seqlab.tagger.training.tuning import development_shares
from seqlab.training import AlignmentSettings, LabelSettings, TrainSettings, labelled_sentences

PAGE = Path("docs/results/levels.md")
PICTURE = Path("docs/results/levels_reliability.png")
CURVE = Path("docs/results/levels_sizes.png")
LEVELS = ("plain", "easy")
SETTINGS = TrainSettings(
    data=(
        "$SEQLAB_DATA/levels",
        "$SEQLAB_DATA/splits",
        "corpora/verdicts/written_splits.jsonl.gz",
    ),
    alignment=AlignmentSettings("best"),
    labels=LabelSettings(levels="heads", substitutions=True),
)
# What is scored: head and label, its name in the table.
SCORED = (("operation", "R"), ("operation", "D"), ("split", "S"))
# F1 of a second editor after the same guide (137 sentences; README of the corpus), of version 0.1,
# and of the first trial of this model.
SECOND_EDITOR = {"plain": ("0.75", "0.65", ""), "easy": ("0.67", "0.64", "")}
VERSION_01 = {"plain": ("0.33", "0.16", ""), "easy": ("0.33", "0.25", "")}
GOAL = {"plain": ("0.58", "0.46", "0.62"), "easy": ("0.54", "0.57", "0.58")}
BESIDE = {"goal": GOAL, "second editor": SECOND_EDITOR, "version 0.1": VERSION_01}
Predicted = Sequence[dict[str, tuple[str, ...]]]
SMALL = """\
The small tagger is that of `train/small`, distilled on 57,000 sentences that the contextual one has
labelled: 3.1 MB instead of 23.3 MB, and 10.8 times as fast on one thread in one run of
`benchmarks/tagger.py --small` (53,165 words per second against 4,913, 2026-11-18).
It was asked to stay within 0.05 of the contextual one."""
SIZES = """\
The same network and data, trained for less, so that all sizes could be: 1,250 steps of 16 sentences
each (20,000 sentences are seen once, 1,000 twenty times; the model that ships takes 5,500 steps), a
running mean of the weights of 0.995 instead of 0.999, the encoder's four lower layers of six (the
first stays as it is), and 660 sentences of the valid part to choose epoch and thresholds.
So the figures lie below those above, and the steps from size to size are what counts; one seed."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.levels")
    parser.add_argument("--model", type=Path, default=Path("seqlab/models/default/tagger"))
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--part", default="test", choices=("valid", "test"))
    parser.add_argument("--seeds", nargs="*", default=[], metavar="SEED=FOLDER")
    parser.add_argument("--sizes", nargs="*", default=[], metavar="SENTENCES=FOLDER")
    parser.add_argument("--small", type=Path)
    options = parser.parse_args()
    tagger = Tagger.load(options.model)
    if options.labels is None:
        sentences = getattr(labelled_sentences(SETTINGS), options.part)
    else:
        sentences = list(read_sentences(options.labels / f"{options.part}.jsonl"))
    predicted = list(tagger.predict(sentences))
    small = kept("small", _small(options.small), sentences)
    lines = [
        "# The taggers on levels",
        "",
        provenance("make results-levels", "levels (CC BY-SA 4.0)", 1),
        "",
        f"F1 on the {options.part} part of `levels`: {len(sentences):,} sentences of documents",
        "that training has not seen (written by language models, checked by no person).",
        "REPLACE and DELETE count words only, SPLIT the words at which a new sentence begins.",
        "Labels by links of the aligner `best`; thresholds and temperatures were fitted on the",
        "valid part.",
        "Split points are those of the annotation as it is now, which marks where the clause",
        "begins: 20 to 30 % of them lie elsewhere than in figures before 0.2.",
        "What each part of the tagger gives is on [another page](levels_ablation.md).",
        "",
        *level_table(sentences, predicted, small),
        "",
        *([SMALL, ""] if small else []),
        *seed_lines(kept("seed", options.seeds, sentences)),
        *size_lines(kept("size", options.sizes, sentences)),
        "## By genre",
        "",
        *genre_table(sentences, predicted),
        "",
        "## Probabilities",
        "",
        *calibration_table(tagger, sentences),
        "",
        f"![Reliability before and after calibration]({PICTURE.name})",
    ]
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines) + "\n")
    print("\n".join(lines))


def f1(
    sentences: Sequence[LabelledSentence], predicted: Predicted, head: str, label: str
) -> tuple[float, float, float]:
    """Precision, recall and F1 of one label, punctuation left out."""
    true: list[list[str]] = []
    found: list[list[str]] = []
    for sentence, labels in zip(sentences, predicted, strict=True):
        if head not in sentence.labels:
            continue
        words = [n for n, token in enumerate(sentence.tokens) if not is_punctuation(token)]
        true.append([sentence.labels[head][n] for n in words])
        found.append([labels[head][n] for n in words])
    known = sorted({item for row in (*true, *found) for item in row} | {label})
    score = score_labels(known, true, found).by_label[known.index(label)]
    return score.precision, score.recall, score.f1


def f1s(sentences: Sequence[LabelledSentence], predicted: Predicted) -> list[float]:
    """F1 of all that is scored, the levels one after the other."""
    return [
        f1(sentences, predicted, f"{level}.{head}", label)[2]
        for level in LEVELS
        for head, label in SCORED
    ]


COLUMNS = [f"{level} {label}" for level in LEVELS for _, label in SCORED]


def kept(
    kind: str, given: Sequence[str], sentences: Sequence[LabelledSentence]
) -> dict[str, Figures]:
    """Figures by name: of the folders that are given as NAME=FOLDER, and those measured before."""
    folders = dict(one.split("=", 1) for one in given)
    measured = {
        name: f1s(sentences, list(Tagger.load(folder).predict(sentences)))
        for name, folder in folders.items()
    }
    return keep(COLUMNS, kind, measured)


def _small(folder: Path | None) -> list[str]:
    return [] if folder is None else [f"small={folder}"]


def seed_lines(figures: Mapping[str, Figures]) -> list[str]:
    """The same configuration with other seeds: each, and mean and standard deviation."""
    if len(figures) < 2:
        return []
    rows = [
        [f"seed {name}", own.date, *(f"{value:.3f}" for value in own.values)]
        for name, own in figures.items()
    ]
    values = [own.values for own in figures.values()]
    mean, spread = np.mean(values, axis=0), np.std(values, axis=0, ddof=1)
    rows.append(["mean", "", *(f"{m:.3f} ± {s:.3f}" for m, s in zip(mean, spread, strict=True))])
    goals = [GOAL[level][place] for level in LEVELS for place in range(len(SCORED))]
    rows.append(["goal", "", *goals])
    return [
        "## By seed",
        "",
        "The tagger of `train/default` as trained, before it is exported in 8 bits; the first seed",
        "is the one that ships.",
        "",
        as_markdown(["", "measured", *COLUMNS], rows),
        "",
    ]


def size_lines(figures: Mapping[str, Figures]) -> list[str]:
    """A shorter training, taught by more and more sentences, and a picture of the curve."""
    if len(figures) < 2:
        return []
    values = {int(name): own.values for name, own in figures.items()}
    rows = [[f"{n:,}", *(f"{value:.3f}" for value in own)] for n, own in values.items()]
    _plot(values)
    return [
        "## By size of the training data",
        "",
        SIZES,
        "",
        as_markdown(["sentences", *COLUMNS], rows),
        "",
        f"![F1 against the number of training sentences]({CURVE.name})",
        "",
        _lesson(values),
        "",
    ]


def _lesson(values: Mapping[int, Sequence[float]]) -> str:
    """What each doubling gave on average, in two sentences."""
    sizes = sorted(values)
    told = []
    for small, large in pairwise(sizes):
        gains = np.array(values[large]) - np.array(values[small])
        told.append(f"{gains.mean() / np.log2(large / small):+.3f} to {large:,}")
    return (
        f"A doubling gives, as the mean of the six columns, {', '.join(told)} (one seed each). "
        "With so few steps the largest set is seen once only, the one before it twice: a flat end "
        "may be a lack of steps, not of sentences."
    )


def _plot(values: Mapping[int, Sequence[float]]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    for place, name in enumerate(COLUMNS):
        axes.plot(list(values), [own[place] for own in values.values()], marker="o", label=name)
    axes.set_xscale("log")
    axes.set_xticks(list(values), [f"{n:,}" for n in values])
    axes.minorticks_off()
    axes.set_xlabel("training sentences")
    axes.set_ylabel("F1 on the test part of levels")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.tight_layout()
    figure.savefig(CURVE, dpi=120)


def level_table(
    sentences: Sequence[LabelledSentence], predicted: Predicted, small: Mapping[str, Figures]
) -> list[str]:
    """One row per system and level."""
    names = ["REPLACE P", "R", "F1", "DELETE P", "R", "F1", "SPLIT P", "R", "F1"]
    rows: list[list[str]] = []
    for number, level in enumerate(LEVELS):
        cells = [
            f"{value:.3f}"
            for head, label in SCORED
            for value in f1(sentences, predicted, f"{level}.{head}", label)
        ]
        rows.append([level, "contextual", *cells])
        others: dict[str, tuple[str, ...]] = {name: own[level] for name, own in BESIDE.items()}
        for own in small.values():
            first = number * len(SCORED)
            found = own.values[first : first + len(SCORED)]
            others = {"small": tuple(f"{value:.3f}" for value in found), **others}
        for name, values in others.items():
            rows.append([level, name, *(cell for v in values for cell in ("", "", v))])
    return [as_markdown(["level", "system", *names], rows)]


def genre_table(sentences: Sequence[LabelledSentence], predicted: Predicted) -> list[str]:
    """F1 by genre."""
    columns = [f"{level} {label}" for level in LEVELS for _, label in SCORED]
    rows = []
    for genre in _by_size(sentence.genre for sentence in sentences):
        chosen = [n for n, sentence in enumerate(sentences) if sentence.genre == genre]
        cells = [
            f1(
                [sentences[n] for n in chosen],
                [predicted[n] for n in chosen],
                f"{level}.{head}",
                label,
            )[2]
            for level in LEVELS
            for head, label in SCORED
        ]
        rows.append([genre, f"{len(chosen):,}", *(f"{cell:.3f}" for cell in cells)])
    return [as_markdown(["genre", "sentences", *columns], rows)]


def _by_size(genres: Iterable[str]) -> list[str]:
    names, counts = np.unique([genre for genre in genres if genre], return_counts=True)
    return [str(name) for name in names[np.argsort(-counts, kind="stable")]]


def calibration_table(tagger: Tagger, sentences: Sequence[LabelledSentence]) -> list[str]:
    """Expected calibration error by head, as the network gives it and with its temperature."""
    after, before = {}, {}
    rows = []
    for head, (shares, labels) in development_shares(tagger, sentences).items():
        temperature = tagger.model.temperatures.get(head, 1.0)
        after[head] = reliability(shares, labels)
        before[head] = reliability(tempered(shares, 1 / temperature), labels)
        errors = (f"{before[head].error:.3f}", f"{after[head].error:.3f}")
        rows.append([head, f"{temperature:.2f}", *errors])
    plot_reliability(before, after, PICTURE)
    return [as_markdown(["head", "temperature", "error before", "error after"], rows)]


if __name__ == "__main__":
    main()
