"""The critic: what it learns from judged edits, how it is kept, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("transformers")

from small_causal import NOUNS, Words, judged, small_model

from seqlab.causal import Critic, CriticOptions, JudgedText, is_trained, steps
from seqlab.causal import critic as module
from seqlab.causal.branches import branched, states_of
from seqlab.causal.critic import _packed, _unpacked
from seqlab.errors import DataError, UsageError
from seqlab.files import write_hashes

OPTIONS = CriticOptions(
    rank=8, first_layer=0, steps=120, batch_size=4, learning_rate=0.01, check_every=40,
    precision="float32",
)  # fmt: skip


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A causal model of a few thousand weights in place of the one that has a package."""
    file, words = tmp_path / "base.gguf", Words()
    file.write_bytes(b"one")

    def load(path: Path, precision: str) -> tuple[Any, Words]:
        model = small_model(5)
        model.model.embed_tokens.weight.data *= 30
        return model, words

    monkeypatch.setattr(module, "load_base", load)
    monkeypatch.setattr(module, "base_file", lambda name: file)
    return file


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


def test_a_branch_has_the_state_of_the_whole_text() -> None:
    words, model = Words(), small_model(5)
    sentences = ["they commenced work in May", "the physician who had commenced work left"]
    outputs = ["they started work in May", "they began to work in May", "they commenced work"]
    texts = [
        branched(words, sentences[0], outputs, "plain"),
        branched(words, sentences[1], ["the doctor who had commenced work left"], "plain"),
    ]
    states = states_of(model, texts, words.eos_token_id)
    for row, text in enumerate(texts):
        for branch, end in zip(text.branches, text.ends, strict=True):
            whole = [*text.prompt, *text.copy[: branch.leaves], *branch.pieces]
            whole.append(text.copy[branch.returns])
            [alone] = model.model(input_ids=torch.tensor([whole])).last_hidden_state
            assert torch.allclose(states[row, end], alone[-1], atol=1e-4)


def test_it_learns_verdicts(tmp_path: Path) -> None:
    out = tmp_path / "critic"
    assert not is_trained(out)
    assert likeliest(Critic.fit(out, judged(), OPTIONS, 1)) == "ymg"
    assert is_trained(out)
    assert likeliest(Critic.load(out)) == "ymg"


def test_only_the_named_parts_are_learned(tmp_path: Path) -> None:
    options = CriticOptions(
        rank=2, first_layer=1, steps=1, check_every=1, precision="float32"
    )  # fmt: skip
    Critic.fit(tmp_path / "critic", judged(), options, 1)
    weights = module.load_file(tmp_path / "critic" / "weights.safetensors")
    names = {name.removesuffix(".scale") for name in weights} - {"head.weight", "head.bias"}
    parts = [f"1.self_attn.{part}_proj.{side}" for part in "qv" for side in ("down", "up")]
    assert names == set(parts)
    with pytest.raises(UsageError, match="no linear map nowhere"):
        Critic.fit(tmp_path / "other", judged(), CriticOptions(first_layer=1, parts=("nowhere",)))


def test_packed_weights_are_close() -> None:
    torch.manual_seed(1)
    down, up = torch.randn(4, 60), torch.randn(40, 4) * torch.tensor([1.0, 0.1, 0.01, 0.0])
    packed = _packed({"1.x.down": down, "1.x.up": up})
    assert packed["1.x.down"].dtype == torch.int8
    found = _unpacked(packed)
    for name, value in (("1.x.down", down), ("1.x.up", up)):
        assert (found[name] - value).norm() < 0.08 * value.norm()


def test_training_cut_short_ends_with_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Critic.fit(tmp_path / "one", judged(), OPTIONS, 1)
    save = steps._save

    def cut(*given: Any) -> None:
        save(*given)
        if given[-1]["step"] == 80:
            raise KeyboardInterrupt

    monkeypatch.setattr(steps, "_save", cut)
    with pytest.raises(KeyboardInterrupt):
        Critic.fit(tmp_path / "other", judged(), OPTIONS, 1)
    assert not is_trained(tmp_path / "other")
    monkeypatch.setattr(steps, "_save", save)
    Critic.fit(tmp_path / "other", judged(), OPTIONS, 1)
    one, other = (tmp_path / name / "weights.safetensors" for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()


def test_what_is_too_long_gets_no_verdict(tmp_path: Path) -> None:
    critic = Critic.fit(tmp_path / "critic", judged(), OPTIONS, 1)
    critic.longest = 2
    assert critic.chances("plain", ["the dogs commenced work"], [["the dogs work"]]) == [None]
    assert critic.chances("plain", ["the dogs"], [[]]) == [None]


def test_mistakes_are_one_line(tmp_path: Path, base: Path) -> None:
    with pytest.raises(UsageError, match="rank must be at least 1"):
        CriticOptions(rank=0)
    with pytest.raises(UsageError, match="no judged sentence"):
        Critic.fit(tmp_path / "critic", [], OPTIONS, 1)
    long = JudgedText(" ".join(NOUNS * 99), "plain", (("a", "y"),))
    with pytest.raises(UsageError, match="of at most 160 tokens"):
        Critic.fit(tmp_path / "critic", [long], OPTIONS, 1)
    Critic.fit(tmp_path / "critic", judged(), OPTIONS, 1)
    base.write_bytes(b"two")
    with pytest.raises(DataError, match="not the base model"):
        Critic.load(tmp_path / "critic")
    base.write_bytes(b"one")
    weights = tmp_path / "critic" / "weights.safetensors"
    weights.write_bytes(b"")
    with pytest.raises(DataError, match="does not match"):
        Critic.load(tmp_path / "critic")
    write_hashes(tmp_path / "critic", module.FILES)
    with pytest.raises(DataError, match="no critic's weights"):
        Critic.load(tmp_path / "critic")
    config = tmp_path / "critic" / "config.json"
    for damaged, said in (
        (config.read_text().replace('"version": 1', '"version": 9'), r"another version.*'9'"),
        (config.read_text().replace('"rank"', '"ranks"'), "no critic's"),
        ("[]", "no critic's"),
        ("{", "no critic's"),
    ):
        config.write_text(damaged)
        write_hashes(tmp_path / "critic", module.FILES)
        with pytest.raises(DataError, match=said):
            Critic.load(tmp_path / "critic")


def test_a_sentence_is_told_the_same_alone_and_among_others(tmp_path: Path) -> None:
    critic = Critic.fit(tmp_path / "critic", judged(), OPTIONS, 1)
    sentences = [own.source for own in judged()] + ["the cats that commenced work in May left"]
    outputs = [[text for text, _ in own.outputs] for own in judged()] + [["the cats left"]]
    together = critic.chances("plain", sentences, outputs)
    for sentence, own, told in zip(sentences, outputs, together, strict=True):
        [alone] = critic.chances("plain", [sentence], [own])
        assert alone is not None
        assert told is not None
        assert alone.tolist() == told.tolist()
