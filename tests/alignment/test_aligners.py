"""What every aligner must survive, and what each is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.alignment import load_aligner
from seqlab.errors import DataError, UsageError

NO_FILES = {"exact": {}, "light": {"paraphrases": "none"}}


def align(name: str, source: str, target: str, **options: object) -> set[tuple[int, int]]:
    aligner = load_aligner(name, **{**NO_FILES.get(name, {}), **options})
    return aligner.align([(source.split(), target.split())])[0]


@pytest.mark.parametrize("name", NO_FILES)
def test_the_same_sentence_is_linked_word_by_word(name: str) -> None:
    text = "the cat saw the dog and the dog saw the cat ."
    assert align(name, text, text) == {(i, i) for i in range(12)}


@pytest.mark.parametrize("name", NO_FILES)
@pytest.mark.parametrize(
    ("source", "target"),
    [("", ""), ("", "a b"), ("a b", ""), (". , !", ", ."), ("the the the", "the the")],
    ids=["both empty", "no source", "no target", "only punctuation", "repeated words"],
)
def test_odd_pairs_give_links_inside_the_pair(name: str, source: str, target: str) -> None:
    links = align(name, source, target)
    assert all(i < len(source.split()) and j < len(target.split()) for i, j in links)


@pytest.mark.parametrize("name", NO_FILES)
def test_five_hundred_words(name: str) -> None:
    words = " ".join(f"w{number}" for number in range(500))
    assert align(name, words, words) == {(i, i) for i in range(500)}


@pytest.mark.parametrize("name", NO_FILES)
def test_order_and_grouping_of_pairs_change_nothing(name: str) -> None:
    pairs = [
        (["a", "dog", "barked", "."], ["the", "dog", "was", "barking", "."]),
        ([], ["x"]),
        (["one", "two", "three", "four", "five", "six"], ["four", "five", "six"]),
    ]
    aligner = load_aligner(name, **NO_FILES[name])
    together = aligner.align(pairs)
    assert together == [aligner.align([pair])[0] for pair in pairs]
    assert together == aligner.align(pairs[::-1])[::-1]


def test_exact_takes_long_blocks_before_near_words() -> None:
    # The first "the" of the source is nearer, but the block "the old man" is longer.
    assert align("exact", "the sea and the old man", "the old man") == {(3, 0), (4, 1), (5, 2)}


def test_exact_links_what_is_left_by_lemma() -> None:
    assert (1, 1) in align("exact", "he gives", "he gave")
    assert (1, 1) not in align("exact", "he gives", "he gave", lemma=False)


def test_case_and_treebank_escapes_are_no_difference() -> None:
    assert align("exact", "The -LRB- big -RRB- ``", 'the ( big ) "') == {(i, i) for i in range(5)}


def test_light_uses_the_order_of_words_where_forms_do_not_decide() -> None:
    source = "the man saw the purple elephant"
    target = "the man spotted the purple elephant"
    assert align("light", source, target) >= {(0, 0), (3, 3)}
    assert (0, 3) not in align("light", source, target)


def test_light_links_paraphrases_from_a_file(tmp_path: Path) -> None:
    words = tmp_path / "pairs.tsv"
    words.write_text("physician\tdoctor\n", encoding="utf-8")
    source, target = "a physician came", "a doctor came"
    assert (1, 1) in align("light", source, target, paraphrases=str(words))
    # By lemma too: the list holds the singular.
    assert (0, 0) in align("light", "physicians came", "doctors came", paraphrases=str(words))


def test_a_paraphrase_file_without_tabs_is_named(tmp_path: Path) -> None:
    words = tmp_path / "pairs.txt"
    words.write_text("physician doctor\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"pairs\.txt, line 1: no tab"):
        load_aligner("light", paraphrases=str(words))


def test_unknown_names_and_options_are_usage_errors() -> None:
    with pytest.raises(UsageError, match="no aligner 'giza'; known: exact"):
        load_aligner("giza")
    with pytest.raises(UsageError, match="'exact' has no option 'layer'"):
        load_aligner("exact", layer=3)
