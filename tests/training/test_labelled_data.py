"""Whatever stage the data is at, training gets labelled sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seqlab.errors import DataError, UsageError
from seqlab.tagger import LabelledSentence
from seqlab.training import (
    SilverOptions,
    published_parts,
    silver_sentences,
    split_by_document,
)

ROOT = Path(__file__).resolve().parents[2]
PAIR = {"sources": ["The big dog ran home."], "targets": ["The dog ran home."], "document": "d"}


def written(path: Path, *records: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_labelled_sentences_are_taken_as_they_are(tmp_path: Path) -> None:
    record = {"tokens": ["a", "b"], "labels": {"x": ["P", "Q"]}}
    assert silver_sentences(written(tmp_path / "s.jsonl", record)) == [
        LabelledSentence(("a", "b"), {"x": ("P", "Q")})
    ]


def test_pairs_are_annotated(tmp_path: Path) -> None:
    (found,) = silver_sentences(written(tmp_path / "p.jsonl", PAIR))
    assert found.tokens == ("The", "big", "dog", "ran", "home", ".")
    assert found.labels["operation"] == ("C", "D", "C", "C", "C", "C")
    assert found.document == "d"


def test_labelled_pairs_become_sentences_of_their_source(tmp_path: Path) -> None:
    record = {
        "source_tokens": ["a", "b"],
        "target_tokens": ["a"],
        "links": "0-0",
        "source_labels": ["C", "D"],
        "target_labels": ["C"],
        "source_tags": ["DT", "NN"],
        "document": "d",
    }
    (found,) = silver_sentences(written(tmp_path / "l.jsonl", record))
    assert found.labels["operation"] == ("C", "D")
    assert found.features["tag"] == ("DT", "NN")


def test_a_corpus_goes_through_all_stages() -> None:
    found = silver_sentences(ROOT / "corpora" / "sample")
    assert len(found) > 300
    assert {label for s in found for label in s.labels["operation"]} == {"C", "D", "R"}
    parts = split_by_document(found)
    documents = [{s.document for s in part} for part in (parts.train, parts.valid, parts.test)]
    assert all(documents)
    assert not documents[0] & documents[1]
    assert not documents[0] & documents[2]
    assert not documents[1] & documents[2]


def test_several_references_of_a_source_become_soft_labels(tmp_path: Path) -> None:
    other = {**PAIR, "targets": ["The big dog ran home quickly."], "reference": 1}
    path = written(tmp_path / "p.jsonl", PAIR, other)
    (merged,) = silver_sentences(path)
    assert merged.soft["operation"][1] == {"C": 0.5, "D": 0.5}
    assert len(silver_sentences(path, SilverOptions(soft_references=False))) == 2


def test_data_without_a_usable_pair_or_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no pairs of the kinds 1-N"):
        silver_sentences(written(tmp_path / "p.jsonl", PAIR), SilverOptions(kinds=("1-N",)))
    with pytest.raises(DataError, match="no such file"):
        silver_sentences(tmp_path / "none.jsonl")
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(DataError, match="holds no sentences"):
        silver_sentences(tmp_path / "empty.jsonl")


def test_a_corpus_with_published_parts_keeps_them_and_joins_its_levels(tmp_path: Path) -> None:
    row = {
        "id": "a.0",
        "document": "a",
        "genre": "news",
        "part": "train",
        "source": "Ida commenced work.",
        "plain": "Ida started work.",
        "easy": "Ida worked.",
    }
    rows = [row, row | {"id": "b.0", "document": "b", "part": "test"}]
    data = written(tmp_path / "levels.jsonl", *rows)
    labels = {"split.insert": ["-", "-", "-", "."]}
    tokens = ["Ida", "commenced", "work", "."]
    for part in ("train", "valid", "test"):
        folder = tmp_path / "extra"
        folder.mkdir(exist_ok=True)
        extra = {"tokens": tokens, "labels": labels, "document": "a"}
        written(folder / f"{part}.jsonl", *([extra] if part == "train" else []))
    options = SilverOptions(
        aligner="exact", kept=str(tmp_path / "kept"), extra=(str(tmp_path / "extra"),)
    )
    parts = published_parts(data, options)
    assert parts is not None
    assert [len(part) for part in (parts.train, parts.valid, parts.test)] == [1, 0, 1]
    (sentence,) = parts.train
    assert set(sentence.labels) == {
        "plain.operation",
        "plain.split",
        "easy.operation",
        "easy.split",
        "split.insert",
    }
    assert "split.insert" not in parts.test[0].labels
    assert (tmp_path / "kept" / "train.jsonl").is_file()
    data.write_text(data.read_text().replace("commenced", "began"))
    assert published_parts(data, options) == parts


def test_other_data_have_no_published_parts(tmp_path: Path) -> None:
    assert published_parts(written(tmp_path / "p.jsonl", PAIR)) is None
