"""Sentences with their rewritings as token numbers, and batches of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from seqlab.causal import cue_numbers, prompt_numbers, text_numbers


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


def row_of(tokenizer: Any, source: str, targets: Mapping[str, str]) -> Row:
    """A sentence with its rewritings as numbers."""
    branches = []
    for level, text in targets.items():
        target = (*text_numbers(tokenizer, text), tokenizer.eos_token_id)
        branches.append((cue_numbers(tokenizer, level), target))
    return Row(prompt_numbers(tokenizer, source), tuple(branches))


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
