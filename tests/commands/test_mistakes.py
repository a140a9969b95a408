"""Mistaken command lines: each ends in one line that says what is wrong, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seqlab.cli import main

# Written as typed; `A` is a text of one sentence, see `place`.
MISTAKES = """
simplfy A
simplify
simplify A --strenght 1
simplify A --strength nan
simplify A --strength abc
simplify A --model nowhere
simplify A --model A
simplify A --model not-a-model
simplify A --model newer
simplify A --model no-hashes
simplify A --model wrong-hashes
simplify A --model not-json
simplify folder
simplify folder --output folder
simplify folder --output folder/in
simplify folder --output A
simplify folder --output .
simplify folder --output new --workers -3
simplify folder --output new --timeout -1
simplify folder --output new --memory -2
simplify folder --output new --engine spark
simplify folder --output new --explain
simplify folder --output new --json
simplify folder --output new --edits pairs.tsv
simplify folder --output new --level hard
simplify folder --output new --operations spilt
simplify empty --output new --model nowhere
simplify nowhere --output new
simplify latin.txt
simplify no/such.txt
simplify nofile.docx
simplify loop
simplify A --out A
simplify A --device tpu
simplify A --device cuda:77
simplify A --threads 0
simplify A --decide magic
simplify A --language-model none.bin
simplify A --config broken.yaml
simplify A --config list.yaml
simplify A --config none.yaml
train sample
train nowhere new
train empty.jsonl new
train wrong.jsonl new
train A new
train empty new
train sample A
train sample A/new
train sample folder
train sample new --model.hidden 0
train sample new --model.hiden 3
train sample new --model.layers 9
train sample new --training.epochs 0
train sample new --training.learning_rate -1
train sample new --training.average 1
train sample new --training.start x
train sample new --start nowhere
train sample new --start newer
train sample new --alignment.aligner giza
train sample new --corpus.share 0
train sample new --corpus.documents -1
train sample new --labels.set bio
train sample new --labels.set phrase-iob
train sample new --judge.edits x
train sample new --judge.edits none.jsonl --judge.corpus none
train sample new --export.weights false
train sample new --export.precision int8 --export.pieces none.txt
train sample new --report-pairs -5
train --config train/nothing --out new
ablate
ablate nothing
ablate decoder --base nothing
ablate decoder --seeds [a]
ablate decoder --seeds []
ablate broken.yaml
tag nowhere A new
tag default none.txt new
export nowhere
export folder
annotate
annotate empty.jsonl
annotate wrong.jsonl
annotate A
annotate empty.jsonl --gold A
annotate pairs.tsv --out pairs.tsv
annotate pairs.tsv --aligner giza
annotate pairs.tsv --workers -1
align nowhere --out new
align empty --out new
align A --out new
align sample --out folder
evaluate nothing
evaluate A --test-set none
evaluate A --originals A --references empty.txt
corpora fly
corpora stats nowhere
corpora stats empty
lexical suggest
lexical sugest word
syntax none
compare a b
demo extra
"""
LINES = [line for line in MISTAKES.splitlines() if line]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files and folders that are good, empty and wrong."""
    folder = tmp_path_factory.mktemp("mistakes")
    texts = {
        "A": "They commenced the work in the old town today.\n",
        "empty.txt": "",
        "empty.jsonl": "",
        "wrong.jsonl": '{"tokens": [1, 2], "labels": 3}\n',
        "broken.yaml": "a: [b\n",
        "list.yaml": "- a\n",
        "pairs.tsv": "They commenced work .\tThey began work .\n",
        "folder/x.txt": "The old tower stands in the town.\n",
        "not-a-model/model.json": "[]",
        "newer/model.json": json.dumps({"format": "seqlab.model/9", "seqlab": "9.0"}),
        "no-hashes/model.json": json.dumps({"format": "seqlab.model/1"}),
        "wrong-hashes/model.json": json.dumps({"format": "seqlab.model/1", "files": 3}),
        "not-json/model.json": "\x00\x01",
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "empty").mkdir()
    (folder / "latin.txt").write_bytes(b"The caf\xe9 is open now.")
    (folder / "loop").symlink_to("loop")
    return folder


@pytest.mark.parametrize("line", LINES)
def test_a_mistake_is_one_line_that_says_so(
    line: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(place)
    before = _files(place)
    try:
        code: object = main(line.split())
    except SystemExit as ended:  # the parser of options ends the program itself
        code = ended.code
    error = capsys.readouterr().err
    assert code in (1, 2)
    last = error.strip().splitlines()[-1]
    assert last.startswith(f"seqlab {line.split()[0]}: error: ")
    assert "Traceback" not in error
    written = _files(place) - before
    # What a step of training found out about the data may stay in the cache.
    assert not {name for name in written if not name.startswith("runs/")}


def test_there_are_enough_mistakes() -> None:
    assert len(set(LINES)) == len(LINES) >= 70


def _files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() or path.is_symlink()
    }
