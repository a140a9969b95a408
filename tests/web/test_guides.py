"""The examples of the guides run."""

from __future__ import annotations

import re
from pathlib import Path

from seqlab.web import read_study

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_study_of_the_guide_is_a_study(tmp_path: Path) -> None:
    text = (DOCS / "rating.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", text, flags=re.DOTALL)
    (tmp_path / "study.yaml").write_text(example, encoding="utf-8")
    study = read_study(tmp_path / "study.yaml")
    assert len(study.pages()) == 2
    assert (len(study.qualification), len(study.controls), study.repeats) == (2, 1, 2)


def test_every_picture_of_the_guides_is_there() -> None:
    for name in ("serving.md", "rating.md"):
        for place in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", (DOCS / name).read_text("utf-8")):
            assert (DOCS / place).is_file(), place
