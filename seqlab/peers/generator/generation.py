"""Writing of many outputs at once, greedily or with a small beam, with a cache of states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from seqlab.peers.generator.options import GenerationOptions


def generate(
    model: Any, prompts: Sequence[tuple[int, ...]], end: int, options: GenerationOptions
) -> list[list[int] | None]:
    """What follows each prompt up to its end; `None` where no end came in time."""
    with torch.inference_mode():
        if options.beam > 1:
            return [_beam(model, prompt, end, options) for prompt in prompts]
        return _greedy(model, prompts, end, options)


def _greedy(
    model: Any, prompts: Sequence[tuple[int, ...]], end: int, options: GenerationOptions
) -> list[list[int] | None]:
    from transformers import DynamicCache

    cache = DynamicCache(config=model.config)
    numbers, mask = _padded(prompts, end)
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    limits = [round(len(prompt) * options.grow) + 8 for prompt in prompts]
    alive = list(range(len(prompts)))
    written: list[list[int]] = [[] for _ in prompts]
    ended = [False] * len(prompts)
    states = _states(model, numbers, mask, positions, cache)
    last = mask.sum(1)
    while alive:
        best = model.lm_head(states[:, -1]).argmax(-1)
        going = []
        for place, (row, number) in enumerate(zip(alive, best.tolist(), strict=True)):
            if number == end:
                ended[row] = True
                continue
            written[row].append(number)
            if len(written[row]) < limits[row]:
                going.append(place)
        if not going:
            break
        if len(going) < len(alive):
            chosen = torch.tensor(going)
            # Rows that have ended are dropped: the others are written the faster.
            cache.batch_select_indices(chosen)
            best, mask, last = best[chosen], mask[chosen], last[chosen]
            alive = [alive[place] for place in going]
        mask = torch.cat((mask, mask.new_ones((len(alive), 1))), 1)
        states = _states(model, best[:, None], mask, last[:, None], cache)
        last = last + 1
    return [own if over else None for own, over in zip(written, ended, strict=True)]


def _beam(
    model: Any, prompt: tuple[int, ...], end: int, options: GenerationOptions
) -> list[int] | None:
    """The best of a small beam for one prompt: the log-probability per token decides."""
    from transformers import DynamicCache

    cache = DynamicCache(config=model.config)
    numbers = torch.tensor([prompt])
    states = _states(model, numbers, None, torch.arange(len(prompt))[None], cache)
    beams: list[tuple[float, list[int]]] = [(0.0, [])]
    done: list[tuple[float, list[int]]] = []
    for length in range(1, round(len(prompt) * options.grow) + 9):
        chances = model.lm_head(states[:, -1]).float().log_softmax(-1)
        values, choices = chances.topk(options.beam + 1, -1)
        found = [
            (beams[row][0] + value, row, number)
            for row in range(len(beams))
            for value, number in zip(values[row].tolist(), choices[row].tolist(), strict=True)
        ]
        found.sort(reverse=True)
        done += [(total / length, beams[row][1]) for total, row, number in found if number == end]
        going = [own for own in found if own[2] != end][: options.beam]
        if len(done) >= options.beam:
            break
        cache.batch_select_indices(torch.tensor([row for _, row, _ in going]))
        beams = [(total, [*beams[row][1], number]) for total, row, number in going]
        newest = torch.tensor([[own[-1]] for _, own in beams])
        place = torch.full((len(beams), 1), len(prompt) + length - 1)
        states = _states(model, newest, None, place, cache)
    return max(done)[1] if done else None


def _states(
    model: Any, numbers: Tensor, mask: Tensor | None, positions: Tensor, cache: Any
) -> Tensor:
    result: Tensor = model.model(
        input_ids=numbers,
        attention_mask=mask,
        position_ids=positions,
        past_key_values=cache,
        use_cache=True,
    ).last_hidden_state
    return result


def _padded(prompts: Sequence[tuple[int, ...]], padding: int) -> tuple[Tensor, Tensor]:
    """Prompts padded on the left, so that all end at the same place; and what is no padding."""
    width = max(map(len, prompts))
    numbers = torch.full((len(prompts), width), padding)
    mask = torch.zeros((len(prompts), width), dtype=torch.long)
    for row, prompt in enumerate(prompts):
        numbers[row, width - len(prompt) :] = torch.tensor(prompt)
        mask[row, width - len(prompt) :] = 1
    return numbers, mask
