"""`Word`: a token on its way into the output, which knows where it came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seqlab.text import Token

OPENERS = frozenset("([{“‘«") | {"``"}
CLOSERS = frozenset(")]}”»") | {"''"}
PAIRS = {"(": ")", "[": "]", "{": "}", "“": "”", "«": "»", "``": "''"}
STOPS = frozenset({".", "!", "?", "…", "...", "?!", "!?"})
# Signs that lean on the word before them.
LEANING = frozenset({",", ";", ":", "%"}) | STOPS | CLOSERS
CLITICS = frozenset(
    {"n't", "n’t", "'s", "’s", "'re", "’re", "'ve", "’ve", "'ll", "’ll", "'d", "’d"}
)


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Word:
    """A word to be written, the whitespace after it, and the source token it stands for.

    `source` is that token's position, -1 for a word that was added; `was` is the token as it
    stood in the source, so a repair can tell what has changed.
    """

    text: str
    space: str = " "
    tag: str = ""
    source: int = -1
    was: str = ""

    @property
    def lower(self) -> str:
        """The word in lowercase."""
        return self.text.lower()

    @property
    def changed(self) -> bool:
        """Whether the word differs from what stood in the source."""
        return self.text != self.was

    @property
    def is_word(self) -> bool:
        """Whether it holds a letter or digit, so is more than a sign."""
        return any(character.isalnum() for character in self.text)


def words_of(tokens: Sequence[Token], tags: Sequence[str] = ()) -> list[Word]:
    """The tokens as words to be written, unchanged; `tags` are their Penn tags, if known."""
    return [
        Word(token.text, token.space, tags[place] if tags else "", place, token.text)
        for place, token in enumerate(tokens)
    ]


def detokenize(words: Sequence[Word]) -> str:
    """The words with their spaces; the whitespace after the last is left out."""
    pieces = [piece for word in words for piece in (word.text, word.space)]
    return "".join(pieces[:-1])


def is_hole(before: Word, after: Word) -> bool:
    """Whether something was taken out, put in or changed between two neighbours."""
    return before.source < 0 or after.source < 0 or after.source != before.source + 1
