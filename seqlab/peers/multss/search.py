"""Beam search with length penalty, n-gram blocking, copying of unknown pieces; in two on request.

With `SecondSentence` the output is two sentences or more. Hypotheses that have ended a sentence
compete only with each other (the banks of grid beam search, Hokamp and Liu 2017): otherwise a beam
would lose the best place for a full stop long before it learns that it needs one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from seqlab.peers.multss.network import Transformer
from seqlab.peers.multss.options import SearchOptions
from seqlab.peers.multss.vocabulary import END, PAD, START, UNKNOWN

# A hypothesis that ended: score by length, piece numbers, and where each would be copied from.
Ended = tuple[float, list[int], list[int]]


# A hypothesis that goes on: its parent, its new piece, its score.
Going = tuple[int, int, float]


@dataclass(frozen=True)
class SecondSentence:
    """What the search must know to write more than one sentence.

    Args:
        stops: Numbers of the pieces that end a sentence.
        starters: Numbers of the pieces that may open the next one.
        began: Whether these pieces reach into a second sentence: a stop may be an abbreviation's.
    """

    stops: Tensor
    starters: Tensor
    began: Callable[[Sequence[int]], bool]


@torch.inference_mode()
def search(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    options: SearchOptions,
    never: Sequence[int] = (),
    second: SecondSentence | None = None,
) -> list[tuple[list[int], list[int]]]:
    """The best output for each source: piece numbers, and a source position for each of them.

    `never` are numbers that are not written: tokens of tasks. With `second` the end is not written
    before a second sentence began; the output is empty where that did not come about.
    """
    source = pad_sequence([torch.tensor(own) for own in sources], True, PAD)
    beam, many = options.beam, len(sources)
    # The second half of the hypotheses of a source has ended a sentence.
    width = beam if second is None else 2 * beam
    memory = model.encode(source).repeated(width)
    past = None
    scores = torch.full((many, width), -torch.inf)
    scores[:, 0] = 0.0
    written: list[list[int]] = [[] for _ in range(many * width)]
    places: list[list[int]] = [[] for _ in range(many * width)]
    opening = [False] * (many * width)
    allowed = [_repeats(own, options.no_repeat) for own in sources]
    ended: list[list[Ended]] = [[] for _ in sources]
    last = torch.full((many * width, 1), START)
    longest = [2 * len(own) + 10 for own in sources]
    open_rows = list(range(many))
    for step in range(max(longest)):
        states, past = model.decode(last, memory, past)
        chances, copied = model.log_probabilities(states, memory)
        chances = chances[:, -1]
        chances[:, [PAD, START, *never]] = -torch.inf
        chances[~(memory.source == UNKNOWN).any(1), UNKNOWN] = -torch.inf
        repeats = [allowed[row] for row in open_rows for _ in range(width)]
        _block(chances, written, repeats, options)
        _keep_to_source(copied[:, -1], memory.source)
        origin = copied[:, -1].argmax(-1).tolist()
        total = (scores.reshape(-1, 1) + chances).reshape(len(open_rows), width, -1)
        moves = _moves(total, opening, second, beam)
        chosen: list[Going] = []
        still: list[int] = []
        for local, row in enumerate(open_rows):
            going: list[Going] = []
            for own in moves:
                kept: list[Going] = []
                for number, piece, score in own[local]:
                    parent = local * width + number
                    if len(kept) == beam or score == -torch.inf:
                        break
                    if piece == END:
                        by_length = score / (step + 1) ** options.length_penalty
                        ended[row].append((by_length, written[parent], places[parent]))
                    elif not (opening[parent] and second) or second.began(
                        [*written[parent], piece]
                    ):
                        kept.append((parent, piece, score))
                going += kept + [(local * width, PAD, -torch.inf)] * (beam - len(kept))
            if len(ended[row]) < beam and step + 1 < longest[row]:
                still.append(row)
                chosen += going
            elif not ended[row] and second is None:
                parent, piece, score = going[0]
                ended[row].append((score, [*written[parent], piece], [*places[parent], 0]))
        if not still:
            break
        parents = torch.tensor([parent for parent, _, _ in chosen])
        if second is not None:
            stops = set(second.stops.tolist())
            opening = [
                place % width >= beam and parent % width < beam and piece in stops
                for place, (parent, piece, _) in enumerate(chosen)
            ]
        written = [[*written[parent], piece] for parent, piece, _ in chosen]
        places = [[*places[parent], origin[parent]] for parent, _, _ in chosen]
        scores = torch.tensor([score for _, _, score in chosen]).reshape(len(still), width)
        last = torch.tensor([[piece] for _, piece, _ in chosen])
        past = [(key[parents], value[parents]) for key, value in past]
        if len(still) < len(open_rows):
            memory = memory.chosen(parents)
        open_rows = still
    best_ones = (max(own, key=lambda one: one[0], default=(0.0, [], [])) for own in ended)
    return [(pieces, origins) for _, pieces, origins in best_ones]


def _best(total: Tensor, many: int) -> list[list[Going]]:
    """For each source its best next pieces, by the number of the hypothesis they follow."""
    size = total.shape[-1]
    best, numbers = total.flatten(1).topk(min(many, total[0].numel()))
    return [
        [(number // size, number % size, score) for score, number in zip(*own, strict=True)]
        for own in zip(best.tolist(), numbers.tolist(), strict=True)
    ]


def _moves(
    total: Tensor, opening: Sequence[bool], second: SecondSentence | None, beam: int
) -> list[list[list[Going]]]:
    """The best next pieces; with `second`, first where no sentence ended, then where one did."""
    if second is None:
        return [_best(total, 2 * beam)]
    first = total[:, :beam].clone()
    first[..., END] = -torch.inf
    stopped = torch.full_like(total, -torch.inf)
    stopped[:, :beam, second.stops] = total[:, :beam, second.stops]
    stopped[:, beam:] = total[:, beam:]
    rows = torch.tensor(opening).reshape(total.shape[:2])
    opened = torch.full_like(stopped[rows], -torch.inf)
    opened[:, second.starters] = stopped[rows][:, second.starters]
    stopped[rows] = opened
    # More are asked for than are kept: some open no sentence after all.
    return [_best(first, beam), _best(stopped, 4 * beam)]


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
