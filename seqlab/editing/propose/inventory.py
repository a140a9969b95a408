"""`Inventory`: what an editor put for words and phrases, and how often; proposals from it.

`SubstitutionProbabilities` proposes from labels what a tagger learned to put in context.

Phrases stand by lemma, and what stands for them has its forms left open: `served as` → `was` and
`serves as` → `is` are one pattern: `serve/V as` → `be/V0`, where `V0` says: a verb in the form of
word 0 of the source.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from seqlab.dictionaries import SortedLines, read_body
from seqlab.editing.parsed import Tagged
from seqlab.errors import DataError
from seqlab.files import write_gzip

# Longer stretches are rewritten clauses, which hardly ever come again.
LONGEST_SOURCE, LONGEST_TARGET = 5, 6
# Labels of a tagger: what was put, as a pattern; or that a word stays, belongs to the phrase before
# it, had something put for it that is too rare to be learned, or was deleted.
STAYS, GOES_ON, RARE, DELETED = "-", "+", "?", "∅"
NO_WORDS = frozenset({STAYS, GOES_ON, RARE})
# What labels propose: those this likely, and words that this likely belong to the phrase before.
LEAST_LIKELY, _SAME_PHRASE = 0.04, 0.4
_MOST_LABELS = 8


def is_common_word(token: str, tag: str) -> bool:
    """Whether a token is a word that may be replaced: no name, number or mark."""
    if not token[:1].isalpha() and token not in ("'s", "’s", "n't", "-"):
        return False
    return tag not in ("NNP", "NNPS", "CD", "FW") or (tag in ("NNP", "NNPS") and token.islower())


_BE = {"VB": "be", "VBZ": "is", "VBP": "are", "VBG": "being", "VBN": "been"}
_HAVE = {"VBZ": "has", "VBD": "had", "VBN": "had", "VBG": "having"}
_AUXILIARIES = frozenset({"'s", "'re", "'ve", "'d", "'m", "’s", "’re", "’ve", "’d", "’m"})


def unit(token: str, tag: str, lemma: str) -> str:
    """How a word stands in a pattern: nouns and verbs by lemma, all others as written."""
    if tag in ("NN", "NNS"):
        return lemma.lower() + "/N"
    if tag.startswith("VB") and token not in _AUXILIARIES:
        return lemma.lower() + "/V"
    lower = token.lower()
    return "a" if lower == "an" else lower


def units(text: Tagged) -> list[str]:
    """The units of all words of a text."""
    return [unit(*word) for word in zip(text.tokens, text.tags, text.lemmas, strict=True)]


# Auxiliaries that a template holds as written: what was put for "is able to" is put for "was able
# to" as well.
_IN_PAST = {
    "is": "was", "are": "were", "has": "had", "does": "did", "will": "would", "can": "could",
}  # fmt: skip


def has_auxiliary(pattern: str) -> bool:
    """Whether a template holds an auxiliary that takes the tense of what it stands for."""
    return not _IN_PAST.keys().isdisjoint(pattern.split(" "))


def filled(pattern: str, text: Tagged, start: int, end: int) -> str | None:
    """The words of a template in the forms that the sentence asks for; None where a form fails.

    Args:
        pattern: The template, with its forms left open.
        text: The sentence.
        start: Where the phrase begins that the template is put for.
        end: Where that phrase ends.
    """
    if "/" not in pattern and not has_auxiliary(pattern):
        return pattern
    words = []
    finite = next((tag for tag in text.tags[start:end] if tag in ("VBD", "VBZ", "VBP")), "")
    for piece in pattern.split(" "):
        lemma, slash, form = piece.partition("/")
        if not slash or not form[:1].isalpha():
            words.append(_IN_PAST.get(piece, piece) if finite == "VBD" else piece)
            continue
        place = start + int(form[1:])
        if place >= len(text.tags):
            return None
        tag = text.tags[place]
        if form[0] == "V" and lemma == "be" and tag == "VBD":
            words.append("were" if is_plural_subject(text, place) else "was")
            continue
        if form[0] == "V" and lemma == "be" and tag == "VBP" and place:
            words.append("am" if text.tokens[place - 1].lower() == "i" else "are")
            continue
        inflected = inflect(lemma, tag)
        if inflected is None:
            return None
        words.append(inflected)
    return " ".join(words)


@lru_cache(maxsize=50_000)
def inflect(lemma: str, tag: str) -> str | None:
    """A lemma in the form of a Penn tag; None where it has none."""
    if lemma == "be":
        return _BE.get(tag)
    if lemma == "have" and tag in _HAVE:
        return _HAVE[tag]
    if tag in ("VB", "VBP", "NN"):
        return lemma
    # A cold start need not wait for lemminflect.
    from seqlab.dictionaries import getInflection

    forms = getInflection(lemma, tag=tag)
    return str(forms[0]) if forms else None


_SINGULAR_PRONOUNS = frozenset({"i", "he", "she", "it", "this", "that"})
_PLURAL_PRONOUNS = frozenset({"we", "you", "they", "these", "those", "who"})
_BREAKS = frozenset({".", ";", ":", "(", ")"})


def is_plural_subject(text: Tagged, verb: int) -> bool:
    """Whether the subject of a verb is plural, judged by the words before it."""
    lower = text.tokens[verb].lower()
    if lower in ("was", "were"):
        return lower == "were"
    head: int | None = None
    for k in range(verb - 1, -1, -1):
        word, tag = text.tokens[k].lower(), text.tags[k]
        if head is None:
            if tag == "PRP" or word in ("this", "that", "these", "those"):
                if tag in ("WDT", "IN"):
                    continue
                return word in _PLURAL_PRONOUNS
            if tag.startswith("NN"):
                head = k
            elif word in _BREAKS:
                return False
        elif tag in ("IN", "TO") and word not in ("that", "while", "when", "because", "although"):
            # The noun hangs on a preposition: the subject stands before it.
            head = None
        elif word == "and" and k and text.tags[k - 1].startswith("NN"):
            return True
        elif tag.startswith(("VB", "MD", "W", "CC")) or word in (*_BREAKS, ","):
            break
    return head is not None and text.tags[head] in ("NNS", "NNPS")


LEVELS = ("plain", "easy")
# Chosen on the valid part of levels: the editor's own words kept, a tenth of the rest.
LEAST_SHARE, MOST_OPTIONS = 0.02, 5
_HEADER = "# seqlab inventory of substitutions, version 1"


@dataclass(frozen=True, slots=True)
class Option:
    """What was put for a phrase (a template; empty: deleted) and how often at each level."""

    template: str
    counts: tuple[int, int]

    @property
    def put(self) -> int:
        """How often at both levels."""
        return self.counts[0] + self.counts[1]


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
        entry = self._parsed.get(key)
        if entry is None and (line := self.lines.get(key)) is not None:
            entry = self._parsed[key] = _parse(line)
        return entry

    def entries_at(self, text: Tagged) -> Iterator[tuple[int, int, Entry]]:
        """Every stretch of a sentence that the inventory knows."""
        own = units(text)
        for start in range(len(own)):
            key = own[start]
            for end in range(start + 1, min(start + LONGEST_SOURCE + 1, len(own)) + 1):
                if end > start + 1:
                    key = f"{key} {own[end - 1]}"
                if (entry := self.entry(key)) is not None:
                    yield start, end, entry
                elif not self._begins(f"{key} "):
                    break  # nor does it know a longer stretch

    def _begins(self, key: str) -> bool:
        """Whether some phrase may begin so."""
        return not isinstance(self.lines, SortedLines) or self.lines.begins(key)

    def proposals(
        self,
        text: Tagged,
        least: float = LEAST_SHARE,
        most: int = MOST_OPTIONS,
        wanted: Collection[int] | None = None,
    ) -> list[Proposal]:
        """The substitutions that the inventory has for stretches of the sentence.

        Args:
            text: The sentence.
            least: How often, of all times that the phrase was seen, something must have been put
                for it. Almost anything was once put for `of`.
            most: How many substitutions of one phrase are proposed, the most frequent first.
            wanted: Places of which a stretch must have one; any unless given.
        """
        merged: dict[tuple[int, int, str], Proposal] = {}
        exact: dict[tuple[int, int], Entry] = {}
        for start, end, entry in self.entries_at(text):
            if wanted is not None and not any(place in wanted for place in range(start, end)):
                continue
            exact[start, end] = entry
            bar = least * len(LEVELS) * entry.seen
            for option in entry.options[:most]:
                if option.put < bar:
                    break
                new = filled(option.template, text, start, end) if option.template else ""
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
        write_gzip(path, f"{head}\n{body}\n")

    @classmethod
    def load(cls, path: str | Path) -> Inventory:
        """The inventory that `save` wrote."""
        try:
            return cls(SortedLines(read_body(path, _HEADER, "an inventory of substitutions"), str))
        except ValueError as error:
            raise DataError(path, str(error), fix="build it again") from None


@dataclass(frozen=True, eq=False)
class SubstitutionProbabilities:
    """What a tagger says of the substitutions in a sentence: tokens by labels."""

    rows: np.ndarray
    labels: tuple[str, ...]
    _texts: dict[int, tuple[Tagged, dict[str, float]]] = field(default_factory=dict, repr=False)

    def of(self, label: str, place: int) -> float:
        """How likely a token has a label; 0 for a label that the tagger never learned."""
        if label not in self.labels:
            return 0.0
        return float(self.rows[place, self.labels.index(label)])

    def best(self, place: int) -> list[tuple[str, float]]:
        """The likeliest labels of a token that put or delete something, the likeliest first."""
        row = self.rows[place]
        top = np.argpartition(-row, min(_MOST_LABELS, len(row) - 1))[: _MOST_LABELS + 1]
        ranked = sorted(((float(row[n]), self.labels[n]) for n in top), reverse=True)
        return [(label, share) for share, label in ranked if label not in NO_WORDS and share]

    def texts(self, text: Tagged, place: int) -> dict[str, float]:
        """What the likeliest labels of a token write (nothing: deleted), with their chances.

        Read it, never change it: proposing asks first, then every edit that begins there.
        """
        known = self._texts.get(place)
        if known is not None and known[0] is text:
            return known[1]
        chances: dict[str, float] = {}
        for label, share in self.best(place):
            new = "" if label == DELETED else filled(label, text, place, place + 1)
            if new is not None:
                chances[new] = chances.get(new, 0.0) + share
        self._texts[place] = (text, chances)
        return chances

    def phrase_end(self, start: int) -> int:
        """Where the phrase that begins at a token ends."""
        end = start + 1
        while end < len(self.rows) and end - start < LONGEST_SOURCE:
            if self.of(GOES_ON, end) < _SAME_PHRASE:
                break
            end += 1
        return end

    def proposals(self, text: Tagged) -> Iterator[tuple[int, int, str, float]]:
        """Tokens `start` to `end` become a text, with the chance of its label."""
        starts: Sequence[int] = range(len(text.tokens))
        if STAYS in self.labels:
            changes = self.rows[:, self.labels.index(STAYS)] <= 1 - LEAST_LIKELY
            starts = changes.nonzero()[0].tolist()
        for start in starts:
            end = self.phrase_end(start)
            for new, chance in self.texts(text, start).items():
                if chance < LEAST_LIKELY:
                    continue
                first, last, words = trimmed(text.tokens, start, end, new)
                if first < last and _may_change(text, first, last):
                    yield first, last, words, chance


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
