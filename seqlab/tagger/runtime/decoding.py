"""From label scores to probabilities and labels in numpy, with or without a CRF."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Transitions:
    """What a CRF adds to the scores of a sentence's labels."""

    start: np.ndarray  # (labels)
    between: np.ndarray  # (label before, label)
    end: np.ndarray  # (labels)


def probabilities(
    scores: np.ndarray, mask: np.ndarray, crf: Transitions | None = None
) -> np.ndarray:
    """Probability of each label at each token; for a CRF, its marginals.

    Args:
        scores: Label scores (sentences, tokens, labels).
        mask: True where there is a token (sentences, tokens).
        crf: The transitions, where the head has them.
    """
    return softmax(scores) if crf is None else marginals(scores, mask, crf)


def best_labels(scores: np.ndarray, mask: np.ndarray, crf: Transitions | None = None) -> np.ndarray:
    """The most likely label numbers (sentences, tokens): each alone, or the best sequence."""
    return scores.argmax(axis=-1) if crf is None else best_sequence(scores, mask, crf)


def softmax(scores: np.ndarray) -> np.ndarray:
    """Shares that sum to one over the last dimension."""
    shares: np.ndarray = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    return shares


def marginals(scores: np.ndarray, mask: np.ndarray, crf: Transitions) -> np.ndarray:
    """Each label's probability at each token, all label sequences taken together."""
    longest = scores.shape[1]
    before = np.empty_like(scores)
    before[:, 0] = crf.start + scores[:, 0]
    for place in range(1, longest):
        step = _log_sum(before[:, place - 1, :, None] + crf.between, axis=1) + scores[:, place]
        before[:, place] = np.where(mask[:, place, None], step, before[:, place - 1])
    after = np.empty_like(scores)
    after[:, longest - 1] = crf.end
    for place in range(longest - 1, 0, -1):
        step = _log_sum(crf.between + (scores[:, place] + after[:, place])[:, None, :], axis=2)
        after[:, place - 1] = np.where(mask[:, place, None], step, crf.end)
    return softmax(before + after)


def best_sequence(scores: np.ndarray, mask: np.ndarray, crf: Transitions) -> np.ndarray:
    """The highest-scoring label sequence of each sentence (Viterbi), a batch at a time."""
    sentences, longest, labels = scores.shape
    score = crf.start + scores[:, 0]
    came_from = np.empty((longest, sentences, labels), dtype=np.int64)
    for place in range(1, longest):
        paths = score[:, :, None] + crf.between
        inside = mask[:, place, None]
        came_from[place] = np.where(inside, paths.argmax(axis=1), np.arange(labels))
        score = np.where(inside, paths.max(axis=1) + scores[:, place], score)
    best = np.empty((sentences, longest), dtype=np.int64)
    best[:, -1] = (score + crf.end).argmax(axis=1)
    for place in range(longest - 1, 0, -1):
        rows = np.take_along_axis(came_from[place], best[:, place, None], axis=1)
        best[:, place - 1] = rows[:, 0]
    return best


def _log_sum(values: np.ndarray, axis: int) -> np.ndarray:
    largest = values.max(axis=axis, keepdims=True)
    total = np.log(np.exp(values - largest).sum(axis=axis, keepdims=True)) + largest
    return np.asarray(total.squeeze(axis))
