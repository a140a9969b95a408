"""`BoundarySelector`: which candidates fit the place, learned without labels.

Unsupervised boundary ranking (Paetzold and Specia 2016, "Unsupervised Lexical Simplification for
Non-Native Speakers"): a linear boundary between words in their own places, which fit, and the
candidates for them, most of which do not. The farther on the side of the words, the better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.stages.features import CandidateSet, column, columns

CONTEXT_FEATURES = (
    "retrofitted_cosine", "near_context", "wide_context", "after_one", "after_two", "before_one",
    "before_two", "before_next", "tag_share",
)  # fmt: skip


@dataclass
class BoundarySelector:
    """Keeps the best share of the candidates of each target."""

    share: float = 0.85
    weights_: NDArray[np.float32] | None = None
    means_: NDArray[np.float32] | None = None
    deviations_: NDArray[np.float32] | None = None

    def fit(self, sets: Sequence[CandidateSet], seed: int = 0) -> BoundarySelector:
        """Learn the boundary from targets with their candidates."""
        from sklearn.linear_model import SGDClassifier

        places = columns(CONTEXT_FEATURES)
        own = np.stack([candidates.own[places] for candidates in sets if len(candidates.rows)])
        others = np.concatenate([candidates.features[:, places] for candidates in sets])
        rows = np.concatenate([own, others])
        self.means_, self.deviations_ = rows.mean(axis=0), rows.std(axis=0) + 1e-6
        labels = np.concatenate([np.ones(len(own)), np.zeros(len(others))])
        model = SGDClassifier(
            loss="log_loss", alpha=0.01, class_weight="balanced", random_state=seed
        )
        model.fit((rows - self.means_) / self.deviations_, labels)
        self.weights_ = model.coef_[0].astype(np.float32)
        return self

    def predict(self, candidates: CandidateSet) -> NDArray[np.float32]:
        """How well each candidate fits, on no particular scale."""
        if self.weights_ is None or self.means_ is None or self.deviations_ is None:
            raise ValueError("fit the selector first")
        rows = candidates.features[:, columns(CONTEXT_FEATURES)]
        scaled = (rows - self.means_) / self.deviations_
        return np.asarray(scaled @ self.weights_, dtype=np.float32)

    def kept(self, candidates: CandidateSet) -> NDArray[np.int64]:
        """Places of the best share of the candidates, at least one of them, in their order.

        What the list of plain words has for the place stays in any case.
        """
        size = len(candidates.rows)
        count = min(size, max(1, int(np.ceil(self.share * size))))
        best = np.argsort(-self.predict(candidates), kind="stable")[:count]
        return np.union1d(best, np.flatnonzero(column(candidates.features, "plain")))
