"""Labels obeyed as they are, and edits chosen by what a judge says of them."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from seqlab.editing import Edit, SourceSentence, Verdict, decide_edits, decide_labels, read
from seqlab.editing.decide import _break_each_other, _echoes, runs
from seqlab.editing.edit import Word
from seqlab.editing.judge import Bars
from seqlab.syntax import Analysis, Tree, chunks
from seqlab.text import Document

TREE = "(ROOT (S (NP (DT The) (JJ old) (NN tower)) (VP (VBZ is) (ADJP (RB very) (JJ tall))) (. .)))"


def reading(protected: tuple[tuple[int, int], ...] = ()) -> Any:
    tree = Tree.parse(TREE)
    (sentence,) = Document.parse("The old tower is very tall.").sentences
    tokens = tuple(tree.leaves())
    analysis = Analysis(tokens, tuple(tree.tags()), tokens, tuple(chunks(tree)), tree)
    chances = {"operation": np.tile(np.array([1.0, 0.0, 0.0]), (len(tokens), 1))}
    source = SourceSentence(sentence.tokens, protected)
    return read(source, analysis, chances, {"operation": ("C", "D", "R")})


class ByText:
    """A judge that knows the probability of each replacement by its text."""

    bars = Bars()
    splits = None
    feedback = None

    def __init__(self, **chances: float) -> None:
        self.chances = chances

    def bars_of(self, operation: str, level: str | None = None) -> Bars:
        return self.bars

    def rows(self, batch: Any) -> list[str]:
        return [" ".join(case.new) or "deleted" for case in batch.cases]

    def judge_rows(self, rows: list[str], level: str) -> list[Verdict]:
        return [Verdict(self.chances[text], self.chances[text]) for text in rows]

    def reread(self, batch: Any, rows: Any, verdicts: list[Verdict], *_: Any) -> list[Verdict]:
        return verdicts


def decided(edits: list[Edit], strength: float, **chances: float) -> list[Any]:
    judge: Any = ByText(**chances)
    return decide_edits([reading()], [(edits, {})], [[]], judge, strength, None)[0]


def test_runs_of_a_label() -> None:
    assert runs("CDDCD", "D") == [(1, 3), (4, 5)]
    assert runs("", "D") == []


def test_every_delete_is_deleted_and_no_other_word() -> None:
    taken = [d.edit.span for d in decide_labels(reading(), "CDCCDCC", None) if d.taken]
    assert taken == [(1, 2), (4, 5)]
    (first, _) = decide_labels(reading(protected=((1, 2),)), "CDCCDCC", None)
    assert not first.taken
    assert first.reason == "guard: protected content"


def test_every_replace_is_given_to_the_lexical_simplifier() -> None:
    targets: Any = [SimpleNamespace(start=5, end=6, texts=("tall", "high"))]
    (one,) = decide_labels(reading(), "CCCCCRC", None, targets)
    assert (one.edit.text, one.taken) == ("high", True)


def test_of_two_words_for_one_the_better_is_put() -> None:
    edits = [
        Edit("replace", "word", (1, 2), "aged"),
        Edit("replace", "word", (1, 2), "ancient"),
        Edit("delete", "intensifier", (4, 5)),
    ]
    decisions = decided(edits, 1.0, aged=0.96, ancient=0.9, deleted=0.2)
    taken = {d.edit.text: d for d in decisions if d.taken}
    assert set(taken) == {"aged"}
    reasons = {d.edit.text: d.reason for d in decisions}
    assert reasons["ancient"] == "another edit is better here"
    assert reasons[""] == "probably wrong"


def test_strength_is_a_bar_on_the_probability() -> None:
    edits = [Edit("replace", "word", (1, 2), "aged")]
    (low,) = decided(edits, 0.1, aged=0.8)
    (high,) = decided(edits, 0.9, aged=0.8)
    assert (low.taken, high.taken) == (False, True)
    assert low.strength == high.strength
    assert math.isfinite(low.strength)
    assert low.reason.startswith("taken from strength")


@pytest.mark.parametrize(
    ("first", "second", "echoes"),
    [
        ("drink", "drinking", True),
        ("help", "help", True),
        ("give", "gifts", False),
        ("go", "good", False),
    ],
)
def test_neighbours_do_not_become_forms_of_one_word(first: str, second: str, echoes: bool) -> None:
    parsed = SimpleNamespace(
        lower=("they", "consume", "potable", "water"), tags=("PRP", "VBP", "JJ", "NN")
    )
    edits = [
        Edit("replace", "substitution", (place, place + 1), text)
        for place, text in ((1, first), (2, second))
    ]
    assert _echoes(*edits, SimpleNamespace(parsed=parsed)) is echoes  # type: ignore[arg-type]


def test_this_does_not_speak_of_a_clause_that_was_moved() -> None:
    moved = Edit("split", "relative", (2, 8))
    for word, breaks in (("This", True), ("But", False)):
        reason = Edit("split", "reason", (30, 32), lead=(Word(word, " ", "DT"),))
        for pair in ((moved, reason), (reason, moved)):
            assert _break_each_other(*pair, reading()) is breaks
