"""How an edit moves words, as plain values: what the edits file keeps of an `Edit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from seqlab.editing import Edit, Word


def plan_of(edit: Edit) -> dict[str, Any]:
    """The edit as plain values, without what is at its default; tokens are counted from 0."""
    plan: dict[str, Any] = {"span": list(edit.span)}
    for name in ("lead", "rest_lead"):
        if words := getattr(edit, name):
            plan[name] = _values(words)
    if edit.dropped:
        plan["dropped"] = list(edit.dropped)
    if edit.changes:
        plan["changes"] = {str(place): text for place, text in edit.changes.items()}
    if edit.first:
        plan["first"] = True
    if edit.cut >= 0:
        plan["cut"] = edit.cut
    if edit.inserts:
        plan["inserts"] = {str(place): _values(words) for place, words in edit.inserts.items()}
    return plan


def edit_of(operation: str, kind: str, plan: Mapping[str, Any]) -> Edit:
    """The edit that `plan_of` described, but for the text of a replacement."""
    start, end = plan["span"]
    return Edit(
        operation,
        kind,
        (int(start), int(end)),
        lead=_words(plan.get("lead", ())),
        rest_lead=_words(plan.get("rest_lead", ())),
        dropped=tuple(int(place) for place in plan.get("dropped", ())),
        changes={int(place): str(text) for place, text in plan.get("changes", {}).items()},
        first=bool(plan.get("first", False)),
        cut=int(plan.get("cut", -1)),
        inserts={int(place): _words(words) for place, words in plan.get("inserts", {}).items()},
    )


def _values(words: Sequence[Word]) -> list[list[Any]]:
    return [[word.text, word.space, word.tag, word.source, word.was] for word in words]


def _words(values: Sequence[Sequence[Any]]) -> tuple[Word, ...]:
    return tuple(
        Word(str(text), str(space), str(tag), int(source), str(was))
        for text, space, tag, source, was in values
    )
