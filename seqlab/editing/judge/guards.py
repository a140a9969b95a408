"""What an edit must never do, whatever its score; each guard has a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise, takewhile

from seqlab.editing.apply.repairs import partners_of
from seqlab.editing.edit import Edit, Word, word_set
from seqlab.editing.parsed import FINITE, Parsed, kind, quoted_places
from seqlab.editing.propose.openings import may_be_finite, number_of
from seqlab.english import (
    SUBJECT_OF_POSSESSIVE,
    has_form,
    lemma,
    measure_words,
    names_person,
    verb_form,
    word_list,
    word_table,
)
from seqlab.syntax import Tree, node_over

NEGATIONS = word_list("negations")
_UNITS_OF_TIME = word_list("units_of_time")
_DENIALS = word_list("verbs_of_denial")
_RELATIVES = frozenset({"which", "who", "whom", "whose"})
_BEFORE_INFINITIVES = word_list("words_before_infinitives")
_PARTY = re.compile(r"(\w{3,}?)(ee|er|or)s?")
_NAMES = frozenset({"NNP", "NNPS"})
_PEOPLE = frozenset({"people", "person", "persons"})
_UNIVERSAL = word_set("no any all every none nothing anything nobody everything never")
_OF_ANIMALS = word_set("male males female females cub cubs pup pups calves juveniles")
_UNCERTAIN = frozenset({"may", "might"})
_PREDETERMINED = frozenset({"CD", "$", "#"})
_CONJUNCTIONS = frozenset({"if", "as", "for", "because", "while", "when", "so", "and", "but"})
# At most this share of a sentence's words may be deleted by one edit.
_MOST = 0.6


def negation(edit: Edit, parsed: Parsed) -> bool:
    """The edit would delete or replace a negation."""
    start, end = edit.span
    return any(text in NEGATIONS for text in parsed.lower[start:end])


def certainty(edit: Edit, parsed: Parsed) -> bool:
    """ "may delay" would become "can delay" or "will delay"."""
    old = {parsed.lower[place] for place in range(*edit.span)} & _UNCERTAIN
    return edit.operation == "replace" and bool(old) and not old & set(edit.text.lower().split())


def obligation(edit: Edit, parsed: Parsed) -> bool:
    """ "shall not be liable" frees from a duty; "must not be liable" would be one."""
    start, end = edit.span
    if edit.operation != "replace" or "must" not in edit.text.lower().split():
        return False
    shall = next((p for p in range(start, end) if parsed.lower[p] == "shall"), None)
    return shall is not None and parsed.lower[shall + 1 : shall + 3] == ("not", "be")


def time_limit(edit: Edit, parsed: Parsed) -> bool:
    """ "within thirty days" would become "in thirty days", or lose its limit."""
    start, end = edit.span
    within = [place for place in range(start, end) if parsed.lower[place] == "within"]
    if not within or edit.operation == "split" or "within" in edit.text.lower().split():
        return False
    after = range(within[0] + 1, min(within[0] + 4, len(parsed.lower)))
    return any(parsed.tags[p] == "CD" or parsed.lower[p] in _UNITS_OF_TIME for p in after)


def counterpart(edit: Edit, parsed: Parsed) -> bool:
    """ "The employee owes the employer" names both parties by one act, and so it stays."""
    if edit.operation != "replace":
        return False
    parties = [_PARTY.fullmatch(text) for text in parsed.lower]
    inside = [party for party in parties[slice(*edit.span)] if party]
    return any(
        other is not None
        and other[1] == party[1]
        and (other[2] == "ee") != (party[2] == "ee")
        and party[0] not in edit.text.lower().split()
        for party in inside
        for other in parties
    )


def quotation(edit: Edit, parsed: Parsed) -> bool:
    """The edit would put other words into somebody's mouth."""
    if edit.operation != "replace":
        return False
    places = quoted_places(parsed.lower)
    return any(place in places for place in range(*edit.span))


def only_verb(edit: Edit, parsed: Parsed) -> bool:
    """The edit would leave a sentence without the finite verb it had."""
    if edit.operation != "delete":
        return False
    verbs = [place for place, tag in enumerate(parsed.tags) if tag in FINITE]
    return bool(verbs) and all(edit.span[0] <= place < edit.span[1] for place in verbs)


