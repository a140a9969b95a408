"""`Inventory`: what an editor put for words and phrases, and how often; proposals from it."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from seqlab.editing.propose.extraction import LONGEST_SOURCE, Tagged, is_common_word
from seqlab.editing.propose.patterns import filled, units
from seqlab.errors import DataError
from seqlab.files import atomic_write, open_binary

LEVELS = ("plain", "easy")
# Chosen on the valid part of levels: the editor's own words kept, a tenth of the rest.
LEAST_SHARE, MOST_OPTIONS = 0.02, 5
_HEADER = "# seqlab inventory of substitutions, version 1"


@dataclass(frozen=True, slots=True)
class Option:
    """What was put for a phrase (a template; empty: deleted) and how often at each level."""

    template: str
    counts: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Entry:
    """How often a phrase was seen, how often it stayed at each level, and what was put for it."""

    seen: int
    kept: tuple[int, int]
    options: tuple[Option, ...]


_NONE = Entry(0, (0, 0), ())


@dataclass(frozen=True, slots=True)
class Proposal:
    """Tokens `start` to `end` become `text` (empty: deleted).

    `entry` and `option` are the evidence for the phrase itself, `context_entry` and
    `context_option` for the longest phrase that takes in neighbours, where there is any.
    """

    start: int
    end: int
    text: str
    entry: Entry = _NONE
    option: Option | None = None
    context_entry: Entry = _NONE
    context_option: Option | None = None


@dataclass(frozen=True)
class Inventory:
    """Phrases by pattern with what the editor did to them; lines are parsed when first asked."""

    lines: Mapping[str, str]
    _parsed: dict[str, Entry] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.lines)

    def entry(self, key: str) -> Entry | None:
        """What is known of a phrase, given by its units joined by spaces."""
        if key in self._parsed:
            return self._parsed[key]
        line = self.lines.get(key)
        if line is None:
            return None
        entry = self._parsed[key] = _parse(line)
        return entry

    def entries_at(self, text: Tagged) -> Iterator[tuple[int, int, Entry]]:
        """Every stretch of a sentence that the inventory knows."""
        own = units(text)
        lines = self.lines
        for start in range(len(own)):
            key = own[start]
            for end in range(start + 1, min(start + LONGEST_SOURCE + 1, len(own)) + 1):
                if end > start + 1:
                    key = f"{key} {own[end - 1]}"
                if key in lines:
                    entry = self.entry(key)
                    if entry is not None:
                        yield start, end, entry

    def proposals(
        self, text: Tagged, least: float = LEAST_SHARE, most: int = MOST_OPTIONS
    ) -> list[Proposal]:
        """The substitutions that the inventory has for stretches of the sentence.

        Args:
            text: The sentence.
            least: How often, of all times that the phrase was seen, something must have been put
                for it. Almost anything was once put for `of`.
            most: How many substitutions of one phrase are proposed, the most frequent first.
        """
        merged: dict[tuple[int, int, str], Proposal] = {}
        exact: dict[tuple[int, int], Entry] = {}
        for start, end, entry in self.entries_at(text):
            exact[start, end] = entry
            bar = least * len(LEVELS) * entry.seen
            for option in entry.options[:most]:
                if sum(option.counts) < bar:
                    break
                new = filled(option.template, text, start) if option.template else ""
                if new is None:
                    continue
                first, last, words = trimmed(text.tokens, start, end, new)
                if first == last or not _may_change(text, first, last):
                    continue
                _merge(merged, (first, last, words), (start, end), entry, option)
        return [
            found
            if found.option is not None
            else Proposal(
                *key,
                exact.get(key[:2], _NONE),
                None,
                found.context_entry,
                found.context_option,
            )
            for key, found in merged.items()
        ]

    def save(self, path: str | Path, provenance: Sequence[str] = ()) -> None:
        """Write the inventory as compressed text, with where it comes from at its head."""
        head = "\n".join([_HEADER, *(f"# {line}" for line in provenance)])
        body = "\n".join(f"{key}\t{line}" for key, line in sorted(self.lines.items()))
        buffer = io.BytesIO()
        # Without a time stamp equal inventories are equal files.
        with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed:
            packed.write(f"{head}\n{body}\n".encode())
        with atomic_write(path, "wb") as handle:
            handle.write(buffer.getvalue())

    @classmethod
    def load(cls, path: str | Path) -> Inventory:
        """The inventory that `save` wrote."""
        with open_binary(path) as handle:
            text = handle.read().decode()
        if not text.startswith(_HEADER):
            raise DataError(path, "not an inventory of substitutions", fix="build it again")
        rows = text.split("\n")
        start = next(k for k, row in enumerate(rows) if not row.startswith("#"))
        try:
            return cls(dict(row.split("\t", 1) for row in rows[start:] if row))  # type: ignore[arg-type]
        except ValueError:
            raise DataError(path, "a line without a tab", fix="build it again") from None


def _parse(line: str) -> Entry:
    head, *options = line.split("\t")
    seen, plain, easy = map(int, head.split(" "))
    parsed = []
    for option in options:
        words, counts = option.rsplit("=", 1)
        first, second = counts.split(",")
        parsed.append(Option(words, (int(first), int(second))))
    return Entry(seen, (plain, easy), tuple(parsed))


def _merge(
    merged: dict[tuple[int, int, str], Proposal],
    key: tuple[int, int, str],
    span: tuple[int, int],
    entry: Entry,
    option: Option,
) -> None:
    old = merged.get(key, Proposal(*key))
    if span == key[:2]:
        merged[key] = Proposal(*key, entry, option, old.context_entry, old.context_option)
    elif old.context_option is None or sum(option.counts) > sum(old.context_option.counts):
        merged[key] = Proposal(*key, old.entry, old.option, entry, option)


def trimmed(tokens: Sequence[str], start: int, end: int, new: str) -> tuple[int, int, str]:
    """The change without the words at either end that stay."""
    words = new.split(" ") if new else []
    while words and start < end and same_word(words[-1], tokens[end - 1]):
        words.pop()
        end -= 1
    first = 0
    while first < len(words) and start < end and same_word(words[first], tokens[start]):
        first += 1
        start += 1
    return start, end, " ".join(words[first:])


def same_word(word: str, token: str) -> bool:
    """Whether two words are one but for case and a/an."""
    lower = token.lower()
    return word.lower() == lower or (word == "a" and lower == "an")


def _may_change(text: Tagged, start: int, end: int) -> bool:
    return all(is_common_word(text.tokens[k], text.tags[k]) for k in range(start, end))
