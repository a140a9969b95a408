"""Inputs that are no text must be cut in time that grows with their length and no faster."""

from __future__ import annotations

import time

import pytest

from seqlab.text import Document

# One unit each; a quadratic step shows at these lengths as minutes, not seconds.
UNITS = [
    "a", '"', "'", "(", "<", "!", "?", "? ", ".", ". ", "a.", "a. ", "I. ", "A&", "x*", "#", "@",
    "a@", "a-", "e-", "1-", "1,", "1. ", "http://", "www.", "n't", "a'", ":)", "[1]", "a.[1]",
    "\n", "a\n", " ", "\u200b", "e\u0301", "\ud800", "👩\u200d", "No. 5. ", "aa.bb", "aB3/+=x.",
]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS, ids=[ascii(unit) for unit in UNITS])
def test_the_same_again_and_again(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    start = time.process_time()
    assert Document.parse(text).join() == text
    assert time.process_time() - start < 5


def test_five_megabytes_without_a_space() -> None:
    text = "a" * 5_000_000
    start = time.process_time()
    document = Document.parse(text)
    assert time.process_time() - start < 5
    assert len(document.tokens) == 1


@pytest.mark.slow
def test_a_megabyte_of_quotation_marks() -> None:
    document = Document.parse('"' * 1_000_000)
    assert len(document.tokens) == 1_000_000


def test_a_long_tail_of_closing_marks() -> None:
    text = "x." + ' "' * 30_000
    assert Document.parse(text).join() == text
