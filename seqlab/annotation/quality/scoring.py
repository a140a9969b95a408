"""How well automatic labels agree with gold ones (thesis Tables 3.3–3.5 and Figure 3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from seqlab.alignment import Aligner
from seqlab.annotation.labels.sentence_labels import OPERATIONS
from seqlab.annotation.options import DEFAULTS, AnnotationOptions
from seqlab.annotation.pair_labels import analysed, annotate
from seqlab.annotation.record import LabelledPair
from seqlab.matches import Matches
from seqlab.syntax import Syntax
from seqlab.tables import as_markdown

WORD_LABELS = ("D", "R", "A", "M")
STOPS = frozenset(".!?")
CLOSING = frozenset(['"', "'", "”", "’", "''", ")", "-RRB-"])


@dataclass(frozen=True, slots=True)
class LabelScores:
    """A score for each label, and how often each gold label was given each automatic one."""

    scores: dict[str, Matches]
    confusion: Counter[tuple[str, str]]

    @property
    def micro(self) -> Matches:
        """All labels counted together."""
        return Matches.total(self.scores.values())

    def table(self) -> str:
        """A Markdown table of frequency, precision, recall and F1."""
        rows = []
        for name, score in [*self.scores.items(), ("micro", self.micro)]:
            values = (score.precision, score.recall, score.f1)
            rows.append([name, f"{score.gold:,}", *(f"{value:.2f}" for value in values)])
        return as_markdown(["label", "gold", "P", "R", "F1"], rows)


def score_words(labelled: Iterable[LabelledPair], gold: Iterable[LabelledPair]) -> LabelScores:
    """Word labels of both sides; a copied word counts for nobody unless it should not be one."""
    confusion: Counter[tuple[str, str]] = Counter()
    for ours, theirs in zip(labelled, gold, strict=True):
        _check_same(ours, theirs)
        confusion.update(zip(theirs.source_labels, ours.source_labels, strict=True))
        confusion.update(zip(theirs.target_labels, ours.target_labels, strict=True))
    return _scores(confusion, WORD_LABELS, "C")


def score_phrases(labelled: Iterable[LabelledPair], gold: Iterable[LabelledPair]) -> LabelScores:
    """Phrase labels of both sides, tag by tag in IOB as the thesis counts them."""
    confusion: Counter[tuple[str, str]] = Counter()
    for ours, theirs in zip(labelled, gold, strict=True):
        _check_same(ours, theirs)
        confusion.update(_paired(theirs.source_phrases, ours.source_phrases))
        confusion.update(_paired(theirs.target_phrases, ours.target_phrases))
    return _scores(confusion, sorted({name for pair in confusion for name in pair} - {"O"}), "O")


def score_operations(labelled: Iterable[LabelledPair], gold: Iterable[LabelledPair]) -> LabelScores:
    """Sentence-level operations; pairs without gold operations are passed over."""
    counts: dict[str, Matches] = {name: Matches() for name in OPERATIONS}
    for ours, theirs in zip(labelled, gold, strict=True):
        if not theirs.operations:
            continue
        for name in OPERATIONS:
            mine, wanted = name in ours.operations, name in theirs.operations
            counts[name] += Matches(mine and wanted, mine, wanted)
    return LabelScores(counts, Counter())


def relabel(
    gold: Sequence[LabelledPair],
    aligner: Aligner | None,
    options: AnnotationOptions = DEFAULTS,
    syntax: Syntax | None = None,
) -> list[LabelledPair]:
    """The gold pairs labelled automatically, over links of `aligner`, else over gold links."""
    if aligner is None:
        aligned = [set(pair.links) for pair in gold]
    else:
        aligned = aligner.align([(pair.source_tokens, pair.target_tokens) for pair in gold])
    sides = [
        sentences_of(tokens) for pair in gold for tokens in (pair.source_tokens, pair.target_tokens)
    ]
    analyses = analysed(sides, syntax)
    return [
        annotate(sides[2 * k], sides[2 * k + 1], links, options, next(analyses), next(analyses))
        for k, links in enumerate(aligned)
    ]


def sentences_of(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    """Tokens cut into sentences: after a stop and what closes with it, if words follow."""
    sentences: list[list[str]] = []
    ended = True
    for token in tokens:
        if ended and token not in CLOSING and token not in STOPS:
            sentences.append([])
            ended = False
        if not sentences:
            sentences.append([])
        sentences[-1].append(token)
        ended = ended or token in STOPS
    return [tuple(sentence) for sentence in sentences]


def _check_same(ours: LabelledPair, theirs: LabelledPair) -> None:
    if (ours.source_tokens, ours.target_tokens) != (theirs.source_tokens, theirs.target_tokens):
        raise ValueError("automatic and gold labels are not of the same pairs")


def _paired(
    gold: Sequence[str] | None, predicted: Sequence[str] | None
) -> Iterable[tuple[str, str]]:
    return zip(gold, predicted, strict=True) if gold is not None and predicted is not None else ()


def _scores(
    confusion: Counter[tuple[str, str]], labels: Sequence[str], nothing: str
) -> LabelScores:
    predicted: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    for (gold, ours), count in confusion.items():
        wanted[gold] += count
        predicted[ours] += count
    scores = {
        label: Matches(confusion[label, label], predicted[label], wanted[label])
        for label in labels
        if label != nothing
    }
    return LabelScores(scores, confusion)
