from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqlab.tagger.inputs.forms import FormTable, Vocabulary, casing, number_pattern, word_shape


@pytest.mark.parametrize(
    ("token", "shape", "kind"),
    [
        ("NATO's", "XX'x", "mixed"),
        ("the", "xx", "lower"),
        ("Paris", "Xxx", "title"),
        ("USA", "XX", "upper"),
        ("1,250", "d,dd", "number"),
        ("—", "—", "other"),
        ("I", "X", "title"),
        ("", "", "other"),
    ],
)
def test_shape_and_casing(token: str, shape: str, kind: str) -> None:
    assert word_shape(token) == shape
    assert casing(token) == kind


def test_numbers_share_an_entry_and_frequent_words_score_higher() -> None:
    forms = FormTable(Vocabulary(["0,000", "the"]), Vocabulary("abc"), Vocabulary(["xx"]))
    assert forms["1,250"].word == forms["9,999"].word == 1
    assert number_pattern("4x4") == "0x0"
    assert forms["the"].frequency > forms["physician"].frequency > 0
    assert forms["qzxv"].frequency == 0


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), unique=True))
def test_a_vocabulary_of_any_strings_survives_its_file(entries: list[str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        Vocabulary(entries).save(Path(folder) / "v.txt")
        assert Vocabulary.load(Path(folder) / "v.txt").entries == tuple(entries)


def test_a_vocabulary_keeps_the_most_frequent() -> None:
    vocabulary = Vocabulary.build("abracadabra", min_count=2)
    assert vocabulary.entries == ("a", "b", "r")
    assert vocabulary["c"] == 0
    assert vocabulary.entry(vocabulary["b"]) == "b"


def test_lone_surrogates_get_no_entry() -> None:
    assert Vocabulary.build(["a", "\ud800"]).entries == ("a",)
