"""The best compatible set, strength that only ever adds edits, and language models as data."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from seqlab.editing import causal_cost
from seqlab.editing.judge import Bars, Verdict, choose, gain, needed_strengths
from seqlab.errors import UsageError


def spans_conflict(spans):
    return lambda a, b: spans[a][0] < spans[b][1] and spans[b][0] < spans[a][1]


def test_two_small_edits_beat_a_large_one_between_them():
    spans = [(0, 2), (1, 4), (3, 5)]
    verdicts = [Verdict(0.7, 0.97), Verdict(0.9, 0.97), Verdict(0.7, 0.97)]
    # Greedy by probability would take the middle one and lose both others.
    assert choose(verdicts, spans_conflict(spans)) == [0, 2]


def test_without_conflicts_everything_above_the_bar_is_taken():
    verdicts = [Verdict(0.9, 0.95), Verdict(0.4, 0.55), Verdict(0.1, 0.2)]
    assert choose(verdicts, lambda a, b: False, strength=1.0) == [0, 1]


def test_what_is_correct_and_no_gain_is_not_made():
    verdicts = [Verdict(0.05, 0.99), Verdict(0.9, 0.99)]
    assert choose(verdicts, lambda a, b: False, strength=1.0) == [1]


def test_strength_zero_takes_nothing():
    assert choose([Verdict(0.99, 0.999)], lambda a, b: False, strength=0.0) == []


@pytest.mark.parametrize("seed", range(20))
def test_more_strength_only_adds(seed):
    chance = random.Random(seed)
    spans, verdicts = [], []
    for _ in range(14):
        start = chance.randrange(20)
        spans.append((start, start + chance.randrange(1, 6)))
        acceptable = chance.uniform(0.4, 1.0)
        verdicts.append(Verdict(acceptable * chance.random(), acceptable))
    conflict = spans_conflict(spans)
    taken = [set(choose(verdicts, conflict, step / 40)) for step in range(41)]
    assert all(low <= high for low, high in pairwise(taken))
    for chosen in taken:
        assert not any(conflict(a, b) for a in chosen for b in chosen if a != b)


def test_best_set_equals_exhaustive_search():
    chance = random.Random(3)
    for _ in range(30):
        spans = [(s := chance.randrange(12), s + chance.randrange(1, 5)) for _ in range(9)]
        verdicts = [Verdict(chance.uniform(0.5, 0.99), 0.99) for _ in spans]
        conflict = spans_conflict(spans)
        best = 0.0
        for bits in range(1 << len(spans)):
            chosen = [k for k in range(len(spans)) if bits >> k & 1]
            if not any(conflict(a, b) for a in chosen for b in chosen if a < b):
                best = max(best, sum(gain(verdicts[k]) for k in chosen))
        taken = choose(verdicts, conflict, 1.0)
        assert sum(gain(verdicts[k]) for k in taken) == pytest.approx(best)


def test_each_edit_knows_the_strength_it_needs():
    sure, unsure, wrong = needed_strengths(
        [Verdict(0.9, 0.99), Verdict(0.4, 0.7), Verdict(0.1, 0.3)], lambda a, b: False
    )
    assert sure < 0.2 < unsure < 1.0 < wrong


def test_bars_fall_with_strength():
    bars = Bars()
    values = [bars.at(step / 50) for step in range(51)]
    assert values == sorted(values, reverse=True)
    assert bars.at(0) > 1


def test_a_wrong_edit_costs_more_at_plain_than_at_easy():
    verdict = Verdict(0.5, 0.8)
    assert gain(verdict, "plain") < gain(verdict, "easy")


def test_only_safetensors_and_gguf_are_read(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "gpt2"}')
    (tmp_path / "pytorch_model.bin").write_bytes(b"pickle")
    with pytest.raises(UsageError, match="no safetensors in"):
        causal_cost(tmp_path)
    with pytest.raises(UsageError, match=r"is not a \.gguf file"):
        causal_cost(tmp_path / "pytorch_model.bin")
    with pytest.raises(UsageError, match="no language model at"):
        causal_cost(tmp_path / "none")


def test_a_split_must_be_likelier_to_help_than_a_word() -> None:
    verdicts = [Verdict(0.4, 0.97), Verdict(0.4, 0.97), Verdict(0.2, 0.97)]
    operations = ["replace", "split", "split"]
    needed = needed_strengths(verdicts, lambda one, two: False, operations=operations)
    assert needed[0] < 0.5
    # More than the usual strength makes it too, but never what is hardly good.
    assert 0.5 < needed[1] <= 1
    assert needed[2] == float("inf")
