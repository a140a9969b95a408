"""A sentence and its edits in one row of numbers: the copy, and branches that leave it.

The model is given the sentence and the level, and then the sentence once more, as if nothing was to
be done. At each edit a branch leaves this copy: the new words and the first piece that both have
again. Branches see the copy before them, and not each other, so all edits of a sentence cost one
pass over the sentence and their own few words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from seqlab.causal.pieces import cue_numbers, prompt_numbers, text_numbers


@dataclass(frozen=True)
class Branch:
    """Where a branch leaves the copy and comes back (numbers of pieces), and its new pieces."""

    leaves: int
    returns: int
    pieces: tuple[int, ...]


@dataclass(frozen=True)
class BranchedText:
    """A sentence with its prompt, its copy and the branches of its edits."""

    prompt: tuple[int, ...]
    copy: tuple[int, ...]
    branches: tuple[Branch, ...]

    def __len__(self) -> int:
        return len(self.prompt) + len(self.copy) + sum(len(b.pieces) + 1 for b in self.branches)

    @property
    def ends(self) -> list[int]:
        """Where in the row each branch ends: the piece that both have again."""
        place, found = len(self.prompt) + len(self.copy), []
        for branch in self.branches:
            place += len(branch.pieces) + 1
            found.append(place - 1)
        return found


def branched(tokenizer: Any, sentence: str, outputs: Sequence[str], level: str) -> BranchedText:
    """A sentence with the texts that single edits make of it."""
    end = (tokenizer.eos_token_id,)
    copy = text_numbers(tokenizer, sentence) + end
    branches = tuple(_branch(copy, text_numbers(tokenizer, text) + end) for text in outputs)
    prompt = (*prompt_numbers(tokenizer, sentence), *cue_numbers(tokenizer, level))
    return BranchedText(prompt, copy, branches)


def _branch(copy: tuple[int, ...], other: tuple[int, ...]) -> Branch:
    """What an output has between the beginning and the end that it shares with the copy."""
    shortest = min(len(copy), len(other))
    # Both end with the same piece, so a branch always comes back.
    leaves = next((n for n in range(shortest - 1) if copy[n] != other[n]), shortest - 1)
    most = shortest - leaves
    same = next((n for n in range(most) if copy[-1 - n] != other[-1 - n]), most)
    return Branch(leaves, len(copy) - same, other[leaves : len(other) - same])


def states_of(model: Any, texts: Sequence[BranchedText], padding: int) -> Tensor:
    """The model's last states over rows: the prompt, the copy, and every branch."""
    width = max(map(len, texts))
    numbers = torch.full((len(texts), width), padding)
    positions = torch.zeros((len(texts), width), dtype=torch.long)
    sees = torch.eye(width, dtype=torch.bool).repeat(len(texts), 1, 1)
    for row, text in enumerate(texts):
        trunk = (*text.prompt, *text.copy)
        start = len(trunk)
        numbers[row, :start] = torch.tensor(trunk)
        positions[row, :start] = torch.arange(start)
        sees[row, :start, :start] = _below(start)
        for branch in text.branches:
            pieces = (*branch.pieces, text.copy[branch.returns])
            before, end = len(text.prompt) + branch.leaves, start + len(pieces)
            numbers[row, start:end] = torch.tensor(pieces)
            positions[row, start:end] = before + torch.arange(len(pieces))
            sees[row, start:end, :before] = True
            sees[row, start:end, start:end] = _below(len(pieces))
            start = end
    # Added to the scores; a mask of truth values is converted in every layer, and takes longer.
    mask = torch.zeros(sees.shape, dtype=model.dtype)
    mask.masked_fill_(~sees, torch.finfo(model.dtype).min)
    states: Tensor = model.model(
        input_ids=numbers, attention_mask=mask[:, None], position_ids=positions, use_cache=False
    ).last_hidden_state
    return states


def _below(size: int) -> Tensor:
    return torch.ones((size, size), dtype=torch.bool).tril()
