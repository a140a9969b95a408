"""`Terms`: a list of terms, found in a sentence in all their inflected forms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from seqlab.terms.forms import forms_of, inflected_like
from seqlab.text import tokenize

Span = tuple[int, int]
# How the Penn tags of a part of speech begin. A participle may be the form of a verb or adjective.
_TAGS: dict[str, str | tuple[str, ...]] = {
    "": "",
    "noun": "NN",
    "verb": ("VB", "JJ"),
    "adjective": ("JJ", "VBN", "VBG"),
    "adverb": ("RB", "IN"),
    "name": "NN",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A term.

    Args:
        term: One or more words, in their dictionary form or any other.
        simple: What is written instead; None keeps the term.
        explanation: What it means, in plain words.
        part: `noun`, `verb`, `adjective`, `adverb` or `name`; any of them if empty.
        case: Whether uppercase and lowercase letters are told apart.
        reason: Why it is in the list, as it is told of an edit.
        exact: Whether only this form is meant: "damages" is no more than one "damage".
    """

    term: str
    simple: str | None = None
    explanation: str = ""
    part: str = ""
    case: bool = False
    reason: str = "glossary"
    exact: bool = False

    def replacement(self, words: Sequence[str], tags: Sequence[str]) -> str:
        """The simple term in the form that these words of a text have."""
        assert self.simple is not None
        if " ".join(words).lower() == self.term.lower():
            return self.simple
        # The inflected word is the first of a verb phrase, the last of a noun phrase.
        verb = next((tag for tag in tags[:1] if tag.startswith("VB")), None)
        return inflected_like(self.simple, verb or tags[-1])


@dataclass(frozen=True)
class Terms:
    """Terms by the forms of their first word; of two that overlap the longer one counts."""

    entries: tuple[Entry, ...] = ()
    _index: dict[str, list[tuple[tuple[frozenset[str], ...], Entry]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for entry in self.entries:
            # At the end of a text the stop of an abbreviation is another token.
            words = tokenize(f"{entry.term} x")[:-1]
            if not words:
                continue
            part = entry.part if len(words) == 1 or entry.part != "verb" else ""
            forms = tuple(
                frozenset({word.lower()}) if entry.exact else forms_of(word, part) for word in words
            )
            for form in forms[0]:
                self._index.setdefault(form, []).append((forms, entry))

    def __bool__(self) -> bool:
        return bool(self.entries)

    def __add__(self, other: Terms) -> Terms:
        """Both; where both have a term, the first counts."""
        known = {entry.term.lower() for entry in self.entries}
        more = tuple(one for one in other.entries if one.term.lower() not in known)
        return Terms((*self.entries, *more))

    def find(self, words: Sequence[str], tags: Sequence[str] = ()) -> list[tuple[Span, Entry]]:
        """Where terms stand among the words of a sentence, in order and without overlaps.

        Of two terms in one place the longer counts, then the one that is written just so.

        Args:
            words: The words.
            tags: Their Penn tags; with them a term of one word must have its part of speech.
        """
        found: list[tuple[Span, Entry]] = []
        lower = [word.lower() for word in words]
        place = 0
        while place < len(words):
            best: tuple[Span, Entry] | None = None
            rank = (0, False)
            for forms, entry in self._index.get(lower[place], ()):
                end = place + len(forms)
                own = (end - place, len(forms) == 1 and entry.term.lower() == lower[place])
                if end > len(words) or own <= rank:
                    continue
                if len(forms) == 1 and tags and not tags[place].startswith(_TAGS[entry.part]):
                    continue
                if not all(lower[place + n] in some for n, some in enumerate(forms)):
                    continue
                if entry.case and not _same_case(entry.term, words[place:end]):
                    continue
                best, rank = ((place, end), entry), own
            if best is None:
                place += 1
            else:
                found.append(best)
                place = best[0][1]
        return found


def _same_case(term: str, words: Sequence[str]) -> bool:
    """Whether the words begin with the letters that the term begins with, large or small."""
    return all(
        one[:1].isupper() == two[:1].isupper()
        for one, two in zip(tokenize(term), words, strict=False)
    )


def no_terms(entries: Iterable[Entry] = ()) -> Terms:
    """Terms of some entries, none unless given."""
    return Terms(tuple(entries))
