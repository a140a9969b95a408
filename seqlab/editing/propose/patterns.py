"""Phrases by lemma, and what stands for them with its forms left open.

`served as` → `was` and `serves as` → `is` are one pattern: `serve/V as` → `be/V0`, where `V0`
says: a verb in the form of word 0 of the source.
"""

from __future__ import annotations

from functools import lru_cache

from seqlab.editing.propose.extraction import Replacement, Tagged

# Forms that look alike, so that a tagger may give either tag.
_ALIKE = {"VBD": "past", "VBN": "past", "VB": "base", "VBP": "base"}
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


def template(source: Tagged, target: Tagged, change: Replacement) -> str:
    """What was put, with every word that has the form of a source word left uninflected."""
    pieces = []
    taken: set[int] = set()
    for j in range(change.first, change.last):
        token, tag, lemma = target.tokens[j], target.tags[j], target.lemmas[j]
        slot = _slot(source, change, tag, taken)
        if slot is None or token in _AUXILIARIES:
            lower = token.lower()
            pieces.append("a" if lower == "an" else token if token == "I" else lower)
        else:
            taken.add(slot)
            pieces.append(f"{lemma.lower()}/{tag[0]}{slot}")
    return " ".join(pieces)


def _slot(source: Tagged, change: Replacement, tag: str, taken: set[int]) -> int | None:
    """Which word of the replaced phrase has the same form; None where none has."""
    if tag not in ("NN", "NNS") and not tag.startswith("VB"):
        return None
    for k in range(change.start, change.end):
        own = source.tags[k]
        if k - change.start not in taken and (
            own == tag or (own in _ALIKE and _ALIKE[own] == _ALIKE.get(tag))
        ):
            return k - change.start
    return None


def filled(pattern: str, text: Tagged, start: int) -> str | None:
    """The words of a template in the forms that the sentence asks for; None where a form fails."""
    words = []
    for piece in pattern.split(" "):
        lemma, slash, form = piece.partition("/")
        if not slash or not form[:1].isalpha():
            words.append(piece)
            continue
        place = start + int(form[1:])
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
    from lemminflect import getInflection

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
