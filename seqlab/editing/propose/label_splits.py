"""Splits that a tagger's labels describe: where to cut, how to open, what to drop and to inflect.

The labels are those of `seqlab.annotation`'s split labels: before each token an insertion, and for
each token whether it is kept, dropped, moved or inflected. Every boundary becomes one `Edit` with
the labels around it that it needs, so that each can be made without the others.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from seqlab.annotation import BOUNDARY, DROP, KEEP, MOVE, SlotReader
from seqlab.editing.edit import SHORTEST_PART, STOPS, Edit, Word
from seqlab.editing.parsed import FINITE, Parsed
from seqlab.editing.propose.openings import (
    LIKELY,
    SplitSentence,
    agreeing_form,
    finite_participle,
    first_word,
    follows_perfect,
    inserted_words,
    missing_subject,
    opening_words,
    openings,
)
from seqlab.editing.propose.split_writer import Script, SplitWriter
from seqlab.editing.reading import SplitProbabilities
from seqlab.english import inflected
from seqlab.syntax import chunks

NO_CUT = 10**9
# So many ways to open the new sentence are proposed for each cut.
MOST_OPENINGS = 4
# So many of a writer's scripts are.
MOST_SCRIPTS = 4
# Where a part probably ends anyway: labels beyond belong to another cut.
_NEIGHBOUR = 0.3
# A label this likely is obeyed wherever it stands in its part of the sentence.
_CERTAIN = 0.6
_PAUSES = frozenset({",", ";", ":", "-", "–", "—"})


@dataclass(frozen=True, slots=True)
class LabelSplit:
    """A split that labels propose.

    Args:
        edit: What is to be done.
        probability: How likely a new sentence begins there.
        opening: The label of its opening, and how likely that is, given the boundary.
        companions: How likely each other label is that the split needs, given the boundary.
        boundary: How likely a writer who only splits begins a sentence there.
        point: How likely the editor of the level does; not a number where no head says so.
        lead: How much likelier the opening is than the likeliest other one.
        script: How likely the writer finds all of it, given the cut; not a number without one.
        rank: How many scripts for the cut it finds likelier.
    """

    edit: Edit
    probability: float
    opening: str
    opening_probability: float = 1.0
    companions: Mapping[int, float] = field(default_factory=dict)
    boundary: float = math.nan
    point: float = math.nan
    lead: float = 1.0
    script: float = math.nan
    rank: float = math.nan


def label_splits(
    parsed: Parsed,
    probabilities: SplitProbabilities,
    least: float = 0.1,
    context: Sequence[str] = (),
    writer: SplitWriter | None = None,
) -> list[LabelSplit]:
    """Every split that is likelier than `least`; some may conflict with each other.

    `context` are the words of the text before the sentence: they may tell whether "he" is a she.
    With a `writer` its scripts are proposed; without one the labels that are likeliest alone.
    """
    likely = probabilities.boundary
    if probabilities.points is not None:
        likely = np.maximum(likely, probabilities.points)
    if len(parsed.tokens) < 2 * SHORTEST_PART or likely.max() < least:
        return []
    texts = tuple(token.text for token in parsed.tokens)
    reader = SlotReader(texts, parsed.tags, tuple(chunks(parsed.tree)))
    sentence = SplitSentence(parsed, reader, probabilities, *probabilities.beside_cuts(), context)
    moves = [split for split in _moves(sentence) if split.probability >= least]
    moved = {place for split in moves for place in range(*split.edit.span)}
    cuts = [
        cut
        for cut in _cuts(likely, least)
        if cut not in moved and parsed.lower[cut - 1] not in STOPS
    ]
    proposals = [*moves]
    if writer is not None and probabilities.states is not None:
        written = writer.scripts(probabilities.states, parsed.tags, cuts)
        for cut, scripts in zip(cuts, written, strict=True):
            proposals += _written(sentence, float(likely[cut]), cut, scripts)
        return proposals
    for cut in cuts:
        others = [c for c in cuts if c != cut and likely[c] >= _NEIGHBOUR]
        before = max((c for c in others if c < cut), default=0)
        after = min((c for c in others if c > cut), default=NO_CUT)
        proposals += _at(sentence, float(likely[cut]), (before, cut, after), moved)
    return proposals


def _cuts(likely: np.ndarray, least: float) -> list[int]:
    """Places likely enough, none beside a likelier one."""
    places = [p for p in range(SHORTEST_PART, len(likely) - 1) if likely[p] >= least]
    return [
        place
        for place in places
        if not any(
            other != place
            and abs(other - place) < SHORTEST_PART
            and (likely[other], -other) > (likely[place], -place)
            for other in places
        )
    ]


def _at(
    sentence: SplitSentence, likely: float, places: tuple[int, int, int], moved: Collection[int]
) -> list[LabelSplit]:
    """The splits at the middle of three places; what is `moved` is no business of them."""
    before, cut, after = places
    parsed = sentence.parsed
    least = LIKELY * likely
    near = [p for p in range(before, min(after, len(parsed.tokens))) if p not in moved]
    words = {p: sentence.changes[p][0] for p in near if sentence.changes[p][1] >= least}
    inserts = {
        p: sentence.insertions[p][0]
        for p in near
        if p != cut and sentence.insertions[p][1] >= least
    }
    own = companions(places, words, inserts)
    certain = {p for p in own if p in words and sentence.changes[p][1] >= _CERTAIN}
    mine = _connected(own, cut, parsed, words, inserts) | certain
    words = {place: label for place, label in words.items() if place in mine}
    inserts = {place: label for place, label in inserts.items() if place in mine}
    sure = {p: min(1.0, sentence.changes[p][1] / likely) for p in words}
    sure |= {p: min(1.0, sentence.insertions[p][1] / likely) for p in inserts}
    for place in range(cut - 1, before, -1):
        if parsed.lower[place] not in _PAUSES:
            break
        words[place] = DROP
    for place in _middle_relative(parsed, before, cut):
        words.setdefault(place, DROP)
    written = inserted_words(sentence, inserts)
    missing = missing_subject(sentence, cut, words, inserts)
    if written is None or missing is None:
        return []
    written = {**missing, **written}
    splits: dict[tuple[str, ...], LabelSplit] = {}
    for way in _ways(words, cut, parsed):
        for label, share, lead in openings(sentence, cut, way, written):
            changes = _changes(parsed, way, lead)
            if changes is None:
                continue
            key = (*(word.lower for word in lead), "/", *changes.values())
            edit = _edit(cut, lead, way, changes, written)
            splits.setdefault(key, LabelSplit(edit, likely, label, share, sure))
    ranked = sorted(splits.values(), key=lambda split: -split.opening_probability)
    told = sentence.probabilities
    boundary = float(told.boundary[cut])
    point = float(told.points[cut]) if told.points is not None else math.nan
    shares = {split.opening: split.opening_probability for split in ranked}
    return [
        replace(
            split,
            boundary=boundary,
            point=point,
            lead=split.opening_probability
            - max((share for of, share in shares.items() if of != split.opening), default=0.0),
        )
        for split in ranked[:MOST_OPENINGS]
    ]


def _written(
    sentence: SplitSentence, likely: float, cut: int, scripts: Sequence[Script]
) -> list[LabelSplit]:
    """The splits that a writer's scripts describe, each text once."""
    told = sentence.probabilities
    parsed = sentence.parsed
    boundary = float(told.boundary[cut])
    point = float(told.points[cut]) if told.points is not None else math.nan
    splits: dict[tuple[object, ...], LabelSplit] = {}
    for script in scripts:
        words, inserts = script.words, script.inserts
        label = inserts.pop(cut, "")
        if not label.startswith(BOUNDARY) or any(own[0] == BOUNDARY for own in inserts.values()):
            continue
        written = inserted_words(sentence, inserts)
        if written is None:
            continue
        share = float(told.insert[cut][told.insert_labels.index(label)]) / max(boundary, 1e-6)
        sure = {p: min(1.0, told.chance_of_word(p, of) / likely) for p, of in words.items()}
        sure |= {p: min(1.0, told.chance_of_insert(p, of) / likely) for p, of in inserts.items()}
        lead = opening_words(sentence, cut, label, words)
        changes = None if lead is None else _changes(parsed, words, lead)
        if lead is None or changes is None:
            continue
        if not lead:
            written = _set_off(written, cut, words, parsed)
        edit = _edit(cut, lead, words, changes, written)
        split = LabelSplit(
            edit, likely, label, share, sure, boundary, point,
            script=script.probability, rank=float(len(splits)),
        )  # fmt: skip
        key = (*(w.lower for w in lead), "/", edit.dropped, *changes.items(), *inserts.items())
        splits.setdefault(key, split)
        if len(splits) == MOST_SCRIPTS:
            break
    return [*splits.values()]


