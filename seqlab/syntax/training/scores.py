"""How good an analysis is: labelled brackets as evalb counts them, chunks, clauses and tags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from seqlab.syntax.tree import CLAUSES, Tree

# evalb's COLLINS.prm: these do not count, words with these tags are taken out, and two are one.
_UNCOUNTED = frozenset(("ROOT", "TOP", "S1", ""))
_PUNCTUATION = frozenset((",", ":", "``", "''", ".", "-NONE-"))
_EQUAL = {"PRT": "ADVP"}


@dataclass(frozen=True, slots=True)
class Score:
    """How many items of the gold standard were found; scores of sentences add up."""

    correct: int = 0
    predicted: int = 0
    gold: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.correct + other.correct,
            self.predicted + other.predicted,
            self.gold + other.gold,
        )

    @property
    def precision(self) -> float:
        """Share of the predicted items that are right; 1 where nothing was predicted."""
        return self.correct / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        """Share of the gold items that were found; 1 where there were none."""
        return self.correct / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; of tags, the accuracy."""
        total = self.predicted + self.gold
        return 2 * self.correct / total if total else 1.0


def bracket_score(gold: Iterable[Tree], predicted: Iterable[Tree]) -> Score:
    """Labelled brackets by evalb's rules (COLLINS.prm).

    ROOT does not count, punctuation is taken out of the sentence – by the gold tags on both
    sides, so that a wrong tag is no difference of length –, and ADVP equals PRT.
    """
    return _sum(
        _overlap(_brackets(one, one), _brackets(other, one))
        for one, other in zip(gold, predicted, strict=True)
    )


def label_scores(gold: Iterable[Tree], predicted: Iterable[Tree]) -> dict[str, Score]:
    """Brackets counted as in `bracket_score`, by their labels."""
    scores: dict[str, Score] = {}
    for one, other in zip(gold, predicted, strict=True):
        true, found = _brackets(one, one), _brackets(other, one)
        for label in {bracket[0] for bracket in true | found}:
            scores[label] = scores.get(label, Score()) + _overlap(
                Counter({bracket: n for bracket, n in true.items() if bracket[0] == label}),
                Counter({bracket: n for bracket, n in found.items() if bracket[0] == label}),
            )
    return scores


def clause_score(gold: Iterable[Tree], predicted: Iterable[Tree]) -> Score:
    """Spans of clauses, whichever of the clause labels they bear, without punctuation."""
    return _sum(
        _overlap(_clause_spans(one, one), _clause_spans(other, one))
        for one, other in zip(gold, predicted, strict=True)
    )


def chunk_score(gold: Iterable[Sequence[str]], predicted: Iterable[Sequence[str]]) -> Score:
    """Chunks whose type and borders are both right, as conlleval counts them."""
    return _sum(
        _overlap(Counter(iob_spans(one)), Counter(iob_spans(other)))
        for one, other in zip(gold, predicted, strict=True)
    )


def tag_score(
    gold: Iterable[Sequence[str]], predicted: Iterable[Sequence[str]], unknown: str = "_"
) -> Score:
    """Tags that are right; tokens whose gold tag is `unknown` do not count."""
    correct = total = 0
    for one, other in zip(gold, predicted, strict=True):
        for wanted, given in zip(one, other, strict=True):
            total += wanted != unknown
            correct += wanted == given != unknown
    return Score(correct, total, total)


def iob_spans(labels: Sequence[str]) -> list[tuple[str, int, int]]:
    """Type, start and end of the chunks in IOB labels; an `I-` after another type begins one."""
    spans: list[tuple[str, int, int]] = []
    kind, start = "", 0
    for place, label in enumerate((*labels, "O")):
        prefix, _, name = label.partition("-")
        if kind and (prefix != "I" or name != kind):
            spans.append((kind, start, place))
            kind = ""
        if prefix != "O" and not kind:
            kind, start = name, place
    return spans


def _sum(scores: Iterable[Score]) -> Score:
    return sum(scores, Score())


def _overlap(gold: Counter, predicted: Counter) -> Score:
    return Score((gold & predicted).total(), predicted.total(), gold.total())


def _places(gold: Tree) -> list[int]:
    """For each border between tokens, how many words that count lie before it."""
    places = [0]
    for tag in gold.tags():
        places.append(places[-1] + (tag not in _PUNCTUATION))
    return places


def _brackets(tree: Tree, gold: Tree) -> Counter[tuple[str, int, int]]:
    places = _places(gold)
    return Counter(
        (_EQUAL.get(label, label), places[start], places[end])
        for label, start, end in tree.spans()
        if label not in _UNCOUNTED and places[start] < places[end]
    )


def _clause_spans(tree: Tree, gold: Tree) -> Counter[tuple[int, int]]:
    places = _places(gold)
    spans = {(places[start], places[end]) for label, start, end in tree.spans() if label in CLAUSES}
    return Counter({span: 1 for span in spans if span[0] < span[1]})
