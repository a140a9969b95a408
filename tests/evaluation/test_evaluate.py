"""The evaluate command: right numbers in every format, and errors before any number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seqlab.cli import main
from seqlab.errors import DataError, UsageError
from seqlab.evaluation import (
    EvaluationOptions,
    TestSet,
    corpus_sari,
    evaluate,
    latex_table,
    load_test_set,
    markdown_table,
    metric_names,
    named_paths,
    reference_paths,
)
from seqlab.evaluation.evaluate import length_bins

ORIGINALS = ["The old man purchased a large house.", "Rain fell heavily all day long."]
REFERENCES = [
    ["The old man bought a big house.", "It rained hard all day."],
    ["The man bought a house.", "It rained all day."],
]
OUTPUTS = {
    "good": ["The old man bought a big house.", "It rained all day."],
    "bad_one": ["The man purchased house.", "Rain fell long."],
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "orig").write_text("\n".join(ORIGINALS) + "\n")
    for index, reference in enumerate(REFERENCES):
        (tmp_path / f"ref.{index}").write_text("\n".join(reference) + "\n")
    (tmp_path / "systems").mkdir()
    for name, lines in OUTPUTS.items():
        (tmp_path / "systems" / name).write_text("\n".join(lines) + "\n")
    return tmp_path


def _run(folder: Path, *extra: str) -> int:
    return main(
        [
            "evaluate",
            str(folder / "systems"),
            "--originals",
            str(folder / "orig"),
            "--references",
            str(folder / "ref.*"),
            *extra,
        ]
    )


def test_command_prints_scores_with_intervals_and_signatures(files: Path, capsys) -> None:
    assert _run(files, "--metrics", "sari,bleu", "--options.lowercase", "true") == 0
    printed = capsys.readouterr().out
    expected = float(corpus_sari(ORIGINALS, OUTPUTS["good"], REFERENCES))
    assert f"{expected:.2f} [" in printed
    assert "SARI|refs:2|case:lc|tok:13a|form:corpus" in printed
    assert "bootstrap, 1000 resamples, seed 1" in printed
    assert "Original" in printed


def test_every_format_holds_the_same_score(files: Path) -> None:
    targets = {kind: files / f"out.{kind}" for kind in ("json", "markdown", "latex")}
    options = [text for kind, path in targets.items() for text in (f"--{kind}", str(path))]
    assert _run(files, "--metrics", "sari,fkgl", *options) == 0
    numbers = json.loads(targets["json"].read_text())
    score = numbers["systems"]["good"]["scores"]["SARI"]
    assert score["interval"][0] <= score["score"] <= score["interval"][1]
    assert score["signature"].startswith("SARI|refs:2|case:mixed")
    assert f"**{score['score']:.2f}**" in targets["markdown"].read_text()
    latex = targets["latex"].read_text()
    assert rf"\textbf{{{score['score']:.2f}}}" in latex
    assert r"bad\_one" in latex


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("systems/good", "only one line\n", "1 lines where the originals has 2"),
        ("systems/good", "a\n\n", "line 2: empty line"),
        ("systems/good", "", "the file is empty"),
        ("ref.1", "a\nb\nc\n", "3 lines where"),
        ("orig", "", "the file is empty"),
    ],
)
def test_bad_files_are_named_before_any_number(files: Path, capsys, name, text, complaint) -> None:
    (files / name).write_text(text)
    assert _run(files, "--metrics", "sari") == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert complaint in captured.err
    assert str(files / name) in captured.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--metrics", "sary"], "no metric 'sary'"),
        (["--options.tokenizer", "spm"], "tokenizer"),
        (["--test-set", "turkcorpus_test"], "not both"),
    ],
)
def test_wrong_options_are_named(files: Path, capsys, arguments, complaint: str) -> None:
    assert _run(files, *arguments) == 2
    assert complaint in capsys.readouterr().err


def test_missing_references_are_an_error_only_where_they_are_needed(files: Path, capsys) -> None:
    start = ["evaluate", str(files / "systems"), "--originals", str(files / "orig")]
    assert main([*start, "--metrics", "sari,fkgl"]) == 2
    assert "SARI: no references given" in capsys.readouterr().err
    assert main([*start, "--metrics", "fkgl,compression"]) == 0


def test_tokenised_outputs_of_plain_originals_are_pointed_out(files: Path, capsys) -> None:
    (files / "systems" / "good").write_text("The man bought it .\nIt rained .\n")
    assert _run(files, "--metrics", "sari") == 0
    assert "good looks tokenised" in capsys.readouterr().err


def test_unknown_and_absent_test_sets(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="known: asset_valid"):
        load_test_set("newsela_test")
    with pytest.raises(DataError, match="corpora fetch asset"):
        load_test_set("asset_test", tmp_path)


def test_named_test_sets_have_their_references(data_dir: Path) -> None:
    found = load_test_set("turkcorpus_test")
    assert (len(found.originals), len(found.references)) == (359, 8)
    assert len(load_test_set("asset_valid").references) == 10


def test_systems_by_name_path_or_folder(files: Path) -> None:
    assert list(named_paths(str(files / "systems"))) == ["bad_one", "good"]
    assert named_paths("a=x.txt,y.txt") == {"a": Path("x.txt"), "y": Path("y.txt")}
    with pytest.raises(UsageError, match="two systems are called 'a'"):
        named_paths("a=x,a=y")


def test_references_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 2, 0):
        (tmp_path / f"x.simp.{number}").write_text("a\n")
    found = reference_paths(str(tmp_path / "x.simp.*"))
    assert [path.suffix for path in found] == [".0", ".2", ".10"]


def test_metrics_by_name() -> None:
    assert metric_names("sari, bleu,sari") == ["sari", "bleu"]
    assert "operations" in metric_names("usual")


def test_bins_of_length_hold_about_equally_many() -> None:
    bins = length_bins([" ".join(["w"] * length) for length in range(1, 51)])
    assert bins.bounds == ((1, 10), (11, 20), (21, 30), (31, 40), (41, 50))
    assert length_bins(["a b"] * 4).bounds == ((2, 2),)


def test_copying_is_never_marked_as_best() -> None:
    tests = TestSet("toy", tuple(ORIGINALS), tuple(map(tuple, REFERENCES)))
    outputs = {**OUTPUTS, "Original": ORIGINALS}
    found = evaluate(outputs, tests, ["fre"], EvaluationOptions(samples=20))
    for table in (markdown_table(found), latex_table(found)):
        [line] = [line for line in table.splitlines() if "Original" in line]
        assert "**" not in line
        assert "textbf" not in line


def test_all_metrics_run_together_under_their_own_names() -> None:
    tests = TestSet("toy", tuple(ORIGINALS), tuple(map(tuple, REFERENCES)))
    names = metric_names("all")
    found = evaluate(OUTPUTS, tests, names, EvaluationOptions(samples=10))
    assert len(found.metrics) == len(names)
    assert len(set(found.metrics)) == len(names)
