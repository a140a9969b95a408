"""What edits broke, repaired: lost halves, punctuation, agreement, articles, capitals, spaces.

A repair looks only at holes (places where an edit took something out or put something in) and at
changed words. What the source wrote by itself is never corrected. `RULES` has the repairs by name,
in the order in which they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import pairwise

from seqlab.editing.edit import (
    CLITICS,
    CLOSERS,
    LEANING,
    OPENERS,
    PAIRS,
    STOPS,
    Word,
    is_edit_boundary,
    word_set,
)
from seqlab.english import (
    article_for,
    capitalized,
    has_inner_capital,
    is_plural,
    looks_like_demonym,
    uncapitalized,
    verb_form,
    word_list,
)
from seqlab.errors import UsageError

_CONJUNCTIONS = frozenset({"and", "or", "but", "nor", "yet", "&"})
_RELATIVES = frozenset({"which", "who", "whom", "whose", "that", "where", "when"})
_RELATIVE_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})
_ENDS = STOPS | CLOSERS | {",", ";", ":"}
# A preposition at the end may be right ("the bed he slept in"), but not after these losses.
_NEVER_LAST = word_list("prepositions_never_last")


def dangling(words: list[Word], source: list[Word]) -> list[Word]:
    """Drop a conjunction, preposition or relative pronoun whose other half was deleted."""
    while True:
        gone = _dangler(words)
        if gone is None:
            return words
        words = words[:gone] + words[gone + 1 :]


def _dangler(words: list[Word]) -> int | None:
    for i, word in enumerate(words):
        if word.source < 0:
            continue
        after = words[i + 1] if i + 1 < len(words) else None
        lost_next = after is not None and is_edit_boundary(word, after)
        lost_before = i > 0 and is_edit_boundary(words[i - 1], word)
        if i and not (lost_next or lost_before):
            continue
        ends = after is None or after.text in _ENDS
        if word.lower in _CONJUNCTIONS and word.tag in ("CC", ""):
            if lost_next and (ends or _is_conjunction(after)):
                return i
            # "(dogs) and cats": the first half went with the clause's opening.
            if i == 0 and word.source > 0 and word.lower in ("or", "nor", "&"):
                return i
            if lost_before and words[i - 1].lower in _CONJUNCTIONS:
                return i
        elif lost_next and ends and _introduces(word):
            return i
    return None


def _introduces(word: Word) -> bool:
    """Whether the word only makes sense before another."""
    if word.tag in _RELATIVE_TAGS:
        return word.lower in _RELATIVES
    if word.tag in ("IN", "TO"):
        return word.lower in _NEVER_LAST
    return word.tag == "DT" and word.lower in ("a", "an", "the")


def _is_conjunction(word: Word | None) -> bool:
    return word is not None and word.tag in ("CC", "") and word.lower in _CONJUNCTIONS


_FINITE_PAST = ("VBD", "VBZ", "VBP")


def lists(words: list[Word], source: list[Word]) -> list[Word]:
    """ "came, saw" whose "and won" became a sentence of its own: "came and saw"."""
    last = next((n for n in range(len(words) - 1, -1, -1) if words[n].is_word), None)
    if last is None or words[last].source < 0:
        return words
    joint = words[last].source + 1
    serial = joint < len(source) and source[joint].text == ","
    joint += serial
    if joint + 1 >= len(source) or source[joint].lower not in ("and", "or"):
        return words
    verbs = [n for n in range(last) if words[n].tag in _FINITE_PAST]
    comma = next((n for n in range(last, 0, -1) if words[n].text == ","), None)
    if comma is None or source[joint].tag != "CC" or source[joint + 1].tag not in _FINITE_PAST:
        return words
    second = words[comma + 1]
    # Behind a comma that closes it again, a participle is no verb of the list.
    alike = second.tag in _FINITE_PAST or (second.tag == "VBN" and not serial)
    if not alike or not any(n < comma for n in verbs) or second.source != words[comma].source + 1:
        return words
    if any(
        word.tag in ("CC", "WDT", "WP", "WRB") or word.text == ";" for word in words[comma:last]
    ):
        return words
    opened = next((n for n in range(comma - 1, 0, -1) if words[n].text == ","), comma)
    if opened + 1 < comma and words[opened + 1].tag in ("WDT", "WP", "WP$", "WRB"):
        return words  # "Ann, whose father was a miner, left": the comma closes a clause
    joined = replace(words[comma], text=source[joint].text, tag="CC", space=" ", source=-1)
    before = replace(words[comma - 1], space=" ")
    return [*words[: comma - 1], before, joined, *words[comma + 1 :]]


_CLOSING = {closer: opener for opener, closer in PAIRS.items()}
_PAUSES = frozenset({",", ";", ":", "-", "–", "—", "--"})
_STRENGTH = {",": 1, "-": 1, "–": 1, "—": 1, "--": 1, ":": 2, ";": 2}
_STRAIGHT = frozenset({'"'})
_MARKS = frozenset({*_STRAIGHT, *PAIRS, *_CLOSING})


def brackets(words: list[Word], source: list[Word]) -> list[Word]:
    """Drop empty pairs, and brackets or quotes whose partner went, if both stood in the source."""
    while True:
        gone = _empty_pairs(words) or _orphans(words, source)
        if not gone:
            return words
        words = _without(words, gone)


def _empty_pairs(words: list[Word]) -> set[int]:
    for i in range(len(words) - 1):
        opener, closer = words[i].text, words[i + 1].text
        empty = PAIRS.get(opener) == closer or (opener == closer and opener in _STRAIGHT)
        if empty and is_edit_boundary(words[i], words[i + 1]):
            return {i, i + 1}
    return set()


def _orphans(words: list[Word], source: list[Word]) -> set[int]:
    partners = partners_of([word.text for word in source])
    if not partners:
        return set()
    there = {word.source for word in words}
    return {
        i
        for i, word in enumerate(words)
        if word.source in partners and partners[word.source] not in there
    }


def partners_of(texts: list[str]) -> dict[int, int]:
    """The partner's place of every bracket or quote that has one."""
    found: dict[int, int] = {}
    if _MARKS.isdisjoint(texts):
        return found
    open_places: list[int] = []
    for place, text in enumerate(texts):
        if text in _STRAIGHT:
            if open_places and texts[open_places[-1]] == text:
                opener = open_places.pop()
                found[opener], found[place] = place, opener
            else:
                open_places.append(place)
        elif text in PAIRS:
            open_places.append(place)
        elif text in _CLOSING and open_places and texts[open_places[-1]] == _CLOSING[text]:
            opener = open_places.pop()
            found[opener], found[place] = place, opener
    return found


