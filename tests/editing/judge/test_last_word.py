"""What trees and reader would make is judged once more; another model is heard beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from seqlab.editing.judge.fitting import LAST_TREES, fit_left_out
from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.mixing import with_hearing, with_last_word
from seqlab.editing.judge.read_sets import JudgedEdit, JudgedEdits
from seqlab.editing.judge.reader import VERDICT, Hearing, Reader
from seqlab.editing.judge.records import Batch, Case, Verdict
from seqlab.editing.judge.training import Sources, fold_of
from seqlab.editing.judge.trees import LAST_WORD_FILES, OPINIONS, LastWord, opinion_rows
from seqlab.editing.propose import Tagged
from seqlab.errors import DataError
from seqlab.text import Document

FEATURES = ("right", "noise")
SURE = Verdict(0.8, 0.9)


@pytest.fixture(scope="module")
def last() -> LastWord:
    """It has seen that of edits all thought right those with `right` above 0 were."""
    random = np.random.default_rng(4)
    rows = random.normal(size=(600, 2)).astype(np.float32)
    letters = ["y" if value > 0 else "m" for value in rows[:, 0]]
    opinions = opinion_rows([SURE] * 600, np.full((600, 4), 0.25), [SURE] * 600)
    documents = [str(number % 40) for number in range(600)]
    table = np.concatenate([rows, opinions], axis=1).astype(np.float32)
    fitted = fit_left_out(table, letters, documents, 1, LAST_TREES)
    return LastWord(
        {"word": FEATURES},
        {f"word.{name}": forest for name, forest in fitted.forests.items()},
        {f"word.{name}": curve for name, curve in fitted.curves.items()},
        {"word": 0.6},
    )


class Agrees:
    """A reader that has read everything and agrees with the trees."""

    def mixed(
        self, batch: Batch, verdicts: list[Verdict], kinds: list[str]
    ) -> tuple[list[Verdict], dict[int, Any]]:
        return list(verdicts), {number: np.full(4, 0.25) for number in range(len(verdicts))}


def test_only_what_would_be_made_is_judged_again(last: LastWord) -> None:
    tokens = ("They", "left", ".")
    batch = Batch(
        [Tagged(tokens, ("PRP", "VBD", "."), tokens, (3,))],
        [Case(0, 1, 2, ("went",)), Case(0, 1, 2, ("ran",)), Case(0, 1, 2, ("quit",))],
    )
    judge = Judge(SimpleNamespace(), FEATURES, {}, {}, reader=Agrees(), last_word=last)  # type: ignore[arg-type]
    rows = np.array([[1.5, 0], [-1.5, 0], [1.5, 0]], dtype=np.float32)
    doubtful = Verdict(0.3, 0.5)
    right, wrong, same = judge.reread(batch, rows, [SURE, SURE, doubtful])
    assert right.acceptable > 0.9
    assert wrong.acceptable < 0.1
    assert same == doubtful


def test_it_is_stored_as_data(last: LastWord, tmp_path: Path) -> None:
    last.save(tmp_path)
    loaded = LastWord.load(tmp_path)
    assert loaded is not None
    rows = np.array([[0.7, 1.0]], dtype=np.float32)
    opinions = opinion_rows([SURE], np.full((1, 4), 0.25), [SURE])
    assert opinions.shape == (1, len(OPINIONS))
    assert loaded.judge("word", rows, opinions) == last.judge("word", rows, opinions)
    assert LastWord.load(tmp_path / "none") is None
    (tmp_path / LAST_WORD_FILES[0]).write_text('{"features": []}')
    with pytest.raises(DataError, match="not a last word"):
        LastWord.load(tmp_path)


class Sure:
    """A tagger that finds every marked edit good."""

    labels = {VERDICT: ("g", "m", "s", "y")}  # noqa: RUF012

    def predict_proba(
        self, sentences: Any, heads: Any, adapter: str = ""
    ) -> Iterator[dict[str, np.ndarray]]:
        for words in sentences:
            yield {VERDICT: np.array([[0.05, 0.05, 0.1, 0.8]] * len(words))}


def wanted(name: str = "d", count: int = 500) -> tuple[JudgedEdits, Sources]:
    """Edits of which four in five were right; of all that is told of them only `right` says so."""
    random = np.random.default_rng(5)
    truth = random.random(count) < 0.8
    texts = [f"They commenced work {name}{number} ." for number in range(count)]
    documents = [Document.parse(text) for text in texts]
    tokens = {text: one.sentences[0].tokens for text, one in zip(texts, documents, strict=True)}
    tags = ("PRP", "VBD", "NN", "CD", ".")
    tagged = {
        text: Tagged(tuple(t.text for t in own), tags, tuple(t.text for t in own), (5,))
        for text, own in tokens.items()
    }
    edits = [
        JudgedEdit(
            {
                "source": text, "document": f"{name}{number % 50}", "start": 5, "end": 14,
                "new": "started", "operation": "replace", "verdict": "y" if right else "m",
            },
            SURE,
            np.array([right + random.normal() * 0.3, random.normal()], dtype=np.float32),
        )
        for number, (text, right) in enumerate(zip(texts, truth, strict=True))
    ]  # fmt: skip
    return JudgedEdits(words=edits), Sources(tagged, tokens)


def unsure() -> Judge:
    """A judge that finds all edits alike."""
    weights = {"replace": dict.fromkeys(("good", "acceptable"), (0.0, 1.0, 0.0, 0.0, 0.0))}
    return Judge(SimpleNamespace(), FEATURES, {}, {}, reader=Reader(Sure(), weights))  # type: ignore[arg-type]


def test_it_is_learned_from_what_would_have_been_made() -> None:
    edits, sources = wanted()
    taught, report = with_last_word(unsure(), edits, sources, None)  # type: ignore[arg-type]
    assert report["word"]["edits"] == 500
    assert report["word"]["before"] == pytest.approx(0.5, abs=0.01)
    assert report["word"]["after"] > 0.95
    assert taught.last_word is not None
    assert taught.last_word.least == {"word": 0.6}
    few = JudgedEdits(words=edits.words[:50])
    assert with_last_word(unsure(), few, sources, None)[0].last_word is None  # type: ignore[arg-type]


class Parrot:
    """A reader that learned the verdicts of some documents by heart."""

    labels = Sure.labels

    def __init__(self, known: dict[str, str]) -> None:
        self.known = known

    def predict_proba(
        self, sentences: Any, heads: Any, adapter: str = ""
    ) -> Iterator[dict[str, np.ndarray]]:
        assert adapter == "words"
        for words in sentences:
            told = self.known.get(next(word for word in words if word[0] == "d"), "")
            row = {"y": [0.0, 0.0, 0.0, 1.0], "m": [0.0, 1.0, 0.0, 0.0]}.get(told, [0.25] * 4)
            yield {VERDICT: np.array([row] * len(words))}


def test_readers_are_heard_on_documents_that_they_have_not_learned_from() -> None:
    edits, sources = wanted()
    known = {one.row["source"].split()[3]: str(one.row["verdict"]) for one in edits.words}
    fold = {one.row["source"].split()[3]: fold_of(one.row["document"], 2) for one in edits.words}
    apart = [
        Parrot({name: told for name, told in known.items() if fold[name] != number})
        for number in (0, 1)
    ]
    judge = unsure()
    assert judge.reader is not None
    weights = {"replace": dict.fromkeys(("good", "acceptable"), (2.0, 0.0, 0.0, 0.0, 0.2))}
    judge = replace(judge, reader=Reader(Parrot(known), weights))
    _, all_known = with_last_word(judge, edits, sources, None)  # type: ignore[arg-type]
    _, none_known = with_last_word(judge, edits, sources, None, 1, apart)  # type: ignore[arg-type]
    assert all_known["word"]["before"] == 1.0
    assert none_known["word"]["before"] == pytest.approx(0.5, abs=0.01)


class Knows:
    """Another model that knows what is right of all texts but those with a word it cannot read."""

    def of_rows(self, rows: Any, level: str) -> Any:
        assert level == "plain"
        told = {"y": [0.6, 0.2, 0.1, 0.1], "m": [0.2, 0.2, 0.5, 0.1]}
        return np.array(
            [[np.nan] * 4 if "9" in row["source"] else told[row["verdict"]] for row in rows]
        )

    def __call__(self, batch: Batch, numbers: Any, level: str) -> Any:
        raise AssertionError("rows are at hand")


def test_another_model_is_heard_as_far_as_it_is_right() -> None:
    judge, report = with_hearing(
        unsure(), wanted(), wanted("e", 300), None, Knows()  # type: ignore[arg-type]
    )  # fmt: skip
    assert report["replace"]["edits"] == 300
    assert report["replace"]["before"] == pytest.approx(0.5, abs=0.01)
    # Of those that it does not read nothing is known.
    assert 0.75 < report["replace"]["after"] < 0.99
    assert judge.hearing is not None
    told = np.array([[0.6, 0.2, 0.1, 0.1], [0.2, 0.2, 0.5, 0.1], [np.nan] * 4])
    right, wrong, unread = judge.hearing.joined([SURE] * 3, told, ["replace"] * 3)
    assert right.acceptable > 0.9 > 0.75 > wrong.acceptable
    assert unread == Verdict(0.0, 0.0)
    assert judge.bars.at(1.0) > 0.3


def test_what_is_unlikely_is_not_asked_about(last: LastWord) -> None:
    asked: list[tuple[str, list[int]]] = []

    def ask(batch: Batch, numbers: Any, level: str) -> Any:
        asked.append((level, list(numbers)))
        return np.array([[0.0, 0.0, 0.5, 0.5]] * len(numbers))

    even = dict.fromkeys(("good", "acceptable"), (0.0, 0.0, 0.5, 0.0, 0.5))
    hearing = Hearing(ask, {"replace": even, "easy": even})
    tokens = ("They", "left", "early", ".")
    batch = Batch(
        [Tagged(tokens, ("PRP", "VBD", "RB", "."), tokens, (4,))],
        [
            Case(0, 1, 2, ("went",)),
            Case(0, 1, 2, ("ran",)),
            Case(0, 2, 3, (), "delete"),
            Case(0, 0, 0, (), "split", ("They", "left", ".")),
        ],
    )
    judge = Judge(SimpleNamespace(), FEATURES, {}, {}, reader=Agrees(), hearing=hearing)  # type: ignore[arg-type]
    verdicts = [SURE, Verdict(0.1, 0.2), SURE, SURE]
    first, unlikely, deletion, split = judge.reread(
        batch, np.zeros((4, 2), dtype=np.float32), verdicts, "easy"
    )
    assert asked == [("plain", [0]), ("easy", [2])]
    assert first.acceptable < 0.3
    assert deletion.acceptable < 0.3
    assert (unlikely, split) == (verdicts[1], verdicts[3])
