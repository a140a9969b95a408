"""How likely the causal model finds an edit: its text against the text that stays, in one pass.

The model is given the sentence and the level, and then the sentence once more, as if nothing was to
be done. At each edit a branch leaves this copy: the new words, up to the first word that both have
again. Branches see the copy before them, and not each other, so all edits of a sentence cost one
pass over the sentence and their own few words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from seqlab.peers.generator.batches import cue_numbers, prompt_numbers, text_numbers

# What is told of an edit, in order. Log-probabilities of: all its words, the words that stood
# there, the first and the least likely of the new, the first of the old, what follows both; how
# many pieces are new and old; the likeliest piece at the place.
FACTS = ("new", "old", "new_first", "new_least", "old_first", "new_next", "old_next",
         "new_pieces", "old_pieces", "likeliest")  # fmt: skip
Facts = NDArray[np.float32]


@dataclass(frozen=True)
class _Branch:
    """Where a branch leaves the copy and comes back (numbers of pieces), and its pieces."""

    leaves: int
    returns: int
    pieces: tuple[int, ...]


@dataclass(frozen=True)
class _Case:
    """A sentence with its prompt, its copy and the branches of its edits."""

    prompt: tuple[int, ...]
    copy: tuple[int, ...]
    branches: tuple[_Branch, ...]

    def __len__(self) -> int:
        return len(self.prompt) + len(self.copy) + sum(len(own.pieces) for own in self.branches)


def score_edits(
    model: Any,
    tokenizer: Any,
    level: str,
    sentences: Sequence[str],
    outputs: Sequence[Sequence[str]],
    longest: int,
    pieces: int = 2000,
) -> list[Facts | None]:
    """For each sentence the facts about each of its outputs, a row each.

    Args:
        model: The causal model, adapters added in.
        tokenizer: Its tokenizer.
        level: The level it is asked for.
        sentences: The sentences.
        outputs: For each the texts that single edits make of it.
        longest: Sentences of more pieces are not read: they have no facts.
        pieces: So many, about, are read at once.
    """
    cue = cue_numbers(tokenizer, level)
    cases = [_case(tokenizer, cue, *one) for one in zip(sentences, outputs, strict=True)]
    found: list[Facts | None] = [None] * len(cases)
    read = [n for n, case in enumerate(cases) if len(case.copy) <= longest and case.branches]
    read.sort(key=lambda n: len(cases[n]))
    with torch.inference_mode():
        for group in _groups(read, [len(case) for case in cases], pieces):
            told = _facts(model, [cases[n] for n in group], tokenizer.eos_token_id)
            for number, facts in zip(group, told, strict=True):
                found[number] = facts
    return found


def _case(tokenizer: Any, cue: tuple[int, ...], sentence: str, outputs: Sequence[str]) -> _Case:
    end = (tokenizer.eos_token_id,)
    copy = text_numbers(tokenizer, sentence) + end
    branches = tuple(_branch(copy, text_numbers(tokenizer, text) + end) for text in outputs)
    return _Case((*prompt_numbers(tokenizer, sentence), *cue), copy, branches)


def _branch(copy: tuple[int, ...], other: tuple[int, ...]) -> _Branch:
    """What an output has between the beginning and the end that it shares with the copy."""
    shortest = min(len(copy), len(other))
    # Both end with the same piece, so a branch always comes back.
    leaves = next((n for n in range(shortest - 1) if copy[n] != other[n]), shortest - 1)
    most = shortest - leaves
    same = next((n for n in range(most) if copy[-1 - n] != other[-1 - n]), most)
    return _Branch(leaves, len(copy) - same, other[leaves : len(other) - same])


def _groups(order: Sequence[int], sizes: Sequence[int], most: int) -> Iterator[list[int]]:
    group: list[int] = []
    for number in order:
        if group and (len(group) + 1) * sizes[number] > most:
            yield group
            group = []
        group.append(number)
    if group:
        yield group


def _facts(model: Any, cases: Sequence[_Case], padding: int) -> list[Facts]:
    width = max(map(len, cases))
    numbers = torch.full((len(cases), width), padding)
    positions = torch.zeros((len(cases), width), dtype=torch.long)
    sees = torch.eye(width, dtype=torch.bool).repeat(len(cases), 1, 1)
    for row, case in enumerate(cases):
        trunk = (*case.prompt, *case.copy)
        numbers[row, : len(trunk)] = torch.tensor(trunk)
        positions[row, : len(trunk)] = torch.arange(len(trunk))
        sees[row, : len(trunk), : len(trunk)] = _below(len(trunk))
        start = len(trunk)
        for branch in case.branches:
            size, before = len(branch.pieces), len(case.prompt) + branch.leaves
            end = start + size
            if size:
                numbers[row, start:end] = torch.tensor(branch.pieces)
                positions[row, start:end] = before + torch.arange(size)
                sees[row, start:end, :before] = True
                sees[row, start:end, start:end] = _below(size)
            start = end
    mask = torch.zeros(sees.shape, dtype=model.dtype)
    mask.masked_fill_(~sees, torch.finfo(model.dtype).min)
    states = model.model(
        input_ids=numbers, attention_mask=mask[:, None], position_ids=positions, use_cache=False
    ).last_hidden_state
    return [_told(model, case, states[row]) for row, case in enumerate(cases)]


def _below(size: int) -> torch.Tensor:
    return torch.ones((size, size), dtype=torch.bool).tril()


def _told(model: Any, case: _Case, states: torch.Tensor) -> Facts:
    first, behind = len(case.prompt), len(case.prompt) + len(case.copy)
    # The state before a piece predicts it: the copy's first is predicted by the prompt's last.
    places: list[int] = []
    pieces: list[int] = []
    cuts: list[tuple[int, int]] = []
    for branch in case.branches:
        end = branch.returns + 1
        size = len(branch.pieces)
        places += [first - 1 + branch.leaves, *range(behind, behind + size)]
        places += range(first - 1 + branch.leaves, first - 1 + end)
        pieces += [*branch.pieces, case.copy[branch.returns], *case.copy[branch.leaves : end]]
        cuts.append((size + 1, end - branch.leaves))
        behind += size
    # Only what an edit asks about is compared with the whole vocabulary.
    asked, back = np.unique(places, return_inverse=True)
    chances = model.lm_head(states[asked]).float().log_softmax(-1)
    told = chances[torch.from_numpy(back), torch.tensor(pieces)].numpy()
    best = chances.max(-1).values.numpy()[back]
    rows, start = np.zeros((len(cuts), len(FACTS)), dtype=np.float32), 0
    for number, (news, olds) in enumerate(cuts):
        new, old = told[start : start + news], told[start + news : start + news + olds]
        rows[number] = (
            new.sum(), old.sum(), new[0], new.min(), old[0], new[-1], old[-1],
            news - 1, olds - 1, best[start],
        )  # fmt: skip
        start += news + olds
    return rows