def punctuation(words: list[Word], source: list[Word]) -> list[Word]:
    """Drop punctuation that an edit doubled or left without a word to follow."""
    while True:
        gone = _stray(words)
        if not gone:
            return words
        words = _without(words, gone)


def _stray(words: list[Word]) -> set[int]:
    if words and words[0].text in _PAUSES | STOPS and words[0].source != 0 and len(words) > 1:
        return {0}
    for i in range(len(words) - 1):
        before, after = words[i], words[i + 1]
        if not is_edit_boundary(before, after):
            continue
        if before.text in _PAUSES and (after.text in STOPS or after.text in _CLOSING):
            return {i}
        if before.text in OPENERS and after.text in _PAUSES:
            return {i + 1}
        # "that, although A, B" with the "although" gone is no longer interrupted.
        if i and before.text == "," and after.is_word and _joins(words[i - 1]):
            return {i}
        if before.text in _PAUSES and after.text in _PAUSES:
            weaker = _STRENGTH[before.text] <= _STRENGTH[after.text]
            return {i} if weaker else {i + 1}
        if before.text == "." and after.text in STOPS:
            return {i + 1} if after.text == "." else {i}
    return set()


def _joins(word: Word) -> bool:
    return word.tag == "CC" or (word.tag == "IN" and word.lower == "that")


