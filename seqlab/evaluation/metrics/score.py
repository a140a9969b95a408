"""`Score`: a number with its parts, its confidence interval and its signature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from seqlab.evaluation.metrics.signature import Signature


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the score lies with the given confidence."""

    low: float
    high: float
    confidence: float = 0.95

    def __str__(self) -> str:
        return f"[{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True, slots=True)
class Score:
    """What a metric says about one system; `float(score)` is the number itself."""

    name: str
    value: float
    signature: Signature
    parts: Mapping[str, float] = field(default_factory=dict)
    higher_is_better: bool | None = True
    interval: Interval | None = None

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {value:.2f}" for name, value in self.parts.items())
        interval = f" {self.interval}" if self.interval else ""
        return f"{self.name} = {self.value:.2f}{interval}" + (f" ({parts})" if parts else "")

    def with_interval(self, interval: Interval) -> Score:
        """The same score, now with its confidence interval."""
        return replace(self, interval=interval)

    def to_json(self) -> dict[str, Any]:
        """The score as a JSON object, signature included."""
        record: dict[str, Any] = {"score": self.value, "signature": str(self.signature)}
        if self.parts:
            record["parts"] = dict(self.parts)
        if self.interval:
            record["interval"] = [self.interval.low, self.interval.high]
            record["confidence"] = self.interval.confidence
        return record
