"""The shipped lexical simplifier: what it suggests, what it replaces, what it never touches."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexical_simplifier import (
    DEFAULT_FOLDER,
    PLAIN_WORDS,
    LexicalSimplifier,
    Request,
    Stages,
)
from seqlab.errors import DataError, UsageError

SENTENCE = ["The", "physician", "will", "commence", "therapy", "."]
TAGS = ["DT", "NN", "MD", "VB", "NN", "."]


@pytest.fixture(scope="module")
def simplifier() -> LexicalSimplifier:
    return LexicalSimplifier.load()


def test_the_best_substitute_comes_first_with_a_reason(simplifier: LexicalSimplifier) -> None:
    best = simplifier.substitutes(SENTENCE, 1, TAGS)[0]
    assert best.text == "doctor"
    assert best.kept
    assert "WordNet synonym" in best.reason
    assert best.confidence is not None
    assert best.confidence > 0.5


def test_no_text_is_offered_twice(simplifier: LexicalSimplifier) -> None:
    tokens, tags = ["Many", "individuals", "left", "."], ["JJ", "NNS", "VBD", "."]
    ranked = [c.text for c in simplifier.substitutes(tokens, 1, tags) if c.score > 0]
    assert ranked[0] == "people"
    assert len(set(ranked)) == len(ranked)


def test_replace_gives_a_word_or_none(simplifier: LexicalSimplifier) -> None:
    assert simplifier.replace(SENTENCE, 1, TAGS) == "doctor"
    assert simplifier.replace(SENTENCE, 0, TAGS) is None


@pytest.mark.parametrize(
    ("sentence", "tags", "index", "expected"),
    [
        ("They relocated to Ohio .", "PRP VBD TO NNP .", 1, "moved"),
        ("She has purchased two .", "PRP VBZ VBN CD .", 2, "bought"),
        ("Many physicians left .", "JJ NNS VBD .", 1, "doctors"),
        ("Physicians left .", "NNS VBD .", 0, "Doctors"),
    ],
)
def test_candidates_take_the_form_and_capitals_of_the_target(
    simplifier: LexicalSimplifier, sentence: str, tags: str, index: int, expected: str
) -> None:
    assert simplifier.substitutes(sentence.split(), index, tags.split())[0].text == expected


def test_the_article_before_is_repaired(simplifier: LexicalSimplifier) -> None:
    tokens, tags = ["He", "has", "an", "ailment", "."], ["PRP", "VBZ", "DT", "NN", "."]
    new, changes = simplifier.simplify(tokens, tags, complexity=0.0)
    assert [change.before for change in changes] == ["ailment"]
    text = changes[0].substitute.text
    assert new == ["He", "has", "an" if text[0] in "aeiou" else "a", text, "."]


def test_phrases_can_be_replaced(simplifier: LexicalSimplifier) -> None:
    tokens = ["We", "left", "in", "order", "to", "rest", "."]
    tags = ["PRP", "VBD", "IN", "NN", "TO", "VB", "."]
    assert simplifier.substitutes(tokens, (2, 5), tags)[0].text == "to"


def test_no_form_of_the_target_and_no_opposite_is_offered(simplifier: LexicalSimplifier) -> None:
    tokens, tags = ["Prices", "increased", "rapidly", "."], ["NNS", "VBD", "RB", "."]
    offered = {candidate.text for candidate in simplifier.substitutes(tokens, 1, tags)}
    assert not offered & {"increase", "increases", "increasing", "decreased", "increased"}


def test_many_at_once_are_the_same_as_one_by_one(simplifier: LexicalSimplifier) -> None:
    requests = [Request(SENTENCE, index, TAGS) for index in range(len(SENTENCE))]
    together = simplifier.replace_batch(requests)
    assert together == [simplifier.replace(SENTENCE, i, TAGS) for i in range(len(SENTENCE))]


def test_stages_can_be_switched_off() -> None:
    eager = LexicalSimplifier.load(stages=Stages(confirm=False, select=False, rank=False))
    usual = LexicalSimplifier.load()
    assert eager.replace(SENTENCE, 4, TAGS) is not None
    assert len(eager.substitutes(SENTENCE, 4, TAGS)) == len(usual.substitutes(SENTENCE, 4, TAGS))
    # By frequency alone the best word of the trained ranker is not first.
    assert eager.substitutes(SENTENCE, 1, TAGS)[0].text != "doctor"


def test_hard_words_are_told_from_easy_ones(simplifier: LexicalSimplifier) -> None:
    chances = dict(zip(SENTENCE, simplifier.is_complex(SENTENCE, TAGS), strict=True))
    assert chances["commence"] > chances["will"]
    assert chances["physician"] > chances["The"]
    assert chances["."] == 0.0
    assert simplifier.is_complex([], []) == []


def test_a_sentence_of_no_words_is_left_alone(simplifier: LexicalSimplifier) -> None:
    assert simplifier.simplify([], []) == ([], [])
    assert simplifier.simplify(["?!"], ["."]) == (["?!"], [])


def test_words_to_keep_stay(simplifier: LexicalSimplifier) -> None:
    keeping = LexicalSimplifier.load(keep=["Physician"])
    assert keeping.replace(SENTENCE, 1, TAGS) is None
    assert keeping.substitutes(SENTENCE, 1, TAGS) == []


FIXED = {
    "names": ("NNP", st.sampled_from(["Physician", "Mary", "Commence", "London"])),
    "numbers": ("CD", st.sampled_from(["12", "3.5", "1,000", "seven", "1990s", "20%"])),
    "dates": ("NNP", st.sampled_from(["Monday", "May", "12/10/2001", "October"])),
    "units": ("NNS", st.sampled_from(["kilometres", "tonnes", "miles"])),
    "marks": ("``", st.sampled_from(['"', "“", "”", "‘", "’", "'", "``", "''"])),
    "addresses": ("NN", st.sampled_from(["www.bbc.co.uk", "http://a.org/b", "me@mail.com"])),
    "kept": ("NN", st.sampled_from(["therapy", "ailment", "residence"])),
}
FREE = st.sampled_from(
    [("physician", "NN"), ("commence", "VB"), ("rapidly", "RB"), ("the", "DT"), ("large", "JJ")]
)


@pytest.fixture(scope="module")
def keeping() -> LexicalSimplifier:
    # Without the confirmation everything that may change does.
    return LexicalSimplifier.load(
        keep=["therapy", "ailment", "residence"], stages=Stages(confirm=False)
    )


@pytest.mark.parametrize("kind", FIXED)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_what_must_stay_is_never_replaced(
    keeping: LexicalSimplifier, kind: str, data: st.DataObject
) -> None:
    tag, words = FIXED[kind]
    around = data.draw(st.lists(FREE, min_size=1, max_size=5))
    place = data.draw(st.integers(1, len(around)))
    word = data.draw(words)
    tokens = [w for w, _ in around[:place]] + [word] + [w for w, _ in around[place:]]
    tags = [t for _, t in around[:place]] + [tag] + [t for _, t in around[place:]]
    new, changes = keeping.simplify(tokens, tags, complexity=0.0)
    assert word in new
    assert keeping.replace(tokens, place, tags) is None
    assert all(not change.start <= place < change.end for change in changes)


def test_wrong_positions_and_tags_are_errors(simplifier: LexicalSimplifier) -> None:
    with pytest.raises(UsageError, match="no word at 9"):
        simplifier.replace(SENTENCE, 9, TAGS)
    with pytest.raises(UsageError, match="2 tags for 6 tokens"):
        simplifier.replace(SENTENCE, 1, ["DT", "NN"])


def test_an_altered_model_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "model"
    shutil.copytree(DEFAULT_FOLDER, copy)
    with gzip.open(copy / "lexicon.tsv.gz", "at") as handle:
        handle.write("zebra\tNOUN\tzebras\n")
    with pytest.raises(DataError, match="does not match SHA256SUMS"):
        LexicalSimplifier.load(copy)
    with pytest.raises(UsageError, match="no model folder"):
        LexicalSimplifier.load(tmp_path / "none")


def test_a_saved_model_gives_the_same(simplifier: LexicalSimplifier, tmp_path: Path) -> None:
    simplifier.save(tmp_path / "model")
    again = LexicalSimplifier.load(tmp_path / "model")
    assert again.substitutes(SENTENCE, 1, TAGS) == simplifier.substitutes(SENTENCE, 1, TAGS)


def test_the_shipped_model_is_small() -> None:
    sizes = {path.name: path.stat().st_size for path in DEFAULT_FOLDER.iterdir()}
    assert sizes["lexicon.safetensors"] <= 12_000_000
    assert sum(sizes.values()) + PLAIN_WORDS.stat().st_size <= 14_000_000


def test_vectors_come_as_gensim_keyed_vectors(simplifier: LexicalSimplifier) -> None:
    keyed = simplifier.lexicon.to_keyed_vectors()
    assert keyed.similarity("physician|NOUN", "doctor|NOUN") > 0.7
    # One word, two parts of speech, two vectors.
    assert keyed.similarity("bear|VERB", "bear|NOUN") < 0.9
