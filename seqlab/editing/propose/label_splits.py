"""Splits that a tagger's labels describe: where to cut, how to open, what to drop and to inflect.

The labels are those of `seqlab.annotation`'s split labels: before each token an insertion, and for
each token whether it is kept, dropped, moved or inflected. Every boundary becomes one `Edit` with
the labels around it that it needs, so that each can be made without the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from seqlab.annotation import INSERT_HEAD, WORD_HEAD, SlotReader, inflected, opening_pieces
from seqlab.editing.edit import SHORTEST_PART, Edit
from seqlab.editing.parsed import FINITE, Parsed
from seqlab.editing.propose.mentions import subject_again
from seqlab.editing.propose.openings import (
    agreeing_form,
    finite_participle,
    first_word,
    lead_words,
    opens_sentence,
    relative_weight,
    with_gender,
)
from seqlab.editing.words import STOPS, Word
from seqlab.syntax import chunks

BOUNDARY, NOTHING, OTHER_OPENING, OTHER_WORDS = ".", "-", ".?", "+?"
KEEP, DROP, MOVE = "K", "X", "M"
# A label beside a cut is taken if, given the cut, it is likelier than not.
_LIKELY = 0.5
NO_CUT = 10**9
# Where a part probably ends anyway: labels beyond belong to another cut.
_NEIGHBOUR = 0.3
_PAUSES = frozenset({",", ";", ":", "-", "–", "—"})
# So many of the likeliest openings are tried before a cut is given up, none much less likely.
_OPENINGS, _RELATIVE = 20, 0.05
_PRONOUNS = frozenset({"he", "she", "it", "they", "we", "i", "you"})
_BEFORE_PARTICIPLES = frozenset({",", "and", "while", "by", "before", "after"})
# How much more likely an opening is whose pronoun grammar tells.
_TOLD = 8.0


@dataclass(frozen=True, slots=True)
class SplitProbabilities:
    """What a tagger says of a sentence: tokens by labels, for both heads.

    `points`, where a model has it, is how likely an editor of one level splits before each token.
    `boundary` is how likely a new sentence begins before each token.
    """

    insert: np.ndarray
    insert_labels: tuple[str, ...]
    word: np.ndarray
    word_labels: tuple[str, ...]
    points: np.ndarray | None = None
    boundary: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        columns = list(_columns(self.insert_labels)[0])
        object.__setattr__(self, "boundary", self.insert[:, columns].sum(axis=1))

    def of_word(self, label: str) -> np.ndarray:
        """How likely each token has a label of the word head."""
        if label not in self.word_labels:
            return np.zeros(len(self.word))
        return np.asarray(self.word[:, self.word_labels.index(label)])

    def beside_cuts(self) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
        """For each token the likeliest change of it, and the likeliest insertion without a cut."""
        changes = [n for n, of in enumerate(self.word_labels) if of not in (KEEP, MOVE)]
        words = list(_columns(self.insert_labels)[1])
        return (
            _best(self.word, changes, self.word_labels, KEEP),
            _best(self.insert, words, self.insert_labels, NOTHING),
        )


@lru_cache(maxsize=8)
def _columns(labels: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The columns of labels with a boundary, and of known insertions without one."""
    boundary = tuple(n for n, label in enumerate(labels) if is_boundary(label))
    words = tuple(
        n
        for n, label in enumerate(labels)
        if n not in boundary and label not in (NOTHING, OTHER_WORDS)
    )
    return boundary, words


def _best(
    rows: np.ndarray, columns: list[int], labels: tuple[str, ...], default: str
) -> list[tuple[str, float]]:
    if not columns:
        return [(default, 0.0)] * len(rows)
    part = rows[:, columns]
    best = part.argmax(axis=1)
    return [
        (labels[columns[column]], float(part[place, column])) for place, column in enumerate(best)
    ]


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
    parsed: Parsed,
    probabilities: SplitProbabilities,
    least: float = 0.1,
    context: Sequence[str] = (),
) -> list[LabelSplit]:
    """Every split that is likelier than `least`; some may conflict with each other.

    `context` are the words of the text before the sentence: they may tell whether "he" is a she.
    """
    likely = probabilities.boundary
    if probabilities.points is not None:
        likely = np.maximum(likely, probabilities.points)
    if len(parsed.tokens) < 2 * SHORTEST_PART or likely.max() < least:
        return []
    texts = tuple(token.text for token in parsed.tokens)
    reader = SlotReader(texts, parsed.tags, tuple(chunks(parsed.tree)))
    sentence = _Sentence(parsed, reader, probabilities, *probabilities.beside_cuts(), context)
    moves = [split for split in _moves(sentence) if split.probability >= least]
    moved = {place for split in moves for place in range(*split.edit.span)}
    cuts = [
        cut
        for cut in _cuts(likely, least)
        if cut not in moved and parsed.lower[cut - 1] not in STOPS
    ]
    proposals = [*moves]
    for cut in cuts:
        others = [c for c in cuts if c != cut and likely[c] >= _NEIGHBOUR]
        before = max((c for c in others if c < cut), default=0)
        after = min((c for c in others if c > cut), default=NO_CUT)
        split = _at(sentence, float(likely[cut]), (before, cut, after), moved)
        if split is not None:
            proposals.append(split)
    return proposals


