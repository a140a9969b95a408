"""A causal model of a few thousand weights, and a tokenizer whose pieces are words."""

from __future__ import annotations

from typing import Any

import torch

from seqlab.causal import JudgedText


class Words:
    """A tokenizer whose pieces are words."""

    bos_token_id, eos_token_id = 0, 1

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def encode(self, text: str, **_: Any) -> list[int]:
        return [self.known.setdefault(word, 2 + len(self.known)) for word in text.split()]


def small_model(seed: int, vocabulary: int = 40, padding: int = 1) -> Any:
    """A frozen model with two layers."""
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=vocabulary,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        pad_token_id=padding,
    )
    return LlamaForCausalLM(config).eval().requires_grad_(False)


NOUNS = ("cats", "dogs", "cows", "hens")


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
