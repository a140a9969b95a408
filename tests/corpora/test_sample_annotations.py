"""The operation labels of the sample corpus obey their own guidelines."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import corpora
from seqlab.files import read_jsonl

SAMPLE = Path(corpora.__file__).parent / "sample"
PAIRS = [pair for _, pair in read_jsonl(SAMPLE / "annotations" / "operations.jsonl")]
OPERATIONS = {
    "IDENTICAL",
    "DELETE",
    "REPLACE",
    "ADD",
    "REORDER",
    "SPLIT",
    "JOIN",
    "SIMPLE REWRITE",
    "STRONG REWRITE",
}

each_pair = pytest.mark.parametrize("pair", PAIRS, ids=[pair["id"] for pair in PAIRS])


def test_the_set_covers_every_kind_and_every_operation() -> None:
    assert len({pair["id"] for pair in PAIRS}) == len(PAIRS) >= 64
    sizes = Counter((len(pair["source"]) > 1, len(pair["target"]) > 1) for pair in PAIRS)
    assert min(sizes[False, False], sizes[False, True], sizes[True, False]) >= 10
    assert {operation for pair in PAIRS for operation in pair["operations"]} == OPERATIONS
    assert {tuple(pair["levels"]) for pair in PAIRS} == {("0", "1"), ("1", "2"), ("2", "3")}


@each_pair
def test_sentences_stand_in_the_articles(pair: dict[str, Any]) -> None:
    for side, version in zip(("source", "target"), pair["levels"], strict=True):
        path = SAMPLE / "articles" / f"{pair['document']}.en.{version}.txt"
        text = path.read_text(encoding="utf-8")
        assert " ".join(pair[side]) in text
        tokens = "".join(pair[f"{side}_tokens"])
        assert tokens == "".join(" ".join(pair[side]).split())


@each_pair
def test_word_labels_follow_from_the_links(pair: dict[str, Any]) -> None:
    source, target = pair["source_tokens"], pair["target_tokens"]
    links = [(i, j) for i, j in pair["links"]]
    assert len(set(links)) == len(links)
    assert all(0 <= i < len(source) and 0 <= j < len(target) for i, j in links)
    assert len(pair["source_labels"]) == len(source)
    assert len(pair["target_labels"]) == len(target)

    to_target = [[j for k, j in links if k == i] for i in range(len(source))]
    to_source = [[i for i, k in links if k == j] for j in range(len(target))]
    for i, label in enumerate(pair["source_labels"]):
        kept = (
            len(to_target[i]) == 1
            and to_source[to_target[i][0]] == [i]
            and source[i].lower() == target[to_target[i][0]].lower()
        )
        assert label in ({"C", "M"} if kept else {"R"} if to_target[i] else {"D"}), source[i]
    for j, label in enumerate(pair["target_labels"]):
        moved = [pair["source_labels"][i] == "M" for i in to_source[j]]
        assert label == ("A" if not moved else "M" if any(moved) else "C"), target[j]


@each_pair
def test_moved_words_are_the_fewest_that_restore_the_order(pair: dict[str, Any]) -> None:
    labels = pair["source_labels"]
    kept = [(i, j) for i, j in pair["links"] if labels[i] in "CM"]
    in_place = [j for i, j in kept if labels[i] == "C"]
    assert all(before < after for before, after in pairwise(in_place))
    longest: list[int] = []  # longest increasing run of target positions ending at each link
    for n, (_, j) in enumerate(kept):
        longest.append(1 + max((longest[m] for m in range(n) if kept[m][1] < j), default=0))
    assert labels.count("M") == len(kept) - max(longest, default=0)


@each_pair
def test_operations_do_not_contradict_the_words(pair: dict[str, Any]) -> None:
    operations = set(pair["operations"])
    before, after = len(pair["source"]), len(pair["target"])
    assert operations
    assert operations <= OPERATIONS
    assert ("SPLIT" in operations) == (after > before)
    assert ("JOIN" in operations) == (after < before)
    assert ("REORDER" in operations) == ("M" in pair["source_labels"])
    assert (operations == {"IDENTICAL"}) == (pair["source"] == pair["target"])
    assert "DELETE" not in operations or "D" in pair["source_labels"]
    assert "REPLACE" not in operations or "R" in pair["source_labels"]
    assert "ADD" not in operations or "A" in pair["target_labels"]