def argument(edit: Edit, parsed: Parsed) -> bool:
    """The edit would delete a subject or object: a noun phrase right under a clause or verb."""
    # A heading that ran into its sentence may look like a part of the subject.
    if edit.operation != "delete" or edit.kind == "heading":
        return False
    node = node_over(parsed.tree, *edit.span)
    if node is None or kind(node) != "NP" or node.label.endswith(("TMP", "ADV")):
        return False
    return any(
        node in parent.children and kind(parent) in ("S", "VP", "SINV", "SQ", "PP")
        for parent in parsed.tree.constituents()
    )


def name_or_number(edit: Edit, parsed: Parsed) -> bool:
    """The edit would cut a name or a number in two, or replace part of one."""
    start, end = edit.span
    tags, texts = parsed.tags, parsed.lower
    if edit.operation == "replace":
        named = any(
            (tag in _NAMES and not parsed.tokens[place].text.islower()) or tag in _PREDETERMINED
            for place, tag in enumerate(tags[start:end], start)
        )
        if named:
            return True
        if "-" in (*texts[max(0, start - 1) : start], *texts[end : end + 1]):
            return True
        # "Bank of Scotland", but not "Bell defeated Brown".
        inside_name = start > 0 and tags[start - 1] in _NAMES and end < len(tags)
        return inside_name and tags[end] in _NAMES and not tags[start].startswith("VB")
    for left, right in ((start - 1, start), (end - 1, end)):
        if left < 0 or right >= len(tags):
            continue
        for group in (_NAMES, _PREDETERMINED):
            if tags[left] in group and tags[right] in group:
                return True
        if "-" in (texts[left], texts[right]) and edit.kind != "parenthesis":
            return True
    return False


def conjunction(edit: Edit, parsed: Parsed) -> bool:
    """The edit would delete a clause's conjunction and keep the clause."""
    if edit.operation != "delete":
        return False
    for node in parsed.tree.constituents():
        if kind(node) != "SBAR" or len(node.children) < 2:
            continue
        word, clause = node.children[0], node.children[1]
        gone = edit.span[0] <= word.span[0] and word.span[1] <= edit.span[1]
        if gone and word.leaves() and not _inside(clause, edit):
            return True
    return False


def _inside(node: Tree, edit: Edit) -> bool:
    return edit.span[0] <= node.span[0] and node.span[1] <= edit.span[1]


def too_much(edit: Edit, parsed: Parsed) -> bool:
    """The edit would delete most of the sentence."""
    size = edit.span[1] - edit.span[0]
    return edit.operation == "delete" and size > _MOST * len(parsed.tokens)


def other_word(edit: Edit, parsed: Parsed) -> bool:
    """The phrase to be replaced begins with a verb here: "he provided that …"."""
    start, end = edit.span
    if edit.operation != "replace" or end - start < 2 or parsed.tags[start] not in FINITE:
        return False
    return edit.text.lower() in _CONJUNCTIONS


def infinitive(edit: Edit, parsed: Parsed) -> bool:
    """ "due to continue" must not become "because of continue"; "failed to pay" → "did not pay"."""
    start, end = edit.span
    if edit.operation != "replace" or not edit.text or end - start < 2 or end >= len(parsed.tags):
        return False
    if parsed.lower[end - 1] != "to" or parsed.tags[end] != "VB":
        return False
    return edit.text.lower().split()[-1] not in _BEFORE_INFINITIVES


def second_clause(edit: Edit, parsed: Parsed) -> bool:
    """ "applicants belonging to it" must not become "people who apply belonging to it"."""
    end = edit.span[1]
    if edit.operation != "replace" or end >= len(parsed.tags):
        return False
    words = edit.text.lower().split()
    opens = _RELATIVES.intersection(words[1:-1]) or (len(words) > 1 and words[-1].endswith("ing"))
    follows = parsed.tags[end] in ("VBG", "VBN", "WDT", "WP", "WP$")
    return bool(opens) and follows and parsed.tags[end - 1].startswith("NN")


def people(edit: Edit, parsed: Parsed) -> bool:
    """ "Two females" are no people, and the occupants of homes are not "their people"."""
    news = edit.text.lower().split()
    if edit.operation != "replace" or not _PEOPLE.intersection(news):
        return False
    theirs = edit.span[0] > 0 and parsed.tags[edit.span[0] - 1] == "PRP$"
    return theirs or bool(_OF_ANIMALS.intersection(parsed.lower))


def exception(edit: Edit, parsed: Parsed) -> bool:
    """ "Unless you tell us otherwise" says something else without its last word.

    "Uses other than play" are not "uses except play", but "no uses other than play" are.
    """
    old, new = parsed.lower[slice(*edit.span)], edit.text.lower().split()
    if list(old) == ["other", "than"] and "except" in new:
        return not _UNIVERSAL.intersection(parsed.lower[: edit.span[0]])
    return "otherwise" in old and "otherwise" not in new


