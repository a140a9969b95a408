"""The examples of the guide run and give what the guide says."""

from __future__ import annotations

import doctest
from pathlib import Path

import seqlab
from seqlab.evaluation import METRICS, TEST_SETS

GUIDE = Path(seqlab.__path__[0]).parent / "docs" / "evaluation.md"


def test_examples_of_the_guide() -> None:
    result = doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8")
    assert result.attempted > 8
    assert result.failed == 0


def test_metrics_and_test_sets_are_in_the_guide() -> None:
    text = GUIDE.read_text("utf-8")
    for name in METRICS:
        short = name.removesuffix("-gm") if name.endswith("-gm") else name
        assert f"`{name}`" in text or f"`{short}-am`" in text, name
    for name in TEST_SETS:
        assert f"`{name}`" in text or name == "turkcorpus_tune", name