def _edit(
    cut: int,
    lead: tuple[Word, ...],
    words: Mapping[int, str],
    changes: dict[int, str],
    written: dict[int, tuple[Word, ...]],
) -> Edit:
    """The split at a cut that labels of words describe."""
    dropped = tuple(sorted(place for place, of in words.items() if of == DROP))
    reach = {cut, *dropped, *changes, *written}
    span = (min(reach), max(reach) + 1)
    return Edit(
        "split", "labels", span,
        lead=lead, dropped=dropped, changes=changes, cut=cut, inserts=written,
    )  # fmt: skip


def _set_off(
    written: Mapping[int, tuple[Word, ...]], cut: int, words: Mapping[int, str], parsed: Parsed
) -> dict[int, tuple[Word, ...]]:
    """ "After this, interest is charged": a comma behind the phrase that a sentence opens with."""
    found = dict(written)
    place = next((p for p in range(cut + 1, parsed.end) if words.get(p) != DROP), parsed.end)
    if parsed.tags[cut] == "IN" and len(found.get(place, ())) == 1:
        word = found[place][0]
        if word.source < 0 and parsed.tags[place] not in (*FINITE, "MD", "IN", ","):
            found[place] = (replace(word, space=""), Word(",", " ", ",", -1, ","))
    return found


