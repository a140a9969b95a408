"""`run.py align` on small folders, good and bad, and `run.py demo`."""

from pathlib import Path

import pytest
import yaml

from corpora import read_pairs
from seqlab.cli import main
from seqlab.commands.demo import before_and_after
from seqlab.errors import DataWarning

# Every bad article also leaves a document with one level; only the first warning matters here.
pytestmark = pytest.mark.filterwarnings("ignore::seqlab.errors.DataWarning")

ORIGINAL = "Owls hunt voles at night, and they rest in barns by day.\n\nFarmers welcome them.\n"
SIMPLE = "Owls hunt voles at night. They rest in barns by day.\n\nFarmers like them.\n"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "corpus"
    folder.mkdir()
    for name in ("barn", "wood"):
        (folder / f"{name}.0.txt").write_text(ORIGINAL, encoding="utf-8")
        (folder / f"{name}.1.txt").write_text(SIMPLE, encoding="utf-8")
    return folder


def run(folder: Path, *options: str) -> tuple[int, Path]:
    out = folder.parent / "pairs.jsonl"
    return main(["align", str(folder), "--out", str(out), *options]), out


@pytest.mark.parametrize("method", ["dynamic", "vicinity"])
def test_a_folder_becomes_a_pairs_file_with_its_table(folder, capsys, method):
    code, out = run(folder, "--method", method)
    assert code == 0
    pairs = list(read_pairs(out))
    assert [(pair.document, pair.kind) for pair in pairs] == [
        ("barn", "1-N"),
        ("barn", "1-1"),
        ("wood", "1-N"),
        ("wood", "1-1"),
    ]
    assert "| 0→1 | 0 (0%) | 2 (50%) | 2 (50%) | 0 (0%) | 4 |" in capsys.readouterr().out
    assert "| 0→1 |" in Path(f"{out}.table.md").read_text(encoding="utf-8")
    assert yaml.safe_load(Path(f"{out}.config.yaml").read_text())["method"] == method


def test_the_levels_of_a_folder_can_be_given(folder):
    for file in folder.iterdir():
        file.rename(folder / file.name.replace(".0.", ".hard.").replace(".1.", ".easy."))
    code, out = run(folder, "--read.levels", "[hard, easy]")
    assert code == 0
    assert next(read_pairs(out)).levels == ("hard", "easy")


def test_an_empty_folder_is_one_clear_line(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    code, out = run(tmp_path / "empty")
    assert code == 1
    assert not out.exists()
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"Caf\xe9 owls.\n", "not UTF-8"),
        (b"owl " * 1_300_000 + b"\n", "line longer than"),
        (b"", "holds no text"),
        (None, "has no level 1"),
    ],
)
def test_a_bad_article_is_named_and_the_others_are_aligned(folder, capsys, content, complaint):
    bad = folder / "wood.1.txt"
    bad.unlink()
    if content is not None:
        bad.write_bytes(content)
    with pytest.warns(DataWarning, match=f"wood.*{complaint}"):
        code, out = run(folder)
    assert code == 1
    assert "what they name was skipped" in capsys.readouterr().out
    assert [pair.document for pair in read_pairs(out)] == ["barn", "barn"]


def test_no_pair_at_all_writes_nothing(folder, capsys):
    for file in folder.glob("*.1.txt"):
        file.write_text("Copper is mined in Chile.\n", encoding="utf-8")
    code, out = run(folder)
    assert code == 1
    assert not out.exists()
    assert "no sentence pairs were found" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--threshold", "3"], "threshold: 3.0 is not between 0 and 1"),
        (["--workers", "0"], "workers: 0 is less than 1"),
        (["--methd", "vicinity"], "did you mean --method?"),
    ],
)
def test_a_wrong_option_is_a_usage_error(folder, capsys, options, complaint):
    code, _ = run(folder, *options)
    assert code == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("name", ["newsela", "onestop", "sample"])
def test_the_configurations_resolve(capsys, name):
    with pytest.raises(SystemExit):
        main(["align", "--config", f"align/{name}", "--print-config"])
    assert yaml.safe_load(capsys.readouterr().out)["method"] == "dynamic"


def test_demo_shows_the_kinds_and_marks_the_changes(capsys):
    assert main(["demo"]) == 0
    shown = capsys.readouterr().out
    assert "sentences simplified" in shown
    assert "| 0→1 |" in shown
    assert "1-N" in shown
    assert "[-" in shown
    assert "{+" in shown
    assert "\033" not in shown


def test_changed_words_are_marked_on_both_sides():
    from corpora import Pair

    pair = Pair(("Owls hunt small voles .",), ("Owls eat voles .",))
    assert list(before_and_after(pair, colour=False)) == [
        "  before  Owls [-hunt small-] voles .",
        "  after   Owls {+eat+} voles .",
    ]
    assert "\033[9;31mhunt small\033[0m" in next(before_and_after(pair, colour=True))
