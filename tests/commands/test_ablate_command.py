"""`ablate` and `compare` from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.cli import main

TEXT = """# Do lemmas help the exact aligner?
base: {alignment.aligner: exact, alignment.options: {lemma: false}, evaluation.samples: 100}
variants:
  lemmas: {alignment.options: {lemma: true}}
metrics: [links]
"""


def test_the_experiments_that_ship_are_listed_with_their_questions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["ablate", "--list"]) == 0
    said = capsys.readouterr().out
    assert "aligners " in said
    assert all(line.endswith("?") for line in said.splitlines())


def test_a_dry_run_shows_what_is_cached(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "e.yaml").write_text(TEXT)
    places = ["--cache", str(tmp_path / "cache"), "--out", str(tmp_path / "out")]
    arguments = ["ablate", str(tmp_path / "e.yaml"), *places]
    assert main([*arguments, "--dry-run"]) == 0
    assert "2 stages, 0 cached, 2 to do" in capsys.readouterr().out
    assert not (tmp_path / "cache").exists()
    assert main(arguments) == 0
    assert "| lemmas | **" in capsys.readouterr().out
    assert main([*arguments, "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "lemmas  seed 1  gold cached" in said
    assert "2 stages, 2 cached, 0 to do" in said


def test_tables_are_made_anew_without_running(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "e.yaml").write_text(TEXT)
    out = tmp_path / "out"
    arguments = [str(tmp_path / "e.yaml"), "--cache", str(tmp_path / "cache"), "--out", str(out)]
    main(["ablate", *arguments])
    before = (out / "table.md").read_text()
    for name in ("table.md", "report.html", "bars.png"):
        (out / name).unlink()
    monkeypatch.setattr("seqlab.training.execute.cache.Cache.do", None)
    assert main(["ablate", "--render", str(out)]) == 0
    assert (out / "table.md").read_text() == before
    assert (out / "report.html").is_file()
    assert (out / "bars.png").is_file()


def test_two_results_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a", TEXT), ("b", TEXT.replace("lemma: false", "lemma: true"))):
        (tmp_path / f"{name}.yaml").write_text(text)
        places = ["--cache", str(tmp_path / "cache"), "--out", str(tmp_path / name)]
        assert main(["ablate", str(tmp_path / f"{name}.yaml"), *places]) == 0
    capsys.readouterr()
    assert main(["compare", str(tmp_path / "a"), str(tmp_path / "b")]) == 0
    said = capsys.readouterr().out
    assert "| lemmas | link F1 |" in said
    assert "| +0.0 | 1.000 |" in said
    assert "- base: alignment.options.lemma: False → True" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give an experiment, or --list"),
        (["nonsense"], "no experiment file 'nonsense'"),
        (["aligners", "--base", "nonsense"], "no experiment file 'nonsense'"),
        (["aligners", "--workers", "0"], "workers must be 1 or more"),
    ],
)
def test_wrong_usage_is_one_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = ["--cache", str(tmp_path / "cache"), "--out", str(tmp_path / "out")]
    assert main(["ablate", *arguments, *cache]) == 2
    assert said in capsys.readouterr().err
    assert main(["compare", str(tmp_path), str(tmp_path)]) == 1
    assert "holds no results.json" in capsys.readouterr().err
