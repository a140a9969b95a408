"""`seqlab corpora`: counting and converting from the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import corpora
from corpora import Pair, document_statistics, pair_statistics, read_levelled, read_pairs
from seqlab.cli import main
from seqlab.errors import DataWarning

SAMPLE = Path(corpora.__path__[0]) / "sample"


@pytest.fixture
def pairs_file(tmp_path):
    path = tmp_path / "x.tsv"
    rows = [f"Owl {n}, they say, hunts mice.\tOwl {n} hunts. It eats mice." for n in range(10)]
    path.write_text("\n".join([*rows, rows[0], "one\ttwo\tthree"]), "utf-8")
    return path


def test_stats_of_articles(capsys):
    assert main(["corpora", "stats", str(SAMPLE)]) == 0
    printed = capsys.readouterr().out
    assert "newsela" in printed
    assert "24 documents" in printed
    assert [line.split()[0] for line in printed.splitlines()[-4:]] == ["0", "1", "2", "3"]


def test_stats_of_pairs_with_a_warning_of_one_line(pairs_file, tmp_path):
    out = tmp_path / "stats.json"
    # In a process of its own, because pytest collects warnings before they are printed.
    program = "import sys; from seqlab.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "corpora", "stats", str(pairs_file)]
    root = Path(corpora.__path__[0]).parent
    told = subprocess.run(
        [*command, "--out", str(out)], capture_output=True, text=True, cwd=root, check=True
    )
    assert "11 pairs of 0 named documents, 1 of them repeats" in told.stdout
    assert told.stderr.splitlines() == [
        f"seqlab corpora: warning: {pairs_file}, line 12: row skipped: "
        "3 columns, not 2 columns (complex, simple) (got 'one\\ttwo\\tthree')"
    ]
    assert json.loads(out.read_text("utf-8"))["pairs"]["kinds"] == {"": {"1-N": 11}}


def test_convert_writes_pairs_and_its_configuration(pairs_file, tmp_path, capsys):
    out = tmp_path / "pairs.jsonl"
    with pytest.warns(DataWarning, match="line 12"):
        assert main(["corpora", "convert", str(pairs_file), "--out", str(out)]) == 0
    pairs = list(read_pairs(out))
    assert len(pairs) == 11
    assert pairs[0].targets == ("Owl 0 hunts.", "It eats mice.")
    assert "strict: false" in (tmp_path / "pairs.jsonl.config.yaml").read_text("utf-8")


def test_convert_can_split(pairs_file, tmp_path, capsys):
    out = tmp_path / "parts"
    command = ["corpora", "convert", str(pairs_file), "--out", str(out), "--split", "true"]
    with pytest.warns(DataWarning, match="line 12"):
        assert main(command) == 0
    parts = {path.stem: list(read_pairs(path)) for path in out.glob("*.jsonl")}
    assert {name: len({p.source for p in part}) for name, part in parts.items()} == {
        "train": 8,
        "valid": 1,
        "test": 1,
    }


def test_strict_reading_fails_with_one_line(pairs_file, tmp_path, capsys):
    out = tmp_path / "pairs.jsonl"
    command = ["corpora", "convert", str(pairs_file), "--out", str(out), "--read.strict", "true"]
    assert main(command) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["stats"], "stats needs the path of a corpus"),
        (["convert", str(SAMPLE)], "convert needs a file to write"),
        (["stats", str(SAMPLE), "--format", "newsla"], "did you mean newsela?"),
    ],
)
def test_wrong_usage_is_told_in_a_line(options, message, capsys):
    assert main(["corpora", *options]) == 2
    assert message in capsys.readouterr().err


def test_articles_must_be_aligned_first(tmp_path, capsys):
    assert main(["corpora", "convert", str(SAMPLE), "--out", str(tmp_path / "x.jsonl")]) == 1
    assert "align its sentences first" in capsys.readouterr().err


def test_formats_are_listed(capsys):
    assert main(["corpora", "formats"]) == 0
    printed = capsys.readouterr().out
    for name in ("newsela", "onestop", "asset", "wikilarge", "googlecomp", "levelled", "csv"):
        assert f"\n{name} " in f"\n{printed}"


def test_counts_are_those_of_the_articles():
    statistics = document_statistics(list(read_levelled(SAMPLE))[:1])
    assert statistics.documents == 1
    level = statistics.levels["0"]
    assert level.articles == 1
    assert level.words > level.sentences > level.paragraphs > 1


def test_counts_of_pairs_by_levels_and_kind():
    pairs = [
        Pair(("A b.",), ("A.", "B."), document="x", levels=("0", "1")),
        Pair(("A.",), ("A.",), document="x", levels=("1", "2")),
    ]
    statistics = pair_statistics([*pairs, pairs[0]])
    assert statistics.kinds == {"0→1": {"1-N": 2}, "1→2": {"identical": 1}}
    assert (statistics.pairs, statistics.repeated_pairs) == (3, 1)
    assert statistics.documents_of_pairs == 1
    assert (statistics.source_words, statistics.target_words) == (5, 5)


def test_an_empty_file_converts_to_an_error_and_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pairs.tsv").write_text("")
    out = tmp_path / "out.jsonl"
    assert main(["corpora", "convert", str(tmp_path / "pairs.tsv"), "--out", str(out)]) == 1
    assert "pairs.tsv" in capsys.readouterr().err
    assert not out.exists()
