"""From the sample corpus to a model folder that every command takes; stopped, it goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from seqlab import Simplifier
from seqlab.cli import main
from seqlab.errors import UsageError
from seqlab.model_folder import check_files, open_model
from seqlab.tagger import HeadOptions, ModelOptions, Tagger, TrainingOptions
from seqlab.tagger.folder.folder import load_model
from seqlab.training import (
    AlignmentSettings,
    CorpusSettings,
    LexicalSettings,
    Report,
    TrainSettings,
    report_text,
    train_model,
)

TEXT = "The committee, which was set up in 1998, subsequently approved the new law."
TINY = TrainSettings(
    data=("sample",),
    corpus=CorpusSettings(documents=6),
    alignment=AlignmentSettings("light", {"paraphrases": "none"}),
    model=ModelOptions(
        word_dim=16, char_filters=8, hidden=16, head=HeadOptions("softmax", "sqrt", thresholds=True)
    ),
    training=TrainingOptions(epochs=2, batch_size=32, learning_rate=0.01, accelerator="cpu"),
    lexical=LexicalSettings(own="never"),
)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("train")


@pytest.fixture(scope="module")
def trained(work: Path) -> tuple[Path, Report]:
    return work / "mine", train_model(TINY, work / "mine", work / "cache", report_pairs=3)


def test_the_folder_is_complete(trained: tuple[Path, Report]) -> None:
    folder, _ = trained
    check_files(folder)
    names = {path.name for path in folder.iterdir()}
    files = {"model.json", "decisions.json", "settings.yaml", "MODEL_CARD.md", "tagger"}
    assert names >= {*files, "report.md", "report.html"}
    model = open_model(folder)
    assert model.levels == ("1", "2", "3")
    assert model.content["components"]["lexical"]["name"] == "default"
    steps = [step["stage"] for step in model.content["provenance"]["steps"]]
    assert steps[:4] == ["pairs", "links", "annotation", "sentences"]
    assert set(model.content["files"]) >= {"decisions.json", "settings.yaml", "tagger/config.json"}


def test_it_simplifies_at_its_levels_in_both_ways(trained: tuple[Path, Report]) -> None:
    simplifier = Simplifier.load(trained[0])
    assert simplifier.levels == ("1", "2", "3")
    for decide in ("edits", "labels"):
        assert simplifier.simplify_sentences([TEXT], level="2", decide=decide)[0].strip()


def test_the_report_has_labels_texts_and_examples(trained: tuple[Path, Report]) -> None:
    folder, report = trained
    text = report_text(report)
    assert "1.operation on" in text
    systems = {score.system for score in report.texts}
    assert systems == {
        "unchanged",
        "the model that ships",
        "this model, decide: edits",
        "this model, decide: labels",
    }
    assert report.examples
    page = (folder / "report.html").read_text()
    assert "decide: labels" in page
    assert "http://" not in page
    assert "https://" not in page


def test_the_second_time_nothing_is_trained(
    trained: tuple[Path, Report], work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train_model(TINY, work / "again", work / "cache", report_pairs=0)
    assert "train the tagger: done before" in capsys.readouterr().err
    weights = [folder / "tagger" / "SHA256SUMS" for folder in (trained[0], work / "again")]
    assert weights[0].read_text() == weights[1].read_text()


def test_a_killed_training_ends_in_the_same_weights(
    trained: tuple[Path, Report], work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seqlab.tagger.training import callbacks

    class Killed(Exception):
        pass

    def die(self: object, trainer: object, module: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(callbacks.EpochLines, "on_train_epoch_end", die)
        with pytest.raises(Killed):
            train_model(TINY, work / "killed", work / "other", report_pairs=0)
    train_model(TINY, work / "killed", work / "other", report_pairs=0)
    first, second = (
        load_model(folder / "tagger").state_dict() for folder in (trained[0], work / "killed")
    )
    assert all(bool((first[name] == second[name]).all()) for name in first)


def test_a_model_goes_on_from_another(trained: tuple[Path, Report], work: Path) -> None:
    rows = [
        {
            "sources": [f"The physician commenced work number {n} at the quixotic clinic."],
            "targets": [f"The doctor started work number {n} at the quixotic clinic."],
            "document": f"d{n}",
        }
        for n in range(12)
    ]
    data = work / "mine.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    settings = replace(TINY, data=(str(data),), start=str(trained[0]), model=TrainSettings().model)
    report = train_model(settings, work / "started", work / "cache", report_pairs=2)
    before, after = (Tagger.load(folder / "tagger") for folder in (trained[0], work / "started"))
    # Pairs without a level teach the first level of the model; what it knew is still there.
    assert set(after.heads) == set(before.heads)
    assert "quixotic" in after.model.forms.words
    assert "quixotic" not in before.model.forms.words
    assert open_model(work / "started").levels == ("1", "2", "3")
    (table,) = [table for table in report.labels if table.head == "1.operation"]
    assert table.before is not None


def test_commands_take_the_folder(
    trained: tuple[Path, Report], work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(trained[0])
    (work / "text.txt").write_text(TEXT + "\n")
    assert main(["tag", folder, str(work / "text.txt"), str(work / "labels.jsonl")]) == 0
    (line,) = (work / "labels.jsonl").read_text().splitlines()
    assert "1.operation" in json.loads(line)["labels"]
    references = ["--originals", str(work / "text.txt"), "--references", str(work / "text.txt")]
    assert main(["evaluate", f"mine={folder}", *references, "--metrics", "fkgl"]) == 0
    assert "mine" in capsys.readouterr().out


def test_wrong_starts_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = [str(tmp_path / "out"), "--cache", str(tmp_path / "cache")]
    assert main(["train", "sample", *out, "--start", str(tmp_path / "none")]) == 2
    assert "no model folder" in capsys.readouterr().err


def test_a_place_for_the_model_is_looked_at_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    cache = ["--cache", str(tmp_path / "cache")]
    for place in ("file", "file/out"):
        assert main(["train", "sample", str(tmp_path / place), *cache]) == 2
        assert "name another place for the model" in capsys.readouterr().err
    numbers = [("--report-pairs", "-1"), ("--corpus.documents", "-1")]
    for option, value in numbers:
        assert main(["train", "sample", str(tmp_path / "out"), *cache, option, value]) == 2
        assert "must be 0 or more (got -1)" in capsys.readouterr().err
    assert not (tmp_path / "cache").exists()


def test_a_folder_of_other_things_is_not_written_into(tmp_path: Path) -> None:
    """`train sample seqlab` in a clone must not remove seqlab/tagger."""
    mine = tmp_path / "code" / "tagger" / "mine.py"
    mine.parent.mkdir(parents=True)
    mine.write_text("")
    (tmp_path / "code" / "notes.txt").write_text("")
    with pytest.raises(UsageError, match=r"holds notes\.txt, which is no part of a model"):
        train_model(TINY, tmp_path / "code", tmp_path / "cache")
    assert mine.exists()
