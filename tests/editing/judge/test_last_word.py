"""What trees and reader would make is judged once more, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from seqlab.editing.judge.fitting import LAST_TREES, fit_left_out
from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.mixing import JudgedEdit, JudgedEdits, with_last_word
from seqlab.editing.judge.reader import VERDICT, Reader
from seqlab.editing.judge.records import Batch, Case, Verdict
from seqlab.editing.judge.training import Sources
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

    def predict_proba(self, sentences: Any, heads: Any) -> Iterator[dict[str, np.ndarray]]:
        for words in sentences:
            yield {VERDICT: np.array([[0.05, 0.05, 0.1, 0.8]] * len(words))}


def test_it_is_learned_from_what_would_have_been_made() -> None:
    random = np.random.default_rng(5)
    truth = random.random(500) < 0.8
    texts = [f"They commenced work {number} ." for number in range(500)]
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
                "source": text, "document": f"d{number % 50}", "start": 5, "end": 14,
                "new": "started", "operation": "replace", "verdict": "y" if right else "m",
            },
            SURE,
            np.array([right + random.normal() * 0.3, random.normal()], dtype=np.float32),
        )
        for number, (text, right) in enumerate(zip(texts, truth, strict=True))
    ]  # fmt: skip
    weights = {"replace": dict.fromkeys(("good", "acceptable"), (0.0, 1.0, 0.0, 0.0, 0.0))}
    judge = Judge(SimpleNamespace(), FEATURES, {}, {}, reader=Reader(Sure(), weights))  # type: ignore[arg-type]
    sources = Sources(tagged, tokens)
    taught, report = with_last_word(judge, JudgedEdits(words=edits), sources, None)  # type: ignore[arg-type]
    assert report["word"]["edits"] == 500
    assert report["word"]["before"] == pytest.approx(0.5, abs=0.01)
    assert report["word"]["after"] > 0.95
    assert taught.last_word is not None
    assert taught.last_word.least == {"word": 0.6}
    few, _ = with_last_word(judge, JudgedEdits(words=edits[:50]), sources, None)  # type: ignore[arg-type]
    assert few.last_word is None