def _ways(words: Mapping[int, str], cut: int, parsed: Parsed) -> list[dict[int, str]]:
    """The labels around a cut, with a participle behind it as it is and made finite."""
    ways = [dict(words)]
    verb = first_word(cut, parsed, words)
    form = finite_participle(verb, parsed) if verb < parsed.end else None
    if form is None:
        return ways
    finite = {**words, verb: form}
    if finite != words and (verb not in words or words[verb] in ("VBD", "VBZ", "VBP")):
        ways.append(finite)
    if form == "VBD" and follows_perfect(verb, parsed):
        ways.append({**words, verb: "VBZ"})
    return ways


def companions(
    places: tuple[int, int, int], words: Mapping[int, str], inserts: Mapping[int, str]
) -> set[int]:
    """Which labelled places belong to the middle cut of three; 0 and infinity stand for no cut.

    What is dropped belongs to the next cut unless it stands right behind the one before; what is
    inserted or inflected belongs to the cut before it, unless a dropped word shows that a clause
    inside the sentence begins there ("Ann[, → is] a doctor, [. she] said").
    """
    before, cut, after = places
    mine: set[int] = set()
    for place in {*words, *inserts}:
        start = place
        while start > 1 and words.get(start - 1) == DROP:
            start -= 1
        dropped = words.get(place) == DROP and place not in inserts
        # Whether the label prepares the next cut rather than following from the last one.
        prepares = start > (before if place < cut else cut) and (dropped or start < place)
        if (place < cut and (prepares or not before)) or (
            place >= cut and (not prepares or after == NO_CUT)
        ):
            mine.add(place)
    return mine


