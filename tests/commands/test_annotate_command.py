"""`seqlab annotate` from end to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seqlab.cli import main

PAIRS = [
    {"sources": ["The physician left."], "targets": ["The doctor left."], "levels": ["0", "1"]},
    {"sources": ["He ran, and she sat."], "targets": ["He ran.", "She sat."]},
    {"sources": ["Same."], "targets": ["Same."]},
]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(pair) + "\n" for pair in PAIRS), encoding="utf-8")
    return path


def test_silver_data_training_sentences_page_and_plot(
    pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, sentences = tmp_path / "silver.jsonl", tmp_path / "train.jsonl"
    code = main(
        ["annotate", str(pairs), "--out", str(out), "--sentences", str(sentences), "--aligner",
         "exact", "--view", "1", "--html", str(tmp_path / "a.html"), "--plot",
         str(tmp_path / "a.png")]
    )  # fmt: skip
    assert code == 0
    printed = capsys.readouterr().out
    assert "physician → doctor" in printed
    assert "| SPLIT | 0 (0%) | 1 (50%) | 1 (33%) |" in printed
    silver = [json.loads(line) for line in out.read_text().splitlines()]
    assert silver[0]["source_labels"] == ["C", "R", "C", "C"]
    assert silver[0]["replacements"] == [{"source": [1], "target": [1], "words": "doctor"}]
    trained = [json.loads(line) for line in sentences.read_text().splitlines()]
    assert trained[0]["labels"]["operation"] == ["C", "R", "C", "C"]
    assert (tmp_path / "a.html").is_file()
    assert (tmp_path / "a.png").is_file()
    assert (tmp_path / "silver.jsonl.config.yaml").is_file()


def test_sentences_are_those_that_train_learns_from(tmp_path: Path) -> None:
    """One function leads from labelled pairs to labelled sentences, whoever asks for them."""
    from seqlab.tagger import read_sentences
    from seqlab.training import AlignmentSettings, CorpusSettings, TrainSettings, labelled_sentences

    pairs, sentences = tmp_path / "pairs.jsonl", tmp_path / "train.jsonl"
    aligned = ["align", "sample", "--out", str(pairs), "--level-pairs", "original"]
    assert main(aligned) == 0
    kinds = ["--kinds", "[identical,1-1,1-N]", "--aligner", "exact"]
    assert main(["annotate", str(pairs), "--sentences", str(sentences), *kinds]) == 0
    settings = TrainSettings(
        ("sample",), corpus=CorpusSettings(), alignment=AlignmentSettings("exact")
    )
    parts = labelled_sentences(settings, tmp_path / "cache")
    learned = [*parts.train, *parts.valid, *parts.test]
    key = str
    assert sorted(read_sentences(sentences), key=key) == sorted(learned, key=key)
    assert any("2.operation" in one.labels and "2.split" in one.labels for one in learned)


def test_kinds_and_limit_choose_pairs(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "silver.jsonl"
    arguments = ["annotate", str(pairs), "--out", str(out), "--aligner", "exact"]
    assert main([*arguments, "--kinds", "[1-1]"]) == 0
    assert len(out.read_text().splitlines()) == 1
    assert main([*arguments, "--limit", "2"]) == 0
    assert len(out.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "x.jsonl"], "give either a file of pairs to label or --gold FILE"),
        (["PAIRS", "--label-set", "bio"], "no label set 'bio'; known: copy-delete"),
        (["PAIRS", "--aligner", "giza"], "no aligner 'giza'; known: exact"),
        (["PAIRS", "--label-set", "phrase-iob", "--sentences", "x"], "needs --syntax"),
        (["nowhere.jsonl"], "nowhere.jsonl: no such file"),
    ],
)
def test_mistakes_are_one_line(
    pairs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    given = [str(pairs) if argument == "PAIRS" else argument for argument in arguments]
    assert main(["annotate", *given]) != 0
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_file_without_pairs_is_an_error_and_replaces_nothing(tmp_path: Path, capsys) -> None:
    (tmp_path / "pairs.jsonl").write_text("")
    (tmp_path / "out.jsonl").write_text("earlier")
    command = ["annotate", str(tmp_path / "pairs.jsonl"), "--out", str(tmp_path / "out.jsonl")]
    assert main([*command, "--aligner", "exact"]) == 1
    assert "holds no pairs" in capsys.readouterr().err
    assert (tmp_path / "out.jsonl").read_text() == "earlier"
    assert main([*command, "--aligner", "exact", "--workers", "-1"]) == 2


def test_what_is_read_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("They commenced work .\tThey began work .\n")
    (tmp_path / "same.tsv").symlink_to(pairs)
    for out in (pairs, tmp_path / "same.tsv"):
        assert main(["annotate", str(pairs), "--out", str(out), "--aligner", "exact"]) == 2
        assert "is also what is read (pairs)" in capsys.readouterr().err
    assert pairs.read_text().startswith("They commenced")
