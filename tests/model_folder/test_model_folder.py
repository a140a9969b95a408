"""A model folder says what it is made of, and refuses what it was not made as."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from seqlab import Simplifier
from seqlab.errors import DataError, DataWarning, UsageError
from seqlab.model_folder import DEFAULT_FOLDER, check_files, is_model, open_model, tagger_folder


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the shipped model."""
    return Path(shutil.copytree(DEFAULT_FOLDER, tmp_path / "model"))


def changed(folder: Path, **values: object) -> Path:
    file = folder / "model.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | values))
    return folder


def test_the_shipped_model_is_as_it_was_written() -> None:
    check_files(DEFAULT_FOLDER)
    model = open_model("default")
    assert model.syntax == "embedded"
    assert model.content["components"]["tagger"]["heads"]
    assert tagger_folder("default") == DEFAULT_FOLDER / "tagger"


def test_a_tagger_alone_is_no_model_but_is_a_tagger() -> None:
    folder = DEFAULT_FOLDER / "tagger"
    assert not is_model(folder)
    assert tagger_folder(folder) == folder


def test_altered_decisions_are_refused(copy: Path) -> None:
    (copy / "decisions.json").write_text("{}")
    with pytest.raises(DataError, match=r"decisions.json: altered: its SHA-256 is not that in"):
        Simplifier.load(copy)


def test_altered_settings_are_refused(copy: Path) -> None:
    (copy / "settings.yaml").write_text("data: other\n")
    with pytest.raises(DataError, match=r"settings.yaml: altered"):
        open_model(copy)


def test_another_version_says_what_to_do(copy: Path) -> None:
    changed(copy, format="seqlab.model/9", seqlab="7.0")
    with pytest.raises(DataError, match=r"made by SeqLab 7.0; this SeqLab reads seqlab.model/1"):
        open_model(copy)


def test_the_old_layout_says_what_changed(copy: Path) -> None:
    (copy / "model.json").rename(copy / "simplifier.json")
    with pytest.raises(UsageError, match=r"operations/ has become tagger/; train it again"):
        Simplifier.load(copy)


def test_another_shipped_part_is_a_warning(copy: Path) -> None:
    components = json.loads((copy / "model.json").read_text())["components"]
    components["lexical"]["sha256"] = "0" * 64
    changed(copy, components=components)
    with pytest.warns(DataWarning, match="another version of the lexical part"):
        open_model(copy)


@pytest.mark.parametrize("key", ["files", "components", "levels", "provenance", "format"])
@pytest.mark.parametrize("value", [3, None, [], {}, "x"], ids=str)
def test_a_wrong_description_is_no_traceback(copy: Path, key: str, value: object) -> None:
    changed(copy, **{key: value})
    with suppress(DataError, UsageError):
        open_model(copy)


def test_no_folder_and_no_model_are_one_line(tmp_path: Path) -> None:
    for path, said in ((tmp_path / "none", "no model folder"), (tmp_path, "has no model.json")):
        with pytest.raises(UsageError, match=said):
            Simplifier.load(path)
