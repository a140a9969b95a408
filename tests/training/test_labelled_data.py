"""Data of any stage become labelled sentences by the one chain."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seqlab.errors import DataError, UsageError
from seqlab.training import (
    AlignmentSettings,
    CorpusSettings,
    LabelSettings,
    SplitSentences,
    TrainSettings,
    labelled_sentences,
    parse_sources,
)

WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] * 5
QUICK = AlignmentSettings("exact")


def written(path: Path, *records: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def pairs(count: int = 6, **more: Any) -> list[dict[str, Any]]:
    texts = {"sources": "The big dog {} ran home.", "targets": "The dog {} ran home."}
    return [
        {side: [text.format(WORDS[number])] for side, text in texts.items()}
        | {"document": f"d{number}"}
        | more
        for number in range(count)
    ]


def sentences(tmp_path: Path, *data: str | Path, **settings: Any) -> SplitSentences:
    chosen = TrainSettings(tuple(map(str, data)), alignment=QUICK, **settings)
    return labelled_sentences(chosen, tmp_path / "cache")


def test_pairs_are_aligned_annotated_and_split_by_document(tmp_path: Path) -> None:
    parts = sentences(tmp_path, written(tmp_path / "p.jsonl", *pairs(10)))
    assert [len(part) for part in (parts.train, parts.valid, parts.test)] == [8, 1, 1]
    assert parts.test[0].labels["operation"] == ("C", "D", "C", "C", "C", "C", "C")
    assert set(parts.test[0].labels) == {"operation", "split"}
    documents = [{s.document for s in part} for part in (parts.train, parts.valid, parts.test)]
    assert not documents[0] & documents[1] | documents[1] & documents[2]


def test_labelled_sentences_are_taken_as_they_are(tmp_path: Path) -> None:
    record = {"tokens": ["a", "b"], "labels": {"kind": ["X", "Y"]}}
    data = [record | {"document": f"d{number}"} for number in range(4)]
    parts = sentences(tmp_path, written(tmp_path / "s.jsonl", *data))
    assert len(parts.train) == 2
    assert parts.train[0].labels == {"kind": ("X", "Y")}


def test_one_source_at_several_levels_gives_heads_by_level(tmp_path: Path) -> None:
    levelled = [pair for level in ("plain", "easy") for pair in pairs(4, levels=["source", level])]
    parts = sentences(tmp_path, written(tmp_path / "p.jsonl", *levelled))
    heads = {"plain.operation", "plain.split", "easy.operation", "easy.split"}
    assert set(parts.test[0].labels) == heads
    assert len(parts.train) == 2
    one = LabelSettings(levels="none", splits=False)
    parts = sentences(tmp_path, tmp_path / "p.jsonl", labels=one)
    assert set(parts.test[0].labels) == {"operation"}
    assert len(parts.train) == 4


def test_published_parts_are_kept(tmp_path: Path) -> None:
    row = {"document": "a", "part": "train", "source": "Ida commenced work.", "plain": "Ida began."}
    rows = [
        row | {"easy": "Ida worked.", "document": f"{part}{n}", "part": part, "id": f"{part}.{n}"}
        for part, count in (("train", 1), ("valid", 2), ("test", 3))
        for n in range(count)
    ]
    parts = sentences(tmp_path, written(tmp_path / "levels.jsonl", *rows))
    assert [len(part) for part in (parts.train, parts.valid, parts.test)] == [1, 2, 3]


def test_several_sources_are_joined_and_weighted(tmp_path: Path) -> None:
    first = written(tmp_path / "first.jsonl", *pairs(4))
    for part in ("train", "valid", "test"):
        known = [
            {
                "tokens": ["The", "big", "dog", WORDS[number], "ran", "home", "."],
                "labels": {"kind": ["X"] * 7},
                "document": f"d{number}",
            }
            for number in range(4)
        ]
        written(tmp_path / "more" / f"{part}.jsonl", *(known if part == "train" else []))
    parts = sentences(tmp_path, first, f"{tmp_path / 'more'}=0.5")
    joined = [s for s in parts.train if set(s.labels) == {"operation", "split", "kind"}]
    assert len(joined) == 2
    assert {s.weight for s in parts.train if set(s.labels) == {"kind"}} == {0.5}
    assert [source.weight for source in parse_sources(["a,b=0.5", "c=2"])] == [1.0, 0.5, 2.0]


def test_references_without_levels_become_shares(tmp_path: Path) -> None:
    both = [
        reference
        for pair in pairs(3)
        for reference in (pair, pair | {"targets": pair["sources"], "reference": 1})
    ]
    parts = sentences(tmp_path, written(tmp_path / "p.jsonl", *both))
    assert parts.train[0].soft["operation"][1] == {"C": 0.5, "D": 0.5}


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (pairs(1), "1 article: too few to split into train, valid and test"),
        (
            [p | {"targets": p["sources"]} for p in pairs(9)],
            "both sides of all 9 pairs are the same",
        ),
        (
            pairs(
                40,
                sources=["Der Ausschuss hat gestern nach langer Beratung das Gesetz beschlossen."],
                targets=["Gestern wurde das Gesetz beschlossen."],
            ),
            "this is not English",
        ),
        ([], "holds no sentences"),
    ],
    ids=["one article", "identical", "German", "empty"],
)
def test_data_that_teach_nothing_are_refused_in_a_line(
    tmp_path: Path, records: list[dict[str, Any]], said: str
) -> None:
    with pytest.raises(DataError, match=said) as raised:
        sentences(tmp_path, written(tmp_path / "p.jsonl", *records))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "record", [{"tokens": [1, 2], "labels": 3}, {"source_tokens": [1], "source_labels": "C"}]
)
def test_labels_that_cannot_be_read_are_named_by_line(
    tmp_path: Path, record: dict[str, Any]
) -> None:
    with pytest.raises(DataError, match=r"p\.jsonl, line 1: "):
        sentences(tmp_path, written(tmp_path / "p.jsonl", record))


def test_articles_at_one_level_are_refused(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / "mine").mkdir(exist_ok=True)
        (tmp_path / "mine" / f"{name}.0.txt").write_text("The big dog ran home.\n")
    with pytest.raises(DataError, match="no article exists at two levels, only at 0"):
        sentences(tmp_path, tmp_path / "mine")


def test_an_article_without_text_is_named(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        for level in (0, 1):
            (tmp_path / "mine").mkdir(exist_ok=True)
            (tmp_path / "mine" / f"{name}.{level}.txt").write_text("")
    with pytest.raises((DataError, UsageError), match=r"text|pairs|levels|empty"):
        sentences(tmp_path, tmp_path / "mine")


def test_kinds_that_the_data_lack_are_named(tmp_path: Path) -> None:
    data = written(tmp_path / "p.jsonl", *pairs(4))
    with pytest.raises(DataError, match=r"pairs of the kinds 1-1; corpus.kinds are 1-N"):
        sentences(tmp_path, data, corpus=CorpusSettings(kinds=("1-N",)))


def test_a_missing_path_names_the_corpora_that_ship(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="name of a corpus that ships: sample, public"):
        sentences(tmp_path, tmp_path / "none")
