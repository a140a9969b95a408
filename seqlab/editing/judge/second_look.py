"""The second look: whether a whole rewriting is clean, judged as text beside its source.

A logistic regression over a few numbers of the two texts, learned from rated rewritings; the
weakest edits are taken back until it passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.resources import Resources
from seqlab.english import count_syllables
from seqlab.files import read_lines

FEATURES = (
    "cost_change", "length_ratio", "names_lost", "names_added", "numbers_lost", "numbers_added",
    "negations_changed", "hedges_lost", "content_lost", "content_added", "repeated",
    "sentences_added", "shortest_sentence", "syllables_change", "sentence_length_change",
    "worst_word_change", "explained", "source_length", "pronouns_added",
)  # fmt: skip
_NEGATIONS = frozenset({"not", "n't", "n’t", "no", "never", "none", "without", "nor", "neither"})
_PRONOUNS = frozenset({"he", "she", "it", "they", "this", "these", "there"})
_STOPS = frozenset({".", "!", "?"})
_CLIP = 4.0


@dataclass(frozen=True)
class SecondLook:
    """Weights of the features; `least` is the probability from which a rewriting passes."""

    weights: tuple[float, ...]
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    bias: float
    least: float = 0.5

    def clean(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """The probability that each rewriting is clean: grammatical, with the same meaning."""
        scaled = (rows - np.array(self.means)) / np.array(self.deviations)
        logits = np.clip(scaled, -_CLIP, _CLIP) @ np.array(self.weights) + self.bias
        chances: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-logits))
        return chances

    def to_json(self) -> dict[str, Any]:
        """The weights by feature, as they are stored."""
        return {
            "features": list(FEATURES),
            "weights": list(self.weights),
            "means": list(self.means),
            "deviations": list(self.deviations),
            "bias": self.bias,
            "least": self.least,
        }

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> SecondLook:
        """The second look that `to_json` gave."""
        if tuple(values["features"]) != FEATURES:
            raise ValueError("the second look was trained on other features")
        weights, means, deviations = (
            tuple(values[name]) for name in ("weights", "means", "deviations")
        )
        return cls(weights, means, deviations, values["bias"], values["least"])


def output_features(
    source: Sequence[str], output: Sequence[str], resources: Resources
) -> tuple[float, ...]:
    """Numbers of a rewriting beside its source, both as tokens."""
    old, new = [t.lower() for t in source], [t.lower() for t in output]
    before, after = Counter(old), Counter(new)
    added, lost = after - before, before - after
    content_lost = [w for w in lost.elements() if resources.is_content(w) and w[:1].isalpha()]
    content_added = [w for w in added.elements() if resources.is_content(w) and w[:1].isalpha()]
    old_names, new_names = _names(source), _names(output)
    old_numbers, new_numbers = _numbers(old), _numbers(new)
    old_parts, new_parts = _sentences(source), _sentences(output)
    ngrams = resources.lexical.ngrams
    old_cost = _mean([ngrams.sentence_cost(part) for part in old_parts])
    new_cost = _mean([ngrams.sentence_cost(part) for part in new_parts])
    hedges = _hedges()
    # Function words come again in any text.
    pairs = Counter(pairwise(new))
    repeated = sum(
        n - 1 for (a, b), n in pairs.items() if n > 1 and resources.is_content(b) and a.isalpha()
    )
    return (
        new_cost - old_cost,
        float(np.log((len(new) + 1) / (len(old) + 1))),
        len(old_names - new_names),
        len(new_names - old_names),
        sum((old_numbers - new_numbers).values()),
        sum((new_numbers - old_numbers).values()),
        abs(_count(old, _NEGATIONS) - _count(new, _NEGATIONS)),
        max(0, _count(old, hedges) - _count(new, hedges)),
        len(content_lost) / (len(old) + 1),
        len(content_added) / (len(new) + 1),
        repeated,
        len(new_parts) - len(old_parts),
        min(map(len, new_parts), default=0),
        _mean(list(map(count_syllables, new))) - _mean(list(map(count_syllables, old))),
        _mean(list(map(len, new_parts))) - _mean(list(map(len, old_parts))),
        min((float(resources.facts(w)[0]) for w in content_added), default=6.0),
        _explained(content_lost, content_added, resources),
        len(old),
        sum(added[word] for word in _PRONOUNS),
    )


def _explained(lost: Sequence[str], added: Sequence[str], resources: Resources) -> float:
    """How alike in meaning the best new word is to each old content word, on average."""
    vectors = [v for word in added if (v := resources.vector(word)) is not None]
    if not lost:
        return 1.0
    if not vectors:
        return 0.0
    stacked = np.stack(vectors)
    scores = [
        float((stacked @ vector).max())
        for word in lost
        if (vector := resources.vector(word)) is not None
    ]
    return _mean(scores) if scores else 0.0


def taken_back(
    edits: Sequence[int],
    weakest_first: Sequence[int],
    passes: Callable[[Sequence[int]], bool],
    most: int = 3,
) -> list[int]:
    """The edits without the weakest, one by one, until what they make passes.

    Args:
        edits: Numbers of the edits chosen.
        weakest_first: The same, in the order in which they are given up.
        passes: Whether the text made by some of them passes the second look.
        most: How many are given up at most before all are.
    """
    left = list(edits)
    for tried, weakest in enumerate(weakest_first):
        if not left or passes(left):
            return left
        if tried == most:
            return []
        left.remove(weakest)
    return left if not left or passes(left) else []


def fit_second_look(
    rows: NDArray[np.float32], clean: NDArray[np.bool_], least: float = 0.5
) -> SecondLook:
    """Learn from the features of rated rewritings and whether each was clean."""
    from sklearn.linear_model import LogisticRegression

    means, deviations = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = np.clip((rows - means) / deviations, -_CLIP, _CLIP)
    model = LogisticRegression(C=0.3, max_iter=2000).fit(scaled, clean)
    return SecondLook(
        tuple(map(float, model.coef_[0])),
        tuple(map(float, means)),
        tuple(map(float, deviations)),
        float(model.intercept_[0]),
        least,
    )


def _names(tokens: Sequence[str]) -> set[str]:
    """Capitalised words that do not open a sentence."""
    return {
        token
        for place, token in enumerate(tokens)
        if place and token[:1].isupper() and tokens[place - 1] not in (*_STOPS, "“", '"')
    }


def _numbers(lower: Sequence[str]) -> Counter[str]:
    return Counter(token for token in lower if token[:1].isdigit())


def _sentences(tokens: Sequence[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        parts[-1].append(token)
        if token in _STOPS:
            parts.append([])
    return [part for part in parts if part]


def _count(lower: Sequence[str], words: frozenset[str]) -> int:
    return sum(token in words for token in lower)


def _mean(values: Sequence[float]) -> float:
    return float(sum(values)) / len(values) if values else 0.0


@lru_cache(maxsize=1)
def _hedges() -> frozenset[str]:
    lines = read_lines(Path(__file__).parent / "hedges.txt")
    return frozenset(line for line in lines if not line.startswith("#"))
