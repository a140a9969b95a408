"""Articles at several levels, and which of their levels are paired."""

import pytest

from corpora import Article, LevelledDocument, level_pairs, read_paragraphs
from seqlab.errors import DataError


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("adjacent", [("0", "1"), ("1", "2"), ("2", "3")]),
        ("original", [("0", "1"), ("0", "2"), ("0", "3")]),
        ("all", [("0", "1"), ("0", "2"), ("0", "3"), ("1", "2"), ("1", "3"), ("2", "3")]),
    ],
)
def test_level_pairs_follow_the_thesis(mode, expected):
    assert level_pairs(["0", "1", "2", "3"], mode) == expected


@pytest.mark.parametrize("mode", ["adjacent", "original", "all"])
def test_one_level_has_no_pairs(mode):
    assert level_pairs(["0"], mode) == []
    assert level_pairs([], mode) == []


def test_an_unknown_mode_names_the_known_ones():
    with pytest.raises(ValueError, match="adjacent, all, original"):
        level_pairs(["0", "1"], "every")


def test_a_document_gives_its_versions_two_by_two():
    versions = {level: Article("owls", "made", level, (level,)) for level in ("adv", "int", "ele")}
    document = LevelledDocument("owls", "made", versions)
    assert document.levels == ("adv", "int", "ele")
    assert [(a.level, b.level) for a, b in document.pairs("original")] == [
        ("adv", "int"),
        ("adv", "ele"),
    ]


def test_paragraphs_are_parted_by_blank_lines_and_headings_lose_their_marks(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("## Owls at  night\n\nOwls hunt.\nThey see well.\n\n\nThe end.\n", "utf-8")
    assert read_paragraphs(path) == ("Owls at night", "Owls hunt. They see well.", "The end.")


def test_without_blank_lines_every_line_is_a_paragraph(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffOwls hunt. \r\nThey see well.\r\n".encode())
    assert read_paragraphs(path) == ("Owls hunt.", "They see well.")


def test_an_empty_article_is_a_named_error(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(" \n\n", "utf-8")
    with pytest.raises(DataError, match=r"a\.txt: holds no text"):
        read_paragraphs(path)
