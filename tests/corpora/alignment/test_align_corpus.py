"""Documents in, pairs out: level pairs, similarity, several processes, the table of kinds."""

import pytest

from corpora import Article, LevelledDocument, Pair
from corpora.alignment import KindTable, align_corpus, align_document
from corpora.alignment import corpus as corpus_module
from seqlab.errors import DataWarning


def document(name="owls", **levels):
    versions = {
        level: Article(name, "test", level, tuple(paragraphs))
        for level, paragraphs in levels.items()
    }
    return LevelledDocument(name, "test", versions)


OWLS = document(
    a=("Owls hunt voles at night, and they rest in barns by day.", "Farmers welcome them."),
    b=("Owls hunt voles at night. They rest in barns by day.", "Farmers welcome them."),
    c=("Owls hunt mice at night. They rest in barns by day.", "Farmers like them."),
)


def test_adjacent_levels_are_aligned_and_named():
    pairs = list(align_document(OWLS))
    assert [pair.levels for pair in pairs] == [("a", "b")] * 2 + [("b", "c")] * 3
    assert pairs[0] == Pair(
        sources=("Owls hunt voles at night, and they rest in barns by day.",),
        targets=("Owls hunt voles at night.", "They rest in barns by day."),
        corpus="test",
        document="owls",
        levels=("a", "b"),
        similarity=pairs[0].similarity,
    )
    assert [pair.kind for pair in pairs] == ["1-N", "identical", "1-1", "identical", "1-1"]
    assert all(0 < (pair.similarity or 0) <= 1 + 1e-9 for pair in pairs)


def test_all_level_pairs_or_those_from_the_original():
    levels = {pair.levels for pair in align_document(OWLS, level_pairs="all")}
    assert levels == {("a", "b"), ("a", "c"), ("b", "c")}
    levels = {pair.levels for pair in align_document(OWLS, level_pairs="original")}
    assert levels == {("a", "b"), ("a", "c")}


@pytest.mark.parametrize("method", ["dynamic", "vicinity"])
def test_several_processes_give_the_same_pairs_in_the_same_order(method):
    documents = [document(f"owls{n}", **{k: v.paragraphs for k, v in OWLS.versions.items()})
                 for n in range(9)]  # fmt: skip
    one = list(align_corpus(documents, method))
    assert list(align_corpus(documents, method, workers=2)) == one
    assert len({pair.document for pair in one}) == 9


@pytest.mark.parametrize("workers", [1, 2])
def test_a_document_with_one_level_is_named_and_the_rest_goes_on(workers):
    lonely = document("lonely", a=("Only one level.",))
    with pytest.warns(DataWarning, match="lonely: only level a"):
        pairs = list(align_corpus([lonely, OWLS], workers=workers))
    assert {pair.document for pair in pairs} == {"owls"}


@pytest.mark.filterwarnings("ignore::seqlab.errors.DataWarning")
def test_a_text_too_long_for_memory_is_named_and_passed_over(monkeypatch):
    monkeypatch.setattr(corpus_module, "MAX_CELLS", 5)
    with pytest.warns(DataWarning, match=r"owls: levels b and c skipped: 3 and 3 sentences"):
        pairs = list(align_document(OWLS, level_pairs="adjacent"))
    # Level a has two sentences, so a and b would need six cells as well.
    assert pairs == []


def test_the_table_of_kinds_counts_what_passes():
    table = KindTable()
    assert len(list(table.counting(align_document(OWLS)))) == table.total == 5
    assert table.markdown().splitlines() == [
        "| level pair | identical | 1-1 | 1-N | N-1 | total |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        "| a→b | 1 (50%) | 0 (0%) | 1 (50%) | 0 (0%) | 2 |",
        "| b→c | 1 (33%) | 2 (67%) | 0 (0%) | 0 (0%) | 3 |",
        "| all | 2 (40%) | 2 (40%) | 1 (20%) | 0 (0%) | 5 |",
    ]
