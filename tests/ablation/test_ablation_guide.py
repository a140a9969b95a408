"""The guide says what is so."""

from __future__ import annotations

import re

import yaml

from seqlab.ablation.plan.settings import Settings
from seqlab.ablation.results.measures import MEASURES
from seqlab.training import ROOT

GUIDE = (ROOT / "docs" / "ablation.md").read_text(encoding="utf-8")


def test_the_example_is_the_experiment_that_ships() -> None:
    example = re.search(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
    assert example is not None
    shipped = (ROOT / "configs" / "ablation" / "decoder.yaml").read_text(encoding="utf-8")
    assert example[1].splitlines()[0] == shipped.splitlines()[0]
    content = yaml.safe_load(shipped)
    content.pop("lesson", None)
    assert yaml.safe_load(example[1]) == content


def test_every_section_and_metric_is_named() -> None:
    for name in (*Settings.__dataclass_fields__, *MEASURES):
        assert f"`{name}`" in GUIDE, name
