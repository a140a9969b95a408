"""The best compatible set of edits: by score, under the guards, one after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from seqlab.editing.edit import Edit
from seqlab.editing.judge.guards import refusal
from seqlab.editing.parsed import Parsed

Probabilities = Sequence[Mapping[str, float]]
# Closer than this, a word that comes twice is noticed.
_NEAR = 10
Fluency = Callable[[Sequence[Edit], Edit], bool]


@dataclass(frozen=True, slots=True)
class Decision:
    """An edit that was considered, its score, and why it was taken or dropped."""

    edit: Edit
    score: float
    taken: bool
    reason: str


def deletion_score(edit: Edit, probabilities: Probabilities) -> float:
    """The mean probability of DELETE over the span's words; signs are left out."""
    start, end = edit.span
    values = [probabilities[place].get("D", 0.0) for place in range(start, end)]
    return sum(values) / len(values) if values else 0.0


def choose(
    scored: Sequence[tuple[Edit, float]],
    parsed: Parsed,
    threshold: float,
    keep: Collection[str] = (),
    fluent: Fluency | None = None,
    off: Collection[str] = (),
) -> list[Decision]:
    """A decision on every edit, best score first.

    Edits are looked at by falling score, and a lower `threshold` only goes further down the same
    list: what was taken at a higher one is taken again. `fluent` is asked whether an edit reads
    well on top of those already taken, and guards named in `off` are not asked.
    """
    order = sorted(
        scored, key=lambda item: (-item[1], item[0].span, item[0].operation, item[0].text)
    )
    decisions: list[Decision] = []
    taken: list[Edit] = []
    for edit, score in order:
        guard = refusal(edit, parsed, keep, off)
        reason = f"guard: {guard}" if guard else None
        reason = reason or _objection(edit, score, parsed, threshold, taken, fluent)
        if reason is None:
            taken.append(edit)
        decisions.append(Decision(edit, score, reason is None, reason or "taken"))
    return decisions


def _objection(
    edit: Edit,
    score: float,
    parsed: Parsed,
    threshold: float,
    taken: Sequence[Edit],
    fluent: Fluency | None,
) -> str | None:
    if score < threshold:
        return f"score below {threshold:.2f}"
    if rival := next((other for other in taken if edit.conflicts(other)), None):
        return f"conflicts with {rival.operation} {rival.kind}"
    if any(_echoes(edit, other, parsed) for other in taken):
        return "repeats another replacement"
    if fluent is not None and not fluent(taken, edit):
        return "reads worse"
    return None


def _echoes(edit: Edit, other: Edit, parsed: Parsed) -> bool:
    """Whether two different words close by would become the same one."""
    if not edit.operation == other.operation == "replace" or edit.text != other.text:
        return False
    near = abs(edit.span[0] - other.span[0]) <= _NEAR
    return near and parsed.lower[slice(*edit.span)] != parsed.lower[slice(*other.span)]
