"""Sentences with their rewritings as token numbers; which are learned from at which step."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from torch import Tensor

# Neighbouring batches of so many are cut from sentences sorted by length, to pad little.
_POOL = 40
OwnRow = TypeVar("OwnRow", bound=Sized)


@dataclass(frozen=True)
class Row:
    """The numbers of a prompt and of what follows it at each level."""

    prompt: tuple[int, ...]
    branches: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    def __len__(self) -> int:
        return len(self.prompt) + sum(len(cue) + len(text) for cue, text in self.branches)


@dataclass(frozen=True)
class Batch:
    """A batch of rows: numbers, their positions, what sees what, and where what is predicted."""

    numbers: Tensor
    positions: Tensor
    sees: Tensor
    predicts: Tensor
    targets: Tensor


def prompt_numbers(tokenizer: Any, source: str) -> tuple[int, ...]:
    """The source, begun and closed; the level comes after it, so that all levels share it."""
    return (tokenizer.bos_token_id, *_numbers(tokenizer, source.strip() + "\n"))


def cue_numbers(tokenizer: Any, level: str) -> tuple[int, ...]:
    """What asks for a level."""
    return _numbers(tokenizer, f"{level}:")


def text_numbers(tokenizer: Any, text: str) -> tuple[int, ...]:
    """What stands behind the cue."""
    return _numbers(tokenizer, " " + text.strip())


def row_of(tokenizer: Any, source: str, targets: Mapping[str, str]) -> Row:
    """A sentence with its rewritings as numbers."""
    branches = []
    for level, text in targets.items():
        target = (*text_numbers(tokenizer, text), tokenizer.eos_token_id)
        branches.append((cue_numbers(tokenizer, level), target))
    return Row(prompt_numbers(tokenizer, source), tuple(branches))


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


def batch_of(rows: Sequence[Row], padding: int) -> Batch:
    """Rows side by side: each level sees the source and itself, never another level."""
    width = max(map(len, rows))
    numbers = torch.full((len(rows), width), padding)
    positions = torch.zeros((len(rows), width), dtype=torch.long)
    parts = torch.full((len(rows), width), -1)
    predicts: list[int] = []
    targets: list[int] = []
    for number, row in enumerate(rows):
        end = len(row.prompt)
        numbers[number, :end] = torch.tensor(row.prompt)
        positions[number, :end] = torch.arange(end)
        parts[number, :end] = 0
        for part, (cue, text) in enumerate(row.branches, 1):
            start, size = end, len(cue) + len(text)
            end += size
            numbers[number, start:end] = torch.tensor((*cue, *text))
            positions[number, start:end] = len(row.prompt) + torch.arange(size)
            parts[number, start:end] = part
            first = number * width + start + len(cue) - 1
            predicts += range(first, first + len(text))
            targets += text
    below = torch.ones((width, width), dtype=torch.bool).tril()
    shared = (parts[:, None, :] == 0) | (parts[:, None, :] == parts[:, :, None])
    # Padding sees itself, or its attention would be over nothing.
    sees = (below & shared & (parts[:, None, :] >= 0)) | torch.eye(width, dtype=torch.bool)
    return Batch(numbers, positions, sees[:, None], torch.tensor(predicts), torch.tensor(targets))


def _numbers(tokenizer: Any, text: str) -> tuple[int, ...]:
    # Text of a document that looks like a marker of the model is text all the same.
    return tuple(tokenizer.encode(text, add_special_tokens=False, split_special_tokens=True))
