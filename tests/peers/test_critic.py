"""The critic: what it learns from judged edits, how it is kept, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("transformers")

from small_causal import Words, small_model

from seqlab.errors import DataError, UsageError
from seqlab.peers import CriticOptions, GeneratorOptions
from seqlab.peers.generator import training
from seqlab.peers.generator.advice import GeneratorAdvice, advice_of
from seqlab.peers.generator.branches import branched
from seqlab.peers.generator.critic import FOLDER, Critic, JudgedText, has_critic
from seqlab.peers.generator.scoring import FACTS

NOUNS = ("cats", "dogs", "cows", "hens")
OPTIONS = CriticOptions(
    rank=8, first_layer=0, steps=120, batch_size=4, learning_rate=0.01, check_every=40
)


@pytest.fixture
def generator() -> Any:
    model = small_model(5)
    model.model.embed_tokens.weight.data *= 30
    return SimpleNamespace(
        model=model, tokenizer=Words(), levels=("plain", "easy"), options=GeneratorOptions()
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "adapters.safetensors").write_bytes(b"one")
    return tmp_path


def judged() -> list[JudgedText]:
    """To start work is right, to halt it is something else, and to drop the verb is no English."""
    return [
        JudgedText(
            f"the {noun} commenced work",
            "plain",
            (
                (f"the {noun} started work", "y"),
                (f"the {noun} halted work", "m"),
                (f"the {noun} work", "g"),
            ),
        )
        for noun in NOUNS
    ]


def likeliest(critic: Critic) -> str:
    own = judged()[0]
    [chances] = critic.chances("plain", [own.source], [[text for text, _ in own.outputs]])
    assert chances is not None
    assert chances.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-5)
    return "".join("ysmg"[n] for n in chances.argmax(axis=1))


def test_a_branch_ends_with_the_first_piece_that_both_have_again() -> None:
    words = Words()
    text = branched(words, "a b c d", ["a x c d", "a c d", "a b c"], "plain")
    row = [*text.prompt, *text.copy]
    for branch in text.branches:
        row += [*branch.pieces, text.copy[branch.returns]]
    assert len(row) == len(text)
    again = [words.known["c"], words.known["c"], words.eos_token_id]
    assert [row[end] for end in text.ends] == again


def test_it_learns_verdicts_and_leaves_the_generator_as_it_is(generator: Any, folder: Path) -> None:
    before = {name: own.clone() for name, own in generator.model.state_dict().items()}
    assert not has_critic(folder)
    critic = Critic.fit(generator, folder, judged(), OPTIONS, 1)
    assert likeliest(critic) == "ymg"
    assert has_critic(folder)
    after = generator.model.state_dict()
    assert all(torch.equal(own, after[name]) for name, own in before.items())


def test_training_cut_short_ends_with_the_same_weights(
    generator: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Critic.fit(generator, folder, judged(), OPTIONS, 1)
    whole = (folder / FOLDER / "weights.safetensors").read_bytes()
    other = folder / "other"
    other.mkdir()
    (other / "adapters.safetensors").write_bytes(b"one")
    save = training._save

    def cut(*given: Any) -> None:
        save(*given)
        if given[-1]["step"] == 80:
            raise KeyboardInterrupt

    monkeypatch.setattr(training, "_save", cut)
    with pytest.raises(KeyboardInterrupt):
        Critic.fit(generator, other, judged(), OPTIONS, 1)
    assert not has_critic(other)
    monkeypatch.setattr(training, "_save", save)
    Critic.fit(generator, other, judged(), OPTIONS, 1)
    assert (other / FOLDER / "weights.safetensors").read_bytes() == whole


def test_advice_has_the_verdicts_beside_the_probabilities(generator: Any, folder: Path) -> None:
    alone = advice_of(folder, generator)
    assert alone.names == tuple(f"generator_{name}" for name in FACTS)
    Critic.fit(generator, folder, judged(), OPTIONS, 1)
    both = advice_of(folder, generator)
    assert both.names == (*alone.names, "critic_y", "critic_s", "critic_m", "critic_g")
    row = {
        "source": "the dogs commenced work", "start": 9, "end": 18, "new": "halted",
        "operation": "replace",
    }  # fmt: skip
    [facts] = both.of_rows([row], "plain")
    assert facts[: len(FACTS)] == pytest.approx(alone.of_rows([row], "plain")[0], abs=1e-4)
    assert both.names[len(FACTS) + int(facts[len(FACTS) :].argmax())] == "critic_m"


def test_what_is_too_long_has_no_advice(generator: Any, folder: Path) -> None:
    Critic.fit(generator, folder, judged(), OPTIONS, 1)
    critic = Critic.load(folder, generator)
    critic.longest = 2
    assert critic.chances("plain", ["the dogs commenced work"], [["the dogs work"]]) == [None]
    row = {"source": "the dogs work", "start": 9, "end": 13, "new": "run", "operation": "replace"}
    assert np.isnan(GeneratorAdvice(generator, critic).of_rows([row], "plain")).all()


def test_mistakes_are_one_line(generator: Any, folder: Path) -> None:
    with pytest.raises(UsageError, match="rank must be at least 1"):
        CriticOptions(rank=0)
    with pytest.raises(UsageError, match="steps must be at least 0"):
        CriticOptions(steps=-1)
    with pytest.raises(UsageError, match="no judged sentence"):
        Critic.fit(generator, folder, [], OPTIONS, 1)
    Critic.fit(generator, folder, judged(), OPTIONS, 1)
    (folder / "adapters.safetensors").write_bytes(b"two")
    with pytest.raises(DataError, match="was trained from another generator"):
        Critic.load(folder, generator)
    (folder / FOLDER / "weights.safetensors").write_bytes(b"")
    with pytest.raises(DataError, match="does not match"):
        Critic.load(folder, generator)