def spacing(words: list[Word], source: list[Word]) -> list[Word]:
    """Give every hole the space that its neighbours want, in the manner of the source."""
    repaired = list(words)
    for i in range(len(words) - 1):
        before, after = words[i], words[i + 1]
        if not is_edit_boundary(before, after):
            continue
        space = _space(before, after, source)
        if space != before.space:
            repaired[i] = replace(before, space=space)
    return repaired


def _space(before: Word, after: Word, source: list[Word]) -> str:
    # What stood before `after` in the source; a tokenised text has a space even before a comma.
    stood = source[after.source - 1].space if after.source > 0 else None
    if after.text in LEANING or after.lower in CLITICS:
        if stood is None:
            return " " if _is_apart(source) else ""
        return stood if stood == "" or _is_apart(source) else ""
    if before.text in OPENERS:
        return before.space if _is_apart(source) else ""
    if before.space and before.text not in OPENERS:
        return before.space
    return stood or " "


def _is_apart(source: list[Word]) -> bool:
    """Whether the source is tokenised text, with a space before most of its signs."""
    spaces = [before.space != "" for before, after in pairwise(source) if after.text in LEANING]
    return sum(spaces) * 2 > len(spaces)


def _without(words: list[Word], places: set[int]) -> list[Word]:
    return [word for place, word in enumerate(words) if place not in places]


_TO_PLURAL = {"this": "these", "that": "those"}
_TO_SINGULAR = {plural: singular for singular, plural in _TO_PLURAL.items()}
_ADVERBS = ("RB",)


def verb_agreement(words: list[Word], source: list[Word]) -> list[Word]:
    """Inflect the verb right after a replaced noun (adverbs may stand between) for its number."""
    repaired = list(words)
    for i, noun in enumerate(words):
        plural = _new_number(noun)
        if plural is None or _in_coordination_or_phrase(words, i):
            continue
        j = i + 1
        while j < len(words) and words[j].tag in _ADVERBS:
            j += 1
        if j < len(words) and words[j].tag in ("VBZ", "VBP", "VBD"):
            repaired[j] = _verb_for(words[j], plural)
    return repaired


def determiner_agreement(words: list[Word], source: list[Word]) -> list[Word]:
    """Make `this`, `that`, `these`, `those`, `a` agree with a noun that changed its number."""
    repaired: list[Word] = list(words)
    dropped: set[int] = set()
    for i, noun in enumerate(words):
        plural = _new_number(noun)
        if plural is None:
            continue
        j = i - 1
        while j >= 0 and words[j].tag in ("JJ", "JJR", "JJS", "RB", "NN", "VBN", "VBG"):
            j -= 1
        if j < 0 or words[j].tag != "DT":
            continue
        lower = words[j].lower
        other = (_TO_PLURAL if plural else _TO_SINGULAR).get(lower)
        if other:
            text = other.capitalize() if words[j].text[0].isupper() else other
            repaired[j] = replace(words[j], text=text)
        elif plural and lower in ("a", "an"):
            dropped.add(j)
    return [word for place, word in enumerate(repaired) if place not in dropped]


def _new_number(noun: Word) -> bool | None:
    """True for now plural, False for now singular, None where the number is what it was."""
    if noun.tag not in ("NN", "NNS") or not noun.changed or not noun.was or not noun.is_word:
        return None
    plural = is_plural(_head(noun.text))
    return None if plural is None or plural == (noun.tag == "NNS") else plural


def _head(phrase: str) -> str:
    """ "a group of singers" has the number of "group", "people who asked" that of "people"."""
    words = phrase.split()
    behind = (n for n, word in enumerate(words) if n and (word[0] in "([" or word in _BEHIND_HEADS))
    words = words[: next(behind, len(words))]
    return words[-2] if len(words) > 1 and words[-1].endswith("ing") else words[-1]


