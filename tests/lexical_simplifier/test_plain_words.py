"""The list of plain words: how it is read, when its lines hold, what they make of a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexical_simplifier import PLAIN_WORDS, LexicalSimplifier, PlainWords, read_plain_words
from seqlab.errors import DataError

TOKENS = ["They", "will", "attempt", "to", "purchase", "it", "."]
TAGS = ["PRP", "MD", "VB", "TO", "VB", "PRP", "."]


def written(path: Path, *lines: str) -> Path:
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def test_the_list_that_ships_is_sound(tmp_path: Path) -> None:
    plain = read_plain_words()
    assert len(plain) > 4000
    # Under another name its lines are checked one by one.
    copy = tmp_path / "list.tsv"
    copy.write_bytes(PLAIN_WORDS.read_bytes())
    assert read_plain_words(copy).lines == plain.lines
    assert plain.lines["purchase", "VERB"][0].substitutes[0] == "buy"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("utilise\tV", "2 columns, not 5"),
        ("utilise\tW\tuse\talways\t", "no such part of speech"),
        ("utilise\tV\tuse\tnever\t", "no such trust"),
        ("Utilise\tV\tuse\talways\t", "not words in lowercase"),
        ("utilise\tV\tuse|\talways\t", "not words in lowercase"),
        ("utilise\tV\tuse|utilise\talways\t", "cannot stand for itself"),
        ("utilise\tV\tuse|use\talways\t", "named twice"),
        ("utilise\tV\tuse\talways\tafter=of", "no condition"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = written(tmp_path / "list.tsv", "# ours", line)
    with pytest.raises(DataError, match=f"line 2: .*{message}"):
        read_plain_words(path)


def test_a_line_said_twice_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "list.tsv", "big\tA\tlarge\tusually\t", "big\tA\tgreat\talways\t")
    with pytest.raises(DataError, match="as in line 1"):
        read_plain_words(path)


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("", True),
        ("next=to,for", True),
        ("next!=to", False),
        ("next=TO", True),
        ("prev=MD", True),
        ("prev=MD;next=of", False),
        ("prev2=PRP;next2=VB", True),
        ("tag!=VBZ", True),
    ],
)
def test_conditions_ask_words_by_small_letters_and_tags_by_capitals(
    tmp_path: Path, when: str, holds: bool
) -> None:
    plain = read_plain_words(written(tmp_path / "list.tsv", f"attempt\tV\ttry\talways\t{when}"))
    listing = plain.listing(("attempt", "VERB"), TOKENS, TAGS, 2, 3)
    assert listing.trust == (3 if holds else 0)
    assert listing.unmet == (frozenset() if holds else {"try"})


def test_of_several_lines_the_most_trusted_counts() -> None:
    plain = read_plain_words()
    nothing = PlainWords().listing(("purchase", "VERB"), TOKENS, TAGS, 4, 5)
    assert nothing.trust == 0
    assert plain.listing(("purchase", "VERB"), TOKENS, TAGS, 4, 5).trusts["buy"] == 3


@pytest.fixture(scope="module")
def simplifier() -> LexicalSimplifier:
    return LexicalSimplifier.load()


@pytest.mark.parametrize(
    ("sentence", "tags", "span", "expected"),
    [
        ("He purchased it .", "PRP VBD PRP .", 1, "bought"),
        ("She is purchasing one .", "PRP VBZ VBG CD .", 2, "buying"),
        ("A number of people left .", "DT NN IN NNS VBD .", (0, 3), "Several"),
        ("They were forced to leave .", "PRP VBD VBN TO VB .", (1, 4), "had to"),
        ("Several individuals left .", "JJ NNS VBD .", 1, "people"),
    ],
)
def test_listed_words_are_put_in_the_form_of_the_place(
    simplifier: LexicalSimplifier,
    sentence: str,
    tags: str,
    span: int | tuple[int, int],
    expected: str,
) -> None:
    best = simplifier.substitutes(sentence.split(), span, tags.split())[0]
    assert (best.text, best.trust) == (expected, "always")
    assert best.confidence is not None
    assert best.confidence >= 0.8


def test_a_list_of_ones_own_adds_words_and_none_takes_them_away(tmp_path: Path) -> None:
    path = written(tmp_path / "list.tsv", "purchase\tV\tget hold of\talways\t")
    own = LexicalSimplifier.load(plain_words=path)
    texts = [c.text for c in own.substitutes(TOKENS, 4, TAGS) if c.trust]
    assert texts == ["get hold of"]
    without = LexicalSimplifier.load(plain_words=None)
    assert not any(c.trust for c in without.substitutes(TOKENS, 4, TAGS))


def test_the_model_that_ships_has_every_word_of_the_list(simplifier: LexicalSimplifier) -> None:
    # Words it lacks are taken in when it is loaded, but their forms need a dictionary that takes
    # seconds to load: rebuild the model, or choose another word.
    known = LexicalSimplifier.load(plain_words=None).lexicon
    words = [key for key in simplifier.plain.entries() if " " not in key[0] and key[1] != "OTHER"]
    assert [key for key in words if known.row(*key) is None] == []


def test_the_list_that_ships_is_what_its_hash_says(monkeypatch, tmp_path: Path) -> None:
    from lexical_simplifier.resources import plain_words

    copy = tmp_path / "plain_words.tsv"
    copy.write_bytes(plain_words.PLAIN_WORDS.read_bytes())
    sums = plain_words.PLAIN_WORDS.with_name("SHA256SUMS")
    (tmp_path / "SHA256SUMS").write_bytes(sums.read_bytes())
    monkeypatch.setattr(plain_words, "PLAIN_WORDS", copy)
    assert len(plain_words.read_plain_words(copy)) > 1000
    with copy.open("a") as handle:
        handle.write("evil\tN\tgood\talways\t\n")
    with pytest.raises(DataError, match="altered"):
        plain_words.read_plain_words(copy)
