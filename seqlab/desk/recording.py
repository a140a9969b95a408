"""From what the simplifier decided to the records of the edits file."""

from __future__ import annotations

import math
from collections.abc import Sequence

from seqlab.desk.edits import LEFT, REFUSED, TAKEN, EditRecord, SentenceRecord
from seqlab.desk.plans import plan_of
from seqlab.editing import (
    Decision,
    Edit,
    Explanation,
    SourceSentence,
    edited_sentences,
    joined_sentences,
)

_NO_PLAN = "guard:"


def sentence_record(
    number: int, paragraph: int, base: int, source: SourceSentence, explained: Explanation
) -> SentenceRecord:
    """The record of a sentence; `base` is where its paragraph starts among the tokens' offsets."""
    start = source.tokens[0].start - base if source.tokens else 0
    if not explained.tags:
        left = explained.left
        return SentenceRecord(number, paragraph, start, source.text, explained.output, left)
    return SentenceRecord(
        number,
        paragraph,
        start,
        source.text,
        explained.output,
        explained.left,
        source.tokens[-1].space,
        tuple(
            (token.start - base, token.end - base, tag)
            for token, tag in zip(source.tokens, explained.tags, strict=True)
        ),
        tuple(_records(number, base, source, explained)),
    )


def _records(
    number: int, base: int, source: SourceSentence, explained: Explanation
) -> list[EditRecord]:
    """The edits by where they stand, each with those that it depends on or conflicts with."""
    decisions = sorted(
        explained.decisions, key=lambda one: (one.edit.span, not one.taken, -one.verdict.acceptable)
    )
    names = [f"{number}.{place}" for place in range(1, len(decisions) + 1)]
    open_places = [n for n, one in enumerate(decisions) if not one.reason.startswith(_NO_PLAN)]
    records = []
    for place, decision in enumerate(decisions):
        edit = decision.edit
        others = [n for n in open_places if n != place] if place in open_places else []
        conflicts = [n for n in others if _conflict(decision, decisions[n])]
        holders = [
            n
            for n in others
            if n not in conflicts
            and decisions[n].taken >= decision.taken
            and is_inside(edit, decisions[n].edit)
        ]
        records.append(
            _record(
                names[place],
                decision,
                base,
                source,
                explained,
                tuple(names[n] for n in holders),
                tuple(names[n] for n in conflicts),
            )
        )
    return records


def _conflict(one: Decision, two: Decision) -> bool:
    # What was taken was taken together.
    return not (one.taken and two.taken) and one.edit.conflicts(two.edit)


def is_inside(edit: Edit, other: Edit) -> bool:
    """Whether a split lies inside what another one moves: it is made only with that one."""
    return (
        edit.operation == other.operation == "split"
        and other.cut < 0
        and other.span[0] <= edit.span[0]
        and edit.span[1] <= other.span[1]
        and edit.span != other.span
    )


def _record(
    name: str,
    decision: Decision,
    base: int,
    source: SourceSentence,
    explained: Explanation,
    depends_on: tuple[str, ...],
    conflicts_with: tuple[str, ...],
) -> EditRecord:
    edit = decision.edit
    refused = decision.reason.startswith(_NO_PLAN)
    start, end, new = _change(edit, source, explained.tags, refused)
    offset = source.tokens[0].start
    return EditRecord(
        name,
        edit.operation,
        edit.kind,
        offset - base + start,
        offset - base + end,
        source.text[start:end],
        new,
        decision.verdict.good,
        decision.verdict.acceptable,
        REFUSED if refused else TAKEN if decision.taken else LEFT,
        decision.taken,
        decision.reason,
        round(decision.strength, 4) if math.isfinite(decision.strength) else None,
        tuple(
            (text, reason)
            for text, reason in explained.alternatives.get(edit.span, ())
            if edit.operation == "replace" and text != edit.text
        ),
        depends_on,
        conflicts_with,
        {} if refused else plan_of(edit),
    )


def _change(
    edit: Edit, source: SourceSentence, tags: Sequence[str], refused: bool
) -> tuple[int, int, str]:
    """Start, end and new text of an edit made alone, in characters of its sentence."""
    first = source.tokens[0].start
    start, end = source.tokens[edit.span[0]].start, source.tokens[edit.span[1] - 1].end
    if edit.operation != "split" or refused:
        return start - first, end - first, edit.text
    # A split shows where it reaches once it is made.
    text = source.text
    new = joined_sentences(source.tokens, edited_sentences(source.tokens, [edit], tags)) or text
    same = _same(text, new)
    ends = min(_same(text[::-1], new[::-1]), len(text) - same, len(new) - same)
    return same, len(text) - ends, new[same : len(new) - ends]


def _same(one: str, two: str) -> int:
    """How many characters two texts have in common from their start."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(two)))
