"""Splits by document: exact, seeded, stable, and no article in two parts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora import Pair, document_of, read_pairs_from, split_documents, split_pairs
from corpora.splits import PROPORTIONS, part_sizes


def made(documents, pairs_each=3):
    return [
        Pair((f"{document} {number} long.",), (f"{document} {number}.",), document=document)
        for document in documents
        for number in range(pairs_each)
    ]


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (0, (0, 0, 0)),
        (1, (1, 0, 0)),
        (2, (1, 1, 0)),
        (3, (1, 1, 1)),
        (5, (3, 1, 1)),
        (10, (8, 1, 1)),
        (20, (16, 2, 2)),
        (24, (19, 3, 2)),
        (160, (128, 16, 16)),
        (1911, (1529, 191, 191)),
    ],
)
def test_proportions_are_exact_and_no_part_is_empty_without_need(count, sizes):
    assert part_sizes(count, PROPORTIONS) == sizes


@pytest.mark.parametrize("proportions", [(0.8, 0.1, 0.2), (1.2, -0.1, -0.1)])
def test_proportions_that_are_no_shares_are_refused(proportions):
    with pytest.raises(ValueError, match="three shares of 1"):
        part_sizes(10, proportions)


def test_a_part_without_a_share_stays_empty():
    assert part_sizes(10, (0.5, 0.0, 0.5)) == (5, 0, 5)


@given(st.sets(st.text(max_size=8), max_size=40), st.integers(0, 5), st.randoms())
def test_every_document_is_in_one_part_whatever_the_order(documents, seed, shuffler):
    names = sorted(documents)
    parts = split_documents(names, seed)
    assert set(parts) == documents
    shuffler.shuffle(names)
    assert split_documents(names + names, seed) == parts


def test_another_seed_gives_another_split_and_the_same_seed_the_same():
    names = [f"doc{number}" for number in range(40)]
    assert split_documents(names, 1) == split_documents(names, 1)
    assert split_documents(names, 1) != split_documents(names, 2)
    # Written down, so that splits of published experiments cannot change unnoticed.
    chosen = [name for name, part in split_documents(names, 13).items() if part == "test"]
    assert sorted(chosen) == ["doc19", "doc24", "doc31", "doc39"]


def test_a_document_more_moves_few_others():
    names = [f"doc{number}" for number in range(200)]
    before, after = split_documents(names), split_documents([*names, "one more"])
    assert sum(before[name] != after[name] for name in names) <= 2


def test_pairs_keep_their_order_and_articles_stay_whole():
    pairs = made([f"doc{number}" for number in range(10)])
    random.Random(0).shuffle(pairs)
    splits = split_pairs(pairs)
    assert [len(part) for _, part in splits] == [24, 3, 3]
    seen = [{pair.document for pair in part} for _, part in splits]
    assert not seen[0] & seen[1]
    assert not seen[0] & seen[2]
    assert not seen[1] & seen[2]
    assert splits.train == [pair for pair in pairs if pair.document in seen[0]]


def test_levels_of_one_article_stay_together():
    pairs = [Pair(("A.",), ("B.",), document="owls", levels=(str(n), str(n + 1))) for n in range(4)]
    pairs += made(["bees", "ants", "bats"])
    splits = split_pairs(pairs)
    assert [sum(pair.document == "owls" for pair in part) for _, part in splits].count(0) == 2


def test_without_documents_a_source_is_its_own():
    one = Pair(("Owls, it is said, hunt.",), ("Owls hunt.",), "asset", reference=0)
    two = Pair(("Owls , it is said , hunt .",), ("They hunt.",), "turkcorpus", reference=3)
    other = Pair(("Bees fly.",), ("Bees fly.",), "asset")
    assert document_of(one) == document_of(two) != document_of(other)
    assert document_of(Pair(("A.",), ("B.",), document="owls")) == "owls"
    # A text of no letters still has a name of its own.
    assert document_of(Pair(("…",), ("x",))) != document_of(Pair(("!",), ("x",)))


def test_onestop_here_is_split_by_article(data_dir):
    splits = split_pairs(read_pairs_from(data_dir / "onestop"))
    documents = [{pair.document for pair in part} for _, part in splits]
    assert [len(names) for names in documents] == [128, 16, 16]
    sources = [{pair.source for pair in part} for _, part in splits]
    assert not sources[0] & sources[1]
    assert not sources[0] & sources[2]
