"""The reader of edits: edits marked in their sentence, and what comes back for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from seqlab.editing.judge import Batch, Case
from seqlab.editing.judge.reader import HEAD, EditReader, marked, packed, regions
from seqlab.editing.judge.reader_training import reader_sentences
from seqlab.editing.propose import Tagged
from seqlab.tagger import IGNORED

TOKENS = ("Each", "member", "shall", "pay", "a", "fee", ",", "which", "is", "due", "now", ".")
REPLACE = Case(0, 2, 3, ("must",), "replace")
DELETE = Case(0, 10, 11, (), "delete")
SPLIT = Case(
    0, 6, 8, (), "split", ("Each", "member", "shall", "pay", "a", "fee", ".", "It", "is", "due",
    "now", "."),
)  # fmt: skip


class FixedTagger:
    """Says that an edit is good where its first new word is in `good`."""

    def __init__(self, good: Iterable[str]) -> None:
        self.labels = {HEAD: ("g", "m", "s", "y")}
        self.good = set(good)
        self.texts: list[list[str]] = []

    def predict_proba(
        self, sentences: Iterable[Sequence[str]], heads: Sequence[str]
    ) -> Iterator[dict[str, np.ndarray]]:
        for words in sentences:
            self.texts.append(list(words))
            rows = np.tile(np.array([0.7, 0.1, 0.1, 0.1], dtype=np.float32), (len(words), 1))
            for place, word in enumerate(words[:-1]):
                if word == "|" and words[place + 1] in self.good:
                    rows[place] = [0.0, 0.1, 0.1, 0.8]
            yield {HEAD: rows}


def reader(*good: str) -> tuple[EditReader, FixedTagger]:
    tagger: Any = FixedTagger(good)
    return EditReader(tagger), tagger


def batch(*cases: Case) -> Batch:
    tags = ("X",) * len(TOKENS)
    return Batch([Tagged(TOKENS, tags, TOKENS)], cases)


def test_edits_are_written_where_they_happen() -> None:
    words, places = marked(TOKENS, {7: regions(TOKENS, REPLACE), 8: regions(TOKENS, DELETE)})
    assert " ".join(words) == ("Each member { shall | must } pay a fee , which is due { now | } .")
    assert {words[place]: number for place, number in places.items()} == {"|": 8}
    assert sorted(places.values()) == [7, 8]


def test_a_split_is_marked_where_its_text_differs() -> None:
    words, _ = marked(TOKENS, {0: regions(TOKENS, SPLIT)})
    assert " ".join(words) == "Each member shall pay a fee { , which | . It } is due now ."


def test_edits_that_touch_are_read_apart() -> None:
    other = Case(0, 2, 4, ("has", "to", "pay"), "replace")
    edits = {n: regions(TOKENS, case) for n, case in enumerate((REPLACE, DELETE, other))}
    assert packed(edits) == [[0, 1], [2]]
    assert packed(edits, most=1) == [[0], [1], [2]]


def test_each_edit_gets_its_own_verdict() -> None:
    read, tagger = reader("must")
    chances = read.read(batch(REPLACE, DELETE, SPLIT))
    assert len(tagger.texts) == 1
    # The columns are y, s, m, g, whatever the order of the tagger's labels.
    assert chances[0] == pytest.approx([0.8, 0.1, 0.1, 0.0])
    assert chances[1:] == pytest.approx(np.array([[0.1, 0.1, 0.1, 0.7]] * 2))


def test_what_is_not_chosen_is_not_read() -> None:
    read, tagger = reader("must")
    chances = read.read(batch(REPLACE, DELETE), chosen=[1])
    assert np.isnan(chances[0]).all()
    assert "must" not in tagger.texts[0]


def test_deletions_at_the_easy_level_are_marked_as_such() -> None:
    read, tagger = reader()
    read.read(batch(REPLACE, DELETE), level="easy")
    assert [text[:2] for text in tagger.texts] == [["Each", "member"], ["easy", ":"]]


def test_judged_rows_become_labelled_sentences() -> None:
    source = "Each member shall pay a fee."
    rows = [
        {"source": source, "start": 12, "end": 17, "new": "must", "operation": "replace",
         "verdict": "y"},
        {"source": source, "start": 12, "end": 17, "new": "may", "operation": "replace",
         "verdict": "m"},
        {"source": source, "start": 22, "end": 23, "new": "", "operation": "delete",
         "verdict": "g", "level": "easy"},
    ]  # fmt: skip
    sentences = reader_sentences(rows)
    labels = {
        " ".join(one.tokens): [x for x in one.labels[HEAD] if x != IGNORED] for one in sentences
    }
    assert labels == {
        "Each member { shall | must } pay a fee .": ["y"],
        "Each member { shall | may } pay a fee .": ["m"],
        "easy : Each member shall pay { a | } fee .": ["g"],
    }