_BEHIND_HEADS = word_set("of who that which in for with from to at on by")


def _in_coordination_or_phrase(words: list[Word], place: int) -> bool:
    """Whether the noun may not be the subject's head: "X and Y are", "a group of Ys is"."""
    j = place - 1
    while j >= 0 and words[j].tag in ("JJ", "JJR", "JJS", "DT", "PRP$", "NN", "CD", "VBN", "RB"):
        j -= 1
    return j >= 0 and words[j].tag in ("CC", "IN", "TO", ",")


def _verb_for(verb: Word, plural: bool) -> Word:
    lower = verb.lower
    if verb.tag == "VBD":
        if lower not in ("was", "were"):
            return verb
        form = "were" if plural else "was"
    else:
        found = verb_form(lower, verb.tag, "VBP" if plural else "VBZ")
        if found is None:
            return verb
        form = found
    return replace(verb, text=form)


def articles(words: list[Word], source: list[Word]) -> list[Word]:
    """Write `a` or `an` as the next word wants, where an edit came between or changed it."""
    repaired = list(words)
    for i, (word, after) in enumerate(pairwise(words)):
        if len(word.text) > 2 or word.lower not in ("a", "an") or not after.is_word:
            continue
        if word.tag not in ("DT", "") or not (
            is_edit_boundary(word, after) or after.changed or word.changed
        ):
            continue
        wanted = article_for(after.text, word.text)
        if wanted.lower() != word.lower:
            repaired[i] = replace(word, text=wanted)
    return repaired


# Words that are small inside a sentence whatever their tag says.
_FUNCTION = word_list("lowercase_inside_sentence")
_NAMES = ("NNP", "NNPS", "CD", "FW", "")


def capitals(words: list[Word], source: list[Word]) -> list[Word]:
    """Raise the first letter if the source began so, and lower the old first word elsewhere."""
    first = _first_word(source)
    if first is None or not words:
        return words
    repaired = list(words)
    start = _first_word(repaired)
    raised = not source[first].text[:1].islower()
    for place, word in enumerate(repaired):
        if word.source == first and place != start and is_common(word):
            repaired[place] = replace(word, text=uncapitalized(word.text))
    if start is not None:
        word = repaired[start]
        # An added word opens a sentence that the source did not have.
        if (
            (raised or word.source < 0)
            and (word.source != first or word.changed)
            and not has_inner_capital(word.text)
        ):
            repaired[start] = replace(word, text=capitalized(word.text))
    return repaired


def is_common(word: Word) -> bool:
    """Whether a word with a capital would be written small inside a sentence."""
    if word.lower in _FUNCTION:
        return True
    if word.text == "I" or word.text[1:] != word.text[1:].lower():
        return False
    demonym = word.tag.startswith("JJ") and looks_like_demonym(word.lower)
    return word.tag not in _NAMES and not demonym


def _first_word(words: list[Word]) -> int | None:
    return next((place for place, word in enumerate(words) if word.is_word), None)


Rule = Callable[[list[Word], list[Word]], list[Word]]
RULES: dict[str, Rule] = {
    "dangling": dangling,
    "lists": lists,
    "brackets": brackets,
    "punctuation": punctuation,
    "determiner-agreement": determiner_agreement,
    "verb-agreement": verb_agreement,
    "articles": articles,
    "capitals": capitals,
    "spacing": spacing,
}
ALL_RULES = tuple(RULES)


def repaired(
    words: list[Word], source: list[Word], rules: Collection[str] = ALL_RULES
) -> list[Word]:
    """`words` with what the edits broke repaired by the rules named; `source` is all that stood."""
    if unknown := [name for name in rules if name not in RULES]:
        raise UsageError(f"no repair {unknown[0]!r}; known: {', '.join(RULES)}")
    if words == source:
        return words
    for name, rule in RULES.items():
        if name in rules:
            words = rule(words, source)
    return words
