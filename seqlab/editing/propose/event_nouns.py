"""Events named by nouns, told by verbs: "until his death" → "until he died"."""

from __future__ import annotations

from collections.abc import Iterator

from seqlab.editing.edit import Edit
from seqlab.editing.parsed import Parsed

_PRONOUNS = {"his": "he", "her": "she", "its": "it", "their": "they"}
_TIMES = {
    "after": "after",
    "following": "after",
    "before": "before",
    "prior to": "before",
    "until": "until",
    "till": "until",
    "since": "since",
    "upon": "when",
    "on": "when",
    "at the time of": "when",
    "by the time of": "by the time",
}
_EVENTS = {
    "abdication": "gave up the throne",
    "appointment as": "became",
    "appointment to": "{was} appointed to",
    "arrest": "{was} arrested",
    "arrival": "arrived",
    "assassination": "{was} murdered",
    "birth": "{was} born",
    "capture": "{was} caught",
    "conversion to": "converted to",
    "coronation": "{was} crowned",
    "death": "died",
    "departure from": "left",
    "discharge from": "left",
    "dismissal from": "{was} dismissed from",
    "divorce from": "divorced",
    "election as": "{was} elected as",
    "election to": "{was} elected to",
    "emigration to": "moved to",
    "execution": "{was} put to death",
    "expulsion from": "{was} thrown out of",
    "graduation": "graduated",
    "imprisonment": "{was} put in prison",
    "marriage to": "married",
    "move to": "moved to",
    "murder": "{was} murdered",
    "promotion to": "{was} promoted to",
    "release from": "{was} released from",
    "release from prison": "left prison",
    "removal from": "{was} removed from",
    "resignation": "resigned",
    "retirement": "retired",
    "return": "returned",
    "return to": "went back to",
    "transfer to": "moved to",
}
# What happens to things, so after `its` and `their` only.
_OF_THINGS = {
    "closure": "closed",
    "completion": "{was} finished",
    "construction": "{was} built",
    "demolition": "{was} pulled down",
    "destruction": "{was} destroyed",
    "discovery": "{was} discovered",
    "establishment": "{was} set up",
    "formation": "{was} formed",
    "foundation": "{was} founded",
    "inception": "started",
    "introduction": "{was} introduced",
    "opening": "opened",
    "publication": "{was} published",
    "release": "{was} released",
}
_LONGEST = max(len(event.split()) for event in _EVENTS)
# "on his arrival" tells a time only at the start; elsewhere it may belong to "depend", "report".
_FREE = frozenset({"", ",", "and", "but"})
_TAKES = frozenset({"based", "focused", "depending", "rely", "relied", "called", "centered"})


def events(parsed: Parsed) -> Iterator[Edit]:
    """A time given by an event of somebody, where the sentence is told in the past."""
    texts, tags = parsed.lower, parsed.tags
    present = "VBZ" in tags or "VBP" in tags
    for place, owner in enumerate(texts):
        if owner not in _PRONOUNS or tags[place] != "PRP$":
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
        text = f"{time} {_PRONOUNS[owner]} {event[1].format(was=was)}"
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
