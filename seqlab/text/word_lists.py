"""Word lists that cutting text needs: data files in `words/`, each with a header."""

from __future__ import annotations

from pathlib import Path

from seqlab.files import read_word_list

FOLDER = Path(__file__).with_name("words")


def word_sequence(name: str) -> tuple[str, ...]:
    """The entries of the list `name` in the order of the file."""
    return read_word_list(FOLDER / f"{name}.txt")


def any_of(name: str) -> str:
    """A pattern of the list `name`: its entries with `|` between; the first that matches wins."""
    return "|".join(word_sequence(name))
