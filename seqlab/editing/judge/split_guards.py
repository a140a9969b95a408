"""What a split must never do, whatever its probability; each guard has a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.apply.spacing import partners_of
from seqlab.editing.edit import Edit
from seqlab.editing.parsed import FINITE, Parsed, quoted_places
from seqlab.editing.words import Word

_SHORTEST = 4
_CONDITIONS = frozenset({"if", "unless", "whether", "whenever", "until", "once", "when"})
_SUBORDINATORS = frozenset(
    {"although", "though", "while", "whereas", "because", "since", "that", "which", "who"}
)
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
    """A part has no finite verb of its own, though the sentence had one."""
    if not any(tag in FINITE for tag in parsed.tags):
        return True
    return any(not _finite_verbs(edit, words) for words in sentences)


def fragment(edit: Edit, parsed: Parsed, sentences: Sentences) -> bool:
    """A part is a subordinate clause without its main clause, or begins with a relative pronoun."""
    for number, words in enumerate(sentences):
        texts = [word for word in words if word.is_word]
        if not texts or (number == 0 and texts[0].source == 0 and not _cut_inside(edit, texts)):
            continue
        first = texts[0].lower
        if first in _RELATIVES and texts[0].tag in ("WDT", "WP", "WP$") and number:
            return True
        opens = first in _SUBORDINATORS | _CONDITIONS and texts[0].tag in ("IN", "WRB", "WDT")
        if opens and _finite_verbs(edit, words) < 2:
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


def split_refusal(edit: Edit, parsed: Parsed) -> str | None:
    """Why a split may not be made alone, or None."""
    sentences = edited_sentences(parsed.tokens, [edit], parsed.tags)
    if len(sentences) < 2:
        return "no split"
    return next(
        (name for name, guard in SPLIT_GUARDS.items() if guard(edit, parsed, sentences)), None
    )


def _finite_verbs(edit: Edit, words: Sequence[Word]) -> int:
    """How many finite verbs a part has; "he formed" is one, even if it was tagged a participle."""
    count = sum(word.tag in FINITE or word.source in edit.changes for word in words)
    if count:
        return count
    lead = len(edit.lead)
    opens = lead and [word.lower for word in words[:lead]] == [w.lower for w in edit.lead]
    verb = next((word for word in words[lead:] if not word.tag.startswith("RB")), None)
    return int(bool(opens) and verb is not None and verb.tag in ("VBN", "VB"))


def _cut_inside(edit: Edit, words: Sequence[Word]) -> bool:
    """Whether the part ends where the edit cut it off."""
    return edit.cut >= 0 and words[-1].source < edit.cut


def _finite_before(parsed: Parsed, cut: int) -> int:
    return sum(tag in FINITE for tag in parsed.tags[:cut])
