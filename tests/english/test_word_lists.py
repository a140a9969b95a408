"""Word lists are data: every file has a header, no entry twice, and somebody who reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seqlab.english import word_list, word_sequence, word_table
from seqlab.english.word_lists import FOLDER
from seqlab.errors import DataError
from seqlab.text.word_lists import FOLDER as TEXT_FOLDER

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*FOLDER.iterdir(), *TEXT_FOLDER.iterdir()])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_list_says_what_it_is_whence_and_under_which_licence(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    header = [line for line in lines if line.startswith("#")]
    assert lines[: len(header)] == header
    assert len(header) >= 2
    assert re.search(r"Source: .+ Licence: .+", header[-1])
    assert lines[-1] == ""
    assert all(line == line.strip() and line for line in lines[:-1])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_entry_stands_twice(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    keys = [line.split("\t")[0] for line in lines if not line.startswith("#")]
    assert len(keys) == len(set(keys))


def test_every_list_is_read_by_the_code() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("seqlab", "corpora", "lexical_simplifier")
        for path in (ROOT / folder).rglob("*.py")
    )
    names = set(re.findall(r"(?:word_\w+|any_of)\(\s*[\"'](\w+)[\"']", code))
    assert {path.stem for path in FILES} == names


def test_a_list_is_a_set_a_sequence_keeps_its_order_and_a_table_maps() -> None:
    assert {"mile", "miles"} <= word_list("units")
    assert word_list("units") is word_list("units")
    assert word_sequence("months")[:2] == ("January", "February")
    assert word_table("contractions")["n't"] == "not"


def test_a_name_that_no_list_has_is_an_error_that_names_the_file() -> None:
    with pytest.raises(DataError, match=r"no_such_list\.txt"):
        word_list("no_such_list")
