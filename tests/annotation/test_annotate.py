"""From pairs to silver labels: records, files, label sets and the semi-oracle."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from corpora import Pair
from seqlab.alignment import load_aligner
from seqlab.annotation import (
    LABEL_SETS,
    LabelledPair,
    OperationCounts,
    annotate_pairs,
    read_any_pairs,
    read_labelled,
    semi_oracle,
    soft_sentences,
    source_labels,
    training_sentences,
    write_labelled,
)
from seqlab.errors import DataError, UsageError
from seqlab.syntax import Analysis, Tree

PAIRS = [
    Pair(
        ("Hershey left no heirs when he died in 1945, giving to charity most of his fortune.",),
        ("Hershey died in 1945 and gave most of his fortune to charity.",),
        corpus="example",
        document="hershey",
        levels=("0", "1"),
    ),
    Pair(("He ran, and she sat.",), ("He ran.", "She sat.")),
    Pair(("",), ("",)),
]


class FlatSyntax:
    """Every word a noun under one node: enough to see that analyses reach the right side."""

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        for words in sentences:
            tags = ("NN",) * len(words)
            tree = Tree.flat(words, tags)
            yield Analysis(tuple(words), tags, tuple(words), ("O",) * len(words), tree)


@pytest.fixture
def labelled() -> list[LabelledPair]:
    return list(annotate_pairs(PAIRS, load_aligner("exact")))


def test_a_pair_keeps_where_it_came_from(labelled: list[LabelledPair]) -> None:
    first = labelled[0]
    assert (first.corpus, first.document, first.levels) == ("example", "hershey", ("0", "1"))
    assert first.operations[:4] == ("DELETE", "REPLACE", "ADD", "REORDER")
    assert "SPLIT" in labelled[1].operations
    assert labelled[2].operations == ("IDENTICAL",)


def test_replacements_name_the_words_that_come_in(labelled: list[LabelledPair]) -> None:
    assert labelled[0].to_json()["replacements"] == [
        {"source": [10], "target": [5], "words": "gave"}
    ]


def test_a_replaced_phrase_is_one_replacement() -> None:
    pair = LabelledPair(
        source_tokens=("he", "put", "up", "with", "it"),
        target_tokens=("he", "endured", "it"),
        links=((0, 0), (1, 1), (2, 1), (3, 1), (4, 2)),
        source_labels=("C", "R", "R", "R", "C"),
        target_labels=("C", "C", "C"),
    )
    assert pair.replacements == [((1, 2, 3), (1,))]
    assert semi_oracle(pair) == ["he", "endured", "it"]


def test_syntax_adds_tags_and_phrase_labels_side_by_side() -> None:
    pairs = list(annotate_pairs(PAIRS, load_aligner("exact"), FlatSyntax(), batch_size=2))
    for pair in pairs:
        assert pair.source_tags == ("NN",) * len(pair.source_tokens)
        assert pair.target_phrases is not None
        assert len(pair.target_phrases) == len(pair.target_tokens)
    assert source_labels(pairs[0], "phrase-iob")["operation"][1] == "B-D"


def test_labelled_pairs_survive_their_file(tmp_path: Path) -> None:
    pairs = list(annotate_pairs(PAIRS, load_aligner("exact"), FlatSyntax()))
    path = tmp_path / "silver.jsonl"
    assert write_labelled(path, pairs) == 3
    assert list(read_labelled(path)) == pairs


def test_gold_links_may_be_lists_and_wrong_counts_are_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    record = {
        "source_tokens": ["a", "b"],
        "target_tokens": ["a"],
        "links": [[0, 0]],
        "source_labels": ["C", "D"],
        "target_labels": ["C"],
    }
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert next(read_labelled(path)).links == ((0, 0),)
    record["source_labels"] = ["C"]
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 1: 1 source labels for 2 tokens"):
        list(read_labelled(path))
    record["source_labels"] = "CD"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    with pytest.raises(DataError, match="'source_labels' must be a list"):
        list(read_labelled(path))


def test_label_sets_are_nested(labelled: list[LabelledPair]) -> None:
    def operation(name: str) -> str:
        return "".join(source_labels(labelled[0], name)["operation"])

    assert operation("copy-delete") == "CDDDDDCCCDCCCCCCCC"
    assert operation("copy-delete-replace") == "CDDDDDCCCDRCCCCCCC"
    assert operation("copy-delete-replace-add-move") == "CDDDDDCCCDRMMCCCCC"
    added = source_labels(labelled[0], "copy-delete-replace-add-move")["add"]
    # "and" comes in before "gave", which replaces "giving".
    assert "".join(added) == "OOOOOOOOOOAOOOOOOO"


def test_phrase_labels_need_a_syntax_and_names_must_be_known(labelled: list[LabelledPair]) -> None:
    with pytest.raises(UsageError, match="needs phrase labels"):
        source_labels(labelled[0], "phrase-iob")
    with pytest.raises(UsageError, match="no label set 'bio'; known: copy-delete"):
        source_labels(labelled[0], "bio")
    assert "copy-delete-replace" in LABEL_SETS


def test_training_sentences_have_a_label_a_token(labelled: list[LabelledPair]) -> None:
    sentences = list(training_sentences(labelled))
    assert len(sentences) == 2  # the empty source is left out
    assert sentences[0].document == "hershey"
    assert sentences[0].labels == source_labels(labelled[0])
    assert sentences[0].features == {}
    (tagged,) = training_sentences(annotate_pairs(PAIRS[:1], load_aligner("exact"), FlatSyntax()))
    assert set(tagged.features["tag"]) == {"NN"}


def test_references_of_one_source_become_soft_labels() -> None:
    source = "a big dog barked"
    targets = ["a dog barked", "a dog barked", "a large dog barked"]
    pairs = [Pair((source,), (target,), reference=k) for k, target in enumerate(targets)]
    (sentence,) = soft_sentences(annotate_pairs(pairs, load_aligner("light", paraphrases="none")))
    assert sentence.labels["operation"] == ("C", "D", "C", "C")
    assert sentence.soft["operation"][1] == pytest.approx({"D": 2 / 3, "R": 1 / 3})


def test_semi_oracle_obeys_the_labels(labelled: list[LabelledPair]) -> None:
    pair = labelled[0]
    assert " ".join(semi_oracle(pair)) == (
        "Hershey died in 1945 gave to charity most of his fortune ."
    )
    assert semi_oracle(pair, "DRAM") == list(pair.target_tokens)
    assert semi_oracle(pair, "") == list(pair.source_tokens)


def test_counts_per_level_pair(labelled: list[LabelledPair]) -> None:
    counts = OperationCounts()
    assert list(counts.counting(labelled)) == labelled
    assert counts.level_pairs() == ["0 → 1", "all"]
    assert "| DELETE | 1 (100%) | 1 (50%) | 2 (67%) |" in counts.table()
    assert "| pairs | 1 | 2 | 3 |" in counts.table()


def test_tsv_pairs_take_the_last_two_columns(tmp_path: Path) -> None:
    path = tmp_path / "wiki.tsv"
    path.write_text("id\tComplex one.\tSimple one.\n\n", encoding="utf-8")
    assert list(read_any_pairs(path)) == [Pair(("Complex one.",), ("Simple one.",), corpus="wiki")]
    path.write_text("no tab here\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1: no tab"):
        list(read_any_pairs(path))
