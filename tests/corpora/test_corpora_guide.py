"""The examples of the guide run and give what the guide says."""

import doctest
from pathlib import Path

import corpora

ROOT = Path(corpora.__path__[0]).parent


def test_examples_of_the_guide(tmp_path, monkeypatch):
    guide = ROOT / "docs" / "corpora.md"
    (tmp_path / "corpora").symlink_to(ROOT / "corpora")
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(guide), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert result.failed == 0


def test_every_format_is_in_the_guide():
    guide = (ROOT / "docs" / "corpora.md").read_text("utf-8")
    for name in corpora.FORMATS:
        assert f"`{name}`" in guide