def list_end(edit: Edit, parsed: Parsed) -> bool:
    """Without its last members "A, B, C or D" would end in a comma: "A, B"."""
    start, end = edit.span
    if edit.operation != "delete" or parsed.lower[start] != ",":
        return False
    before = parsed.tags[max(0, start - _NEAR) : start]
    if "CC" not in parsed.tags[start:end] or "," not in before:
        return False
    return "CC" not in before[before.index(",") :]


def form(edit: Edit, parsed: Parsed) -> bool:
    """The new noun or verb has another number or tense, or is another measure: `decade`, `year`."""
    if edit.operation != "replace" or edit.span[1] - edit.span[0] > 1 or not edit.text:
        return False
    place = edit.span[0]
    if parsed.lower[place] in measure_words():
        return True
    tag, words = parsed.tags[place], edit.text.split()
    if words[0].lower() == "be" and not _governed(place, parsed):
        return True
    if not tag.startswith(("NN", "VB")):
        return False  # "numerous" and "many" differ in form, and the judge knows better
    # In a phrase the verb comes first, the noun last: "gave up", "a lot".
    word = words[0] if tag.startswith("VB") else words[-1]
    return (len(words) == 1 or tag.startswith("VB")) and not has_form(word, tag)


def _governed(place: int, parsed: Parsed) -> bool:
    """Whether an infinitive may stand at a place: "they, if they exceed it" has none."""
    while place > 0 and parsed.tags[place - 1].startswith("RB"):
        place -= 1
    return place == 0 or parsed.tags[place - 1] in ("MD", "TO", "CC", "VB")


def passive(edit: Edit, parsed: Parsed) -> bool:
    """The new verb has no passive, and a passive is wanted: "is derived" → "is come"."""
    place = edit.span[0]
    if edit.operation != "replace" or parsed.tags[place] not in ("VBN", "VBD"):
        return False
    new = edit.text.split(" ")[0].lower()
    if _goes_on_passive(parsed, place):
        return new in _WITHOUT_PASSIVE or verb_form(new, "VBD", "VBN") != new
    before = parsed.lower[max(0, place - 3) : place]
    return parsed.tags[place] == "VBN" and new in _WITHOUT_PASSIVE and bool(_BE & set(before))


def _goes_on_passive(parsed: Parsed, place: int) -> bool:
    """Whether a verb shares the auxiliary of a passive: "is kept and later returned"."""
    before = place - 1
    while before > 0 and parsed.tags[before].startswith("RB"):
        before -= 1
    if before < 1 or parsed.lower[before] not in ("and", "or", ","):
        return False
    verbs = [p for p in range(before) if parsed.tags[p].startswith(("VB", "MD"))]
    if not verbs or parsed.tags[verbs[-1]] != "VBN":
        return False
    return bool(_BE & set(parsed.lower[max(0, verbs[-1] - 3) : verbs[-1]]))


def repetition(edit: Edit, parsed: Parsed) -> bool:
    """The new word already stands close by: "a politician and statesman" → "politician"."""
    if edit.operation != "replace" or not edit.text:
        return False
    start, end = edit.span
    near = (*parsed.lower[max(0, start - _NEAR) : start], *parsed.lower[end : end + _NEAR])
    return any(word in near for word in edit.text.lower().split() if word not in _SMALL)


_WITHOUT_PASSIVE = word_set("come gone happened become died lived stayed appeared grown fallen")
_BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "'s", "'re"})
_NEAR = 5
_SMALL = word_list("repeatable_words")


def denial(edit: Edit, parsed: Parsed) -> bool:
    """ "denied that it had" must not become "said that it had"."""
    if edit.operation != "replace":
        return False
    old = {lemma(parsed.lower[p], parsed.tags[p]) for p in range(*edit.span)}
    if not old & _DENIALS:
        return False
    new = edit.text.lower().split()
    said = {lemma(word, "VB") for word in new} | {lemma(word, "VBD") for word in new}
    return not (said & _DENIALS or NEGATIONS.intersection(new))


_HALVES = word_table("halves_of_pairs")
# How far on the other half may stand.
_PAIR_WINDOW = 8