@dataclass(frozen=True, slots=True)
class _Sentence:
    """All that is known of a sentence while its splits are written."""

    parsed: Parsed
    reader: SlotReader
    probabilities: SplitProbabilities
    changes: list[tuple[str, float]]
    insertions: list[tuple[str, float]]
    context: Sequence[str]


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
    sentence: _Sentence, likely: float, places: tuple[int, int, int], moved: Collection[int]
) -> LabelSplit | None:
    """The split at the middle of three places; what is `moved` is no business of it."""
    before, cut, after = places
    parsed = sentence.parsed
    least = _LIKELY * likely
    near = [p for p in range(before, min(after, len(parsed.tokens))) if p not in moved]
    words = {p: sentence.changes[p][0] for p in near if sentence.changes[p][1] >= least}
    inserts = {
        p: sentence.insertions[p][0]
        for p in near
        if p != cut and sentence.insertions[p][1] >= least
    }
    mine = _connected(companions(places, words, inserts), cut, parsed, words, inserts)
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
    written = _inserted(sentence, inserts)
    missing = _with_subject(sentence, cut, words)
    if written is None or (missing is None and cut + 1 not in inserts):
        return None
    written = {**(missing or {}), **written}
    opening = _opening(sentence, cut, words, written)
    verb = first_word(cut, parsed, words)
    form = finite_participle(verb, parsed) if verb < parsed.end else None
    if form and words.get(verb) in ("VBD", "VBZ", "VBP"):
        words[verb] = form
    elif form and verb not in words and not _sure_of_verb(opening):
        finite = _opening(sentence, cut, {**words, verb: form}, written)
        if finite is not None:
            words[verb], opening = form, finite
    if opening is None:
        return None
    label, share, lead = opening
    changes = _changes(parsed, words, lead)
    if changes is None:
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


def _opening(
    sentence: _Sentence,
    cut: int,
    words: Mapping[int, str],
    inserts: Mapping[int, Sequence[Word]],
) -> tuple[str, float, tuple[Word, ...]] | None:
    """The likeliest opening that can be written and makes a sentence of what follows."""
    probabilities, parsed = sentence.probabilities, sentence.parsed
    row = probabilities.insert[cut]
    total = max(float(probabilities.boundary[cut]), 1e-6)
    known = [
        n
        for n in _columns(probabilities.insert_labels)[0]
        if probabilities.insert_labels[n] != OTHER_OPENING
    ]
    told = _told_subject(parsed, cut, words)
    relative = next((parsed.lower[p] for p in range(cut - 1, 0, -1) if words.get(p) == DROP), "")
    labels = probabilities.insert_labels
    weights = {
        n: row[n] * _weight(labels[n], told) * relative_weight(labels[n], relative) for n in known
    }
    columns = sorted(known, key=lambda n: -weights[n])[:_OPENINGS]
    for number in columns:
        label = probabilities.insert_labels[number]
        if weights[number] < _RELATIVE * weights[columns[0]]:
            break
        pieces = opening_pieces(label, cut, sentence.reader)
        if pieces is None:
            continue
        lead = lead_words(with_gender(pieces, parsed, cut, sentence.context), parsed)
        bare = (
            len(lead) == 1 and lead[0].lower in _PRONOUNS and float(row[number]) / total < _LIKELY
        )
        if bare and told and told[0].lower not in _PRONOUNS:
            lead = told  # "the judge", where a doubtful "it" would be wrong
        if opens_sentence(lead, cut, parsed, words, inserts):
            return label, float(row[number]) / total, lead
    return None


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
        opens = start == 0 and parsed.tags[end] not in ("VBG", "VBN", ",")
        relative = any(parsed.tags[p] in ("WDT", "WP") for p in range(start, end))
        opens = opens or (relative and parsed.tags[end] in FINITE)
        pair = parsed.lower[place] in (")", "”") and place > cut
        if closes or opens or pair or end in active or any(p in active for p in range(start, end)):
            kept.add(place)
    return kept


