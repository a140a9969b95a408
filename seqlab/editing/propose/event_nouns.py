"""Events named by nouns, told by verbs: "until his death" → "until he died"."""

from __future__ import annotations

from collections.abc import Iterator

from seqlab.editing.edit import Edit
from seqlab.editing.parsed import Parsed
from seqlab.english import SUBJECT_OF_POSSESSIVE, word_table

_TIMES = word_table("event_prepositions")
_EVENTS = word_table("event_nouns")
# What happens to things, so after `its` and `their` only.
_OF_THINGS = word_table("event_nouns_of_things")
_LONGEST = max(len(event.split()) for event in _EVENTS)
# "on his arrival" tells a time only at the start; elsewhere it may belong to "depend", "report".
_FREE = frozenset({"", ",", "and", "but"})
_TAKES = frozenset({"based", "focused", "depending", "rely", "relied", "called", "centered"})


def events(parsed: Parsed) -> Iterator[Edit]:
    """A time given by an event of somebody, where the sentence is told in the past."""
    texts, tags = parsed.lower, parsed.tags
    present = "VBZ" in tags or "VBP" in tags
    for place, owner in enumerate(texts):
        if owner not in SUBJECT_OF_POSSESSIVE or tags[place] != "PRP$":
            continue
        found = _time(texts, place)
        event = _event(texts, place, owner)
        if found is None or event is None:
            continue
        start, time = found
        end = event[0]
        if (present or "VBD" not in tags) and time != "since":
            continue  # a plot is told in the present
        before = texts[start - 1] if start else ""
        if (texts[start] == "on" and before not in _FREE) or before in _TAKES:
            continue
        if (
            texts[start] == "following"
            and before not in _FREE
            and tags[start - 1][:2] in ("VB", "IN")
        ):
            continue
        # "after his death and burial", "his death bed"
        if end < len(texts) and tags[end].startswith(("NN", "JJ", "CC", "VBG", "POS", "VBN")):
            continue
        if end < len(texts) and texts[end] in ("of", "or", "and", "-"):
            continue
        was = "were" if owner == "their" else "was"
        text = f"{time} {SUBJECT_OF_POSSESSIVE[owner]} {event[1].format(was=was)}"
        yield Edit("replace", "event", (start, end), text, sure=True)


def _time(texts: tuple[str, ...], place: int) -> tuple[int, str] | None:
    for size in (4, 2, 1):
        words = " ".join(texts[max(0, place - size) : place])
        if place >= size and words in _TIMES:
            return place - size, _TIMES[words]
    return None


def _event(texts: tuple[str, ...], place: int, owner: str) -> tuple[int, str] | None:
    known = {**_EVENTS, **_OF_THINGS} if owner in ("its", "their") else _EVENTS
    for size in range(_LONGEST, 0, -1):
        words = " ".join(texts[place + 1 : place + 1 + size])
        if words in known:
            return place + 1 + size, known[words]
    return None
