"""Analyses from a file of trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.english import lemma
from seqlab.errors import DataError, UsageError
from seqlab.syntax import load_syntax


def test_a_sentence_is_looked_up_by_its_words(tmp_path: Path) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text("(ROOT (S (NP (DT The) (NNS dogs)) (VP (VBD went)) (. .)))\n")
    [found, empty] = load_syntax("file", path=path).analyse([["The", "dogs", "went", "."], []])
    assert found.tags == ("DT", "NNS", "VBD", ".")
    assert found.lemmas == ("the", "dog", "go", ".")
    assert found.chunks == ("B-NP", "I-NP", "B-VP", "O")
    assert found.tree.leaves() == ["The", "dogs", "went", "."]
    assert empty.tokens == ()


def test_a_sentence_without_a_tree_is_named(tmp_path: Path) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text("(ROOT (NN a))")
    with pytest.raises(DataError, match=r"trees.mrg: no tree for a sentence \(got 'b c'\)"):
        list(load_syntax("file", path=path).analyse([["b", "c"]]))


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text("(ROOT (NN a)")
    with pytest.raises(DataError, match=r"trees.mrg: .*not closed"):
        load_syntax("file", path=path)


def test_unknown_backends_and_options_are_named() -> None:
    with pytest.raises(UsageError, match="no syntax backend 'corenlp'; known: embedded"):
        load_syntax("corenlp")
    with pytest.raises(UsageError, match=r"backend 'file': .*'folder'"):
        load_syntax("file", folder="x")


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("went", "VBD", "go"),
        ("mice", "NNS", "mouse"),
        ("n't", "RB", "not"),
        ("'s", "VBZ", "be"),
        ("'s", "POS", "'s"),
        ("bigger", "JJR", "big"),
        ("London", "NNP", "London"),
        ("Palestinians", "NNPS", "Palestinian"),
        ("more", "JJR", "more"),
        ("’m", "VBP", "be"),
        ("Running", "VBG", "run"),
        ("12", "CD", "12"),
        ("🙂", "SYM", "🙂"),
    ],
)
def test_lemmas(word: str, tag: str, expected: str) -> None:
    assert lemma(word, tag) == expected
