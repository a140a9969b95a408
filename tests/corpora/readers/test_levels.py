"""The corpora of one careful editor: `levels`, `splits`, and the medical pairs beside them."""

import gzip
import json

import pytest

from corpora import ReadOptions, open_corpus
from seqlab.errors import DataError, DataWarning

ROW = {
    "id": "a.0",
    "document": "a",
    "genre": "news",
    "part": "train",
    "source": "He commenced work, which was hard.",
    "plain": "He started work. It was hard.",
    "easy": "He started work. It was hard.",
}


def write(path, rows):
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
    return path


def test_each_row_gives_a_pair_per_level(tmp_path):
    write(tmp_path / "levels.jsonl.gz", [ROW])
    corpus = open_corpus(tmp_path)
    assert corpus.format == "levels"
    plain, easy = corpus.pairs()
    assert plain.levels == ("source", "plain")
    assert easy.levels == ("source", "easy")
    assert plain.targets == ("He started work.", "It was hard.")
    assert (plain.id, plain.document, plain.genre) == ("a.0", "a", "news")


def test_published_parts_are_honoured_and_quotations_left_out(tmp_path):
    rows = [
        ROW,
        {**ROW, "id": "b.0", "part": "test"},
        {**ROW, "id": "a.1", "quoted": True},
    ]
    file = write(tmp_path / "levels.jsonl.gz", rows)
    by_part = {
        part: {pair.id for pair in open_corpus(file, options=ReadOptions(part=part)).pairs()}
        for part in ("train", "valid", "test")
    }
    assert by_part == {"train": {"a.0"}, "valid": set(), "test": {"b.0"}}


def test_bad_rows_are_named(tmp_path):
    rows = [ROW, {**ROW, "easy": " "}, {**ROW, "part": "other"}]
    file = write(tmp_path / "levels.jsonl.gz", rows)
    with pytest.warns(DataWarning, match=r"line 2: .*'easy'"):
        assert len(list(open_corpus(file).pairs())) == 2
    with pytest.raises(DataError, match="line 2"):
        list(open_corpus(file, options=ReadOptions(strict=True)).pairs())


def test_splits(tmp_path):
    row = {
        "sentence": "a.0",
        "document": "a",
        "part": "valid",
        "genre": "news",
        "source": "He came, and she left.",
        "split": "He came. And she left.",
    }
    write(tmp_path / "splits.jsonl.gz", [row])
    corpus = open_corpus(tmp_path)
    assert corpus.format == "splits"
    (pair,) = corpus.pairs()
    assert (pair.id, pair.levels, len(pair.targets)) == ("a.0", ("source", "split"), 2)


def test_no_file_of_the_corpus(tmp_path):
    with pytest.raises(DataError, match=r"no levels\.jsonl"):
        list(open_corpus(tmp_path, "levels").pairs())


def test_corpora_here(data_dir):
    names = ("levels", "splits", "medical")
    for name in names:
        if not (data_dir / name).is_dir():
            pytest.skip(f"no {name} in {data_dir}")
        assert open_corpus(data_dir / name).format == name
    assert len(list(open_corpus(data_dir / "medical").pairs())) == 2267
    parts = {
        part: {
            pair.document
            for pair in open_corpus(
                data_dir / "levels", options=ReadOptions(part=part, split_sentences=False)
            ).pairs()
        }
        for part in ("train", "valid", "test")
    }
    assert not parts["train"] & parts["test"]
    assert not parts["train"] & parts["valid"]
