"""Participle clauses, and what closes a sentence, made sentences of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from seqlab.editing.edit import Edit, Word, word_set
from seqlab.editing.parsed import (
    FINITE,
    Parsed,
    core,
    first_tag,
    first_text,
    is_past,
    is_person,
    is_plural_phrase,
    kind,
    main_finite,
    mention,
    small,
    subject,
)
from seqlab.editing.propose.mentions import pronoun, repeat_subject
from seqlab.editing.propose.relative_clauses import nonrestrictive_phrases
from seqlab.english import be, finite, lemma, word_list
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
    again = repeat_subject(actor, parsed)
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


# A part shorter than this is no sentence worth having.
_SHORTEST = 4
# What the whole statement did, rather than its subject: ", causing floods".
_OF_STATEMENTS = word_list("participles_of_statements")
_OF_ANYTHING = word_set("becoming replacing reaching beating defeating winning")
_NO_ACTS = NOT_VERBS | word_list("participles_of_no_act")
# What a thing is like: ", featuring X" after "A is a B".
_OF_THINGS = word_set("featuring containing starring being having using covering")
_LIMITS = frozenset(
    {"only", "just", "mainly", "partly", "simply", "mostly", "largely", "not", "n't"}
)
_REPORTING = word_set("say claim believe think argue suggest state note know mean show feel")


def closing_participles(parsed: Parsed) -> Iterator[Edit]:
    """ "A left, becoming a B." → "A left. A became a B."; "…, causing C" → "This caused C." """
    main = _main(parsed)
    if main is None:
        return
    actor, verb = main
    past = _is_told_as_past(verb, parsed)
    for start in _closings(parsed):
        tag, word = parsed.tags[start], parsed.lower[start]
        if tag != "VBG" or past is None or parsed.lower[start - 1] != ",":
            continue
        is_what = lemma(verb.word or "", verb.label) == "be" and word in _OF_THINGS
        if (word in _NO_ACTS and not is_what) or (is_what and parsed.lower[start - 2] in ("and",)):
            continue
        if any(tag in FINITE for tag in parsed.tags[verb.span[1] : start - 1]):
            continue  # the participle may belong to another verb than the main one
        if "," in parsed.lower[max(0, start - 6) : start - 1]:
            continue  # the last item of a list
        if ("CC", "VBG") in pairwise(parsed.tags[start:]):
            continue  # both participles would have to become finite
        if word == "making" and parsed.tags[start + 1] == "PRP$":
            continue  # "making his debut" is what the person did
        lead = repeat_subject(actor, parsed) if is_what else _doer(word, actor, parsed)
        if lead is None:
            continue
        plural = lead[0].lower == "they" or (lead[0].source >= 0 and bool(is_plural_phrase(actor)))
        plural = plural or lead[0].lower in ("we", "you", "i")
        form = finite(word, "VBG", past, plural)
        if form is None or lead[0].lower == "i":
            continue
        yield Edit(
            "split",
            "result" if lead[0].lower == "this" else "closing",
            (start - 1, parsed.end),
            lead=tuple(lead),
            dropped=(start - 1,),
            changes={start: form},
        )


def _is_told_as_past(verb: Tree, parsed: Parsed) -> bool | None:
    """ "has won three times, beating A": what was done then is past."""
    after = parsed.tags[verb.span[1] : verb.span[1] + 3]
    if lemma(verb.word or "", verb.label) == "have" and "VBN" in after:
        return True
    return is_past(verb)


def _doer(word: str, actor: Tree, parsed: Parsed) -> list[Word] | None:
    if word in _OF_STATEMENTS:
        return [Word("this", " ", "DT", -1, "this")]
    if word in _OF_ANYTHING or can_act(actor):
        return repeat_subject(actor, parsed)
    return None


def participle_splits(parsed: Parsed) -> Iterator[Edit]:
    """ "A is a novel by B, published in C." → "A is a novel by B. It was published in C." """
    main = _main(parsed)
    if main is None or lemma(main[1].word or "", main[1].label) != "be":
        return
    actor, verb = main
    for start in _closings(parsed):
        if parsed.tags[start] not in ("VBN", "VBD") or parsed.lower[start] not in EVENTS:
            continue
        if parsed.lower[start - 1] != "," or "," in parsed.lower[verb.span[1] : start - 1]:
            continue
        again = repeat_subject(actor, parsed)
        if again is None or first_text(actor) in ("there", "this", "that"):
            continue
        said = [child for child in _predicate(parsed) if kind(child) == "NP"]
        if not said or said[0].tags()[0] not in ("DT", "PRP$", "CD", "JJ"):
            continue  # "The best of them is X, written by …" is about X
        named = again[0].source >= 0 and bool(is_plural_phrase(actor))
        form = be(True, named or again[0].lower in ("they", "we", "you"))
        lead = (*again, Word(form, " ", "VBD", -1, form))
        span = (start - 1, parsed.end)
        yield Edit("split", "made", span, lead=lead, dropped=(start - 1,))


def inner_participle_splits(parsed: Parsed) -> Iterator[Edit]:
    """ "A, directed by B, was a success." → "A was a success. It was directed by B." """
    main = _main(parsed)
    if main is None:
        return
    actor, verb = main
    for phrase in nonrestrictive_phrases(parsed, "VP"):
        start = phrase.comment.span[0]
        noun = next((noun for noun in phrase.nouns if noun.span[0] == actor.span[0]), None)
        if noun is None or parsed.tags[start] != "VBN" or parsed.lower[start] not in EVENTS:
            continue
        if (
            len(phrase.punctuation) != 2
            or phrase.span[1] != verb.span[0]
            or "," in phrase.comment.leaves()
        ):
            continue
        again = repeat_subject(noun, parsed)
        if again is None or len(phrase.comment.leaves()) < _SHORTEST:
            continue
        plural = again[0].lower == "they" or bool(is_plural_phrase(noun))
        if plural and (verb.label == "VBZ" or verb.word == "was"):
            continue  # "The Tower and Reservoir, built in A, is …"
        form = be(True, plural)
        lead = (*again, Word(form, " ", "VBD", -1, form))
        yield Edit("split", "made", phrase.span, lead=lead, dropped=phrase.punctuation)


def closing_clauses(parsed: Parsed) -> Iterator[Edit]:
    """ "A, because B." → "A. This is because B."; "A, where B." → "A. There, B."; "A, while B." """
    main = _main(parsed)
    if main is None:
        return
    actor, verb = main
    end = parsed.end
    texts = parsed.lower
    for node, nested in _clauses(parsed.tree):
        start = node.span[0]
        word, clause = first_text(node), node.children[-1]
        if node.span[1] != end or nested or start - actor.span[0] < 6 or word not in _LEADS:
            continue
        found = subject(clause) if kind(clause) == "S" else None
        if found is None or end - start < 5 or first_tag(found[0]) in ("WDT", "WP"):
            continue
        comma = texts[start - 1] == ","
        if not comma and word != "because":
            continue
        if word == "because" and not _is_plain(parsed, verb, start, found[0]):
            continue
        if word == "where" and not _is_place(parsed, start):
            continue
        lead = _because(verb) if word == "because" else _LEADS[word]
        first = start - 1 if comma else start
        yield Edit(
            "split",
            "reason" if word == "because" else "place" if word == "where" else "contrast",
            (first, end),
            lead=tuple(lead),
            dropped=tuple(range(first, start + 1)) if word != "because" else (first,) * comma,
        )


def next_actions(parsed: Parsed) -> Iterator[Edit]:
    """ "A did this before doing that." → "A did this. A then did that." """
    main = _main(parsed)
    if main is None or not is_past(main[1]):
        return
    actor, verb = main
    for start in range(verb.span[1] + 3, parsed.end - 3):
        if parsed.lower[start] != "before" or parsed.tags[start + 1] != "VBG":
            continue
        if any(tag in FINITE or tag == "CC" for tag in parsed.tags[verb.span[1] : start]):
            continue
        if start + 1 not in _closings(parsed):
            continue
        again, plural = repeat_subject(actor, parsed), is_plural_phrase(actor)
        form = finite(parsed.lower[start + 1], "VBG", True, bool(plural))
        if again is None or form is None or not can_act(actor):
            continue
        first = start - 1 if parsed.lower[start - 1] == "," else start
        yield Edit(
            "split",
            "next",
            (first, parsed.end),
            lead=(*again, Word("then", " ", "RB", -1, "then")),
            dropped=tuple(range(first, start + 1)),
            changes={start + 1: form},
        )


_LEADS: dict[str, list[Word]] = {
    "because": [],
    "where": [Word("there", "", "RB", -1, "there"), Word(",", " ", ",", -1, ",")],
    "while": [],
    "whereas": pronoun("but"),
}


def _because(verb: Tree) -> list[Word]:
    form = be(verb.label == "VBD", False)
    return [Word("this", " ", "DT", -1, "this"), Word(form, " ", "VBZ", -1, form)]


def _main(parsed: Parsed) -> tuple[Tree, Tree] | None:
    """The subject and the finite verb of the main clause."""
    found = parsed.main
    verb = main_finite(found[1]) if found else None
    return (found[0], verb) if found and verb is not None else None


def _predicate(parsed: Parsed) -> Sequence[Tree]:
    found = parsed.main
    return found[1].children if found else ()


def _closings(parsed: Parsed) -> set[int]:
    """Where a constituent of some length begins that ends with the sentence."""
    end = parsed.end
    return {
        node.span[0]
        for node in parsed.tree.constituents()
        if node.span[1] == end and end - node.span[0] >= _SHORTEST - 1 and node.span[0] > 3
    }


def _clauses(tree: Tree) -> Iterator[tuple[Tree, bool]]:
    """Every clause with a conjunction, and whether it lies inside another."""
    stack = [(tree, False)]
    while stack:
        node, nested = stack.pop()
        is_clause = kind(node) == "SBAR"
        if is_clause and len(node.children) == 2:
            yield node, nested
        stack.extend((child, nested or is_clause) for child in reversed(node.children))


def _is_plain(parsed: Parsed, verb: Tree, start: int, other: Tree) -> bool:
    """Whether the reason is given for the whole statement: no "not because", no report."""
    before = parsed.lower[verb.span[0] : start]
    if any(text in _LIMITS for text in (*before[:3], *before[-1:])) or "that" in before:
        return False
    if any(tag in FINITE or tag in ("WDT", "WP") for tag in parsed.tags[verb.span[1] : start]):
        return False
    return lemma(verb.word or "", verb.label) not in _REPORTING


def _is_place(parsed: Parsed, start: int) -> bool:
    """Whether what stands before ", where" can be a place."""
    return start >= 2 and parsed.tags[start - 2] in ("NNP", "NNPS", "NN")
