"""A lexicon and thesaurus with the plain words: every listed substitute becomes a candidate."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from lexical_simplifier.resources.lexicon import Entry, Lexicon
from lexical_simplifier.resources.plain_words import Key, PlainWords
from lexical_simplifier.resources.thesaurus import Thesaurus

# What a word counts as that the lexicon lacks: short ones are `a`, `be`, `not`, `its`.
_SHORT, _LONG = 6.5, 3.0


def with_plain_words(
    lexicon: Lexicon, thesaurus: Thesaurus, plain: PlainWords
) -> tuple[Lexicon, Thesaurus]:
    """Both with what the list adds: words and phrases that were missing, pairs that were missing.

    A model that was built with the list has all of its words; one that was built before a line
    was added takes the new phrase for the sum of its words.
    """
    missing = [key for key in plain.entries() if lexicon.row(*key) is None]
    lexicon = lexicon.extended(_entries(missing), [_zipf(lexicon, word) for word, _ in missing])
    pairs = []
    for target, substitute in plain.pairs():
        head, row = lexicon.row(*target), lexicon.row(*substitute)
        assert head is not None
        assert row is not None
        known = head < len(thesaurus.offsets) - 1
        if not known or row not in thesaurus.candidates[thesaurus.span(head)]:
            pairs.append((head, row))
    rows = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    cosines = np.einsum(
        "ij,ij->i", lexicon.unit_vectors(rows[:, 0]), lexicon.unit_vectors(rows[:, 1])
    )
    return lexicon, thesaurus.extended(len(lexicon), pairs, cosines.tolist())


def _entries(keys: Iterable[Key]) -> list[Entry]:
    entries = []
    for word, part in keys:
        if " " in word or part == "OTHER":
            entries.append(Entry(word, part))
            continue
        # Loads a dictionary; only words that the model was built without need it.
        from lexical_simplifier.building.entries import dictionary_forms

        entries.append(Entry(word, part, dictionary_forms(word, part)))
    return entries


def _zipf(lexicon: Lexicon, text: str) -> float:
    """The frequency of a phrase from its words', as wordfreq has it: 1/f = sum of 1/f of words."""
    inverse = 0.0
    for word in text.split(" "):
        row = lexicon.row(word, "OTHER")
        row = lexicon.find_any(word) if row is None else row
        unknown = _SHORT if len(word) <= 4 else _LONG
        inverse += 10 ** -(unknown if row is None else float(lexicon.zipf[row]))
    return -math.log10(inverse)
