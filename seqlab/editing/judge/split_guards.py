"""What a split must never do, whatever its probability; each guard has a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.apply.spacing import partners_of
from seqlab.editing.edit import Edit
from seqlab.editing.parsed import FINITE, Parsed, quoted_places
from seqlab.editing.propose.openings import may_be_finite, number_of
from seqlab.editing.words import Word

_SHORTEST = 4
_CONDITIONS = frozenset({"if", "unless", "whether", "whenever", "until", "once", "when"})
_SUBORDINATORS = frozenset({"although", "though", "while", "whereas", "because", "that"})
_RELATIVES = frozenset({"which", "who", "whom", "whose"})

Sentences = Sequence[Sequence[Word]]


def in_quotation(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """The cut lies inside a quotation."""
    place = edit.cut if edit.cut >= 0 else edit.span[0]
    quoted = quoted_places(parsed.lower)
    return place in quoted and place - 1 in quoted


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
    return any(_finite_verbs(edit, words) <= sum(map(_subordinates, words)) for words in sentences)


def fragment(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A new sentence begins with a relative pronoun, or with a verb that lost its subject."""
    for words in sentences[1:]:
        first = next((word for word in words if word.is_word), None)
        if first is None or first.source < 0:
            continue
        if first.lower in _RELATIVES and first.tag in ("WDT", "WP", "WP$"):
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


SPLIT_GUARDS: dict[str, Callable[[Edit, Parsed, Sentences], bool]] = {
    "quotation": in_quotation,
    "brackets": in_brackets,
    "too short": too_short,
    "without verb": without_verb,
    "fragment": fragment,
    "condition": condition,
}


def split_refusal(edit: Edit, parsed: Parsed, others: Sequence[Edit] = ()) -> str | None:
    """Why a split may not be made, or None; `others` are the splits that are made already."""
    sentences = edited_sentences(parsed.tokens, [edit, *others], parsed.tags)
    if len(sentences) < 2 + len(others):
        return "no split"
    changes = {place: text for each in (edit, *others) for place, text in each.changes.items()}
    whole = replace(edit, changes=changes)
    asked = SPLIT_GUARDS.items()
    return next((name for name, guard in asked if guard(whole, parsed, sentences)), None)


def _finite_verbs(edit: Edit, words: Sequence[Word]) -> int:
    """How many finite verbs a part has; "he formed" is one, even if it was tagged a participle."""
    count = sum(word.tag in FINITE or word.source in edit.changes for word in words)
    if count:
        return count
    lead = len(edit.lead)
    opens = lead and [word.lower for word in words[:lead]] == [w.lower for w in edit.lead]
    rest = [word for word in words[lead:] if not word.tag.startswith("RB")]
    if not opens or len(rest) < 2:
        return 0
    return int(may_be_finite(rest[0].lower, rest[0].tag, number_of(edit.lead), rest[1].tag))


def _subordinates(word: Word) -> bool:
    """Whether the word makes the next finite verb that of a subordinate clause."""
    if word.tag in ("WDT", "WP", "WP$", "WRB"):
        return True
    return word.tag == "IN" and word.lower in _SUBORDINATORS | _CONDITIONS


def _finite_before(parsed: Parsed, cut: int) -> int:
    return sum(tag in FINITE for tag in parsed.tags[:cut])
