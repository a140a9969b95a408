"""`seqlab syntax --config syntax/scenes`: from UCCA passages to a scene model, in one command."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from seqlab.cli import main
from seqlab.files import data_folder
from seqlab.syntax.scenes.parser import UccaParser

HEAD = '<root passageID="{name}"><layer layerID="0">{words}</layer><layer layerID="1">{units}'
WORD = '<node ID="0.{n}" type="{kind}"><attributes paragraph="1" text="{text}"/></node>'
UNIT = '<node ID="{name}" type="FN"><attributes/>{edges}</node>'
EDGE = '<edge toID="{to}" type="{tag}"><attributes/><category tag="{tag}"/></edge>'


def passage(name: str, *sentences: str) -> bytes:
    """Sentences of `word/CATEGORY` as parallel scenes, each with the words as its units."""
    words, units, tops = [], [], []
    for number, sentence in enumerate(sentences):
        edges = []
        for token in sentence.split():
            text, _, tag = token.rpartition("/")
            place = len(words) + 1
            kind = "Punctuation" if tag == "U" else "Word"
            words.append(WORD.format(n=place, kind=kind, text=text))
            leaf = EDGE.format(to=f"0.{place}", tag="Terminal")
            units.append(UNIT.format(name=f"1.9{place}", edges=leaf))
            edges.append(EDGE.format(to=f"1.9{place}", tag=tag))
        units.append(UNIT.format(name=f"1.{number + 2}", edges="".join(edges)))
        tops.append(EDGE.format(to=f"1.{number + 2}", tag="H"))
    units.append(UNIT.format(name="1.1", edges="".join(tops)))
    head = HEAD.format(name=name, words="".join(words), units="".join(units))
    return f"{head}</layer></root>".encode()


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A data folder with three passages in the published shape, one for each part."""
    folder = tmp_path / "data"
    (folder / "ucca").mkdir(parents=True)
    content = passage("1", "He/A slept/P ./U", "She/A quickly/D ran/P home/A ./U")
    with tarfile.open(folder / "ucca" / "wiki.tar.xz", "w:xz") as archive:
        for name, part in (("1", "train"), ("2", "dev"), ("3", "test")):
            own = content.replace(b'passageID="1"', f'passageID="{name}"'.encode())
            member = tarfile.TarInfo(f"wiki/{name}.xml")
            member.size = len(own)
            archive.addfile(member, io.BytesIO(own))
            (folder / "ucca" / f"wiki.{part}.txt").write_text(f"{name}\n")
    return folder


def train(folder: Path, out: Path) -> int:
    """The command of the shipped configuration, one epoch long."""
    short = ["--training.epochs", "1", "--training.precision", "32"]
    places = ["--out", str(out), "--sources.folder", str(folder)]
    return main(["syntax", "--config", "syntax/scenes", *places, *short])


def test_the_configuration_trains_a_model_that_finds_scenes(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "model"
    assert train(corpus, out) == 0
    assert "best epoch 1" in capsys.readouterr().out
    card = (out / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "UCCA English Wiki 2.0" in card
    parser = UccaParser(out)
    [scenes] = parser.scenes([["He", "slept", "."]])
    assert len(scenes) == 1
    # And it is scored by the command that scores the one that ships.
    command = ["syntax", "evaluate-scenes", "--model-folder", str(out)]
    assert main([*command, "--sources.folder", str(corpus)]) == 0
    assert "| ucca |" in capsys.readouterr().out


def test_a_missing_corpus_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train(tmp_path / "nowhere", tmp_path / "model") == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "wiki" in error
    assert not (tmp_path / "model").exists()


@pytest.mark.slow
def test_the_published_passages_are_learned(tmp_path: Path) -> None:
    if not (data_folder() / "ucca").is_dir():
        pytest.skip("no UCCA-Wiki in $SEQLAB_DATA")
    assert train(data_folder(), tmp_path / "model") == 0
