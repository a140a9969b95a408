"""Participles before the subject: "Born in A, B lived in C." → "B was born in A. B lived in C." """

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from seqlab.editing.edit import Edit
from seqlab.editing.parsed import (
    Parsed,
    core,
    first_text,
    is_past,
    is_person,
    is_plural_phrase,
    kind,
    main_finite,
    mention,
    small,
)
from seqlab.editing.propose.mentions import subject_again
from seqlab.editing.words import Word
from seqlab.english import be, finite, word_list
from seqlab.syntax import Tree, head_token

# Participles that work as prepositions, or speak of the speaker.
NOT_VERBS = word_list("participles_not_verbs")
# A state lasts, so it is told in the time of the main verb; an event was before it.
_STATES = word_list("participles_of_state")
EVENTS = word_list("participles_of_event")


def participial_openings(parsed: Parsed) -> Iterator[Edit]:
    """A participle clause before the subject becomes the first of two sentences."""
    top, found = parsed.top, parsed.main
    if top is None or found is None:
        return
    actor, predicate = found
    opening = top.children[0]
    verb = _participle(opening)
    end = opening.span[1]
    texts = parsed.lower
    main = main_finite(predicate)
    if verb is None or main is None or len(opening.leaves()) < 3 or texts[end] != ",":
        return
    if len(predicate.leaves()) < 3 or any(kind(n) == "CC" for n in _phrase(opening).children):
        return
    if ("CC", verb.label) in pairwise(opening.tags()):
        return  # "retiring ill and suffering …": both would have to become finite
    if verb.label == "VBG" and not can_act(actor):
        return
    if parsed.tokens[1].text[:1].isupper() and parsed.tags[1] not in ("NNP", "NNPS"):
        return  # a heading that ran into the sentence: "Writing After the war, …"
    if actor.span[0] != end + 1 or first_text(actor) in ("a", "an", "it", "there"):
        return
    past, plural = is_past(main), is_plural_phrase(actor)
    if past is None or plural is None or verb.span[0] != 0:
        return
    name = mention(actor, parsed.words)
    if name is None or first_text(actor) == "i":
        return
    form = _finite(verb, past, plural)
    if form is None:
        return
    again = subject_again(actor, parsed)
    if again and again[0].source < 0 and len(again) == 1:
        # The name goes to the first sentence, the pronoun to the second.
        places = range(*actor.span)
        pronouns = {place: again[0].text if place == places[0] else "" for place in places}
    else:
        pronouns = {}
    changes = {} if verb.label == "VBN" else {0: form}
    # Written anew, so that the pronoun of the second sentence does not come here too.
    lead = [replace(word, source=-1) for word in small(name)]
    if verb.label == "VBN":
        lead.append(Word(form, " ", "VBD", -1, form))
        changes = {0: (verb.word or "").lower()}
    yield Edit(
        "split",
        "participle",
        (0, end + 1),
        lead=tuple(lead),
        dropped=(end,),
        changes={**pronouns, **changes},
        first=True,
    )


def _phrase(opening: Tree) -> Tree:
    return opening if kind(opening) == "VP" else opening.children[0]


def can_act(actor: Tree) -> bool:
    """Whether the subject is one who does things; else the participle may belong to another."""
    head = head_token(core(actor))
    return head.label in ("PRP", "NNP", "NNPS") or is_person(head.word or "")


def _participle(opening: Tree) -> Tree | None:
    """The participle that a clause without a subject begins with."""
    if kind(opening) not in ("S", "VP"):
        return None
    phrase = _phrase(opening)
    if kind(phrase) != "VP" or (len(opening.children) != 1 and kind(opening) == "S"):
        return None
    verb = phrase.children[0] if phrase.children else None
    if verb is None or verb.word is None or verb.label not in ("VBN", "VBG"):
        return None
    return None if verb.word.lower() in NOT_VERBS else verb


def _finite(verb: Tree, past: bool, plural: bool) -> str | None:
    word = (verb.word or "").lower()
    if verb.label == "VBG":
        if word == "having":
            return "had" if past else None
        return finite(word, "VBG", past, plural)
    if word in _STATES:
        return be(past, plural)
    return be(True, plural) if past or word in EVENTS else None