def half_a_pair(edit: Edit, parsed: Parsed) -> bool:
    """ "so tired that", "either … or" and "both … and" lose no half; nor do lists their "(a)"."""
    start, end = edit.span
    if edit.operation != "delete":
        return False
    inside = [text for text in parsed.lower[start:end] if text.isalnum()]
    if parsed.lower[start] == "(" and len(inside) == 1 and len(inside[0]) == 1:
        return True
    after = parsed.lower[end : end + _PAIR_WINDOW]
    return any(_HALVES.get(text) in after for text in inside)


GUARDS: dict[str, Callable[[Edit, Parsed], bool]] = {
    "negation": negation,
    "denial": denial,
    "half a pair": half_a_pair,
    "certainty": certainty,
    "obligation": obligation,
    "time limit": time_limit,
    "counterpart": counterpart,
    "quotation": quotation,
    "only verb": only_verb,
    "argument": argument,
    "name or number": name_or_number,
    "conjunction": conjunction,
    "too much": too_much,
    "other word": other_word,
    "infinitive": infinitive,
    "second clause": second_clause,
    "people": people,
    "exception": exception,
    "list end": list_end,
    "form": form,
    "passive": passive,
    "repetition": repetition,
}


def refusal(
    edit: Edit, parsed: Parsed, keep: Collection[str] = (), off: Collection[str] = ()
) -> str | None:
    """Why the edit may not be made, or None.

    `keep` are words, in lowercase, to leave alone; `off` are guards that are not asked.
    """
    if edit.operation != "split" and keep:
        start, end = edit.span
        if any(text in keep for text in parsed.lower[start:end]):
            return "kept word"
    if edit.operation == "split":
        return None
    asked = ((name, guard) for name, guard in GUARDS.items() if name not in off)
    return next((name for name, guard in asked if guard(edit, parsed)), None)


_SHORTEST = 4
_CONDITIONS = frozenset({"if", "unless", "whether", "whenever", "until", "once", "when"})
# What a clause loses with its connective, unless the new sentence opens with words that resume it.
_LINKS, _RESUMED = word_list("clause_links"), word_list("clause_links_resumed")
_NEAR_CUT = 3
_HANGING = word_set("if unless when where although though because since while whereas")
_LONG_HANGING = frozenset({("as", "long", "as"), ("so", "long", "as")})
_IFS = word_set("if unless provided providing")
_COPULAS = word_set("is was are were")
_CAUSES = word_set("because since as for")
_RELATIVE_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})
# A participle may be a past tense that was tagged wrongly.
_VERBAL = frozenset({*FINITE, "MD", "VBN"})
_THEN = word_set("then afterwards afterward thereafter subsequently")
_SUBORDINATORS = frozenset({"although", "though", "while", "whereas", "because", "that"})
Sentences = Sequence[Sequence[Word]]


