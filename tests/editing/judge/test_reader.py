"""The reader's word counts beside that of the trees, for the edits that are worth reading."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seqlab.editing.judge.reader import (
    VERDICT,
    WEIGHTS,
    Reader,
    fit_mix,
    kind_of,
    mix_features,
    mixed_verdict,
)
from seqlab.editing.judge.records import Batch, Case, Verdict
from seqlab.editing.propose import Tagged
from seqlab.errors import DataError

TOKENS = ("They", "commenced", "work", "and", "left", ".")
SENTENCE = Tagged(TOKENS, ("PRP", "VBD", "NN", "CC", "VBD", "."), TOKENS, (6,))
# Only the reader counts: its log-odds are the verdict's.
READ = {"good": (0.0, 0.0, 0.0, 1.0, 0.0), "acceptable": (0.0, 0.0, 0.0, 0.0, 1.0)}


class Likes:
    """A tagger that finds good what stands before `started` or a stop, and the rest wrong."""

    def __init__(self) -> None:
        self.labels = {VERDICT: ("g", "m", "s", "y")}
        self.texts: list[list[str]] = []
        self.adapters: list[str] = []

    def predict_proba(
        self, sentences: Sequence[list[str]], heads: Any, adapter: str = ""
    ) -> Iterator[dict[str, np.ndarray]]:
        for words in sentences:
            self.texts.append(words)
            self.adapters.append(adapter)
            good = [after in ("started", ".") for after in [*words[1:], ""]]
            rows = [[0.05, 0.05, 0.1, 0.8] if one else [0.6, 0.3, 0.05, 0.05] for one in good]
            yield {VERDICT: np.array(rows)}


def batch(*cases: Case) -> Batch:
    return Batch([SENTENCE], cases)


def test_what_is_read_is_judged_by_what_stands_there() -> None:
    reader = Reader(Likes(), {"replace": READ, "label": READ})
    after = ("They", "commenced", "work", ".", "They", "left", ".")
    cases = (
        Case(0, 1, 2, ("started",)),
        Case(0, 1, 2, ("came",)),
        Case(0, 0, 0, (), "split", after),
    )
    trees = [Verdict(0.5, 0.6)] * 3
    (good, bad, split), read = reader.mixed(batch(*cases), trees, ["replace", "replace", "label"])
    assert sorted(read) == [0, 1, 2]
    assert good.acceptable == pytest.approx(0.9, abs=0.01)
    assert good.good == pytest.approx(0.8, abs=0.01)
    assert bad.acceptable == pytest.approx(0.1, abs=0.01)
    assert split.acceptable == pytest.approx(0.9, abs=0.01)
    # One copy of the sentence for the words, one for the split.
    assert len(reader.tagger.texts) == 2


def test_splits_and_words_are_each_read_with_their_own_adapter() -> None:
    reader = Reader(Likes(), {})
    after = ("They", "commenced", "work", ".", "They", "left", ".")
    cases = [Case(0, 1, 2, ("started",)), Case(0, 0, 0, (), "split", after)]
    read = reader.read(batch(*cases), [0, 1], ["replace", "label"])
    assert reader.tagger.adapters == ["splits", "words"]
    assert "started" in reader.tagger.texts[1]
    assert read.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_what_the_trees_refuse_is_not_read() -> None:
    reader = Reader(Likes(), {"replace": READ})
    verdict = Verdict(0.1, 0.2)
    case = Case(0, 1, 2, ("started",))
    assert reader.mixed(batch(case), [verdict], ["replace"]) == ([verdict], {})
    assert reader.tagger.texts == []


def test_a_kind_without_weights_stays_as_the_trees_have_it() -> None:
    reader = Reader(Likes(), {"replace": READ})
    verdict = Verdict(0.6, 0.7)
    case = Case(0, 2, 3, (), "delete")
    assert reader.mixed(batch(case), [verdict], ["delete"]) == ([verdict], {})


def test_kinds() -> None:
    assert kind_of("replace", "easy") == "replace"
    assert kind_of("delete", "plain") == "delete"
    assert kind_of("delete", "easy") == "easy"
    assert kind_of("split", "plain", True) == "label"
    assert kind_of("split", "easy") == "split"


def test_weights_are_learned_from_verdicts() -> None:
    random = np.random.default_rng(2)
    letters = ["y" if one else "g" for one in random.random(400) < 0.5]
    # The trees guess, the reader knows.
    trees = [Verdict(0.5, 0.5 + 0.2 * (random.random() - 0.5)) for _ in letters]
    read = np.array([[0.7, 0.1, 0.1, 0.1] if x == "y" else [0.1, 0.1, 0.2, 0.6] for x in letters])
    weights = fit_mix(mix_features(trees, read), letters)
    reader = Reader(Likes(), {"replace": weights})
    rows = mix_features(trees, read)
    verdicts = [mixed_verdict(row, reader.weights["replace"]).acceptable for row in rows]
    assert min(v for v, x in zip(verdicts, letters, strict=True) if x == "y") > 0.8
    assert max(v for v, x in zip(verdicts, letters, strict=True) if x == "g") < 0.2


def test_it_is_stored_as_data(tmp_path: Path) -> None:
    Reader(Likes(), {"replace": READ}).save(tmp_path)
    assert json.loads((tmp_path / WEIGHTS).read_text())["replace"]["good"] == list(READ["good"])
    assert Reader.load(tmp_path / "none") is None
    (tmp_path / WEIGHTS).write_text('{"replace": {"good": [1]}}')
    with pytest.raises(DataError, match="not a reader's weights"):
        Reader.load(tmp_path)
