"""What the causal model finds of edits: branches in one pass, and a judge that hears it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("transformers")

from small_causal import Words, small_model

from seqlab.editing.judge import Bars, Batch, Case, Judge, LastWord, Verdict
from seqlab.editing.judge.fitting import LAST_TREES, fit_left_out
from seqlab.editing.judge.trees import opinion_rows
from seqlab.editing.propose import Tagged
from seqlab.errors import DataError
from seqlab.peers.generator.advice import GeneratorAdvice, advised, save_advice
from seqlab.peers.generator.batches import (
    cue_numbers,
    prompt_numbers,
    text_numbers,
)
from seqlab.peers.generator.options import GeneratorOptions
from seqlab.peers.generator.scoring import FACTS, score_edits

SENTENCE = "they commenced work in May"
OUTPUTS = (
    "they started work in May",
    "they began to work in May",
    "they commenced work",
    "they commenced in May",
)


@pytest.fixture(scope="module")
def model() -> Any:
    made = small_model(5)
    made.lm_head.weight.data *= 30
    return made


def whole_text(model: Any, words: Words, sentence: str, output: str) -> list[float]:
    """The log-probability of each piece of an output, read by itself."""
    prompt = (*prompt_numbers(words, sentence), *cue_numbers(words, "plain"))
    text = (*text_numbers(words, output), words.eos_token_id)
    scores = model(input_ids=torch.tensor([[*prompt, *text]])).logits[0].log_softmax(-1)
    return [float(scores[len(prompt) + n - 1, piece]) for n, piece in enumerate(text)]


def test_a_branch_has_the_probabilities_of_the_whole_text(model: Any) -> None:
    words = Words()
    [facts] = score_edits(model, words, "plain", [SENTENCE], [OUTPUTS], 50)
    assert facts is not None
    stays = whole_text(model, words, SENTENCE, SENTENCE)
    one, two, shorter, inside = (whole_text(model, words, SENTENCE, text) for text in OUTPUTS)
    told = [dict(zip(FACTS, row, strict=True)) for row in facts]
    # "commenced work" against "started work", the word that follows both included.
    assert told[0]["new"] == pytest.approx(sum(one[1:3]), abs=1e-3)
    assert told[0]["old"] == pytest.approx(sum(stays[1:3]), abs=1e-3)
    assert (told[0]["new_first"], told[0]["new_next"]) == pytest.approx(tuple(one[1:3]), abs=1e-3)
    assert told[1]["new"] == pytest.approx(sum(two[1:4]), abs=1e-3)
    assert (told[1]["new_pieces"], told[1]["old_pieces"]) == (2, 1)
    # Where the end comes sooner it is what follows.
    assert told[2]["new"] == pytest.approx(shorter[3], abs=1e-3)
    assert told[2]["old"] == pytest.approx(sum(stays[3:6]), abs=1e-3)
    assert told[3]["new"] == pytest.approx(inside[2], abs=1e-3)
    assert told[3]["likeliest"] >= told[3]["new_first"]


def test_edits_and_sentences_do_not_see_each_other(model: Any) -> None:
    words = Words()
    sentences = [SENTENCE, "the physician who had commenced work in May left"]
    outputs = [OUTPUTS, ["the doctor who had commenced work in May left"]]
    together = score_edits(model, words, "plain", sentences, outputs, 50)
    for sentence, own, facts in zip(sentences, outputs, together, strict=True):
        assert facts is not None
        for text, row in zip(own, facts, strict=True):
            [alone] = score_edits(model, words, "plain", [sentence], [[text]], 50)
            assert alone is not None
            assert row == pytest.approx(alone[0], abs=1e-3)


def test_what_is_too_long_or_has_no_edit_has_no_facts(model: Any) -> None:
    words = Words()
    found = score_edits(model, words, "plain", [SENTENCE, SENTENCE], [OUTPUTS, []], 50)
    assert [facts is None for facts in found] == [False, True]
    assert score_edits(model, words, "plain", [SENTENCE], [OUTPUTS], 3) == [None]


def _generator(model: Any) -> Any:
    return SimpleNamespace(
        model=model, tokenizer=Words(), levels=("plain", "easy"), options=GeneratorOptions()
    )


def _last_word(advice: GeneratorAdvice, least: float = -6.0) -> LastWord:
    """It has seen that those edits are right which the generator finds this likely."""
    random = np.random.default_rng(2)
    facts = random.uniform(4 * least, 0, size=(600, len(FACTS)))
    letters = ["y" if row[0] > least else "m" for row in facts]
    sure = [Verdict(0.8, 0.9)] * 600
    table = np.concatenate(
        [np.zeros((600, 1)), facts, opinion_rows(sure, np.full((600, 4), 0.25), sure)], axis=1
    )
    documents = [str(number % 40) for number in range(600)]
    fitted = fit_left_out(table.astype(np.float32), letters, documents, 1, LAST_TREES)
    return LastWord(
        {"word": ("own", *advice.names)},
        {f"word.{name}": forest for name, forest in fitted.forests.items()},
        {f"word.{name}": curve for name, curve in fitted.curves.items()},
        {"word": 0.6},
    )


class Agrees:
    """A reader that has read everything and agrees with the trees."""

    def mixed(
        self, batch: Batch, verdicts: Sequence[Verdict], kinds: Sequence[str]
    ) -> tuple[list[Verdict], dict[int, Any]]:
        return list(verdicts), {number: np.full(4, 0.25) for number in range(len(verdicts))}


def _judge() -> Judge:
    return Judge(SimpleNamespace(), ("own",), {}, {}, reader=Agrees())  # type: ignore[arg-type]


def test_a_judge_hears_the_generator_of_a_folder(model: Any, tmp_path: Path) -> None:
    generator = _generator(model)
    advice = GeneratorAdvice(generator)
    (tmp_path / "adapters.safetensors").write_bytes(b"one")
    judge = _judge()
    assert advised(judge, tmp_path, generator) is judge, "nothing was learned yet"
    bars = Bars((1.01, 0.9, 0.8))
    likely, unlikely = sorted(OUTPUTS[:3], key=lambda text: -_new(generator, text))[::2]
    between = (_new(generator, likely) + _new(generator, unlikely)) / 2
    save_advice(replace(judge, last_word=_last_word(advice, between), bars=bars), tmp_path)
    heard = advised(judge, tmp_path, generator)
    assert heard.bars == bars
    tokens = tuple(SENTENCE.split())
    texts = [likely, unlikely]
    batch = Batch(
        [Tagged(tokens, ("NN",) * 5, tokens, (5,))],
        [Case(0, 1, 2, ("some",)), Case(0, 1, 2, ("other",))],
        texts=lambda number: (SENTENCE, texts[number]),
    )
    rows = np.zeros((2, 1), dtype=np.float32)
    sure = [Verdict(0.8, 0.9)] * 2
    first, second = heard.reread(batch, rows, sure)
    assert first.acceptable > second.acceptable
    row = {"source": SENTENCE, "start": 5, "end": 14, "new": "started", "operation": "replace"}
    assert advice.of_rows([row], "plain")[0, 0] == pytest.approx(_new(generator, OUTPUTS[0]))


def _new(generator: Any, text: str) -> float:
    [facts] = score_edits(generator.model, generator.tokenizer, "plain", [SENTENCE], [[text]], 50)
    assert facts is not None
    return float(facts[0, 0])


def test_advice_of_another_generator_is_refused(model: Any, tmp_path: Path) -> None:
    generator = _generator(model)
    (tmp_path / "adapters.safetensors").write_bytes(b"one")
    judge = _judge()
    save_advice(replace(judge, last_word=_last_word(GeneratorAdvice(generator))), tmp_path)
    (tmp_path / "adapters.safetensors").write_bytes(b"two")
    with pytest.raises(DataError, match="learned for another generator"):
        advised(judge, tmp_path, generator)
    (tmp_path / "advice" / "bars.json").write_text("{}")
    with pytest.raises(DataError, match=r"cannot be verified|does not match|bars"):
        advised(judge, tmp_path, generator)
