"""What to find simpler words for: hard words, listed ones and phrases, but never what must stay.

`ComplexWordModel` says how hard a word is, `protected` which words are never replaced (names,
numbers, dates, units, marks, addresses, the user's own), `TargetFinder` which lexicon entry a word
or phrase of a sentence is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from corpora import recognize_entities
from lexical_simplifier.resources.lexicon import (
    CONTENT_PARTS,
    Lexicon,
    head_of,
    part_of_speech,
    settled_tag,
)
from lexical_simplifier.resources.thesaurus import TRUST, Listing, PlainWords
from seqlab.dictionaries import zipf_frequency
from seqlab.english import count_syllables, months, number_words, weekdays, word_list
from seqlab.errors import UsageError

Matrix = NDArray[np.float32]
WORD_FEATURES = (
    "zipf", "rare", "length", "syllables", "level", "no_level", "complexity", "simple_use",
    "noun", "verb", "adjective", "adverb", "unknown",
)  # fmt: skip


def word_features(lexicon: Lexicon, tokens: Sequence[str], tags: Sequence[str]) -> Matrix:
    """A row of features for every token."""
    rows = [_row(lexicon, *word) for word in zip(tokens, tags, strict=True)]
    return np.array(rows, dtype=np.float32).reshape(-1, len(WORD_FEATURES))


# Every sentence has the words that nearly every sentence has.
@lru_cache(maxsize=2048)
def _row(lexicon: Lexicon, token: str, tag: str) -> tuple[float, ...]:
    part = part_of_speech(token, tag)
    row = lexicon.find(token, part) if part else None
    if row is None:
        row = lexicon.find_any(token)
    length, syllables = float(len(token)), float(count_syllables(token))
    parts = [float(part == name) for name in ("NOUN", "VERB", "ADJ", "ADV")]
    if row is None:
        zipf = zipf_frequency(token.lower())
        guess = min(6.0, max(1.5, 6.5 - 0.8 * zipf))
        return (zipf, max(0.0, 4 - zipf), length, syllables, guess, 1.0, guess, 0.0, *parts, 1.0)
    zipf = float(lexicon.zipf[row])
    return (
        zipf,
        max(0.0, 4.0 - zipf),
        length,
        syllables,
        float(lexicon.levels_or_estimates[row]),
        float(lexicon.level[row] == 0),
        float(lexicon.complexity[row]),
        float(lexicon.simple_use[row]),
        *parts,
        0.0,
    )


@dataclass
class ComplexWordModel:
    """Logistic regression on word features."""

    weights_: Matrix | None = None
    means_: Matrix | None = None
    deviations_: Matrix | None = None

    def fit(self, rows: Matrix, shares: Sequence[float]) -> ComplexWordModel:
        """Learn from word features and the share of people who find the word hard."""
        from sklearn.linear_model import LogisticRegression

        self.means_, self.deviations_ = rows.mean(axis=0), rows.std(axis=0) + 1e-6
        scaled = (rows - self.means_) / self.deviations_
        # Every word is seen as hard and as easy, each as much as people said so.
        hard = np.asarray(shares, dtype=np.float64)
        model = LogisticRegression(C=1.0, max_iter=2000)
        model.fit(
            np.concatenate([scaled, scaled]),
            np.concatenate([np.ones(len(hard)), np.zeros(len(hard))]),
            sample_weight=np.concatenate([hard, 1 - hard]) + 1e-9,
        )
        self.weights_ = np.append(model.coef_[0], model.intercept_).astype(np.float32)
        return self

    def predict(self, rows: Matrix) -> Matrix:
        """The probability that each word is hard."""
        if self.weights_ is None or self.means_ is None or self.deviations_ is None:
            raise ValueError("fit the model first")
        logits = ((rows - self.means_) / self.deviations_) @ self.weights_[:-1] + self.weights_[-1]
        return np.asarray(1.0 / (1.0 + np.exp(-logits)), dtype=np.float32)


_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*\.?")
_ADDRESS = re.compile(r"(?:https?:|www\.|.+@.+\..+|.+\.(?:com|org|net|edu|gov|uk|io)\b)", re.I)


def protected(
    tokens: Sequence[str], tags: Sequence[str], keep: Collection[str] = frozenset()
) -> tuple[bool, ...]:
    """For each token, whether it must stay as it is.

    `keep` holds lowercase words that the user wants to stay.
    """
    return _protected(tuple(tokens), tuple(tags), frozenset(keep))


# Finding targets, hard words and candidates of one sentence each ask for it.
@lru_cache(maxsize=512)
def _protected(
    tokens: tuple[str, ...], tags: tuple[str, ...], keep: frozenset[str]
) -> tuple[bool, ...]:
    guarded = [
        _is_protected(token, tag, place == 0 or tokens[place - 1] in _OPENERS, keep)
        for place, (token, tag) in enumerate(zip(tokens, tags, strict=True))
    ]
    for entity in recognize_entities(tokens):
        for place in range(entity.start, entity.end):
            # At the start of a sentence any word has a capital: the tag decides there.
            if place > 0 or tags[place].startswith("NNP") or entity.end - entity.start > 1:
                guarded[place] = True
    return tuple(guarded)


_OPENERS = frozenset({'"', "“", "‘", "'", "``", "`", "(", "["})


def _is_protected(token: str, tag: str, at_start: bool, keep: Collection[str]) -> bool:
    lower = token.lower()
    if not _WORD.fullmatch(token) or _ADDRESS.match(token) or lower in keep:
        return True
    if lower in word_list("units"):  # another unit would be another quantity
        return True
    if lower in number_words() or tag in ("CD", "NNP", "NNPS", "FW", "SYM", "POS", "LS"):
        # `may` and `march` are months only with a capital; taggers call unknown words names.
        return not (tag in ("NNP", "NNPS") and token.islower())
    if token[0].isupper():
        is_date = lower in months() or lower in weekdays()
        return not at_start or is_date or (len(token) > 1 and token.isupper())
    return any(letter.isupper() for letter in token)


@dataclass(frozen=True, slots=True)
class Target:
    """A word or phrase to replace: `tokens[start:end]`, its tag and its lexicon entry."""

    tokens: Sequence[str]
    tags: Sequence[str]
    start: int
    end: int
    tag: str
    row: int

    @property
    def before(self) -> tuple[str, str]:
        """The word before, in lowercase, and its tag."""
        if not self.start:
            return "", ""
        return self.tokens[self.start - 1].lower(), self.tags[self.start - 1]

    @property
    def after(self) -> tuple[str, str]:
        """The word after, in lowercase, and its tag."""
        if self.end >= len(self.tokens):
            return "", ""
        return self.tokens[self.end].lower(), self.tags[self.end]


_NO_LENGTHS: set[int] = set()


class TargetFinder:
    """Looks words and phrases up in the lexicon."""

    def __init__(self, lexicon: Lexicon, plain: PlainWords) -> None:
        self.lexicon = lexicon
        self.plain = plain
        # How many words the phrases have that begin with a word.
        self._lengths: dict[str, set[int]] = defaultdict(set)
        for entry in lexicon.entries:
            if " " in entry.word:
                words = entry.word.split(" ")
                self._lengths[words[0]].add(len(words))

    def target(
        self,
        tokens: Sequence[str],
        tags: Sequence[str],
        index: int | tuple[int, int],
        fixed: Sequence[bool],
    ) -> Target | None:
        """The target at `index`; None where a word is `fixed` or the lexicon lacks it."""
        start, end = (index, index + 1) if isinstance(index, int) else index
        if not 0 <= start < end <= len(tokens):
            raise UsageError(f"no word at {index}: the sentence has {len(tokens)} tokens")
        if any(fixed[start:end]):
            return None
        if end - start > 1:
            return self._phrase_target(tokens, tags, start, end)
        tag = settled_tag(tokens, start, tags[start])
        part = part_of_speech(tokens[start], tag)
        row = self.lexicon.find(tokens[start], part) if part else None
        function = self.lexicon.row(tokens[start].lower(), "OTHER")
        # `following`, `given`, `regarding`: participles to the tagger, prepositions to the list.
        if self._is_listed(tokens, tags, start, end, function) and not self._is_listed(
            tokens, tags, start, end, row
        ):
            assert function is not None
            return Target(tokens, tags, start, end, "IN", function)
        if tag in ("VBN", "VBG") and not self._is_listed(tokens, tags, start, end, row):
            # Participles that are adjectives: differing views.
            adjective = self.lexicon.row(tokens[start].lower(), "ADJ")
            if self._is_listed(tokens, tags, start, end, adjective):
                assert adjective is not None
                return Target(tokens, tags, start, end, "JJ", adjective)
        if row is None and part in CONTENT_PARTS:
            # The tagger may be wrong about a word that the dictionary knows otherwise.
            row = self.lexicon.find_any(tokens[start])
        if row is None:
            return None
        tag = self.lexicon.settled_tag(row, tokens[start], tag)
        return Target(tokens, tags, start, end, tag, row)

    def listing(self, target: Target) -> Listing:
        """What the list of plain words says of a target in its place."""
        entry = self.lexicon.entries[target.row]
        key = (entry.word, entry.part)
        return self.plain.listing(key, target.tokens, target.tags, target.start, target.end)

    def _is_listed(
        self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int, row: int | None
    ) -> bool:
        if row is None:
            return False
        return self.listing(Target(tokens, tags, start, end, "", row)).trust > 0

    def _phrase_target(
        self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int
    ) -> Target | None:
        """The target that the list knows best there, else the first that the lexicon has."""
        targets = list(self._phrase_targets(tokens, tags, start, end))
        return max(targets, key=lambda target: self.listing(target).trust, default=None)

    def _phrase_targets(
        self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int
    ) -> Iterator[Target]:
        words = [token.lower() for token in tokens[start:end]]
        literal = " ".join(words)
        for part in ("VERB", "NOUN", "OTHER", "ADV", "ADJ"):
            if part not in ("VERB", "NOUN"):
                if (row := self.lexicon.row(literal, part)) is not None:
                    yield Target(tokens, tags, start, end, "JJ", row)
                continue
            head = head_of(words, part)
            tag = tags[start + head]
            if part_of_speech(words[head], tag) != part:
                continue
            lemma = self.lexicon.lemma(words[head], part)
            if lemma is None:
                continue
            row = self.lexicon.row(" ".join([*words[:head], lemma, *words[head + 1 :]]), part)
            if row is not None:
                own = self.lexicon.find(words[head], part)
                tag = settled_tag(tokens, start + head, tag)
                if own is not None:
                    tag = self.lexicon.settled_tag(own, words[head], tag)
                yield Target(tokens, tags, start, end, tag, row)

    def spans(
        self,
        tokens: Sequence[str],
        tags: Sequence[str],
        hard: Sequence[bool],
        fixed: Sequence[bool],
    ) -> list[tuple[int, int]]:
        """Hard words, words that the list trusts, and phrases of the lexicon, hard or not."""
        spans = []
        for start in range(len(tokens)):
            if fixed[start]:
                continue
            spans += [
                (start, end)
                for end in self._phrase_ends(tokens, tags, start)
                if not any(fixed[start:end])
            ]
            target = self.target(tokens, tags, start, fixed)
            if target is None:
                continue
            if hard[start] or self.listing(target).trust >= TRUST["usually"]:
                spans.append((start, start + 1))
        return spans

    def _phrase_ends(self, tokens: Sequence[str], tags: Sequence[str], start: int) -> list[int]:
        first = tokens[start].lower()
        part = part_of_speech(first, tags[start])
        lemma = self.lexicon.lemma(first, part) if part in ("VERB", "NOUN") else None
        lengths = self._lengths.get(first, _NO_LENGTHS)
        if lemma is not None:
            lengths = lengths | self._lengths.get(lemma, _NO_LENGTHS)
        ends = [start + size for size in lengths if start + size <= len(tokens)]
        return [end for end in ends if self._phrase_target(tokens, tags, start, end) is not None]
