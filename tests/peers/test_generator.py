"""The causal model: which words see which, adapters, writing with a cache, and its mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

pytest.importorskip("transformers")

from small_causal import small_model

from seqlab.causal import add_adapters, base_file, merge_adapters, rows_of_step
from seqlab.errors import DataError, UsageError
from seqlab.peers import GenerationOptions, GeneratorOptions, load_peer
from seqlab.peers.generator.batches import Row, batch_of
from seqlab.peers.generator.corpus import Example, divided, read_examples
from seqlab.peers.generator.generation import generate
from seqlab.peers.generator.training import _VocabularyLoss, batch_loss, train

END = 2
COPY, TWICE = 3, 4


@pytest.fixture
def model() -> Any:
    made = small_model(3, 24, END)
    # As they begin, outputs of so small a model differ too little for adapters to tell them apart.
    made.lm_head.weight.data *= 30
    made.model.embed_tokens.weight.data *= 30
    return made


def toy_rows() -> list[Row]:
    """After the first cue the word of the prompt comes, after the second it comes twice."""
    return [
        Row((1, word), (((COPY,), (word, END)), ((TWICE,), (word, word, END))))
        for word in range(6, 22)
    ]


def test_a_level_does_not_see_another(model: Any) -> None:
    both = Row((1, 7), (((COPY,), (7, END)), ((TWICE,), (8, 8, END))))
    alone = Row((1, 7), (((TWICE,), (8, 8, END)),))
    first = Row((1, 7), (((COPY,), (7, END)),))
    together = float(batch_loss(model, batch_of([both], END)))
    apart = (
        2 * float(batch_loss(model, batch_of([first], END)))
        + 3 * float(batch_loss(model, batch_of([alone], END)))
    ) / 5
    assert together == pytest.approx(apart, abs=1e-5)


def test_padding_changes_no_loss(model: Any) -> None:
    short, long = toy_rows()[0], Row((1, *range(6, 18)), (((COPY,), (7, END)),))
    padded = batch_loss(model, batch_of([short, long], END))
    alone = [float(batch_loss(model, batch_of([row], END))) for row in (short, long)]
    assert float(padded) == pytest.approx((5 * alone[0] + 2 * alone[1]) / 7, abs=1e-5)


def test_all_rows_come_before_one_comes_again() -> None:
    rows = toy_rows()
    seen = [row.prompt for step in range(4) for row in rows_of_step(rows, step, 4, 1)]
    assert sorted(seen) == sorted(row.prompt for row in rows)
    assert rows_of_step(rows, 2, 4, 1) == rows_of_step(rows, 2, 4, 1)


def test_adapters_learn_and_are_merged_into_the_weights(model: Any, tmp_path: Path) -> None:
    learned = add_adapters(model, 0, 16)
    before = {name: own.detach().clone() for name, own in model.named_parameters()}
    options = GeneratorOptions(steps=300, batch_size=8, learning_rate=0.01, check_every=30)
    *_, last = train(model, learned, toy_rows(), tmp_path, options, 1)
    after = dict(model.named_parameters())
    assert all(torch.equal(own, after[name]) for name, own in before.items() if "frozen" in name)
    merge_adapters(model)
    assert not any(name.endswith((".down", ".up")) for name, _ in model.named_parameters())
    assert float(batch_loss(model, batch_of(toy_rows(), END))) == pytest.approx(
        last["loss"], abs=0.3
    )
    assert last["loss"] < 0.3
    wanted = [[9], [12]]
    for beam in (1, 3):
        generation = GenerationOptions(beam=beam)
        assert generate(model, [(1, 9, COPY), (1, 12, COPY)], END, generation) == wanted


def test_many_prompts_together_give_what_each_gives_alone(model: Any) -> None:
    prompts = [(1, 7, COPY), (1, *range(5, 20), TWICE), (1, 9, 9, 9, COPY)]
    options = GenerationOptions(grow=1.0)
    alone = [generate(model, [prompt], END, options)[0] for prompt in prompts]
    assert generate(model, prompts, END, options) == alone


def test_documents_are_kept_back_whole() -> None:
    examples = [Example(f"{d}.{n}", d, "", "a", {}) for d in "abcdefgh" for n in range(3)]
    learned, kept = divided(examples, 2)
    assert len({own.document for own in kept}) == 2
    assert len(kept) == 6
    assert not {own.document for own in kept} & {own.document for own in learned}


def test_mistakes_are_one_line(model: Any, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="levels is empty"):
        GeneratorOptions(levels=())
    with pytest.raises(UsageError, match="steps must be at least 1"):
        GeneratorOptions(steps=0)
    with pytest.raises(DataError, match="no such base model"):
        base_file(str(tmp_path / "none.gguf"))
    with pytest.raises(UsageError, match="the base model has 2 layers"):
        add_adapters(model, 2, 4)
    (tmp_path / "levels.jsonl").write_text(
        '{"id": "a.0", "part": "train", "source": "A cat.", "plain": "A cat.", "easy": "A cat."}\n'
    )
    with pytest.raises(DataError, match="no sentence of the part train has the levels hard"):
        read_examples(GeneratorOptions(path=str(tmp_path), levels=("hard",)), "train")
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text('{"peer": "generator"}')
    with pytest.raises(DataError, match="cannot be verified"):
        load_peer(folder)


def test_the_loss_in_parts_has_the_gradient_of_the_whole() -> None:
    torch.manual_seed(1)
    states = torch.randn(150, 6, requires_grad=True)
    weight, targets = torch.randn(40, 6), torch.randint(40, (150,))
    whole = torch.nn.functional.cross_entropy(states @ weight.T, targets)
    (wanted,) = torch.autograd.grad(2 * whole, states)
    parts = _VocabularyLoss.apply(states, weight, targets)
    (found,) = torch.autograd.grad(2 * parts, states)
    assert float(parts) == pytest.approx(float(whole), rel=1e-5)
    assert torch.allclose(found, wanted, atol=1e-6)
