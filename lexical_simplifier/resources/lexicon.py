"""`Lexicon`: the words that can be replaced or put in, keyed by word and part of speech.

Each entry has its inflected forms, a vector, and facts about how hard the word is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Entry:
    """A word, its part of speech, and its forms in the order of `FORM_TAGS`."""

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
    _rows: dict[tuple[str, str], int] = field(init=False, repr=False)
    _lemmas: dict[tuple[str, str], int] = field(init=False, repr=False)
    lengths: NDArray[np.float32] = field(init=False, repr=False)
    is_phrase: NDArray[np.float32] = field(init=False, repr=False)
    levels_or_estimates: NDArray[np.float32] = field(init=False, repr=False)
    _inflected: dict[tuple[int, str], str | None] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rows = {(entry.word, entry.part): row for row, entry in enumerate(self.entries)}
        lemmas: dict[tuple[str, str], int] = {}
        for row, entry in enumerate(self.entries):
            for form in entry.forms:
                lemmas.setdefault((form, entry.part), row)
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "_lemmas", lemmas)
        object.__setattr__(self, "_inflected", {})
        words = [entry.word for entry in self.entries]
        lengths = np.array([len(word) for word in words], dtype=np.float32)
        object.__setattr__(self, "lengths", lengths)
        is_phrase = np.array([" " in word for word in words], dtype=np.float32)
        object.__setattr__(self, "is_phrase", is_phrase)
        levels = np.where(self.level > 0, self.level, np.clip(self.complexity, 2, 6))
        object.__setattr__(self, "levels_or_estimates", levels.astype(np.float32))

    def __len__(self) -> int:
        return len(self.entries)

    def row(self, lemma: str, part: str) -> int | None:
        """Where the entry of a dictionary form is."""
        return self._rows.get((lemma, part))

    def find(self, form: str, part: str) -> int | None:
        """The entry that a form, inflected or not, belongs to."""
        lower = form.lower()
        row = self._rows.get((lower, part))
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

    def extended(self, entries: Sequence[Entry], zipf: Sequence[float]) -> Lexicon:
        """The lexicon with more entries; what is known of their words stands for what is not."""
        if not entries:
            return self
        parts = []
        for entry in entries:
            rows = [self.row(word, "OTHER") for word in _phrase(entry.word)]
            rows = [
                self.find_any(word) if row is None else row
                for row, word in zip(rows, _phrase(entry.word), strict=True)
            ]
            parts.append(np.array([row for row in rows if row is not None], dtype=np.int64))

        def most(values: NDArray[np.float32], unknown: float) -> NDArray[np.float32]:
            own = [values[rows].max() if len(rows) else unknown for rows in parts]
            return np.concatenate([values, np.array(own, dtype=np.float32)])

        sums = [self.unit_vectors(rows).sum(axis=0) for rows in parts]
        numbers, scales = quantised(np.stack(sums).astype(np.float32))
        syllables = [float(count_syllables(entry.word)) for entry in entries]
        more = len(entries)
        return Lexicon(
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


def quantised(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Unit vectors in one byte a number, with the factor that gives each row back."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(norms > 0, norms, 1.0)
    largest = np.abs(unit).max(axis=1)
    scales = np.where(largest > 0, largest / 127, 1.0)
    return np.rint(unit / scales[:, None]).astype(np.int8), scales.astype(np.float32)


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
