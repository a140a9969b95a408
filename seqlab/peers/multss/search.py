"""Beam search with length penalty, n-gram blocking and copying of unknown pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from seqlab.peers.multss.network import Transformer
from seqlab.peers.multss.options import SearchOptions
from seqlab.peers.multss.vocabulary import END, PAD, START, UNKNOWN

# A hypothesis that ended: score by length, piece numbers, and where each would be copied from.
Ended = tuple[float, list[int], list[int]]


@torch.inference_mode()
def search(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    options: SearchOptions,
    never: Sequence[int] = (),
) -> list[tuple[list[int], list[int]]]:
    """The best output for each source: piece numbers, and a source position for each of them.

    `never` are numbers that are not written: tokens of tasks.
    """
    source = pad_sequence([torch.tensor(own) for own in sources], True, PAD)
    beam, many = options.beam, len(sources)
    memory = model.encode(source).repeated(beam)
    past = None
    scores = torch.full((many, beam), -torch.inf)
    scores[:, 0] = 0.0
    written: list[list[int]] = [[] for _ in range(many * beam)]
    places: list[list[int]] = [[] for _ in range(many * beam)]
    allowed = [_repeats(own, options.no_repeat) for own in sources]
    ended: list[list[Ended]] = [[] for _ in sources]
    last = torch.full((many * beam, 1), START)
    longest = [2 * len(own) + 10 for own in sources]
    open_rows = list(range(many))
    for step in range(max(longest)):
        states, past = model.decode(last, memory, past)
        chances, copied = model.log_probabilities(states, memory)
        chances = chances[:, -1]
        chances[:, [PAD, START, *never]] = -torch.inf
        chances[~(memory.source == UNKNOWN).any(1), UNKNOWN] = -torch.inf
        _block(chances, written, [allowed[row // beam] for row in _rows(open_rows, beam)], options)
        _keep_to_source(copied[:, -1], memory.source)
        origin = copied[:, -1].argmax(-1).tolist()
        total = (scores.reshape(-1, 1) + chances).reshape(len(open_rows), -1)
        best, numbers = total.topk(2 * beam)
        chosen: list[tuple[int, int, float]] = []
        still: list[int] = []
        for local, row in enumerate(open_rows):
            kept: list[tuple[int, int, float]] = []
            for score, number in zip(best[local].tolist(), numbers[local].tolist(), strict=True):
                parent, piece = local * beam + number // chances.shape[1], number % chances.shape[1]
                if piece == END:
                    if len(kept) < beam:
                        by_length = score / (step + 1) ** options.length_penalty
                        ended[row].append((by_length, written[parent], places[parent]))
                elif len(kept) < beam:
                    kept.append((parent, piece, score))
            if len(ended[row]) < beam and step + 1 < longest[row]:
                still.append(row)
                chosen += kept
            elif not ended[row]:
                parent, piece, score = kept[0]
                ended[row].append((score, [*written[parent], piece], [*places[parent], 0]))
        if not still:
            break
        parents = torch.tensor([parent for parent, _, _ in chosen])
        written = [[*written[parent], piece] for parent, piece, _ in chosen]
        places = [[*places[parent], origin[parent]] for parent, _, _ in chosen]
        scores = torch.tensor([score for _, _, score in chosen]).reshape(len(still), beam)
        last = torch.tensor([[piece] for _, piece, _ in chosen])
        past = [(key[parents], value[parents]) for key, value in past]
        if len(still) < len(open_rows):
            memory = memory.chosen(parents)
        open_rows = still
    best_ones = (max(own, key=lambda one: one[0]) for own in ended)
    return [(pieces, origins) for _, pieces, origins in best_ones]


def _rows(open_rows: Sequence[int], beam: int) -> list[int]:
    return [row * beam for row in open_rows for _ in range(beam)]


def _keep_to_source(copied: Tensor, source: Tensor) -> None:
    """Prefer unknown pieces as the origin of unknown pieces; other origins are of no use."""
    copied += (source == UNKNOWN).to(copied.dtype)


def _repeats(source: Sequence[int], size: int) -> Counter[tuple[int, ...]]:
    """How often the source itself repeats each n-gram."""
    if not size:
        return Counter()
    counts = Counter(tuple(source[n : n + size]) for n in range(len(source) - size + 1))
    return Counter({gram: count for gram, count in counts.items() if count > 1})


def _block(
    chances: Tensor,
    written: Sequence[Sequence[int]],
    allowed: Sequence[Counter[tuple[int, ...]]],
    options: SearchOptions,
) -> None:
    size = options.no_repeat
    if not size:
        return
    for row, pieces in enumerate(written):
        if len(pieces) < size:
            continue
        tail = tuple(pieces[len(pieces) - size + 1 :])
        followers: Counter[int] = Counter()
        for place in range(len(pieces) - size + 1):
            if tuple(pieces[place : place + size - 1]) == tail:
                followers[pieces[place + size - 1]] += 1
        for piece, count in followers.items():
            if count >= max(1, allowed[row].get((*tail, piece), 1)):
                chances[row, piece] = -torch.inf