def _middle_relative(parsed: Parsed, before: int, cut: int) -> list[int]:
    """The comma and pronoun of "Ann, who is a doctor, | told us", which must go with such a cut."""
    if parsed.tags[cut] not in FINITE or parsed.lower[cut - 1] != ",":
        return []
    for place in range(cut - 2, before + 1, -1):
        if parsed.tags[place] in ("WDT", "WP") and parsed.lower[place] in ("who", "which"):
            alone = not any(tag in FINITE for tag in parsed.tags[before:place])
            if alone and parsed.lower[place - 1] == "," and parsed.tags[place + 1] in FINITE:
                return [place - 1, place]
            return []
    return []


def _connected(
    mine: set[int],
    cut: int,
    parsed: Parsed,
    words: Mapping[int, str],
    inserts: Mapping[int, str],
) -> set[int]:
    """Of the labels that belong to a cut, those with a part in it.

    A word is dropped next to the cut, at the sentence's start ("Although"), or where a word is
    inserted or inflected, or the subject is taken away to be written elsewhere; a comma that a
    tagger would drop anywhere else stays.
    """
    active = {cut, *(p for p in mine if p in inserts or words.get(p) not in (DROP, None))}
    kept: set[int] = set()
    for place in mine:
        if words.get(place) != DROP or place in inserts:
            kept.add(place)
            continue
        start, end = place, place + 1
        while words.get(start - 1) == DROP:
            start -= 1
        while words.get(end) == DROP:
            end += 1
        closes = end == cut or start - 1 == cut or start == cut
        following = parsed.tags[end] if end < len(parsed.tags) else ""
        opens = start == 0 and following not in ("VBG", "VBN", ",", "")
        relative = any(parsed.tags[p] in ("WDT", "WP") for p in range(start, end))
        opens = opens or (relative and following in FINITE)
        pair = parsed.lower[place] in (")", "”") and place > cut
        if closes or opens or pair or end in active or any(p in active for p in range(start, end)):
            kept.add(place)
    return kept


def _changes(
    parsed: Parsed, words: Mapping[int, str], lead: Sequence[Word]
) -> dict[int, str] | None:
    """The inflected words; None where one has no such form."""
    changes: dict[int, str] = {}
    for place, form in words.items():
        if form in (DROP, MOVE, KEEP):
            continue
        tag = parsed.tags[place]
        wanted = agreeing_form(form, lead)
        text = inflected(parsed.lower[place], "VBG" if tag == "IN" else tag, wanted)
        if text is None:
            return None
        changes[place] = text
    return changes


def _moves(sentence: SplitSentence) -> Iterator[LabelSplit]:
    """Clauses inside the sentence that become the next one."""
    moved = sentence.probabilities.of_word(MOVE)
    place = 0
    while place < len(moved):
        end = place
        while end < len(moved) and moved[end] >= LIKELY:
            end += 1
        if end - place >= SHORTEST_PART and end < sentence.parsed.end:
            split = _move(sentence, (place, end))
            if split is not None:
                yield split
        place = end + 1


def _move(sentence: SplitSentence, span: tuple[int, int]) -> LabelSplit | None:
    start, end = span
    dropped: list[int] = []
    drop = sentence.probabilities.of_word(DROP)
    while start > 1 and drop[start - 1] >= LIKELY:
        start -= 1
        dropped.append(start)
    while end < sentence.parsed.end and drop[end] >= LIKELY:
        dropped.append(end)
        end += 1
    words = dict.fromkeys(dropped, DROP)
    opening = next(openings(sentence, span[0], words, {}), None)
    if opening is None:
        return None
    label, share, lead = opening
    likely = float(sentence.probabilities.of_word(MOVE)[span[0] : span[1]].mean())
    edit = Edit("split", "labels", (start, end), lead=lead, dropped=tuple(sorted(dropped)))
    return LabelSplit(edit, likely, label, share, {p: float(drop[p]) for p in dropped})
