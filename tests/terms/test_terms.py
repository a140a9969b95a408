"""Terms in all their forms, files of them, and the glossary that ships."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.errors import DataError, UsageError
from seqlab.terms import (
    Entry,
    Terms,
    forms_of,
    inflected_like,
    keep_entries,
    public_glossary,
    read_glossary,
    topic_entries,
)
from seqlab.text import tokenize


def test_forms() -> None:
    assert {"purchase", "purchases", "purchased", "purchasing"} <= forms_of("purchase")
    assert "went" in forms_of("go", "verb")
    assert "purchased" not in forms_of("purchase", "noun")
    assert inflected_like("renter", "NNS") == "renters"
    assert inflected_like("piece of paper", "NNS") == "pieces of paper"
    assert inflected_like("go to court", "VBD") == "went to court"


def test_the_longest_term_is_found() -> None:
    terms = Terms((Entry("tenancy"), Entry("tenancy agreement"), Entry("May", case=True)))
    words = ["In", "May", "tenancy", "agreements", "may", "end", "the", "tenancy"]
    assert [(span, entry.term) for span, entry in terms.find(words)] == [
        ((1, 2), "May"),
        ((2, 4), "tenancy agreement"),
        ((7, 8), "tenancy"),
    ]


def test_files(tmp_path: Path) -> None:
    words = tmp_path / "keep.txt"
    words.write_text("# ours\nheat network\n\nboiler\n", encoding="utf-8")
    assert [entry.term for entry in keep_entries([str(words), "rent"])] == [
        "heat network",
        "boiler",
        "rent",
    ]
    glossary = tmp_path / "g.tsv"
    glossary.write_text(
        "term\tsimple\tmeaning\tpart\ndwelling\thome\nboiler\tkeep\ta machine\tnoun\n",
        encoding="utf-8",
    )
    dwelling, boiler = read_glossary(glossary)
    assert (dwelling.simple, boiler.simple, boiler.explanation) == ("home", None, "a machine")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a\tb\nA\tc\n", r"line 2: the term has two rows, the other is line 1 \(got 'A'\)"),
        ("a\tb\tc\td\te\n", "line 1: 5 columns"),
        ("\tb\n", "line 1: no term"),
        ("a\tb\tc\tnuon\n", "line 1: no part of speech; did you mean noun"),
    ],
)
def test_bad_glossaries(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "g.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read_glossary(path)


def test_topics() -> None:
    text = (
        "The heat network (the “Network”) serves the estate. An actuary checked it. The actuary "
        "wrote to actuaries. Each actuary agreed. “Levy” means a charge."
    )
    terms = {entry.term for entry in topic_entries([text])}
    assert {"Network", "Levy", "actuary"} <= terms
    assert "check" not in terms


def test_the_glossary_that_ships() -> None:
    entries = public_glossary()
    assert len(entries) >= 600
    assert len({entry.term.lower() for entry in entries}) == len(entries)
    for entry in entries:
        assert entry.explanation, entry.term
        assert len(entry.explanation) <= 90, entry.term
        assert not entry.explanation.endswith("."), entry.term


def test_the_form_that_is_written_just_so_wins() -> None:
    terms = Terms((Entry("tenant", "renter"), Entry("tenants", "people who rent")))
    found = terms.find(["Tenants", "and", "a", "tenant"])
    assert [entry.simple for _, entry in found] == ["people who rent", "renter"]


def test_a_part_of_speech_is_obeyed() -> None:
    terms = Terms((Entry("purchase", "pay for", part="verb"),))
    words = ["They", "purchased", "it", "after", "the", "purchase"]
    tags = ["PRP", "VBD", "PRP", "IN", "DT", "NN"]
    assert [span for span, _ in terms.find(words, tags)] == [(1, 2)]


def test_an_abbreviation_is_found() -> None:
    terms = Terms((Entry("U.S.", "United States"),))
    assert len(terms.find(tokenize("The U.S. tenant paid."))) == 1


def test_rows_without_tabs(tmp_path: Path) -> None:
    path = tmp_path / "g.tsv"
    path.write_text("tenant  renter\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1: no tab between columns"):
        read_glossary(path)
    path.write_text("tenant\trenter\nTenant\tkeep\n", encoding="utf-8")
    assert len(read_glossary(path, case=True)) == 2
    with pytest.raises(DataError, match="two rows"):
        read_glossary(path)


def test_a_file_of_words_that_is_not_there_is_no_word() -> None:
    with pytest.raises(UsageError, match=r"no file nofile\.txt with words to keep"):
        keep_entries(["nofile.txt"])
    assert [entry.term for entry in keep_entries(["U.S.", "node.js"])] == ["U.S.", "node.js"]
