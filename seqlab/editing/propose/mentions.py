"""How to speak of someone or something again in the next sentence: a pronoun, a surname, a noun."""

from __future__ import annotations

from collections.abc import Sequence

from seqlab.editing.edit import Word
from seqlab.editing.parsed import (
    Parsed,
    core,
    finite_verb,
    first_tag,
    first_text,
    is_person,
    is_plural_phrase,
    kind,
    main_finite,
    mention,
)
from seqlab.english import (
    has_first_name,
    lemma,
    pronoun_in,
    pronoun_of_name,
    pronoun_of_noun,
)
from seqlab.syntax import Tree, head_token

_PLACE_WORDS = frozenset({"in", "at", "to", "from", "on", "into", "near", "of", "during", "the"})
_NOBODY = frozenset({"no", "few", "each", "every", "none", "neither", "nobody", "nothing", "any"})
# Names of these are spoken of by all their words, whatever the first one is.
_TITLES = frozenset({"saint", "st.", "pope", "king", "queen", "prince", "princess", "emperor"})


def pronoun(text: str) -> list[Word]:
    """A pronoun as words to be written."""
    return [Word(text, " ", "PRP", -1, text)]


def repeat_subject(actor: Tree, parsed: Parsed) -> list[Word] | None:
    """The subject of a sentence as the subject of the next; None where no way is surely right."""
    if first_text(actor) in _NOBODY:
        return None
    if first_tag(actor) == "PRP" and len(actor.leaves()) == 1:
        return mention(actor, parsed.words)
    verb = _verb_of(actor, parsed)
    many = is_plural_phrase(actor) and not _is_singular_verb(verb) and not _is_one_name(actor)
    if _is_plural_verb(verb) or many:
        return pronoun("they")
    told = _pronoun_of(actor, parsed)
    if told is not None and _is_simple(actor):
        return pronoun(told)
    return surname(actor, parsed) or mention(actor, parsed.words)


def _is_one_name(actor: Tree) -> bool:
    """ "Mullins": a tagger may take a surname for a plural."""
    head = core(actor)
    return len(head.leaves()) == 1 and head.tags()[0] == "NNPS"


def _verb_of(actor: Tree, parsed: Parsed) -> Tree | None:
    found = parsed.main
    return main_finite(found[1]) if found and found[0].span == actor.span else None


def _is_plural_verb(verb: Tree | None) -> bool:
    """ "Ipswich were promoted": a name of many."""
    return verb is not None and (verb.label == "VBP" or (verb.word or "").lower() == "were")


def _is_singular_verb(verb: Tree | None) -> bool:
    """ "Polydor Records is a label": one thing with a name in the plural."""
    return verb is not None and (verb.label == "VBZ" or (verb.word or "").lower() == "was")


def repeat_mention(noun: Tree, parsed: Parsed, again: str = "this") -> list[Word] | None:
    """Another noun phrase as the next subject: a pronoun would be taken for the subject's."""
    return surname(noun, parsed) or mention(noun, parsed.words, again)


def _pronoun_of(actor: Tree, parsed: Parsed) -> str | None:
    """He, she or it, where the words, or what is said of them, tell."""
    head = head_token(core(actor))
    if head.label in ("NNP", "NNPS"):
        name = name_words(core(actor))
        told = pronoun_of_name(name) if name else None
        return told or _told_by_predicate(actor, parsed) or _told_by_pronouns(actor, parsed)
    if head.label != "NN":
        return None
    return pronoun_of_noun(head.word or "")


def name_words(phrase: Tree) -> list[str]:
    """The words of a name, without what stands before it: "singer", "the", "President"."""
    tokens = list(phrase.tokens())
    if not tokens or tokens[-1].label not in ("NNP", "NNPS"):
        return []
    return [
        leaf.word or "" for leaf in tokens if (leaf.word or "")[:1].isupper() and leaf.label != "DT"
    ]


def _told_by_predicate(actor: Tree, parsed: Parsed) -> str | None:
    """ "X is a city": it; "X was a king": he."""
    found = parsed.main
    if found is None or found[0].span != actor.span:
        return None
    verb = finite_verb(found[1])
    nouns = [child for child in found[1].children if kind(child) == "NP"]
    if verb is None or not nouns or lemma(verb.word or "", verb.label) != "be":
        return None
    head = head_token(core(nouns[0]))
    return pronoun_of_noun(head.word or "") if head.label == "NN" else None


def _told_by_pronouns(actor: Tree, parsed: Parsed) -> str | None:
    """ "Nevin sold his house": he. Only where no other person can be meant."""
    told = pronoun_in(parsed.lower)
    if first_tag(actor) == "DT" or told is None or actor.span[0] > 4:
        return None
    place = next(i for i, text in enumerate(parsed.lower) if pronoun_in([text]))
    if place < actor.span[1]:
        return None
    for other in range(actor.span[1], place):
        if parsed.tags[other] == "NNP" and parsed.tags[other - 1] != "NNP":
            # "in Boston" is a place; other names may be persons.
            if parsed.lower[other - 1] not in _PLACE_WORDS:
                return None
        elif parsed.tags[other] in ("NN", "NNS") and is_person(parsed.lower[other]):
            return None
    return told


def _is_simple(actor: Tree) -> bool:
    """Whether the phrase names one thing, without "or" and without a list."""
    return not any(leaf.label in ("CC",) for leaf in core(actor).tokens())


def surname(phrase: Tree, parsed: Parsed, person: bool = False) -> list[Word] | None:
    """The last word of a person's name of two or three: "Poulenc" of "Francis Poulenc".

    A name whose first word is not known is taken for a person's only if `person`.
    """
    head = core(phrase)
    words: Sequence[Word] = parsed.words[head.span[0] : head.span[1]]
    names = [word for word in words if word.tag == "NNP"]
    if words[0].tag == "DT" or parsed.tags[max(0, head.span[0] - 1)] == "CC":
        return None
    if any(word.tag in ("POS", "DT") for word in words):
        return None  # "Maureen's Haven" has no surname
    if (
        not 2 <= len(names) <= (5 if person else 3)
        or words[-1] is not names[-1]
        or words[-1].text[-1] == "."
    ):
        return None
    texts = [word.text for word in names]
    titled = texts[0].lower() in _TITLES or not texts[-1][0].isupper() or len(texts[-1]) < 3
    titled = titled or texts[-1].endswith(".")
    if not (person or has_first_name(texts)) or titled or set(texts[-1]) <= set("IVX"):
        return None
    if pronoun_of_name(texts) == "it":
        return None
    return [names[-1]]
