"""Random strings: no crash, nothing lost, strength 0 changes nothing, the same result twice.

A small seeded part runs with every test run; `make test-fuzz` looks for minutes.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.reliability.hostile_text import (
    CONTROLS,
    PIECES,
    SENTENCES,
    SPACES,
    SURROGATES,
    parse_faults,
    simplify_faults,
)
from benchmarks.reliability.strings import parse_strings
from seqlab import Simplifier

PIECE = st.sampled_from(PIECES)
ANY = st.characters(codec=None) | st.sampled_from(SURROGATES)
SOUP = st.lists(PIECE | ANY, max_size=40).map("".join)
RUNS = st.tuples(st.lists(PIECE, min_size=1, max_size=3), st.integers(2, 2_000)).map(
    lambda found: "".join(found[0]) * found[1]
)
SPACED = st.lists(
    st.tuples(st.sampled_from(PIECES[-60:]), st.sampled_from(SPACES + CONTROLS)), max_size=30
).map(lambda found: "".join(word + space for word, space in found))
BROKEN = st.tuples(st.sampled_from(SENTENCES), PIECE, st.integers(0, 90)).map(
    lambda found: found[0][: found[2]] + found[1] + found[0][found[2] :]
)
HOSTILE = SOUP | RUNS | SPACED | BROKEN
MANY = settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(HOSTILE)
def test_any_string_is_parsed_without_loss(text: str) -> None:
    assert parse_faults(text) == []


def test_seeded_strings_are_parsed_without_loss() -> None:
    *_, record = parse_strings(500, seed=1)
    assert (record["strings"], record["crashes"], record["losses"]) == (500, 0, 0)


@pytest.fixture(scope="module")
def simplifier() -> Simplifier:
    return Simplifier.load()


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.lists(HOSTILE, min_size=1, max_size=4))
def test_any_string_is_simplified_without_loss(simplifier: Simplifier, texts: list[str]) -> None:
    for strength in (0.0, 0.5, 1.0):
        outputs = simplifier.simplify_sentences(texts, strength)
        for text, output in zip(texts, outputs, strict=True):
            assert simplify_faults(text, output, strength) == []
        assert simplifier.simplify_sentences(texts, strength) == outputs


@pytest.mark.fuzz
@MANY
@given(HOSTILE)
def test_many_strings_are_parsed_without_loss(text: str) -> None:
    assert parse_faults(text) == []


@pytest.mark.fuzz
@settings(MANY, max_examples=500)
@given(st.lists(HOSTILE, min_size=1, max_size=4))
def test_many_strings_are_simplified_without_loss(simplifier: Simplifier, texts: list[str]) -> None:
    for strength in (0.0, 0.5, 1.0):
        for text, output in zip(texts, simplifier.simplify_sentences(texts, strength), strict=True):
            assert simplify_faults(text, output, strength) == []
