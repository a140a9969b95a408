"""Splits that a tagger's labels describe: where to cut, how to open, what to drop and to inflect.

The labels are those of `seqlab.annotation`'s split labels: before each token an insertion, and for
each token whether it is kept, dropped, moved or inflected. Every boundary becomes one `Edit` with
the labels around it that it needs, so that each can be made without the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from seqlab.annotation import SlotReader, inflected, opening_pieces
from seqlab.editing.edit import SHORTEST_PART, Edit
from seqlab.editing.parsed import Parsed
from seqlab.editing.propose.openings import agreeing_form, agrees, lead_words
from seqlab.editing.words import Word
from seqlab.syntax import chunks

BOUNDARY, NOTHING, OTHER_OPENING = ".", "-", ".?"
KEEP, DROP, MOVE = "K", "X", "M"
# A label beside a cut is taken if, given the cut, it is likelier than not.
_LIKELY = 0.5
NO_CUT = 10**9
# Where a part probably ends anyway: labels beyond belong to another cut.
_NEIGHBOUR = 0.3
_PAUSES = frozenset({",", ";", ":", "-", "–", "—", "(", ")"})


@dataclass(frozen=True, slots=True)
class SplitProbabilities:
    """What a tagger says of a sentence: tokens by labels, for both heads.

    `points`, where a model has it, is how likely an editor of one level splits before each token.
    """

    insert: np.ndarray
    insert_labels: tuple[str, ...]
    word: np.ndarray
    word_labels: tuple[str, ...]
    points: np.ndarray | None = None

    def boundary(self) -> np.ndarray:
        """How likely a new sentence begins before each token."""
        columns = [n for n, label in enumerate(self.insert_labels) if is_boundary(label)]
        return np.asarray(self.insert[:, columns].sum(axis=1))

    def of_word(self, label: str) -> np.ndarray:
        """How likely each token has a label of the word head."""
        if label not in self.word_labels:
            return np.zeros(len(self.word))
        return np.asarray(self.word[:, self.word_labels.index(label)])


@dataclass(frozen=True, slots=True)
class LabelSplit:
    """A split that labels propose.

    Args:
        edit: What is to be done.
        probability: How likely a new sentence begins there.
        opening: The label of its opening, and how likely that is, given the boundary.
        companions: How likely each other label is that the split needs, given the boundary.
    """

    edit: Edit
    probability: float
    opening: str
    opening_probability: float = 1.0
    companions: Mapping[int, float] = field(default_factory=dict)


def is_boundary(label: str) -> bool:
    """Whether a label of the insertion head begins a sentence."""
    return label.startswith(BOUNDARY)


def label_splits(
    parsed: Parsed, probabilities: SplitProbabilities, least: float = 0.1
) -> list[LabelSplit]:
    """Every split that is likelier than `least`; some may conflict with each other."""
    if len(parsed.tokens) < 2 * SHORTEST_PART:
        return []
    texts = tuple(token.text for token in parsed.tokens)
    reader = SlotReader(texts, parsed.tags, tuple(chunks(parsed.tree)))
    moves = list(_moves(parsed, reader, probabilities, least))
    likely = probabilities.boundary()
    if probabilities.points is not None:
        likely = np.maximum(likely, probabilities.points)
    moved = {place for split in moves for place in range(*split.edit.span)}
    cuts = [cut for cut in _cuts(likely, least) if cut not in moved]
    proposals = [*moves]
    for cut in cuts:
        others = [c for c in cuts if c != cut and likely[c] >= _NEIGHBOUR]
        before = max((c for c in others if c < cut), default=0)
        after = min((c for c in others if c > cut), default=NO_CUT)
        places = (before, cut, after)
        split = _at(parsed, reader, probabilities, float(likely[cut]), places, moved)
        if split is not None:
            proposals.append(split)
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
    parsed: Parsed,
    reader: SlotReader,
    probabilities: SplitProbabilities,
    likely: float,
    places: tuple[int, int, int],
    moved: Collection[int],
) -> LabelSplit | None:
    """The split at the middle of three places; what is `moved` is no business of it."""
    before, cut, after = places
    near = [p for p in range(before, min(after, len(parsed.tokens))) if p not in moved]
    scale = max(likely, float(probabilities.boundary()[cut]), 1e-6)
    words = {
        place: label
        for place in near
        for label in [_conditional_word(probabilities, place, scale)]
        if label != KEEP
    }
    inserts = {
        place: label
        for place in near
        if place != cut
        for label in [_conditional_insert(probabilities, place, scale)]
        if label != NOTHING
    }
    mine = companions(places, words, inserts)
    words = {place: label for place, label in words.items() if place in mine}
    inserts = {place: label for place, label in inserts.items() if place in mine}
    for place in range(cut - 1, before, -1):
        if reader.tokens[place] not in _PAUSES - {"(", ")"}:
            break
        words[place] = DROP
    opening = _opening(parsed, reader, probabilities, cut, words)
    if opening is None:
        return None
    label, share, lead = opening
    written = _inserted(parsed, reader, inserts)
    changes = _changes(parsed, words, lead)
    if written is None or changes is None:
        return None
    dropped = tuple(sorted(place for place, of in words.items() if of == DROP))
    reach = {cut, *dropped, *changes, *written}
    edit = Edit(
        "split",
        "labels",
        (min(reach), max(reach) + 1),
        lead=lead,
        dropped=dropped,
        changes=changes,
        cut=cut,
        inserts=written,
    )
    sure = {p: _share(probabilities.of_word(of)[p], scale) for p, of in words.items()}
    sure |= {
        p: _share(probabilities.insert[p, probabilities.insert_labels.index(of)], scale)
        for p, of in inserts.items()
    }
    return LabelSplit(edit, likely, label, share, sure)


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


def _share(probability: float, scale: float) -> float:
    return min(1.0, float(probability) / scale)


def _conditional_word(probabilities: SplitProbabilities, place: int, scale: float) -> str:
    row = probabilities.word[place]
    best = max(
        (n for n, label in enumerate(probabilities.word_labels) if label not in (KEEP, MOVE)),
        key=lambda n: row[n],
        default=-1,
    )
    if best < 0 or row[best] < _LIKELY * scale:
        return KEEP
    return probabilities.word_labels[best]


def _conditional_insert(probabilities: SplitProbabilities, place: int, scale: float) -> str:
    row = probabilities.insert[place]
    best = max(
        (
            n
            for n, label in enumerate(probabilities.insert_labels)
            if label not in (NOTHING, "+?") and not is_boundary(label)
        ),
        key=lambda n: row[n],
        default=-1,
    )
    if best < 0 or row[best] < _LIKELY * scale:
        return NOTHING
    return probabilities.insert_labels[best]


def _opening(
    parsed: Parsed,
    reader: SlotReader,
    probabilities: SplitProbabilities,
    cut: int,
    words: Mapping[int, str],
) -> tuple[str, float, tuple[Word, ...]] | None:
    """The likeliest opening that can be written and agrees with the verb after it."""
    row = probabilities.insert[cut]
    total = max(float(probabilities.boundary()[cut]), 1e-6)
    labels = sorted(
        (n for n, label in enumerate(probabilities.insert_labels) if is_boundary(label)),
        key=lambda n: -row[n],
    )
    for number in labels[:8]:
        label = probabilities.insert_labels[number]
        if label == OTHER_OPENING:
            continue
        pieces = opening_pieces(label, cut, reader)
        if pieces is None:
            continue
        lead = lead_words(pieces, parsed)
        if lead is not None and agrees(lead, cut, parsed, words):
            return label, float(row[number]) / total, lead
    return None


def _inserted(
    parsed: Parsed, reader: SlotReader, inserts: Mapping[int, str]
) -> dict[int, tuple[Word, ...]] | None:
    written: dict[int, tuple[Word, ...]] = {}
    for place, label in inserts.items():
        pieces = opening_pieces(label, place, reader)
        lead = lead_words(pieces, parsed) if pieces is not None else None
        if lead is None:
            return None
        written[place] = lead
    return written


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


def _moves(
    parsed: Parsed, reader: SlotReader, probabilities: SplitProbabilities, least: float
) -> Iterator[LabelSplit]:
    """Clauses inside the sentence that become the next one."""
    moved = probabilities.of_word(MOVE)
    place = 0
    while place < len(moved):
        end = place
        while end < len(moved) and moved[end] >= _LIKELY:
            end += 1
        if end - place >= SHORTEST_PART and place > 0 and end < parsed.end:
            split = _move(parsed, reader, probabilities, (place, end))
            if split is not None and split.probability >= least:
                yield split
        place = end + 1


def _move(
    parsed: Parsed,
    reader: SlotReader,
    probabilities: SplitProbabilities,
    span: tuple[int, int],
) -> LabelSplit | None:
    start, end = span
    dropped: list[int] = []
    drop = probabilities.of_word(DROP)
    while start > 1 and drop[start - 1] >= _LIKELY:
        start -= 1
        dropped.append(start)
    while end < parsed.end and drop[end] >= _LIKELY:
        dropped.append(end)
        end += 1
    words = dict.fromkeys(dropped, DROP)
    opening = _opening(parsed, reader, probabilities, span[0], words)
    if opening is None:
        return None
    label, share, lead = opening
    likely = float(probabilities.of_word(MOVE)[span[0] : span[1]].mean())
    edit = Edit("split", "labels", (start, end), lead=lead, dropped=tuple(sorted(dropped)))
    return LabelSplit(edit, likely, label, share, {p: float(drop[p]) for p in dropped})
