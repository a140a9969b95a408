"""How likely the causal model finds an edit: its text against the text that stays, in one pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from seqlab.peers.generator.branches import BranchedText, branched, groups_of, states_of

# What is told of an edit, in order. Log-probabilities of: all its words, the words that stood
# there, the first and the least likely of the new, the first of the old, what follows both; how
# many pieces are new and old; the likeliest piece at the place.
FACTS = ("new", "old", "new_first", "new_least", "old_first", "new_next", "old_next",
         "new_pieces", "old_pieces", "likeliest")  # fmt: skip
Facts = NDArray[np.float32]


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
    texts = [branched(tokenizer, *one, level) for one in zip(sentences, outputs, strict=True)]
    found: list[Facts | None] = [None] * len(texts)
    read = [n for n, text in enumerate(texts) if len(text.copy) <= longest and text.branches]
    read.sort(key=lambda n: len(texts[n]))
    with torch.inference_mode():
        for group in groups_of(read, [len(text) for text in texts], pieces):
            states = states_of(model, [texts[n] for n in group], tokenizer.eos_token_id)
            for row, number in enumerate(group):
                found[number] = _told(model, texts[number], states[row])
    return found


def _told(model: Any, text: BranchedText, states: torch.Tensor) -> Facts:
    first, behind = len(text.prompt), len(text.prompt) + len(text.copy)
    # The state before a piece predicts it: the copy's first is predicted by the prompt's last.
    places: list[int] = []
    pieces: list[int] = []
    cuts: list[tuple[int, int]] = []
    for branch in text.branches:
        end = branch.returns + 1
        size = len(branch.pieces)
        places += [first - 1 + branch.leaves, *range(behind, behind + size)]
        places += range(first - 1 + branch.leaves, first - 1 + end)
        pieces += [*branch.pieces, text.copy[branch.returns], *text.copy[branch.leaves : end]]
        cuts.append((size + 1, end - branch.leaves))
        behind += size + 1
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
