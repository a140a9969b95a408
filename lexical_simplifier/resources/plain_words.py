"""Reading the list of plain words, and adding them to a lexicon and thesaurus as candidates.

The list that ships, `plain_words.tsv`, was written for the project. A line has five columns:
target, part of speech (N, V, A, R, or X for phrases and function words), substitutes joined by
`|`, the best first, how far to trust them, and conditions on the words around joined by `;`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from lexical_simplifier.resources.lexicon import Entry, Lexicon
from lexical_simplifier.resources.thesaurus import (
    CONDITION,
    TRUST,
    Key,
    PlainWord,
    PlainWords,
    Thesaurus,
    Trust,
)
from seqlab.errors import DataError
from seqlab.files import check_hashes, read_lines, read_text

PLAIN_WORDS = Path(__file__).parent / "plain_words.tsv"
_FIX = (
    "install SeqLab again; a list of your own is an option (plain_words=PATH), and a list changed "
    "for a release gets its hash by: make hashes"
)
PARTS = {"N": "NOUN", "V": "VERB", "A": "ADJ", "R": "ADV", "X": "OTHER"}
TRUSTS: dict[str, Trust] = {trust: trust for trust in TRUST}
_TEXT = re.compile(r"[^\W\d_]+(?:[-'’ ][^\W\d_]+)*")


def read_plain_words(path: str | Path = PLAIN_WORDS) -> PlainWords:
    """The list of a file; of the list that ships the hash is checked, of any other every line.

    Whoever wants another list gives its path; the one that ships is part of the model.
    """
    if Path(path) == PLAIN_WORDS:
        check_hashes(PLAIN_WORDS.parent, [PLAIN_WORDS.name], _FIX)
        # Its lines were checked before it was released; ten thousand would delay every start.
        rows = read_text(path).split("\n")
    else:
        rows = list(_checked(path))
    return PlainWords.of(_plain_word(row) for row in rows if row.strip() and row[0] != "#")


def _plain_word(line: str) -> PlainWord:
    target, part, texts, trust, *when = line.split("\t")
    substitutes = tuple([text.strip() for text in texts.split("|")])
    return PlainWord(
        target.strip(), PARTS[part.strip()], substitutes, TRUSTS[trust.strip()], "".join(when)
    )


def _checked(path: str | Path) -> Iterator[str]:
    """The lines of a list, or an error that names the first that is wrong."""
    seen: dict[tuple[str, str, str], int] = {}
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        _check(path, number, line)
        target, part, _, _, *when = (column.strip() for column in line.split("\t"))
        own = (target, part, "".join(when))
        if own in seen:
            raise DataError(
                path,
                f"the same target under the same conditions as in line {seen[own]}",
                line=number,
                value=target,
                fix="merge the two lines",
            )
        seen[own] = number
        yield line


def _check(path: str | Path, number: int, line: str) -> None:
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
    if trust not in TRUSTS:
        raise wrong("no such trust", trust, f"one of {' '.join(TRUST)}")
    for text in filter(None, (text.strip() for text in when.split(";"))):
        if not CONDITION.fullmatch(text):
            raise wrong("no condition", text, "such as next=of,in or prev!=NN")


def with_plain_words(
    lexicon: Lexicon, thesaurus: Thesaurus, plain: PlainWords
) -> tuple[Lexicon, Thesaurus]:
    """Both with what the list adds: words and phrases that were missing, pairs that were missing.

    A model that was built with the list has all of its words; one that was built before a line
    was added takes the new phrase for the sum of its words.
    """
    pairs = list(plain.pairs())
    known = lexicon.rows
    missing = list(dict.fromkeys(key for pair in pairs for key in pair if key not in known))
    lexicon = lexicon.extended(_entries(missing))
    known = lexicon.rows
    found = [(known[target], known[substitute]) for target, substitute in pairs]
    rows = np.array(found, dtype=np.int64).reshape(-1, 2)
    rows = rows[~thesaurus.has(rows[:, 0], rows[:, 1])]
    cosines = np.einsum(
        "ij,ij->i", lexicon.unit_vectors(rows[:, 0]), lexicon.unit_vectors(rows[:, 1])
    )
    return lexicon, thesaurus.extended(len(lexicon), rows, cosines)


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
