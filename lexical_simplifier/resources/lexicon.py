"""`Lexicon`: the words that can be replaced or put in, keyed by word and part of speech.

Each entry has its inflected forms, a vector, and facts about how hard the word is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seqlab.english import article_for, count_syllables, word_list, word_table

# The classes that vectors, candidates and dictionary forms are keyed by.
CONTENT_PARTS = ("NOUN", "VERB", "ADJ", "ADV")
PARTS = (*CONTENT_PARTS, "OTHER")
_BY_PREFIX = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
# Closed classes whose members have simpler equals: upon/on, albeit/though, whom/who.
_OTHER_TAGS = {"IN", "CC", "DT", "PDT", "TO", "RP", "WDT", "WP", "WRB", "MD", "EX", "UH"}
_HAVE_OR_BE = word_list("forms_of_have") | word_list("forms_of_be")
# Nouns that have no plural: they stand for plurals only where no verb or number needs one.
UNCOUNTABLE = word_list("uncountable_nouns")


def part_of_speech(word: str, tag: str) -> str | None:
    """The class of a word under its Penn tag; None for names, numbers and marks."""
    if tag in ("NNP", "NNPS"):
        # Taggers take unknown words for names; no English name is written small.
        return "NOUN" if word.islower() else None
    if tag[:2] in _BY_PREFIX:
        return _BY_PREFIX[tag[:2]]
    return "OTHER" if tag in _OTHER_TAGS else None


def settled_tag(tokens: Sequence[str], index: int, tag: str) -> str:
    """The tag with participles told from past tense by the auxiliary before them."""
    if tag not in ("VBD", "VBN"):
        return tag
    for before in reversed([token.lower() for token in tokens[max(0, index - 3) : index]]):
        if before in _HAVE_OR_BE:
            return "VBN"
        # Adverbs may stand between: has never been / was then diverted.
        if not (before.endswith("ly") or before in {"not", "n't", "n’t", "also", "then", "never"}):
            break
    return tag


def article_before(tokens: Sequence[str], index: int, replacement: str) -> str | None:
    """The article that must stand before `replacement`, where that is not what stands there."""
    if index == 0 or tokens[index - 1].lower() not in ("a", "an"):
        return None
    article = article_for(replacement, tokens[index - 1])
    return None if article.lower() == tokens[index - 1].lower() else article


_Key = tuple[str, str]
# The tags whose forms an entry lists, in the order of the columns of `lexicon.tsv`.
FORM_TAGS = {
    "NOUN": ("NNS",),
    "VERB": ("VBZ", "VBG", "VBD", "VBN"),
    "ADJ": ("JJR", "JJS"),
    "ADV": ("RBR", "RBS"),
    "OTHER": (),
}
_BASE_TAG = {"NOUN": "NN", "VERB": "VB", "ADJ": "JJ", "ADV": "RB", "OTHER": "IN"}
# In phrases such as `point of view` the noun before the preposition is inflected.
_PHRASE_JOINTS = {"of", "in", "on", "to", "for", "at", "with", "by", "from", "who", "that"}
# Auxiliaries are no entries, but begin phrases: `be made up of`, `have to`. Forms as FORM_TAGS has
# them; the past of `be` depends on its subject.
AUXILIARIES = {
    lemma: tuple("" if form == "-" else form for form in forms.split())
    for lemma, forms in word_table("forms_of_auxiliaries").items()
}
_AUXILIARY_OF = {
    form: lemma for lemma, forms in AUXILIARIES.items() for form in (lemma, *forms) if form
} | dict.fromkeys(("am", "are", "was", "were"), "be")


class Entry(NamedTuple):
    """A word, its part of speech, and its forms in the order of `FORM_TAGS`.

    A tuple, not a data class: tens of thousands of them are made at every start.
    """

    word: str
    part: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Entries with arrays that run parallel to them.

    `zipf` is log10 of the frequency per thousand million words, `level` CEFR (A1 = 1 … C2 = 6,
    0 unknown), `complexity` people's rating or its estimate (1 simple – 6 complex), `simple_use`
    the logarithm of how much more often simple texts have it than complex ones, `tag_share` how
    often the word is of this part of speech.
    """

    entries: Sequence[Entry]
    zipf: NDArray[np.float32]
    syllables: NDArray[np.float32]
    level: NDArray[np.float32]
    complexity: NDArray[np.float32]
    simple_use: NDArray[np.float32]
    tag_share: NDArray[np.float32]
    vectors: NDArray[np.int8]
    scales: NDArray[np.float32]
    _inflected: dict[tuple[int, str], str | None] = field(
        default_factory=dict, init=False, repr=False
    )

    @cached_property
    def rows(self) -> dict[_Key, int]:
        """Where the entry of each word and part of speech is; read it, never change it."""
        return _rows_of(self.entries)

    @cached_property
    def _lemmas(self) -> dict[_Key, int]:
        return _lemmas_of(self.entries)

    @cached_property
    def lengths(self) -> NDArray[np.float32]:
        """How many characters each word has."""
        return np.array([len(entry.word) for entry in self.entries], dtype=np.float32)

    @cached_property
    def is_phrase(self) -> NDArray[np.float32]:
        """1 for entries of several words."""
        return np.array([" " in entry.word for entry in self.entries], dtype=np.float32)

    @cached_property
    def levels_or_estimates(self) -> NDArray[np.float32]:
        """CEFR levels, and where none is known what the complexity says."""
        levels = np.where(self.level > 0, self.level, np.clip(self.complexity, 2, 6))
        return levels.astype(np.float32)

    def __len__(self) -> int:
        return len(self.entries)

    def row(self, lemma: str, part: str) -> int | None:
        """Where the entry of a dictionary form is."""
        return self.rows.get((lemma, part))

    def find(self, form: str, part: str) -> int | None:
        """The entry that a form, inflected or not, belongs to."""
        lower = form.lower()
        row = self.rows.get((lower, part))
        return row if row is not None else self._lemmas.get((lower, part))

    def lemma(self, form: str, part: str) -> str | None:
        """The dictionary form of a form, auxiliaries included."""
        if part == "VERB" and form.lower() in _AUXILIARY_OF:
            return _AUXILIARY_OF[form.lower()]
        row = self.find(form, part)
        return None if row is None else self.entries[row].word

    def settled_tag(self, row: int, form: str, tag: str) -> str:
        """`tag`, or where `form` cannot be that form of the entry, the tag that it can be."""
        entry, lower = self.entries[row], form.lower()
        tags = FORM_TAGS[entry.part]
        if not entry.forms or " " in entry.word:
            return tag
        if tag in tags and entry.forms[tags.index(tag)] == lower:
            return tag
        if lower == entry.word:
            return _BASE_TAG[entry.part] if tag in tags or tag[:2] != _BASE_TAG[entry.part] else tag
        # The last that matches: of past and participle, the participle.
        matching = [own for own, text in zip(tags, entry.forms, strict=True) if text == lower]
        return matching[-1] if matching and tag not in matching else tag

    def find_any(self, form: str) -> int | None:
        """The most frequent entry of a form, whatever its part of speech."""
        rows = [row for part in CONTENT_PARTS if (row := self.find(form, part)) is not None]
        return max(rows, key=lambda row: float(self.zipf[row] * self.tag_share[row]), default=None)

    def find_word(self, word: str) -> int | None:
        """The entry of a word in a phrase: as a function word, else the most frequent."""
        row = self.row(word, "OTHER")
        return self.find_any(word) if row is None else row

    def unit_vectors(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Vectors of length one; all zero where a word has none."""
        vectors: NDArray[np.float32] = self.vectors[rows] * self.scales[rows, None]
        return vectors

    def inflect(self, row: int, tag: str) -> str | None:
        """The entry's form for a Penn tag; None where it has none."""
        if (row, tag) not in self._inflected:
            self._inflected[row, tag] = self._inflect(row, tag)
        return self._inflected[row, tag]

    def compares_by_ending(self, row: int) -> bool:
        """Whether the comparative is made by `-er`, not by `more`."""
        entry = self.entries[row]
        return entry.part in ("ADJ", "ADV") and bool(entry.forms and entry.forms[0])

    def _inflect(self, row: int, tag: str) -> str | None:
        entry = self.entries[row]
        words = _phrase(entry.word)
        head = head_of(words, entry.part)
        tags = FORM_TAGS[entry.part]
        if tag == "VBP" and words[0] == "be" and entry.part == "VERB":
            return None
        if tag not in tags:
            return entry.word
        if len(words) == 1:
            form = entry.forms[tags.index(tag)] if entry.forms else None
        else:
            form = self._inflect_word(words[head], entry.part, tag)
        if not form:
            helper = {"JJR": "more", "RBR": "more", "JJS": "most", "RBS": "most"}.get(tag)
            return f"{helper} {entry.word}" if helper else None
        return " ".join([*words[:head], form, *words[head + 1 :]])

    def _inflect_word(self, word: str, part: str, tag: str) -> str | None:
        if part == "VERB" and word in AUXILIARIES:
            return AUXILIARIES[word][FORM_TAGS["VERB"].index(tag)] or None
        row = self.row(word, part)
        return None if row is None else self.inflect(row, tag)

    def extended(self, entries: Sequence[Entry]) -> Lexicon:
        """The lexicon with more entries; what is known of their words stands for what is not."""
        if not entries:
            return self
        more = len(entries)
        words = {word: self.find_word(word) for entry in entries for word in _phrase(entry.word)}
        known = [
            [row for word in _phrase(entry.word) if (row := words[word]) is not None]
            for entry in entries
        ]
        rows = np.array(list(chain.from_iterable(known)), dtype=np.int64)
        owners = np.repeat(np.arange(more), [len(own) for own in known])

        def most(values: NDArray[np.float32], unknown: float) -> NDArray[np.float32]:
            own = np.full(more, -np.inf, dtype=np.float32)
            np.maximum.at(own, owners, values[rows])
            own[np.isneginf(own)] = unknown
            return np.concatenate([values, own])

        sums = np.zeros((more, self.vectors.shape[1]), dtype=np.float32)
        np.add.at(sums, owners, self.unit_vectors(rows))
        numbers, scales = quantised(sums)
        # The frequency of a phrase, as wordfreq has it: 1/f = sum of 1/f of its words.
        inverse = {
            word: 10 ** -(_guessed_zipf(word) if row is None else float(self.zipf[row]))
            for word, row in words.items()
        }
        zipf = [-math.log10(sum(map(inverse.__getitem__, _phrase(e.word)))) for e in entries]
        syllables = [float(count_syllables(entry.word)) for entry in entries]
        longer = Lexicon(
            entries=[*self.entries, *entries],
            zipf=np.concatenate([self.zipf, np.array(zipf, dtype=np.float32)]),
            syllables=np.concatenate([self.syllables, np.array(syllables, dtype=np.float32)]),
            level=most(self.level, 0.0),
            complexity=most(self.complexity, 4.0),
            simple_use=np.concatenate([self.simple_use, np.zeros(more, dtype=np.float32)]),
            tag_share=np.concatenate([self.tag_share, np.ones(more, dtype=np.float32)]),
            vectors=np.concatenate([self.vectors, numbers]),
            scales=np.concatenate([self.scales, scales]),
        )
        # What is known of the entries before need not be found again.
        longer.__dict__["rows"] = self.rows | _rows_of(entries, len(self))
        longer.__dict__["_lemmas"] = _lemmas_of(entries, len(self)) | self._lemmas
        return longer

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays in the small types in which they are stored."""
        return {
            "zipf": self.zipf.astype(np.float16),
            "syllables": self.syllables.astype(np.uint8),
            "level": self.level.astype(np.uint8),
            "complexity": self.complexity.astype(np.float16),
            "simple_use": np.rint(np.clip(self.simple_use, -4, 4) * 31).astype(np.int8),
            "tag_share": np.rint(self.tag_share * 255).astype(np.uint8),
            "vectors": self.vectors,
            "scales": self.scales.astype(np.float16),
        }

    def to_lines(self) -> Iterable[str]:
        """One line an entry: word, part, forms."""
        return ("\t".join((entry.word, entry.part, *entry.forms)) for entry in self.entries)

    @classmethod
    def from_stored(cls, lines: Iterable[str], arrays: dict[str, NDArray[Any]]) -> Lexicon:
        """The lexicon that `to_lines` and `to_arrays` wrote."""
        entries = []
        for line in lines:
            word, part, *forms = line.split("\t")
            entries.append(Entry(word, part, tuple(forms)))
        floats = {
            name: array.astype(np.float32) for name, array in arrays.items() if name != "vectors"
        }
        floats["tag_share"] /= 255
        floats["simple_use"] /= 31
        return cls(entries, vectors=arrays["vectors"], **floats)

    def to_keyed_vectors(self) -> Any:
        """The vectors as gensim `KeyedVectors` with keys such as `lead|VERB`."""
        from gensim.models import KeyedVectors

        keyed = KeyedVectors(vector_size=self.vectors.shape[1], count=len(self))
        rows = np.arange(len(self))
        keyed.add_vectors([f"{e.word}|{e.part}" for e in self.entries], self.unit_vectors(rows))
        return keyed


def _rows_of(entries: Sequence[Entry], first: int = 0) -> dict[_Key, int]:
    """Where each word is as a part of speech, if the entries begin at row `first`."""
    keys = ((entry.word, entry.part) for entry in entries)
    return dict(zip(keys, range(first, first + len(entries)), strict=True))


def _lemmas_of(entries: Sequence[Entry], first: int = 0) -> dict[_Key, int]:
    """The first entry that each form belongs to."""
    lemmas: dict[_Key, int] = {}
    for row, (_, part, forms) in enumerate(entries, start=first):
        for form in forms:
            lemmas.setdefault((form, part), row)
    return lemmas


def quantised(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Unit vectors in one byte a number, with the factor that gives each row back."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(norms > 0, norms, 1.0)
    largest = np.abs(unit).max(axis=1)
    scales = np.where(largest > 0, largest / 127, 1.0)
    return np.rint(unit / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def _guessed_zipf(word: str) -> float:
    """What a word counts as that the lexicon lacks: short ones are `a`, `be`, `not`, `its`."""
    return 6.5 if len(word) <= 4 else 3.0


@lru_cache(maxsize=50_000)
def _phrase(word: str) -> tuple[str, ...]:
    return tuple(word.split(" "))


def head_of(words: Sequence[str], part: str) -> int:
    """Which word of a phrase is inflected."""
    if part != "NOUN":
        return 0
    for place, word in enumerate(words[1:], start=1):
        if word in _PHRASE_JOINTS:
            return place - 1
    return len(words) - 1
