"""Decoding in numpy is what decoding in torch was: checked against every possible sequence."""

from __future__ import annotations

import itertools

import numpy as np

from seqlab.tagger.runtime.session import Transitions, best_labels, probabilities


def by_enumeration(scores: np.ndarray, crf: Transitions) -> tuple[tuple[int, ...], np.ndarray]:
    """The best sequence of one sentence and the marginals, from all sequences one by one."""
    length, labels = scores.shape
    shares = np.zeros_like(scores)
    best, highest, total = (0,) * length, -np.inf, 0.0
    for path in itertools.product(range(labels), repeat=length):
        score = crf.start[path[0]] + crf.end[path[-1]] + scores[range(length), path].sum()
        score += sum(crf.between[a, b] for a, b in itertools.pairwise(path))
        if score > highest:
            best, highest = path, score
        total += np.exp(score)
        shares[range(length), path] += np.exp(score)
    return best, shares / total


def test_a_crf_is_decoded_as_by_trying_every_sequence() -> None:
    random = np.random.default_rng(3)
    crf = Transitions(random.normal(size=3), random.normal(size=(3, 3)), random.normal(size=3))
    scores = random.normal(size=(3, 5, 3))
    lengths = [5, 3, 1]
    mask = np.arange(5)[None, :] < np.array(lengths)[:, None]
    labels, shares = best_labels(scores, mask, crf), probabilities(scores, mask, crf)
    for row, length in enumerate(lengths):
        best, expected = by_enumeration(scores[row, :length], crf)
        assert tuple(labels[row, :length]) == best
        np.testing.assert_allclose(shares[row, :length], expected, atol=1e-9)


def test_without_a_crf_each_token_is_alone() -> None:
    scores = np.array([[[0.0, np.log(3.0)], [1000.0, 0.0]]])
    mask = np.array([[True, True]])
    np.testing.assert_allclose(probabilities(scores, mask), [[[0.25, 0.75], [1.0, 0.0]]])
    assert best_labels(scores, mask).tolist() == [[1, 0]]
