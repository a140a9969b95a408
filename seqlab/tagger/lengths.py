"""Batches of sentences of almost equal length."""

from __future__ import annotations

import random
from collections.abc import Sequence

# At most this share of a batch may be padding.
MAX_PADDING = 0.1


def length_batches(
    lengths: Sequence[int], batch_size: int, batch_tokens: int, order: random.Random | None = None
) -> list[list[int]]:
    """Numbers of sentences in batches of similar length, at most a tenth of each padding.

    With `order`, sentences of the same length are mixed and the batches shuffled.
    """
    numbers = list(range(len(lengths)))
    if order is not None:
        order.shuffle(numbers)
    numbers.sort(key=lambda number: lengths[number])
    batches: list[list[int]] = []
    batch: list[int] = []
    filled = 0
    for number in numbers:
        length = max(1, lengths[number])
        area = length * (len(batch) + 1)
        padding = area - filled - length
        full = len(batch) >= batch_size or area > batch_tokens or padding > MAX_PADDING * area
        if batch and full:
            batches.append(batch)
            batch, filled = [], 0
        batch.append(number)
        filled += length
    if batch:
        batches.append(batch)
    if order is not None:
        order.shuffle(batches)
    return batches
