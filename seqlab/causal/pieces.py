"""Texts as token numbers, and which rows of them are learned from at which step."""

from __future__ import annotations

import random
from collections.abc import Sequence, Sized
from typing import Any, TypeVar

from seqlab.text import encodable

# Neighbouring batches of so many are cut from sentences sorted by length, to pad little.
_POOL = 40
OwnRow = TypeVar("OwnRow", bound=Sized)


def prompt_numbers(tokenizer: Any, source: str) -> tuple[int, ...]:
    """The source, begun and closed; the level comes after it, so that all levels share it."""
    return (tokenizer.bos_token_id, *_numbers(tokenizer, source.strip() + "\n"))


def cue_numbers(tokenizer: Any, level: str) -> tuple[int, ...]:
    """What asks for a level."""
    return _numbers(tokenizer, f"{level}:")


def text_numbers(tokenizer: Any, text: str) -> tuple[int, ...]:
    """What stands behind the cue."""
    return _numbers(tokenizer, " " + text.strip())


def rows_of_step(rows: Sequence[OwnRow], step: int, batch_size: int, seed: int) -> list[OwnRow]:
    """The rows of a step: they depend on seed and step alone, and all come before one returns."""
    per_epoch = max(1, len(rows) // batch_size)
    epoch, place = divmod(step, per_epoch)
    chance = random.Random(f"{seed}.{epoch}")
    order = list(range(len(rows)))
    chance.shuffle(order)
    batches = []
    for first in range(0, len(order), batch_size * _POOL):
        pool = sorted(order[first : first + batch_size * _POOL], key=lambda n: (len(rows[n]), n))
        batches += [pool[n : n + batch_size] for n in range(0, len(pool), batch_size)]
    full = [own for own in batches if len(own) == batch_size] or batches
    chance.shuffle(full)
    return [rows[number] for number in full[place % len(full)]]


def _numbers(tokenizer: Any, text: str) -> tuple[int, ...]:
    text = encodable(text)
    # What looks like a marker of the model is text all the same.
    return tuple(tokenizer.encode(text, add_special_tokens=False, split_special_tokens=True))
