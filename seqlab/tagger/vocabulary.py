"""Vocabularies: strings with their numbers, kept as text files, one entry per line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text

# Entries may be any Unicode, line ends included, so these few are written as escapes.
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}


class Vocabulary:
    """An ordered set of strings; number 0 stands for what is not in it, if `unknown` is set."""

    def __init__(self, entries: Iterable[str], unknown: bool = True) -> None:
        self.entries: tuple[str, ...] = tuple(entries)
        self.unknown = unknown
        self._numbers = {entry: n for n, entry in enumerate(self.entries, start=int(unknown))}
        if len(self._numbers) != len(self.entries):
            raise ValueError("an entry occurs twice in a vocabulary")

    def __len__(self) -> int:
        return len(self.entries) + self.unknown

    def __contains__(self, entry: str) -> bool:
        return entry in self._numbers

    def __getitem__(self, entry: str) -> int:
        if self.unknown:
            return self._numbers.get(entry, 0)
        return self._numbers[entry]

    def entry(self, number: int) -> str:
        """The string with this number."""
        return self.entries[number - self.unknown]

    @classmethod
    def build(
        cls, items: Iterable[str], min_count: int = 1, unknown: bool = True, limit: int = 0
    ) -> Vocabulary:
        """What occurs at least `min_count` times, most frequent first, ties by code point."""
        counts = Counter(items)
        ranked = sorted(counts, key=lambda item: (-counts[item], item))
        kept = [item for item in ranked if counts[item] >= min_count and is_text(item)]
        return cls(kept[:limit] if limit else kept, unknown)

    def save(self, path: str | Path) -> None:
        """Write one entry per line."""
        with atomic_write(path) as handle:
            handle.writelines(_escaped(entry) + "\n" for entry in self.entries)

    @classmethod
    def load(cls, path: str | Path, unknown: bool = True) -> Vocabulary:
        """The vocabulary that `save` wrote."""
        try:
            # Read whole: tens of thousands of lines one by one would delay every start.
            text = read_text(path)
            lines = text.removesuffix("\n").split("\n") if text else []
            return cls(map(_unescaped, lines), unknown)
        except ValueError as error:
            raise DataError(path, str(error), fix="take an unaltered copy of the model") from None


def _escaped(entry: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in entry)


def is_text(entry: str) -> bool:
    """False for lone surrogates, which damaged files hold and no file can be written with."""
    return not any("\ud800" <= character <= "\udfff" for character in entry)


def _unescaped(line: str) -> str:
    if "\\" not in line:
        return line
    plain = {escape[1]: character for character, escape in _ESCAPES.items()}
    characters = iter(line)
    return "".join(
        plain.get(next(characters, ""), "") if character == "\\" else character
        for character in characters
    )


def label_vocabulary(labels: Iterable[Sequence[str]], ignored: str) -> Vocabulary:
    """The labels of a head, most frequent first, without the mark of ignored tokens."""
    return Vocabulary.build(
        (label for of_sentence in labels for label in of_sentence if label != ignored),
        unknown=False,
    )
