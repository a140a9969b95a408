"""Appositions with an article: "A, a city in B," becomes "A is a city in B." """

from __future__ import annotations

from collections.abc import Iterator

from seqlab.editing.edit import Edit
from seqlab.editing.parsed import (
    Parsed,
    core,
    is_past,
    is_person,
    is_plural_phrase,
    kind,
    main_finite,
    subject,
)
from seqlab.editing.propose.mentions import other_again
from seqlab.editing.propose.relative_clauses import Aside, asides
from seqlab.editing.words import Word, word_set
from seqlab.english import be, lemma, word_list
from seqlab.syntax import Tree, head_token

_ARTICLES = frozenset({"a", "an", "the"})
# What these name lasts, so it is told in the present whenever the rest happened.
_LASTING = word_list("nouns_lasting")
_REPORTING = word_set("say tell add explain argue warn claim believe think suggest note report")


# "A, the capital of which is B": a clause, not a name for A.
_RELATIVE = frozenset({"which", "whom", "whose", "who"})
# What a person is in few words stays where it stands.
_SHORT = 5


def appositions(parsed: Parsed) -> Iterator[Edit]:
    """ "A, a city in B, grew." → "A grew. A is a city in B." """
    top = parsed.top
    for aside in asides(parsed, "NP"):
        if top is None or not is_apposition(aside) or len(aside.comment.leaves()) < 3:
            continue
        if len(aside.signs) == 2 and parsed.tags[aside.span[1]] == "IN":
            continue  # "in A, a town in B, in the west": which of them is there?
        noun = aside.nouns[0]
        before = noun.span[0] - 1
        if before > 0 and parsed.lower[before] == "," and parsed.tags[before - 1] == "NNP":
            continue  # "Gouda, South Africa, a town": the town is Gouda
        if before >= 0 and parsed.tags[before] == "NNP":
            continue  # "Rosie the Riveter, the creation of A": one name
        past = _tense(aside, top)
        plural = is_plural_phrase(noun)
        if past is None or plural is None:
            continue
        # "the leaders, the men": only a name tells surely whom the comment is about.
        if head_token(core(noun)).label not in ("NNP", "NNPS") or plural:
            continue
        name = other_again(noun, parsed)
        if name is None:
            continue
        form = be(past, plural)
        lead = (*name, Word(form, " ", "VBZ", -1, form))
        yield Edit("split", "apposition", aside.span, lead=lead, dropped=aside.signs)


def is_apposition(aside: Aside) -> bool:
    """Whether the second phrase, a noun with an article, says what the first one is."""
    return (
        aside.comment.leaves()[0] in _ARTICLES
        and not _RELATIVE.intersection(aside.comment.leaves())
        and not any(kind(child) == "CC" for child in aside.comment.children)
        and head_token(core(aside.comment)).label in ("NN", "NNS")
        and is_plural_phrase(aside.nouns[0]) == is_plural_phrase(aside.comment)
    )


def _tense(aside: Aside, top: Tree) -> bool | None:
    """Past or present of the new sentence; None where neither is sure."""
    found = subject(top)
    verb = main_finite(found[1]) if found else None
    noun = lemma(head_token(core(aside.comment)).word or "", "NNS")
    if noun in _LASTING:
        return False
    past = is_past(verb) if verb is not None else None
    if past is False:
        return False
    if past and verb is not None and is_person(noun) and len(aside.comment.leaves()) >= _SHORT:
        return lemma(verb.word or "", verb.label) not in _REPORTING
    return None
