"""The words that open a new sentence: written from a label, and made to agree with the verb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from seqlab.editing.inflection import is_plural
from seqlab.editing.parsed import FINITE, Parsed, small
from seqlab.editing.words import Word

_SINGULAR = frozenset({"it", "he", "she", "this", "that"})
_PLURAL = frozenset({"they", "these", "those", "we"})
_TO_PLURAL = {"is": "are", "was": "were", "has": "have", "this": "these"}
_TO_SINGULAR = {plural: singular for singular, plural in _TO_PLURAL.items()}
_TAGS = {
    "is": "VBZ", "are": "VBP", "was": "VBD", "were": "VBD", "has": "VBZ", "have": "VBP",
    "had": "VBD", "did": "VBD", "does": "VBZ", "do": "VBP", "will": "MD", "would": "MD",
    "may": "MD", "can": "MD", "could": "MD", "must": "MD", "said": "VBD", "died": "VBD",
    "went": "VBD", "came": "VBD", "include": "VBP", "included": "VBD", "includes": "VBZ",
}  # fmt: skip


def lead_words(pieces: Sequence[str | int], parsed: Parsed) -> tuple[Word, ...] | None:
    """The words of an opening; a number is the place of a token that is repeated."""
    words: list[Word] = []
    for piece in pieces:
        if isinstance(piece, str):
            words.append(Word(piece, " ", _TAGS.get(piece, ""), -1, piece))
        else:
            word = small([parsed.words[piece]])[0]
            words.append(replace(word, space=" "))
    return tuple(_with_number(words))


def _with_number(words: list[Word]) -> list[Word]:
    """ "the banks was" → "the banks were", "this banks" → "these banks"."""
    noun = next((n for n, word in enumerate(words) if word.tag in ("NN", "NNS", "NNPS")), -1)
    if noun < 0 or words[noun].source < 0:
        return words
    plural = words[noun].tag in ("NNS", "NNPS") and is_plural(words[noun].text) is not False
    table = _TO_PLURAL if plural else _TO_SINGULAR
    return [
        replace(word, text=table.get(word.text, word.text), was=table.get(word.text, word.text))
        if word.source < 0 and abs(place - noun) <= 1
        else word
        for place, word in enumerate(words)
    ]


def number_of(lead: Sequence[Word]) -> bool | None:
    """Whether an opening is plural; None where it does not say."""
    for word in reversed(lead):
        if word.lower in _SINGULAR or word.tag == "NN":
            return False
        if word.lower in _PLURAL or word.tag == "NNS":
            return True
    return None


def agrees(lead: Sequence[Word], cut: int, parsed: Parsed, words: Mapping[int, str]) -> bool:
    """Whether the subject that opens a sentence goes with the verb that follows it.

    `words` are the labels of the words around, of which the dropped and inflected do not count.
    """
    plural = number_of(lead)
    if plural is None or any(word.tag in FINITE for word in lead):
        return True
    place = cut
    while place < parsed.end and (parsed.tags[place].startswith("RB") or words.get(place) == "X"):
        place += 1
    if place >= parsed.end or place in words:
        return True
    text, tag = parsed.lower[place], parsed.tags[place]
    if tag == "VBP" or text == "were":
        return plural
    if tag == "VBZ" or text == "was":
        return not plural
    return True


def agreeing_form(form: str, lead: Sequence[Word]) -> str:
    """The present tense that goes with the opening."""
    plural = number_of(lead)
    if form not in ("VBZ", "VBP") or plural is None or any(w.tag in FINITE for w in lead):
        return form
    return "VBP" if plural else "VBZ"
