"""Reading the list of plain words, and adding them to a lexicon and thesaurus as candidates.

The list that ships, `plain_words.tsv`, was written for the project. A line has five columns:
target, part of speech (N, V, A, R, or X for phrases and function words), substitutes joined by
`|`, the best first, how far to trust them, and conditions on the words around joined by `;`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from lexical_simplifier.resources.lexicon import Entry, Lexicon
from lexical_simplifier.resources.thesaurus import (
    TRUST,
    Condition,
    Key,
    PlainWord,
    PlainWords,
    Thesaurus,
)
from seqlab.errors import DataError
from seqlab.files import check_hashes, read_lines

PLAIN_WORDS = Path(__file__).parent / "plain_words.tsv"
_FIX = (
    "install SeqLab again; a list of your own is an option (plain_words=PATH), and a list changed "
    "for a release gets its hash by: make hashes"
)
PARTS = {"N": "NOUN", "V": "VERB", "A": "ADJ", "R": "ADV", "X": "OTHER"}
_PLACES = ("prev", "next", "prev2", "next2", "tag")
_TEXT = re.compile(r"[^\W\d_]+(?:[-'’ ][^\W\d_]+)*")
_CONDITION = re.compile(rf"({'|'.join(_PLACES)})(!?=)(\S+)")


def read_plain_words(path: str | Path = PLAIN_WORDS) -> PlainWords:
    """The list of a file; every line is checked, and of the list that ships its hash too.

    Whoever wants another list gives its path; the one that ships is part of the model.
    """
    if Path(path) == PLAIN_WORDS:
        check_hashes(PLAIN_WORDS.parent, [PLAIN_WORDS.name], _FIX)
    found: list[PlainWord] = []
    seen: dict[tuple[str, str, str], int] = {}
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        word = _plain_word(path, number, line)
        own = (word.target, word.part, line.split("\t")[4:5][0].strip() if "\t" in line else "")
        if own in seen:
            raise DataError(
                path,
                f"the same target under the same conditions as in line {seen[own]}",
                line=number,
                value=word.target,
                fix="merge the two lines",
            )
        seen[own] = number
        found.append(word)
    return PlainWords.of(found)


def _plain_word(path: str | Path, number: int, line: str) -> PlainWord:
    def wrong(what: str, value: str, fix: str = "") -> DataError:
        return DataError(path, what, line=number, value=value, fix=fix)

    columns = line.rstrip("\n").split("\t")
    if len(columns) == 4:
        columns.append("")
    if len(columns) != 5:
        raise wrong(
            f"{len(columns)} columns, not 5", line, "target, part, substitutes, trust, conditions"
        )
    target, part, texts, trust, when = (column.strip() for column in columns)
    substitutes = tuple(text.strip() for text in texts.split("|"))
    for text in (target, *substitutes):
        if not _TEXT.fullmatch(text) or text != text.lower():
            raise wrong("not words in lowercase", text)
    if target in substitutes:
        raise wrong("a word cannot stand for itself", target)
    if len(set(substitutes)) < len(substitutes):
        raise wrong("a substitute is named twice", texts)
    if part not in PARTS:
        raise wrong("no such part of speech", part, f"one of {' '.join(PARTS)}")
    if trust not in TRUST:
        raise wrong("no such trust", trust, f"one of {' '.join(TRUST)}")
    conditions = []
    for text in filter(None, (text.strip() for text in when.split(";"))):
        match = _CONDITION.fullmatch(text)
        if match is None:
            raise wrong("no condition", text, "such as next=of,in or prev!=NN")
        conditions.append(_condition(*match.groups()))
    return PlainWord(target, PARTS[part], substitutes, trust, tuple(conditions))


def _condition(place: str, sign: str, values: str) -> Condition:
    parts = [","] if values == "," else [value for value in values.split(",") if value]
    # Tags are written large, words small; marks and numbers are words.
    tags = tuple(value for value in parts if value.isupper())
    words = frozenset(value for value in parts if not value.isupper())
    return Condition(place, sign == "=", words, tags)


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