def _sure_of_verb(opening: tuple[str, float, tuple[Word, ...]] | None) -> bool:
    """Whether an opening surely brings its own verb, as in "they are" before "posting"."""
    if opening is None:
        return False
    _, share, lead = opening
    return share >= _LIKELY and any(word.tag in FINITE for word in lead)


def _told_subject(parsed: Parsed, cut: int, words: Mapping[int, str]) -> tuple[Word, ...] | None:
    """The main subject again, where what is cut off is a predicate or participle of it."""
    place = first_word(cut, parsed, words)
    if parsed.main is None or place >= parsed.end:
        return None
    subject, predicate = parsed.main
    finite = parsed.tags[place] in FINITE
    joined = finite and any(child.span[0] in (cut, place) for child in predicate.children)
    participle = parsed.tags[place] == "VBG" and parsed.lower[cut - 1] in _BEFORE_PARTICIPLES
    if not (joined or participle) or subject.span[1] > cut:
        return None
    again = subject_again(subject, parsed)
    return tuple(again) if again else None


def _with_subject(
    sentence: _Sentence, cut: int, words: Mapping[int, str]
) -> dict[int, tuple[Word, ...]] | None:
    """The subject to be written after a "but" that begins a sentence with a bare verb.

    None where it is not known; nothing where none is missing.
    """
    parsed = sentence.parsed
    if parsed.tags[cut] != "CC" or words.get(cut) == DROP:
        return {}
    place = first_word(cut + 1, parsed, words)
    if place >= parsed.end or parsed.tags[place] not in FINITE:
        return {}
    again = subject_again(parsed.main[0], parsed) if parsed.main else None
    return {cut + 1: tuple(again)} if again else None


def _weight(label: str, told: Sequence[Word] | None) -> float:
    """Openings with the pronoun that grammar tells are preferred, those with another put back."""
    pronouns = _PRONOUNS & set(label.split())
    if not told or not pronouns or told[0].lower not in _PRONOUNS:
        return 1.0
    return _TOLD if told[0].lower in pronouns else 1 / _TOLD


def _inserted(
    sentence: _Sentence, inserts: Mapping[int, str]
) -> dict[int, tuple[Word, ...]] | None:
    written: dict[int, tuple[Word, ...]] = {}
    for place, label in inserts.items():
        pieces = opening_pieces(label, place, sentence.reader)
        if pieces is None:
            return None
        told = with_gender(pieces, sentence.parsed, place, sentence.context)
        written[place] = lead_words(told, sentence.parsed)
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


def _moves(sentence: _Sentence) -> Iterator[LabelSplit]:
    """Clauses inside the sentence that become the next one."""
    moved = sentence.probabilities.of_word(MOVE)
    place = 0
    while place < len(moved):
        end = place
        while end < len(moved) and moved[end] >= _LIKELY:
            end += 1
        if end - place >= SHORTEST_PART and end < sentence.parsed.end:
            split = _move(sentence, (place, end))
            if split is not None:
                yield split
        place = end + 1


def _move(sentence: _Sentence, span: tuple[int, int]) -> LabelSplit | None:
    start, end = span
    dropped: list[int] = []
    drop = sentence.probabilities.of_word(DROP)
    while start > 1 and drop[start - 1] >= _LIKELY:
        start -= 1
        dropped.append(start)
    while end < sentence.parsed.end and drop[end] >= _LIKELY:
        dropped.append(end)
        end += 1
    words = dict.fromkeys(dropped, DROP)
    opening = _opening(sentence, span[0], words, {})
    if opening is None:
        return None
    label, share, lead = opening
    likely = float(sentence.probabilities.of_word(MOVE)[span[0] : span[1]].mean())
    edit = Edit("split", "labels", (start, end), lead=lead, dropped=tuple(sorted(dropped)))
    return LabelSplit(edit, likely, label, share, {p: float(drop[p]) for p in dropped})
