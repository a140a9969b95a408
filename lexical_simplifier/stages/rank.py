"""`PairwiseRanker`: which of two candidates people would rather read; `FrequencyRanker` beside it.

A small network scores candidates; it learns from pairs of candidates of one target, by the
difference of their scores (RankNet, Burges et al. 2005). The features are for the greater part
differences from the target themselves, so a score says how much better than the target it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.options import RankerOptions
from lexical_simplifier.stages.features import FEATURES, column

Matrix = NDArray[np.float32]
# Beyond this many deviations a value says no more.
CLIP = 6.0


@dataclass
class FrequencyRanker:
    """The baseline: the more frequent, the better."""

    def predict(self, features: Matrix) -> Matrix:
        """The frequency of each candidate."""
        return column(features, "zipf")


@dataclass
class PairwiseRanker:
    """Scores candidates; of one target's, the one with the highest score is the best."""

    options: RankerOptions = field(default_factory=RankerOptions)
    means_: Matrix | None = None
    deviations_: Matrix | None = None
    # What the first choice of the list of plain words gains over what was learned from editors, who
    # write one of several right words.
    push: float = 0.0
    # `hidden` (members, features, width), `bias`, `output` (members, width), `direct` (features).
    layers_: dict[str, Matrix] = field(default_factory=dict)

    def fit(
        self,
        features: Sequence[Matrix],
        gold: Sequence[Matrix],
        weights: Sequence[float] | None = None,
    ) -> PairwiseRanker:
        """Learn from the candidates of each target and people's weight for each candidate.

        A chosen candidate, drawn by weight, is set against every one of less weight.
        """
        import torch

        rows = np.concatenate(list(features))
        self.means_ = rows.mean(axis=0)
        self.deviations_ = rows.std(axis=0) + 1e-3
        data = _padded([self._scaled(matrix) for matrix in features], gold)
        importance = torch.tensor(weights if weights is not None else [1.0] * len(gold))
        members = [
            _trained(*data, importance, self.options, self.options.seed + member)
            for member in range(self.options.members)
        ]
        self.layers_ = {name: np.stack([member[name] for member in members]) for name in members[0]}
        return self

    def predict(self, features: Matrix) -> Matrix:
        """A score for each candidate."""
        if not self.layers_:
            raise ValueError("fit the ranker first")
        scaled = self._scaled(features)
        layers = self.layers_
        total = np.zeros(len(features), dtype=np.float32)
        for member in range(len(layers["bias"])):
            hidden = np.maximum(0.0, scaled @ layers["hidden"][member] + layers["bias"][member])
            total += hidden @ layers["output"][member] + scaled @ layers["direct"][member]
        listed = np.float32(self.push) * column(features, "plain_place")
        return np.asarray(total / np.float32(len(layers["bias"])) + listed, dtype=np.float32)

    def _scaled(self, features: Matrix) -> Matrix:
        assert self.means_ is not None
        assert self.deviations_ is not None
        scaled: Matrix = np.clip((features - self.means_) / self.deviations_, -CLIP, CLIP)
        return scaled


def _padded(features: Sequence[Matrix], gold: Sequence[Matrix]) -> tuple[Any, Any, Any]:
    """Features, gold and what is no padding, as tensors over (target, candidate)."""
    import torch

    widest = max(len(matrix) for matrix in features)
    rows = np.zeros((len(features), widest, len(FEATURES)), dtype=np.float32)
    wanted = np.zeros((len(features), widest), dtype=np.float32)
    real = np.zeros((len(features), widest), dtype=bool)
    for place, (matrix, weights) in enumerate(zip(features, gold, strict=True)):
        rows[place, : len(matrix)] = matrix
        wanted[place, : len(matrix)] = weights
        real[place, : len(matrix)] = True
    return torch.from_numpy(rows), torch.from_numpy(wanted), torch.from_numpy(real)


def _trained(
    rows: Any, wanted: Any, real: Any, weights: Any, options: RankerOptions, seed: int
) -> dict[str, Matrix]:
    import torch

    torch.manual_seed(seed)
    hidden = torch.nn.Linear(rows.shape[2], options.hidden)
    output = torch.nn.Linear(options.hidden, 1, bias=False)
    direct = torch.nn.Linear(rows.shape[2], 1, bias=False)
    parameters = [p for layer in (hidden, output, direct) for p in layer.parameters()]
    optimizer = torch.optim.AdamW(
        parameters, options.learning_rate, weight_decay=options.weight_decay
    )

    def score(inputs: Any) -> Any:
        inside = torch.nn.functional.dropout(torch.relu(hidden(inputs)), options.dropout)
        return (output(inside) + direct(inputs)).squeeze(-1)

    for _ in range(options.epochs):
        for batch in torch.randperm(len(rows)).split(128):
            chosen = torch.multinomial(wanted[batch] + 1e-9, 1)
            lesser = real[batch] & (wanted[batch] < wanted[batch].gather(1, chosen))
            scores = score(rows[batch])
            lead = scores.gather(1, chosen) - scores
            losses = torch.nn.functional.softplus(-lead) * lesser
            means = losses.sum(dim=1) / lesser.sum(dim=1).clamp(min=1)
            loss = (means * weights[batch]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return {
        "hidden": hidden.weight.detach().numpy().T.copy(),
        "bias": hidden.bias.detach().numpy(),
        "output": output.weight.detach().numpy()[0],
        "direct": direct.weight.detach().numpy()[0],
    }
