"""Large tables that are searched instead of loaded: ours, lemminflect's and wordfreq's."""

from __future__ import annotations

import random
from copy import copy
from pathlib import Path

import pytest

from seqlab.dictionaries import (
    SortedLines,
    _lemminflect,
    read_body,
    word_frequencies,
    zipf_frequency,
)
from seqlab.errors import DataError

# Long enough for many blocks, with keys that begin alike and one of several lines.
TABLE = {
    f"{word} {number}": f"{number}\t{word}" for number in range(500) for word in ("a", "é", "𝒂")
}


def as_lines(table: dict[str, str]) -> bytes:
    return "".join(f"{key}\t{value}\n" for key, value in sorted(table.items())).encode()


def test_every_key_is_found_and_no_other() -> None:
    lines = SortedLines(as_lines(TABLE), str)
    assert dict(lines) == TABLE
    assert len(lines) == len(TABLE)
    for key in ("", "a", "a 1 ", "a 500", "z", "\ud800", "a 1\t1", "!"):
        assert key not in lines
        assert lines.get(key) is None
    with pytest.raises(KeyError):
        _ = lines["a"]


def test_the_last_line_needs_no_end_and_an_empty_table_has_no_keys() -> None:
    assert SortedLines(b"a\t1\nb\t2", int)["b"] == 2
    assert "a" not in SortedLines(b"", str)
    assert list(SortedLines(b"", str)) == []


def test_lines_of_one_key_stay_together() -> None:
    data = "".join(f"b,{number}\n" for number in range(2000))
    lines = SortedLines(f"a,x\n{data}c,y\n".encode(), str, ",")
    assert lines.lines("b") == [str(number) for number in range(2000)]
    assert lines["a"] == "x"
    assert lines["c"] == "y"


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"no key at all\n", "without a key"), (b"b\t1\n" * 1000 + b"a\t1\n" * 1000, "not in order")],
)
def test_what_is_no_table_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SortedLines(data, str)


def test_the_head_of_a_table_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("# a table, version 1\n# of a test\n#\t1\na\t2\n")
    assert read_body(path, "# a table, version 1", "a table") == b"#\t1\na\t2\n"
    with pytest.raises(DataError, match=r"table\.tsv: not a list"):
        read_body(path, "# a list, version 1", "a list")


def test_lemminflect_finds_what_it_would_have_loaded() -> None:
    from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
    from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec

    package = _lemminflect()
    lemmatizer, inflector = package.Lemmatizer(), package.Inflections()
    for codec, path, searched in (
        (LemmaLUCodec, lemmatizer.lemma_lu_fn, lemmatizer.lemma_dict),
        (InflectionLUCodec, inflector.infl_lu_fn, inflector.infl_dict),
    ):
        loaded = codec.load(path)
        assert searched is not loaded
        differing = [word for word in loaded if searched.get(word, {}) != loaded[word]]
        assert not differing
        assert searched.get("xyzzy", {}) == {}


def test_words_are_found_before_the_list_is_loaded_as_after() -> None:
    whole = word_frequencies().whole()
    # The file says its format before the words, in words that may be asked for as well.
    odd = ["the", "format", "version", "xyzzyq", "é", "", "\ud800"]
    some = [*random.Random(1).sample(sorted(whole), 120), *odd]
    again = copy(word_frequencies())
    again._asked, again._whole = {}, None
    assert [again[word] for word in some] == [whole.get(word, 0.0) for word in some]
    assert again._whole is None
    for number in range(200):
        assert again[f"xyzzy{number}"] == 0.0
    assert again._whole == whole
    assert again["the"] == whole["the"]


def test_frequencies_are_those_of_wordfreq() -> None:
    import wordfreq

    frequencies = wordfreq.get_frequency_dict("en")
    assert word_frequencies().whole() == frequencies
    some = random.Random(0).sample(sorted(frequencies), 2000)
    written = (
        "IBM n't 's ’s , -- … “ 7 007 1990 12,500 3.5 1990s mp3 e-mail café-like U.S. _ ½ ② $5"
    )
    for word in (*some, *written.split(), "", "xyzzyq", "rock'n'roll"):
        assert zipf_frequency(word) == wordfreq.zipf_frequency(word, "en"), word
