from __future__ import annotations

import random

from seqlab.tagger.network.batches import LengthSampler
from seqlab.tagger.sentence import length_batches

LENGTHS = [max(1, round(random.Random(n).lognormvariate(3, 0.6))) for n in range(3000)]


def test_no_batch_is_more_than_a_tenth_padding() -> None:
    batches = length_batches(LENGTHS, batch_size=32, batch_tokens=2048, order=random.Random(0))
    for batch in batches:
        longest = max(LENGTHS[number] for number in batch)
        tokens = sum(LENGTHS[number] for number in batch)
        assert longest * len(batch) - tokens <= 0.1 * longest * len(batch)
        assert len(batch) <= 32
        assert longest * len(batch) <= 2048 or len(batch) == 1


def test_every_sentence_is_in_one_batch_and_most_batches_are_full() -> None:
    batches = length_batches(LENGTHS, batch_size=32, batch_tokens=2048, order=random.Random(0))
    assert sorted(number for batch in batches for number in batch) == list(range(len(LENGTHS)))
    assert len(batches) < 1.3 * len(LENGTHS) / 32


def test_epochs_have_other_batches_and_the_same_epoch_the_same() -> None:
    sampler = LengthSampler(LENGTHS, 32, 2048, seed=1)
    first = sampler.batches()
    sampler.set_epoch(1)
    assert sampler.batches() != first
    sampler.set_epoch(0)
    assert sampler.batches() == first
    assert len(sampler) == len(first)


def test_processes_divide_each_batch_among_them() -> None:
    lengths = [5, 5, 5, 9]
    whole = LengthSampler(lengths, 4, 64, seed=1).batches()
    parts = [list(LengthSampler(lengths, 4, 64, 1, rank, processes=2)) for rank in (0, 1)]
    for batch, left, right in zip(whole, *parts, strict=True):
        counted = [n for share in (left, right) if share.counted for n in share.numbers]
        assert sorted(counted) == sorted(batch)
        assert left.numbers
        assert right.numbers
