"""Dates of birth and death in brackets: "A (born 1 May 1950) is …" → "A is …. A was born on …" """

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seqlab.editing.apply.spacing import partners_of
from seqlab.editing.edit import Edit
from seqlab.editing.parsed import Parsed, core, main_finite
from seqlab.editing.propose.mentions import name_words, subject_again, surname
from seqlab.editing.words import Word
from seqlab.english import months, pronoun_of_name

_DASHES = frozenset({"-", "–", "—", "--"})


def lifetimes(parsed: Parsed) -> Iterator[Edit]:
    """A bracket after the subject with one date after `born`, or two dates."""
    found = parsed.main
    verb = main_finite(found[1]) if found else None
    if found is None or verb is None:
        return
    actor = found[0]
    name = name_words(core(actor))
    if not name or pronoun_of_name(name) == "it":
        return
    again = subject_again(core(actor), parsed)
    if again and again[0].source >= 0:
        again = surname(actor, parsed, person=True) or again
    if again is None or again[0].lower in ("it", "they"):
        return
    texts = [token.text for token in parsed.tokens]
    for opener, closer in partners_of(texts).items():
        if texts[opener] != "(" or not actor.span[0] < opener < verb.span[0] or closer < opener:
            continue
        inside = range(opener + 1, closer)
        lead, changes = _told([parsed.lower[place] for place in inside], opener + 1)
        if lead and "born" not in parsed.lower[closer:]:
            words = (*again, *(Word(word, " ", "", -1, word) for word in lead))
            signs = (opener, *(place for place in inside if changes.get(place) == ""), closer)
            kept = {place: text for place, text in changes.items() if text}
            span = (opener, closer + 1)
            yield Edit("split", "lifetime", span, lead=words, dropped=signs, changes=kept)


def _told(texts: Sequence[str], start: int) -> tuple[list[str], dict[int, str]]:
    """What to write before the dates, and what to put for words among them."""
    skipped = {start: ""} if texts[:1] in ([","], [";"]) else {}
    texts, start = texts[len(skipped) :], start + len(skipped)
    if texts[:1] == ["born"] and is_date(texts[1:]):
        on = "in" if len(texts) == 2 else "on"
        return ["was", "born", on], {**skipped, start: ""}
    if texts[:1] == ["born"] and (cut := _before_place(texts)):
        on = "in" if cut == 2 else "on"
        if texts[cut] == ",":  # `in` takes the place of the comma, with a space before it
            skipped |= {start + cut - 1: f"{texts[cut - 1]} in", start + cut: ""}
        return ["was", "born", on], {**skipped, start: ""}
    for cut in range(1, len(texts)):
        dash = texts[cut] in _DASHES
        first, last = texts[:cut], texts[cut + dash :]
        if is_date(first) and is_date(last) and (dash or len(first) > 1):
            # Where the dash was lost, "to" is written before the second date.
            to = {start + cut: "to" if dash else f"to {texts[cut]}"}
            return ["lived", "from"], {**skipped, **to}
    return [], {}


def _before_place(texts: Sequence[str]) -> int:
    """Where "in Rome" or ", Rome" begins after "born" and a date; 0 where it does not."""
    for cut in range(2, len(texts) - 1):
        place = texts[cut + 1 :]
        named = all(text.isalpha() or text == "," for text in place) and place[0].isalpha()
        if texts[cut] in ("in", ",") and is_date(texts[1:cut]) and named and len(place) <= 6:
            return 0 if place[0] in months() else cut
    return 0


def is_date(texts: Sequence[str]) -> bool:
    """A year, or day, month and year in either order."""
    words = [text for text in texts if text != ","]
    years = [text for text in words if text.isdigit() and len(text) == 4]
    if len(words) == 1:
        return bool(years)
    named = [text for text in words if text in months()]
    days = [text for text in words if text.isdigit() and len(text) <= 2]
    return len(words) == 3 and len(years) == len(named) == len(days) == 1
