"""A damaged model folder is one clear error, and no file of it can run code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from seqlab.errors import DataError
from seqlab.tagger import Tagger
from seqlab.tagger.folder.hashes import write_sums


@pytest.fixture
def copy(trained: Path, tmp_path: Path) -> Path:
    shutil.copytree(trained, tmp_path / "copy")
    return tmp_path / "copy"


FILES = ["weights.safetensors", "config.json", "vocab/words.txt", "vocab/labels-parity.txt"]


@pytest.mark.parametrize("name", FILES)
def test_a_truncated_file_is_named(copy: Path, name: str) -> None:
    content = (copy / name).read_bytes()
    (copy / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(DataError, match=rf"{name}: truncated or altered"):
        Tagger.load(copy)


@pytest.mark.parametrize("name", [*FILES, "SHA256SUMS"])
def test_a_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(DataError, match=name):
        Tagger.load(copy)


def test_an_altered_file_with_matching_hashes_is_still_an_error(copy: Path) -> None:
    for spoil, reason in [
        (lambda config: config["model"].update(hidden=7), "does not fit the model"),
        (lambda config: config["model"].update(unheard_of=1), "does not describe a model"),
        (lambda config: config.update(components=["quantum.v9"]), "component this version lacks"),
        (lambda config: config.update(format="other"), "not a model of format"),
    ]:
        original = (copy / "config.json").read_text()
        config = json.loads(original)
        spoil(config)
        (copy / "config.json").write_text(json.dumps(config))
        write_sums(copy)
        with pytest.raises(DataError, match=reason):
            Tagger.load(copy, engine="torch")
        (copy / "config.json").write_text(original)


def test_a_pickle_in_place_of_the_weights_is_not_opened(copy: Path) -> None:
    import pickle

    class Harm:
        def __reduce__(self) -> tuple[object, ...]:
            return (Path.touch, (copy / "harm",))

    (copy / "weights.safetensors").write_bytes(pickle.dumps(Harm()))
    write_sums(copy)
    with pytest.raises(DataError, match="does not fit the model"):
        Tagger.load(copy, engine="torch")
    assert not (copy / "harm").exists()


def test_the_hashes_can_lead_to_no_file_outside(copy: Path) -> None:
    (copy / "SHA256SUMS").write_text("0" * 64 + "  ../../etc/passwd\n")
    with pytest.raises(DataError, match="not a hash and a file"):
        Tagger.load(copy)


def test_a_folder_that_is_no_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not a model folder"):
        Tagger.load(tmp_path)
    with pytest.raises(DataError, match="no such model folder"):
        Tagger.load(tmp_path / "none")


def test_a_model_does_not_say_where_its_vectors_lay(tmp_path: Path) -> None:
    import dataclasses

    from labelling_tasks import SMALL, synthetic

    from seqlab.tagger.folder.folder import save_model
    from seqlab.tagger.network.model import new_model

    (tmp_path / "v.txt").write_text("1 24\nbb " + " ".join("1" * 24) + "\n")
    options = dataclasses.replace(SMALL, word_vectors=str(tmp_path / "v.txt"))
    save_model(new_model(options, synthetic(5)), tmp_path / "m")
    assert (
        json.loads((tmp_path / "m" / "config.json").read_text())["model"]["word_vectors"] == "v.txt"
    )