def in_quotation(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """The cut lies inside a quotation."""
    place = edit.cut if edit.cut >= 0 else edit.span[0]
    quoted = quoted_places(parsed.lower)
    return place in quoted and place - 1 in quoted


def drops_negation(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "nor is any charge pending" must not become "any charge is pending"."""
    # What hangs at the end of a part is repaired away, without being dropped by the edit.
    left = [word.lower for words in sentences for word in words]
    had = NEGATIONS & set(parsed.lower)
    return any(left.count(text) < parsed.lower.count(text) for text in had)


def in_brackets(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """The cut lies inside brackets that stay, or only one of a pair would go."""
    for opener, closer in partners_of(list(parsed.lower)).items():
        if opener > closer or parsed.lower[opener] not in ("(", "[", "{"):
            continue
        gone = opener in edit.dropped, closer in edit.dropped
        if gone[0] != gone[1] or (not gone[0] and opener < edit.cut <= closer):
            return True
    return False


def too_short(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A part has fewer than four words."""
    return any(sum(word.is_word for word in words) < _SHORTEST for words in sentences)


def without_verb(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A part has no main verb of its own, though the sentence had one."""
    if not any(tag in FINITE for tag in parsed.tags):
        return True
    return any(_main_verbs(edit, words) < 1 or _is_participial(words) for words in sentences)


def _is_participial(words: Sequence[Word]) -> bool:
    """ "Having considered the report supplied by the police": no verb of it is surely finite."""
    opens = next((word.tag for word in words if word.is_word), "") in ("VBG", "VBN")
    return opens and not any(word.tag in (*FINITE, "MD") for word in words)


def fragment(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A new sentence begins with a relative pronoun, or with a verb that lost its subject.

    "To claim a benefit." is none either; "To claim a benefit, write to us." is one.
    """
    for words in sentences[1:]:
        first = next((word for word in words if word.is_word), None)
        if first is None or first.source < 0:
            continue
        if first.lower in _RELATIVES and first.tag in ("WDT", "WP", "WP$"):
            return True
        if first.tag == "IN" and first.lower in ("because", "that", "whereas", "than"):
            return True
        lower = [word.lower for word in words]
        if lower[:2] == ["so", "that"] or (first.tag == "TO" and "," not in lower):
            return True
        if first.tag in ("VBZ", "VBD", "VBP") and parsed.lower[-1] != "?":
            return True
    return False


def condition(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A condition would be torn from its result: "If A, B and C" must stay whole."""
    if edit.cut < 0:
        return False
    start = 0
    lower = parsed.lower
    opens = lower[start] in ("if", "unless", "whether") and start not in edit.dropped
    later = any(
        lower[place] in ("if", "unless") and lower[place - 1] in ("and", "but", "or", ",")
        for place in range(1, edit.cut)
        if place not in edit.dropped
    )
    joined = not edit.lead or edit.lead[0].lower not in ("this", "these", "there", "it")
    return (opens or later) and joined and _finite_before(parsed, edit.cut) < 2


def without_subject(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "For much of its life was the largest maker": before the verb there are only phrases.

    Or nothing but adverbs: "Thereupon took the name".
    """
    if edit.cut < 0 or any(word.tag not in ("CC", "RB") for word in edit.lead):
        return False
    verb = next((p for p in range(edit.cut, parsed.end) if parsed.tags[p] in FINITE), None)
    if verb is None or any(edit.cut <= place <= verb for place in edit.inserts):
        return False
    phrases = [
        node.span
        for node in parsed.tree.constituents()
        if kind(node) == "PP" and edit.cut <= node.span[0] and node.span[1] <= verb
    ]
    inside = {place for start, end in phrases for place in range(start, end)}
    before = set(range(edit.cut, verb)) - set(edit.dropped) - inside
    return (bool(inside) or parsed.tags[verb] in ("VBD", "VBZ")) and all(
        parsed.tags[place] in ("RB", "CC", ",")
        or parsed.lower[place] in _OLD_ADVERBS
        or not parsed.words[place].is_word
        for place in before
    )


# Taken for nouns by those who never saw them.
_OLD_ADVERBS = word_set("thereupon thereafter therein thereby hereupon hereafter herein hereby")


def other_speaker(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "We have agreed and will pay" must not become "We have agreed. It will pay"."""
    if edit.cut < 1 or len(edit.lead) != 1 or parsed.tags[edit.cut] not in (*FINITE, "MD"):
        return False
    finite = [p for p in range(edit.cut) if parsed.tags[p] in (*FINITE, "MD")]
    if not finite or edit.lead[0].lower not in _THIRD_PERSONS:
        return False
    before = [p for p in range(finite[-1]) if parsed.tags[p] != "RB"]
    return bool(before) and parsed.lower[before[-1]] in _SPEAKERS


_SPEAKERS = frozenset({"i", "we", "you"})
_THIRD_PERSONS = frozenset({"it", "he", "she", "they", "this", "these"})


def half_coordination(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "eroding rock and leaving sand" would become "This erodes rock and leaving sand"."""
    made = [p for p in edit.changes if p >= edit.cut and parsed.tags[p] == "VBG"]
    if edit.cut < 0 or not made:
        return False
    return any(
        parsed.tags[place] == "VBG" and parsed.lower[place - 1] in ("and", "or")
        for place in range(min(made) + 1, parsed.end)
        if place not in edit.changes
    )


def comma_splice(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "Because it is small, Ely has until May, so …" loses "Because", but is cut at "so"."""
    if edit.cut < 0 or 0 not in edit.dropped or parsed.tags[0] not in ("IN", "WRB"):
        return False
    ends = [
        node.span[1]
        for node in parsed.tree.constituents()
        if node.span[0] == 0 and kind(node) == "SBAR"
    ]
    # A comma may stand between the clause and what follows it.
    return bool(ends) and not any(0 <= edit.cut - end <= 1 for end in ends)


def lost_connective(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "closed while works are done" must not become "closed. Works are done": when or why is lost.

    Of such splits that were judged, a quarter was good. After a comma `while` and `since` oppose or
    give a reason that goes without saying.
    """
    if edit.cut < 0 or any(word.lower in _RESUMED | _COPULAS for word in edit.lead):
        return False
    for place in edit.dropped:
        if parsed.lower[place] in _LINKS and (place == 0 or abs(edit.cut - place) <= _NEAR_CUT):
            after_comma = place > 0 and parsed.lower[place - 1] == ","
            if not (after_comma and parsed.lower[place] in ("while", "since")):
                return True
    return False


def aim(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "They won, to reach the final" must not become "They won. This was to reach the final"."""
    for words in sentences[1:]:
        opening = [word.lower for word in words[:3]]
        added = bool(words) and words[0].source < 0
        if added and len(opening) == 3 and opening[1] in _COPULAS and opening[2] == "to":
            return True
    return False


def hanging(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A part is nothing but a clause that hangs on another: "If A falls. We cannot fix it, you …".

    "This is provided it is paid" is a condition as well, "This is provided by the state" is none.

    Such a clause at the beginning is closed by a comma; "not only" waits for its "but", and
    "however strong" for what it limits.
    """
    for words in sentences:
        lower = [word.lower for word in words]
        if lower[:2] == ["not", "only"]:
            return True
        for place in range(len(lower) - 2):
            opens = place == 0 or lower[place - 1] in ("but", "and", "so")
            if opens and lower[place : place + 3] == ["the", "first", "time"]:
                return "," not in lower[place:]
        if tuple(lower[:3]) in _LONG_HANGING and "," not in lower:
            return words[0].source >= 0
        if lower[:1] == ["however"] and len(words) > 1 and words[1].tag.startswith(("JJ", "RB")):
            return True
        if words[:1] and words[0].source < 0 and lower[1:2] and lower[1] in _COPULAS:
            provided = lower[2:3] in (["provided"], ["providing"]) and len(words) > 3
            if provided and (lower[3] == "that" or words[3].tag in ("PRP", "DT", "EX")):
                return True
        if lower[:1] and lower[0] in _HANGING and "," not in lower[1:-2]:
            return words[0].tag in ("IN", "WRB", "CC") and words[0].source >= 0
    return False


def half_condition(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "free if A is small and no B is paid" must not become "free if A is small. No B is paid"."""
    cut = edit.cut if edit.cut >= 0 else edit.span[0] + 1
    joint = [p for p in range(max(1, cut - 1), cut + 1) if parsed.lower[p] in ("and", "or")]
    if not joint or parsed.lower[joint[0] - 1] == ",":
        return False
    return any(parsed.lower[p] in _IFS and p not in edit.dropped for p in range(1, cut))


def middle_clause(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """The sentence goes on behind the relative clause that would be cut off where it stands."""
    if edit.cut < 1:
        return False
    if not any(parsed.lower[p] in _RELATIVES and p >= edit.cut - 2 for p in edit.dropped):
        return False
    return any(
        parsed.lower[p - 1] == "," and parsed.tags[p] in ("TO", "VBZ", "VBD", "VBP", "MD")
        for p in range(edit.cut + 1, parsed.end)
    )


def late_condition(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A condition behind a relative clause would go with it: "the pool, which is shut, if A"."""
    if edit.cut >= 0:
        start, end = edit.cut, parsed.end
        relative = any(parsed.lower[p] in _RELATIVES and p >= edit.cut - 2 for p in edit.dropped)
    else:
        start, end = edit.span
        relative = edit.kind == "relative"
    return relative and any(
        parsed.lower[p - 1] == "," and parsed.lower[p] in _IFS for p in range(start + 3, end)
    )


def sequence(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """What is told behind a clause must not come to stand behind another time: "and then left"."""
    start, end = edit.span
    return edit.cut < 0 < start and any(text in _THEN for text in parsed.lower[end:])


def simultaneous(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "closed while works are going on" must not become "closed. But works are going on"."""
    left = [word.lower for words in sentences for word in words]
    if left.count("while") == parsed.lower.count("while"):
        return False
    for place, text in enumerate(parsed.lower):
        verb = next((p for p in range(place, parsed.end) if parsed.tags[p] in FINITE), None)
        if text == "while" and verb is not None and parsed.lower[verb] in _COPULAS:
            return "VBG" in parsed.tags[verb + 1 : verb + 3]
    return False


def thought(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "a path that they think was laid" must not become "They think was laid"."""
    for words in sentences[1:]:
        for place in range(1, len(words)):
            verbs = words[place - 1], words[place]
            if all(word.tag in FINITE and word.source is not None for word in verbs):
                return not any(word.tag in _RELATIVE_TAGS for word in words[:place])
    return False


def possessor(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "Marie, whose father was a miner" must not become "Marie father was a miner"."""
    for place in edit.dropped:
        if parsed.lower[place] == "whose":
            after = place + 1 if edit.cut < 0 else max(edit.cut, place + 1)
            near = {place, place + 1, after} & {edit.cut, *edit.inserts}
            written = [word for p in near for word in edit.inserts.get(p, edit.lead)]
            owners = (w for w in written if w.tag == "POS" or w.lower in SUBJECT_OF_POSSESSIVE)
            if next(owners, None) is None:
                return True
    return False


def part_of_all(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "nine novels, several of which are translated" must not become "They are translated"."""
    for place in edit.dropped:
        if parsed.lower[place] not in ("which", "whom") or parsed.lower[place - 1] != "of":
            continue
        quantity = parsed.lower[place - 2]
        left = {word.lower for words in sentences[1:] for word in words}
        if place - 2 in edit.dropped and quantity not in left:
            return True
    return False


def bare_there(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "and there recognized" must not become "There recognized": nobody does it."""
    return any(
        len(words) > 1
        and words[0].lower == "there"
        and words[1].tag in ("VBD", "VBN")
        and words[1].lower not in _COPULAS
        for words in sentences[1:]
    )


def invented_cause(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "whereas" must not become "This is because"."""
    if "because" not in [word.lower for word in edit.lead]:
        return False
    gone = {parsed.lower[place] for place in edit.dropped}
    near = parsed.lower[max(0, edit.cut) : max(0, edit.cut) + 2]
    return not (gone | set(near)) & _CAUSES


def torn_clause(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A relative clause must not take along what belongs to the verb before it.

    "told the guards, who searched it, that he had left", "denied that it had polluted the lake,
    which supplies the town, and blamed farmers".
    """
    opens = {parsed.tags[p] for p in edit.dropped} & _RELATIVE_TAGS
    if not opens and edit.kind != "relative":
        return False
    new = sentences[-1] if not edit.first else sentences[0]
    for before, word, after in zip(new, new[1:], [*new[2:], None], strict=False):
        if before.text != "," or word.source < 0:
            continue
        if word.lower == "that" or (
            word.tag == "CC" and after is not None and after.tag in FINITE and after.source >= 0
        ):
            return True
    return False


def second_verb(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "born in Lagos, won the award" must not become "She was born in Lagos, won the award"."""
    for words in sentences:
        made = -1
        for place, word in enumerate(words):
            if word.tag in (*_RELATIVE_TAGS, "CC"):
                made = -1
            if word.tag in FINITE or word.source in edit.changes:
                comma = place > 0 and words[place - 1].text == ","
                if made >= 0 and comma and word.source >= 0 and word.source not in edit.changes:
                    return True
                made = place if word.source < 0 or word.source in edit.changes else made
    return False


def mixed_participles(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "directed by Ann and starring Eve" must not become "It was directed by … and starring"."""
    lead = [word.lower for word in edit.lead]
    if not lead or lead[-1] not in ("is", "was", "are", "were"):
        return False
    for words in sentences:
        if [word.lower for word in words[: len(lead)]] != lead:
            continue
        rest = words[len(lead) :]
        if not rest or rest[0].tag != "VBN" or any(word.tag in FINITE for word in rest):
            continue
        if any(a.tag == "CC" and b.tag == "VBG" for a, b in pairwise(rest)):
            return True
    return False


def leaves_fragment(edits: Sequence[Edit], sentences: Sentences) -> bool:
    """Whether splits that are right alone leave a sentence without a verb together."""
    changed = {place for edit in edits for place in edit.changes}
    return any(
        not any(word.tag in _VERBAL or word.source in changed for word in words)
        for words in sentences
    )


def person(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "founded by Uri Hofi, a famous artist" must not become "… Uri Hofi. This is an artist".

    Nor "a villain appearing in comics" "a villain. It appears in comics".
    """
    for words in sentences[1:]:
        lower = [word.lower for word in words]
        if not words or words[0].source >= 0 or lower[0] not in ("this", "it"):
            continue
        if len(words) > 3 and lower[1] in _COPULAS and lower[2] in ("a", "an", "the", "one"):
            phrase = takewhile(lambda w: w.tag.startswith(_IN_PHRASE) or w.text == "-", words[3:])
            nouns = [word.lower for word in phrase if word.tag == "NN"]
            if nouns and names_person(nouns[-1]):
                return True
        before = [p for p in range(edit.cut) if p not in edit.dropped]
        if lower[0] == "it" and before and parsed.tags[before[-1]] == "NN":
            return names_person(parsed.lower[before[-1]])
    return False


_IN_PHRASE = ("JJ", "NN", "RB", "VBN", "VBG", "CD")


def bare_phrase(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """ "It was sold. This was to a club in Leeds": a phrase makes no sentence worth reading.

    Of 5,000 such splits that were judged a fifth was good. Where something is, and when or why
    something was, may be told by itself.
    """
    for words in sentences[1:]:
        lower = [word.lower for word in words[:3]]
        if len(words) < 3 or words[0].source >= 0 or words[2].tag not in ("IN", "TO"):
            continue
        if lower[1] not in _COPULAS or lower[0] not in _FOR_PHRASES:
            continue
        told = _PLACES if lower[:2] == ["it", "is"] else _TOLD_ALONE
        if lower[2] not in told:
            return True
    return False


_FOR_PHRASES = word_set("this these it they")
_TOLD_ALONE = word_set("because within during like")
_PLACES = word_set("in on at near within about between along")


SPLIT_GUARDS: dict[str, Callable[[Edit, Parsed, Sentences], bool]] = {
    "quotation": in_quotation,
    "negation": drops_negation,
    "brackets": in_brackets,
    "too short": too_short,
    "without verb": without_verb,
    "fragment": fragment,
    "condition": condition,
    "without subject": without_subject,
    "other speaker": other_speaker,
    "half a coordination": half_coordination,
    "comma splice": comma_splice,
    "lost connective": lost_connective,
    "aim": aim,
    "hanging clause": hanging,
    "half a condition": half_condition,
    "middle clause": middle_clause,
    "late condition": late_condition,
    "simultaneous": simultaneous,
    "thought": thought,
    "person": person,
    "bare phrase": bare_phrase,
    "bare there": bare_there,
    "invented cause": invented_cause,
    "torn clause": torn_clause,
    "second verb": second_verb,
    "possessor": possessor,
    "part of all": part_of_all,
    "mixed participles": mixed_participles,
}


def split_refusal(edit: Edit, parsed: Parsed, sentences: Sentences) -> str | None:
    """Why a split may not be made, or None; `sentences` are what it leaves."""
    if len(sentences) < 2:
        return "no split"
    asked = SPLIT_GUARDS.items()
    return next((name for name, guard in asked if guard(edit, parsed, sentences)), None)


def tree_split_refusal(edit: Edit, parsed: Parsed, sentences: Sentences) -> str | None:
    """Why a split that the tree allows may not be made, or None: what trees do not know."""
    asked = (
        ("hanging clause", hanging),
        ("half a condition", half_condition),
        ("late condition", late_condition),
        ("sequence", sequence),
        ("simultaneous", simultaneous),
        ("thought", thought),
        ("mixed participles", mixed_participles),
        ("torn clause", torn_clause),
        ("second verb", second_verb),
    )
    return next((name for name, guard in asked if guard(edit, parsed, sentences)), None)


def _main_verbs(edit: Edit, words: Sequence[Word]) -> int:
    """How many finite verbs of a part no subordinate clause claims.

    "He formed" is one, even if it was tagged a participle; "until 2004" claims none.
    """
    count = 0
    for place in range(len(words) - 1, -1, -1):
        word = words[place]
        if word.tag in FINITE or word.source in edit.changes or _may_be_past(place, words):
            count += 1
        elif count and _subordinates(word):
            count -= 1
    if count:
        return count
    lead = len(edit.lead)
    opens = lead and [word.lower for word in words[:lead]] == [w.lower for w in edit.lead]
    rest = [word for word in words[lead:] if not word.tag.startswith("RB")]
    if not opens or len(rest) < 2:
        return 0
    return int(may_be_finite(rest[0].lower, rest[0].tag, number_of(edit.lead), rest[1].tag))


def _may_be_past(place: int, words: Sequence[Word]) -> bool:
    """Whether a word tagged a participle may be a past tense: no auxiliary stands before it."""
    word = words[place]
    if word.tag != "VBN" or verb_form(word.lower, "VBN", "VBD") != word.lower:
        return False
    before = words[max(0, place - 3) : place]
    return not any(other.tag in FINITE or other.tag in ("VB", "VBG", "VBN") for other in before)


def _subordinates(word: Word) -> bool:
    """Whether the word makes the next finite verb that of a subordinate clause."""
    if word.tag in ("WDT", "WP", "WP$", "WRB"):
        return True
    return word.tag == "IN" and word.lower in _SUBORDINATORS | _CONDITIONS


def _finite_before(parsed: Parsed, cut: int) -> int:
    return sum(tag in FINITE for tag in parsed.tags[:cut])
