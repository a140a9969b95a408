"""Means of two scores: BLEU–SARI and SARI–SAMSA (thesis 5.3.1)."""

from __future__ import annotations

import math
from typing import SupportsFloat

from seqlab.evaluation.score import Score
from seqlab.evaluation.signature import Signature


def arithmetic_mean(first: SupportsFloat, second: SupportsFloat) -> float:
    """Half the sum of two scores."""
    return (float(first) + float(second)) / 2


def geometric_mean(first: SupportsFloat, second: SupportsFloat) -> float:
    """The root of the product of two scores; a score of 0 makes it 0."""
    return math.sqrt(max(0.0, float(first)) * max(0.0, float(second)))


def mean_score(first: Score, second: Score, kind: str = "arithmetic") -> Score:
    """The mean of two scores as a score that names both signatures."""
    mean = geometric_mean if kind == "geometric" else arithmetic_mean
    short = "GM" if kind == "geometric" else "AM"
    name = f"{first.name}–{second.name} {short}"
    combined = Signature(name, (("of", f"({first.signature})"), ("and", f"({second.signature})")))
    parts = {first.name: float(first), second.name: float(second)}
    return Score(name, mean(first, second), combined, parts)
