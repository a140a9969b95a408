"""Word lists and tables by name: data files in `words/`, each with a header, read when first used.

A list has one entry per line, a table two columns with a tab between them. The header's lines
begin with `#` and say what the list is, where it comes from and under which licence.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from seqlab.errors import DataError
from seqlab.files import read_word_list

FOLDER = Path(__file__).with_name("words")


@cache
def word_sequence(name: str) -> tuple[str, ...]:
    """The entries of the list `name` in the order of the file."""
    return read_word_list(FOLDER / f"{name}.txt")


@cache
def word_list(name: str) -> frozenset[str]:
    """The entries of the list `name`."""
    return frozenset(word_sequence(name))


@cache
def word_table(name: str) -> dict[str, str]:
    """First column → second column of the table `name`; read it, never change it."""
    path = FOLDER / f"{name}.tsv"
    table = {}
    for line in read_word_list(path):
        key, tab, value = line.partition("\t")
        if not tab or "\t" in value:
            raise DataError(path, f"not two columns: {line!r}", fix="write one tab per line")
        table[key] = value
    return table
