"""A judge that hears a critic: what is kept in the critic's folder, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers")


from seqlab.causal import Critic, Opinion, heard, hearing, save_hearing
from seqlab.causal.critic import FILES
from seqlab.editing.judge import Bars, Batch, Case, Hearing, Judge
from seqlab.editing.propose import Tagged
from seqlab.errors import DataError, UsageError
from seqlab.files import write_hashes

SENTENCE = "the dogs commenced work"
TELLS = {"started": "y", "halted": "m"}
WEIGHTS = {"replace": dict.fromkeys(("good", "acceptable"), (0.0, 0.5, 0.5, 0.5, 0.5))}
ROW = {"source": SENTENCE, "start": 9, "end": 18, "new": "halted", "operation": "replace"}


class Knows:
    """A critic that looks at one word, and cannot read texts about cows."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def chances(self, level: str, sentences: Any, outputs: Any) -> list[Any]:
        self.asked += sentences
        return [
            None
            if "cows" in sentence
            else np.array([["ysmg".index(TELLS[t.split()[2]]) == n for n in range(4)] for t in own])
            for sentence, own in zip(sentences, outputs, strict=True)
        ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in FILES:
        (tmp_path / name).write_text("{}")
    write_hashes(tmp_path, FILES)
    monkeypatch.setattr(hearing.Critic, "load", lambda _: Knows())
    monkeypatch.setattr(hearing, "check_base", lambda _: None)
    return tmp_path


def _judge() -> Judge:
    return Judge(SimpleNamespace(), ("own",), {}, {}, bars=Bars((1.01, 0.9)))  # type: ignore[arg-type]


def test_one_sentence_is_read_once_for_all_its_edits() -> None:
    critic = Knows()
    opinion = Opinion(critic)  # type: ignore[arg-type]
    rows = [{**ROW, "new": new} for new in TELLS]
    cows = {**ROW, "source": "the cows commenced work"}
    told = opinion.of_rows([*rows, cows], "plain")
    assert told[:, :3].argmax(axis=1)[:2].tolist() == [0, 2]
    assert np.isnan(told[2]).all()
    assert critic.asked == ["the cows commenced work", SENTENCE]
    opinion.learn(rows, "plain")
    critic.asked.clear()
    assert opinion.of_rows(rows, "plain").tolist() == told[:2].tolist()
    assert not critic.asked, "what it said before is known"
    tokens = tuple(SENTENCE.split())
    batch = Batch(
        [Tagged(tokens, ("DT", "NNS", "VBD", "NN"), tokens, (4,))],
        [Case(0, 2, 3, ("halted",)), Case(0, 2, 3, ("started",))],
        texts=lambda number: (SENTENCE, f"the dogs {['halted', 'started'][number]} work"),
    )
    assert opinion(batch, [1], "plain").tolist() == [told[0].tolist()]
    assert np.isnan(opinion(replace(batch, texts=None), [1], "plain")).all()


def test_a_judge_hears_the_critic_of_a_folder(folder: Path) -> None:
    own = _judge()
    taught = replace(own, hearing=Hearing(Opinion(Knows()), WEIGHTS), bars=Bars((1.01, 0.7)))  # type: ignore[arg-type]
    save_hearing(taught, own, folder)
    judge = heard(own, folder)
    assert judge.bars == taught.bars
    assert judge.hearing is not None
    assert judge.hearing.weights == WEIGHTS
    with pytest.raises(DataError, match="fitted to the judge of another model"):
        heard(replace(own, bars=Bars((1.01, 0.8))), folder)


def test_a_folder_that_cannot_be_heard_is_refused(folder: Path) -> None:
    own = _judge()
    with pytest.raises(UsageError, match="no critic folder nowhere; `default` is the one in the"):
        heard(own, "nowhere")
    with pytest.raises(UsageError, match="no critic that a judge could hear"):
        heard(own, folder)
    save_hearing(replace(own, hearing=Hearing(Opinion(Knows()), WEIGHTS)), own, folder)  # type: ignore[arg-type]
    file = folder / "hearing.json"
    file.write_text(file.read_text().replace('"judge"', '"other"'))
    with pytest.raises(DataError, match="does not match"):
        heard(own, folder)
    write_hashes(folder, (*FILES, file.name))
    with pytest.raises(DataError, match="says not how to hear"):
        heard(own, folder)
    save_hearing(replace(own, hearing=Hearing(Opinion(Knows()), WEIGHTS)), own, folder)  # type: ignore[arg-type]
    for whole, damaged in (('"acceptable"', '"some"'), ("1.01,", '"a",')):
        file.write_text(file.read_text().replace(whole, damaged, 1))
        write_hashes(folder, (*FILES, file.name))
        with pytest.raises(DataError, match="says not how to hear"):
            heard(own, folder)


def test_the_critic_that_ships_is_for_the_model_that_ships() -> None:
    from seqlab import Simplifier
    from seqlab.causal import critic_folder
    from seqlab.causal.base import base_file

    try:
        base_file("smollm2")
    except UsageError as error:
        pytest.skip(str(error))
    simplifier = Simplifier.load(critic="default")
    assert simplifier.judge.hearing is not None
    critic = Critic.load(critic_folder("default"))
    source = "The committee commenced its work prior to the summer."
    outputs = [source.replace("commenced", "started"), source.replace("commenced", "halted")]
    [told] = critic.chances("plain", [source], [outputs])
    assert told is not None
    right, wrong = told[:, :2].sum(axis=1)
    assert right > 0.7 > 0.3 > wrong
    row = {"source": source, "start": 14, "end": 23, "operation": "replace"}
    verdicts = simplifier.judge_edits([{**row, "new": "started"}, {**row, "new": "halted"}])
    assert verdicts[0].acceptable > 0.9 > 0.3 > verdicts[1].acceptable
