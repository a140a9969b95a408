"""Token F1 and compression ratio of shortened sentences."""

from __future__ import annotations

import pytest

from seqlab.evaluation import CompressionRatio, TokenF1


def test_token_f1_takes_the_best_reference() -> None:
    score = TokenF1().sentence("a b c d e", "a b c", ["a b", "a b c d"])
    # With "a b c d": precision 1, recall 3/4.
    assert float(score) == pytest.approx(100 * 2 * 0.75 / 1.75)
    assert score.parts == {"precision": pytest.approx(100), "recall": pytest.approx(75)}


def test_compression_ratio_is_of_the_whole_corpus() -> None:
    score = CompressionRatio().corpus(["aaaa", "bb"], ["aa", "bb"])
    assert float(score) == pytest.approx(4 / 6)
