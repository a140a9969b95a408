"""Two ways to decide: each edit judged by a learned model, or the labels obeyed as they are."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from seqlab.editing.apply.edits import edited_sentences, joined_sentences
from seqlab.editing.edit import PROPOSER, Edit, Span, Word
from seqlab.editing.explanation import Decision
from seqlab.editing.judge import Batch, Case, Judge, Judged, Verdict, needed_strengths
from seqlab.editing.judge.choose import Cost, least_good, readable_edits
from seqlab.editing.judge.guards import leaves_fragment, refusal, split_refusal, tree_split_refusal
from seqlab.editing.judge.split_features import label_split_features
from seqlab.editing.judge.word_features import label_chances
from seqlab.editing.propose.inventory import Inventory
from seqlab.editing.propose.label_splits import LabelSplit, label_splits
from seqlab.editing.propose.proposals import LexicalTarget
from seqlab.editing.reading import Reading
from seqlab.english import lemma
from seqlab.text import tokenize

_NEVER, _CERTAIN = Verdict(0.0, 0.0), Verdict(1.0, 1.0)
# How much higher the cross-entropy per token may be after the edits than before.
_MARGIN = 0.8
# Closer than this, a word that comes twice is noticed.
_NEAR = 10
# In a model without tuned thresholds a split point counts from this probability on.
_SPLIT_POINT = 0.5
Proposals = tuple[Sequence[Edit], Mapping[int, LabelSplit]]


def decide_edits(
    readings: Sequence[Reading],
    proposals: Sequence[Proposals],
    targets: Sequence[Sequence[LexicalTarget]],
    judge: Judge,
    strength: float,
    level: str | None,
    keep: Collection[str] = (),
    off: Collection[str] = (),
    trust: float = 1.0,
) -> list[list[Decision]]:
    """For each sentence a decision on every proposal: judged, then the best compatible set taken.

    Guards named in `off` are not asked. `trust` is what the judge's word counts for the edits of
    another system: it learned from edits of other kinds.
    """
    refused: list[dict[int, str]] = []
    places: list[tuple[int, int]] = []
    cases: list[Case] = []
    # The features of the splits that labels propose, where those have a judge of their own.
    by_labels: dict[tuple[int, int], Mapping[str, float]] = {}
    for number, (reading, (edits, splits)) in enumerate(zip(readings, proposals, strict=True)):
        reasons: dict[int, str] = {}
        for place, edit in enumerate(edits):
            sentences = _sentences_after(edit, reading)
            if guard := _refused(edit, reading, sentences, keep, off):
                reasons[place] = guard
            else:
                places.append((number, place))
                cases.append(_case(number, edit, sentences))
                if judge.splits is not None and (split := splits.get(place)) is not None:
                    own = label_split_features(split, reading.parsed, sentences)
                    by_labels[number, place] = own
        refused.append(reasons)
    chances = [label_chances(one.probabilities, one.labels) for one in readings]
    known = {(t.sentence, t.start, t.end): t.candidates for own in targets for t in own}
    substitutions = [one.substitutions for one in readings]
    tagged = [reading.tagged for reading in readings]

    def texts(case: int) -> tuple[str, str]:
        number, place = places[case]
        return _texts(readings[number], proposals[number][0][place])

    batch = Batch(tagged, cases, chances, known, substitutions, texts=texts)
    rows = judge.rows(batch)
    verdicts = dict(zip(places, judge.judge_rows(rows, level or "plain"), strict=True))
    if judge.splits is not None:
        of_splits = judge.splits.judge(list(by_labels.values()))
        verdicts |= dict(zip(by_labels, of_splits, strict=True))
    labelled = {n: by_labels[place] for n, place in enumerate(places) if place in by_labels}
    reread = judge.reread(batch, rows, list(verdicts.values()), level or "plain", labelled)
    verdicts = dict(zip(places, reread, strict=True))
    if trust < 1.0:
        for number, place in verdicts:
            if proposals[number][0][place].kind == PROPOSER:
                told = verdicts[number, place]
                verdicts[number, place] = Verdict(trust * told.good, trust * told.acceptable)
    if judge.feedback is not None:
        judged = [_judged(proposals[n][0][place], readings[n]) for n, place in verdicts]
        corrected = judge.corrected(judged, list(verdicts.values()))
        verdicts = dict(zip(verdicts, corrected, strict=True))
    return [
        _chosen(
            reading,
            proposals[number][0],
            [verdicts.get((number, place), _NEVER) for place in range(len(proposals[number][0]))],
            refused[number],
            strength,
            level,
            judge,
        )
        for number, reading in enumerate(readings)
    ]


def second_look(reading: Reading, decisions: list[Decision], cost: Cost) -> list[Decision]:
    """The decisions with the weakest edits taken back where the output reads badly.

    A single edit was judged with its own cost; only what edits make of each other is looked at.
    """
    taken = sorted(
        (d for d in decisions if d.taken), key=lambda d: (d.strength, -d.verdict.acceptable)
    )
    if sum(decision.edit.operation != "split" for decision in taken) < 2:
        return decisions
    count = readable_edits(reading.parsed, [decision.edit for decision in taken], cost, _MARGIN)
    back = {id(decision) for decision in taken[count:]}
    return [
        replace(one, taken=False, reason="reads worse together") if id(one) in back else one
        for one in decisions
    ]


def _judged(edit: Edit, reading: Reading) -> Judged:
    old = " ".join(reading.tagged.tokens[slice(*edit.span)])
    return Judged(edit.operation, old, edit.text)


def _chosen(
    reading: Reading,
    edits: Sequence[Edit],
    verdicts: Sequence[Verdict],
    refused: Mapping[int, str],
    strength: float,
    level: str | None,
    judge: Judge,
) -> list[Decision]:
    open_edits = [place for place in range(len(edits)) if place not in refused]

    def conflict(one: int, two: int) -> bool:
        first, second = edits[open_edits[one]], edits[open_edits[two]]
        return (
            first.conflicts(second)
            or _echoes(first, second, reading)
            or _break_each_other(first, second, reading)
        )

    bars = [judge.bars_of(edits[place].operation, level) for place in open_edits]
    needed = needed_strengths(
        [verdicts[place] for place in open_edits],
        conflict,
        level or "plain",
        bars=bars,
        operations=[edits[place].operation for place in open_edits],
    )
    least = dict(zip(open_edits, needed, strict=True))
    decisions = []
    for place, edit in enumerate(edits):
        at = least.get(place, math.inf)
        taken = at <= strength and strength > 0
        if place in refused:
            reason = f"guard: {refused[place]}"
        elif taken:
            reason = "taken"
        elif math.isfinite(at):
            reason = f"taken from strength {at:.2f} on"
        elif verdicts[place].acceptable < judge.bars_of(edit.operation, level).at(1.0):
            reason = "probably wrong"
        elif verdicts[place].good < least_good(edit.operation, 1.0):
            reason = "no gain"
        else:
            reason = "another edit is better here"
        decisions.append(Decision(edit, verdicts[place], taken, reason, at))
    return sorted(decisions, key=lambda one: (not one.taken, -one.verdict.acceptable))


def _sentences_after(edit: Edit, reading: Reading) -> list[list[Word]]:
    """What a split alone leaves; nothing for other edits, which leave one sentence."""
    if edit.operation != "split":
        return []
    parsed = reading.parsed
    return edited_sentences(parsed.tokens, [edit], parsed.tags, source=parsed.words)


def _refused(
    edit: Edit,
    reading: Reading,
    sentences: Sequence[Sequence[Word]],
    keep: Collection[str],
    off: Collection[str],
) -> str | None:
    if guard := reading.source.refusal(edit):
        return guard
    if edit.operation == "split" and edit.cut >= 0:
        return split_refusal(edit, reading.parsed, sentences)
    if edit.operation == "split" and (guard := tree_split_refusal(edit, reading.parsed, sentences)):
        return guard
    return refusal(edit, reading.parsed, keep, off)


def _texts(reading: Reading, edit: Edit) -> tuple[str, str]:
    """The sentence before and after an edit alone."""
    tokens = reading.parsed.tokens
    words = edited_sentences(tokens, [edit], reading.parsed.tags, source=reading.parsed.words)
    return reading.source.text, joined_sentences(tokens, words)


def _case(number: int, edit: Edit, sentences: Sequence[Sequence[Word]]) -> Case:
    start, end = edit.span
    if edit.operation != "split":
        return Case(number, start, end, tuple(edit.text.split()), edit.operation)
    after = tuple(token for words in sentences for word in words for token in tokenize(word.text))
    return Case(number, start, end, (), "split", after)


def _break_each_other(edit: Edit, other: Edit, reading: Reading) -> bool:
    """Whether two splits leave "Regardless of rank." between them, or a "This" behind a detour.

    A clause that is moved behind its sentence comes before "This is because", which then speaks
    of that clause.
    """
    if not edit.operation == other.operation == "split":
        return False
    for moved, opened in ((edit, other), (other, edit)):
        if moved.cut < 0 and opened.lead and opened.lead[0].lower == "this":
            return True
    if abs(edit.span[0] - other.span[0]) > _NEAR:
        return False
    parsed, both = reading.parsed, sorted((edit, other), key=lambda one: one.span)
    sentences = edited_sentences(parsed.tokens, both, parsed.tags, source=parsed.words)
    return leaves_fragment(both, sentences)


def _echoes(edit: Edit, other: Edit, reading: Reading) -> bool:
    """Whether two different words close by would become the same one: "help to help" too."""
    if not edit.operation == other.operation == "replace" or not edit.text:
        return False
    if edit.text[:3] != other.text[:3]:
        return False
    if abs(edit.span[0] - other.span[0]) > _NEAR:
        return False
    lower = reading.parsed.lower
    if lower[slice(*edit.span)] == lower[slice(*other.span)]:
        return False
    tags = reading.parsed.tags
    one, two = (lemma(own.text.split()[0], tags[own.span[0]]) for own in (edit, other))
    # Side by side a word and one made of it are heard as one: "drink drinking water".
    gap = max(edit.span[0], other.span[0]) - min(edit.span[1], other.span[1])
    made_of_it = gap <= 0 and min(len(one), len(two)) > 3 and (one[: len(two)] == two[: len(one)])
    return one == two or made_of_it


def decide_labels(
    reading: Reading,
    labels: Sequence[str],
    level: str | None,
    targets: Sequence[LexicalTarget] = (),
    inventory: Inventory | None = None,
    operations: Collection[str] = ("split", "delete", "replace"),
) -> list[Decision]:
    """The labels obeyed (thesis 3.2.3): every DELETE deleted, every REPLACE replaced, splits made.

    Only what is fixed stays: protected content and markup.
    """
    edits: list[Edit] = []
    if "delete" in operations:
        edits += [Edit("delete", "label", span) for span in runs(labels, "D")]
    if "replace" in operations:
        for span in runs(labels, "R"):
            edits += _replacements(reading, span, targets, inventory)
    chances = reading.splits(level)
    if "split" in operations and chances is not None:
        point = _SPLIT_POINT
        edits += [split.edit for split in label_splits(reading.parsed, chances, least=point)]
    decisions: list[Decision] = []
    taken: list[Edit] = []
    for edit in edits:
        guard = reading.source.refusal(edit)
        rival = next((other for other in taken if edit.conflicts(other)), None)
        reason = f"guard: {guard}" if guard else "conflicts with another label" if rival else ""
        if not reason:
            taken.append(edit)
        least = math.inf if reason else 0.0
        decisions.append(Decision(edit, _CERTAIN, not reason, reason or "label", least))
    return decisions


def runs(labels: Sequence[str], wanted: str) -> list[Span]:
    """The longest spans of one label."""
    spans: list[Span] = []
    for place, label in enumerate(labels):
        if label != wanted:
            continue
        if spans and spans[-1][1] == place:
            spans[-1] = (spans[-1][0], place + 1)
        else:
            spans.append((place, place + 1))
    return spans


def _replacements(
    reading: Reading, span: Span, targets: Sequence[LexicalTarget], inventory: Inventory | None
) -> list[Edit]:
    """What to put for a run of REPLACE: a phrase for all of it, or a word for each."""
    start, end = span
    whole = [
        proposal
        for proposal in (inventory.proposals(reading.tagged) if inventory is not None else ())
        if (proposal.start, proposal.end) == span and proposal.text and proposal.option
    ]
    if whole:
        best = max(whole, key=lambda one: sum(one.option.counts) if one.option else 0)
        return [Edit("replace", "label", span, best.text)]
    edits = []
    for target in targets:
        own = (target.start, target.end)
        old = " ".join(reading.tagged.tokens[slice(*own)]).lower()
        text = next((text for text in target.texts if text.lower() != old), None)
        if start <= own[0] and own[1] <= end and text is not None:
            edits.append(Edit("replace", "label", own, text))
    return edits
