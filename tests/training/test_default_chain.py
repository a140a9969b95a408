"""The chain of the model that ships: judge of edits, judge of splits, export, card, in one run."""

from __future__ import annotations

import gzip
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cut_data import cut_data, write_rows

from corpora import corpus_path
from seqlab import Simplifier
from seqlab.cli import main
from seqlab.errors import DataError, UsageError
from seqlab.files import read_jsonl
from seqlab.model_folder import check_files, open_model
from seqlab.tagger import HeadOptions, ModelOptions, TrainingOptions
from seqlab.training import (
    AlignmentSettings,
    CardSettings,
    ExportSettings,
    JudgeSettings,
    LexicalSettings,
    SplitSettings,
    TrainSettings,
    chain,
    train_model,
)
from seqlab.training.chain import reader_node

TEXT = "The committee, which was set up in 1998, subsequently approved the new law."
ROOT = Path(__file__).resolve().parents[2]


def judged_edits(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Edits of sentences: a word deleted is wrong, a word that the editor dropped is right."""
    edits = []
    for row in rows:
        for word in row["source"].split()[1:6]:
            start = row["source"].index(f" {word}") + 1
            edit = {name: row[name] for name in ("document", "part", "source")}
            edit |= {"start": start, "end": start + len(word), "new": "", "operation": "delete"}
            dropped = word not in row["plain"]
            edits.append(edit | {"verdict": "y" if dropped else "m"})
    return edits


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    rows = [row for _, row in read_jsonl(corpus_path("public") / "levels.jsonl.gz")]
    chosen = [row for part in ("train", "valid", "test") for row in rows if row["part"] == part]
    chosen = random.Random(1).sample(chosen, 160)
    write_rows(folder / "levels" / "levels.jsonl.gz", chosen)
    documents = sorted({row["document"] for row in chosen})
    judged = set(documents[::2])
    edits = judged_edits([row for row in chosen if row["document"] in judged])
    write_rows(folder / "edits" / "edits.jsonl.gz", edits)
    easy = [
        {"source": edit["source"], "document": edit["document"], "edits": [_short(edit)]}
        for edit in edits
        if edit["part"] == "train"
    ]
    write_rows(folder / "easy.jsonl", easy)
    made = [{**row, "easy": row["edits"]} for row in easy[::2]]
    write_rows(folder / "wanted.jsonl", made)
    write_rows(folder / "taken.jsonl", made[::2])
    split = [
        {
            "source": f"{name} opened the {what}, and she read the {other} there.",
            "split": f"{name} opened the {what}. She read the {other} there.",
            "document": f"{name}-{what}",
            "part": "valid" if (name, what) == ("Mia", "door") else "train",
        }
        for name in ("Ann", "Eve", "Mia")
        for what in ("door", "book", "letter")
        for other in ("news", "notes")
    ]
    write_rows(folder / "splits" / "splits.jsonl.gz", split[::2])
    write_rows(folder / "unseen.jsonl", [{**row, "part": "train"} for row in split[1::2]])
    return folder


def _short(edit: dict[str, Any]) -> list[Any]:
    return [edit["start"], edit["end"], "", edit["verdict"]]


@pytest.fixture(scope="module")
def settings(data: Path) -> TrainSettings:
    return TrainSettings(
        data=(str(data / "levels"), str(data / "splits")),
        alignment=AlignmentSettings("exact"),
        model=ModelOptions(
            word_dim=16, char_filters=8, hidden=16, head=HeadOptions(thresholds=True)
        ),
        training=TrainingOptions(epochs=1, batch_size=32, learning_rate=0.01, accelerator="cpu"),
        lexical=LexicalSettings(own="never"),
        splits=SplitSettings(epochs=1, unseen=str(data / "unseen.jsonl")),
        judge=JudgeSettings(
            str(data / "edits"),
            str(data / "levels"),
            easy=str(data / "easy.jsonl"),
            wanted=str(data / "wanted.jsonl"),
            taken=str(data / "taken.jsonl"),
            reader=1,
            trees=5,
        ),
        export=ExportSettings(precision="int8", weights=False),
        card=CardSettings("Mine", "CC0", ("Written for a test.",)),
    )


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def model(settings: TrainSettings, cache: Path) -> Path:
    train_model(settings, cache / "mine", cache, report_pairs=0)
    return cache / "mine"


def test_the_model_has_its_own_judge_and_an_exported_tagger(model: Path) -> None:
    check_files(model)
    opened = open_model(model)
    assert opened.judge == model / "judge"
    assert opened.content["components"]["judge"] == {"folder": "judge"}
    assert {path.name for path in (model / "judge").iterdir()} >= {
        "judge.json", "forests.safetensors", "inventory.tsv.gz", "words.tsv.gz", "reader.json",
    }  # fmt: skip
    tagger = {path.name for path in (model / "tagger").iterdir()}
    assert "model.onnx" in tagger
    assert not tagger & {"weights.safetensors", "training_log.csv", "training_curve.png"}
    assert opened.content["components"]["splits"] == {"folder": "splits"}
    simplifier = Simplifier.load(model)
    assert simplifier.split_writer is not None
    assert any(step.startswith("i:.") for step in simplifier.split_writer.steps)
    assert simplifier.judge.reader is not None
    assert {"delete", "easy"} <= set(simplifier.judge.reader.weights)
    assert "easy.acceptable" in simplifier.judge.forests
    assert simplifier.simplify(TEXT, 1.0).strip()


def test_the_card_says_what_was_counted_and_what_was_told(model: Path) -> None:
    card = (model / "MODEL_CARD.md").read_text()
    assert card.startswith("# Mine\n")
    for told in ("CC0", "Written for a test.", "int8", "phrases of", "reads edits"):
        assert told in card
    judge = open_model(model).content["provenance"]["judge"]
    assert judge["splits"] == 0
    assert judge["easy"] > 0
    assert judge["train_edits"] > 0
    assert 0 <= judge["reader"]["delete"]["both"] <= 1
    # Too few edits would be made for trees of their own.
    assert judge["last_word"] == {}


def test_splits_that_no_label_proposes_again_are_one_line(
    settings: TrainSettings, cache: Path, tmp_path: Path
) -> None:
    row = {"source": "They came and we left.", "document": "d", "regions": [], "verdict": "y"}
    file = write_rows(tmp_path / "splits.jsonl", [row])
    judge = replace(settings.judge, splits=str(file))
    with pytest.raises(DataError, match=r"0 judged splits of new documents .* leave judge.splits"):
        train_model(replace(settings, judge=judge), tmp_path / "out", cache)


def test_a_model_that_goes_on_keeps_the_judge(settings: TrainSettings, model: Path) -> None:
    started = replace(settings, start=str(model), judge=JudgeSettings(), export=ExportSettings())
    started = replace(started, model=TrainSettings().model)
    out = model.parent / "started"
    train_model(started, out, model.parent, report_pairs=0)
    for name in ("judge.json", "forests.safetensors"):
        assert (out / "judge" / name).read_bytes() == (model / "judge" / name).read_bytes()


def test_without_edits_the_judge_is_the_one_that_ships(settings: TrainSettings) -> None:
    nodes = chain(replace(settings, judge=JudgeSettings())).nodes().values()
    assert not {"judge"} & {node.stage for node in nodes}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"judge": JudgeSettings("none/edits.jsonl", "none")}, "none/edits.jsonl: no such file"),
        ({"export": ExportSettings("none.txt", precision="int8")}, "check export.pieces"),
    ],
)
def test_what_is_missing_is_said_before_training(
    settings: TrainSettings, tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        train_model(replace(settings, **change), tmp_path / "out", tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"verdict": "yes"}, "line 1: no verdict y, s, m or g"),
        ({"document": None}, "line 1: no field 'document'"),
        ({"part": "train"}, "no edits of the part 'valid'"),
    ],
)
def test_wrong_edits_are_one_line(
    settings: TrainSettings, tmp_path: Path, row: dict[str, Any], message: str
) -> None:
    good = {"document": "d", "part": "valid", "source": "A b.", "operation": "delete"}
    file = write_rows(tmp_path / "edits.jsonl", [good | {"verdict": "y"} | row])
    judge = JudgeSettings(str(file), settings.judge.corpus)
    with pytest.raises(DataError, match=message):
        train_model(replace(settings, judge=judge), tmp_path / "out", tmp_path / "cache")


def test_settings_that_cannot_be_are_one_line() -> None:
    with pytest.raises(UsageError, match=r"needs judge\.corpus"):
        JudgeSettings("edits")
    with pytest.raises(UsageError, match=r"judge\.wanted needs judge\.reader"):
        JudgeSettings("edits", "levels", wanted="wanted.jsonl")
    with pytest.raises(UsageError, match=r"judge\.trees must be 1"):
        JudgeSettings(trees=0)
    with pytest.raises(UsageError, match=r"need export\.precision"):
        ExportSettings(weights=False)


def test_the_reader_has_no_heads_of_the_tagger() -> None:
    heads = {"plain.operation": HeadOptions(loss_weight=2.0)}
    judge = JudgeSettings("edits", "levels", reader=1, reader_layer=4, adapters=1)
    export = ExportSettings(precision="int8")
    settings = TrainSettings(model=ModelOptions(heads=heads), judge=judge, export=export)
    adapted = reader_node(settings, 1)
    exported = adapted.inputs["reader"]
    model = exported.inputs["tagger"].settings["model"]
    assert [adapted.stage, exported.stage] == ["adapted", "export"]
    assert (model["heads"], model["encoder_layer"]) == ({}, 4)


@pytest.mark.slow  # trains the encoder, twice, on a few hundred sentences
def test_the_default_configuration_runs_through(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_data(data_dir, tmp_path / "cut", 12)
    monkeypatch.setenv("SEQLAB_DATA", str(tmp_path / "cut"))
    monkeypatch.chdir(ROOT)
    out = tmp_path / "default"
    quick = ["--training.epochs", "1", "--judge.trees", "20", "--export.least", "1"]
    # The verdicts that ship name sentences of the whole corpora.
    quick += ["--judge.more", "", "--judge.splits", "", "--judge.easy", "", "--judge.reader", "1"]
    quick += ["--judge.wanted", "", "--judge.taken", "", "--judge.adapters", "2"]
    quick += ["--splits.epochs", "1", "--splits.unseen", ""]
    sources = [str(tmp_path / "cut" / name) for name in ("levels", "splits")]
    quick += ["--data", f"[{','.join(sources)}]"]
    text = ["--export.pieces", str(tmp_path / "cut" / "wikipedia" / "text.txt")]
    places = ["--out", str(out), "--cache", str(tmp_path / "cache")]
    assert main(["train", "--config", "train/default", *quick, *text, *places]) == 0
    check_files(out)
    config = json.loads((out / "tagger" / "config.json").read_text())
    assert config["onnx"]["precision"] == "int8"
    pieces = json.loads((out / "tagger" / "encoder" / "tokenizer.json").read_text())
    assert 1000 < len(pieces["model"]["vocab"]) < 20_000
    assert open_model(out).levels == ("plain", "easy")
    assert Simplifier.load(out).simplify(TEXT, 1.0).strip()
    with gzip.open(tmp_path / "cut" / "levels" / "levels.jsonl.gz", "rt") as handle:
        quoted = json.loads(handle.readline())["source"]
    # What ships must not quote the data.
    assert quoted not in (out / "report.md").read_text()
