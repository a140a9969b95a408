"""TSAR 2025: paragraphs to be written at a CEFR level; its files, and its three kinds of score.

The task's files are JSONL with `text_id`, `original`, `target_cefr` and, where it is known,
`reference`; a submission has `text_id` and `simplified`. Scores: whether the level asked for was
reached, how much of the original's meaning was kept, and how like the reference the text is. The
task's own scorers are large models that are not here; ours are the level estimate and a likeness
of texts that the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.errors import DataError
from seqlab.files import read_jsonl, write_jsonl
from seqlab.level.estimate import LEVELS, LevelEstimator, reaches

Likeness = Callable[[Sequence[tuple[str, str]]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Task:
    """A paragraph and the level that it is to be written at."""

    name: str
    original: str
    target: str
    reference: str = ""


@dataclass(frozen=True, slots=True)
class TaskScores:
    """Means over a submission; `levels` is by target."""

    reached: Mapping[str, float]
    # Root of the mean squared distance between the expected level and the target.
    level_error: float
    meaning: float
    reference: float | None


def read_tasks(path: str | Path) -> list[Task]:
    """The paragraphs of a file of the shared task."""
    tasks = []
    for line, row in read_jsonl(path):
        values = [row.get(name) for name in ("text_id", "original", "target_cefr")]
        if not all(isinstance(value, str) and value.strip() for value in values):
            fix = "each line needs text_id, original and target_cefr"
            raise DataError(path, "not a paragraph of the task", line=line, fix=fix)
        name, original, target = (str(value) for value in values)
        if target.upper() not in LEVELS[:2]:
            raise DataError(
                path, "a level that is no target", line=line, value=target, fix="write A2 or B1"
            )
        tasks.append(Task(name, original, target.upper(), str(row.get("reference") or "")))
    if not tasks:
        raise DataError(path, "no paragraphs", fix="give a file of the shared task")
    return tasks


def write_submission(path: str | Path, tasks: Sequence[Task], outputs: Sequence[str]) -> None:
    """A submission: one line per paragraph with its name and its simplification."""
    write_jsonl(
        path,
        (
            {"text_id": task.name, "simplified": " ".join(output.split())}
            for task, output in zip(tasks, outputs, strict=True)
        ),
    )


def read_submission(path: str | Path, tasks: Sequence[Task]) -> list[str]:
    """The simplifications of a submission in the order of the tasks."""
    found: dict[str, str] = {}
    for line, row in read_jsonl(path):
        if not isinstance(row.get("text_id"), str) or not isinstance(row.get("simplified"), str):
            fix = "each line needs text_id and simplified"
            raise DataError(path, "not a line of a submission", line=line, fix=fix)
        found[row["text_id"]] = row["simplified"]
    if missing := [task.name for task in tasks if task.name not in found]:
        raise DataError(path, f"has no text for {missing[0]}", fix="simplify every paragraph")
    return [found[task.name] for task in tasks]


def score_submission(
    tasks: Sequence[Task], outputs: Sequence[str], levels: LevelEstimator, likeness: Likeness
) -> TaskScores:
    """The three kinds of score."""
    estimates = levels.predict(outputs)
    by_target: dict[str, list[bool]] = {}
    errors = []
    for task, one in zip(tasks, estimates, strict=True):
        by_target.setdefault(task.target, []).append(reaches(one, task.target))
        errors.append(one.score - {"A2": 2.0, "B1": 3.0}[task.target])
    kept = likeness([(t.original, o) for t, o in zip(tasks, outputs, strict=True)])
    known = [(t.reference, o) for t, o in zip(tasks, outputs, strict=True) if t.reference]
    return TaskScores(
        {target: float(np.mean(own)) for target, own in sorted(by_target.items())},
        float(np.sqrt(np.mean(np.square(errors)))),
        float(np.mean(kept)),
        float(np.mean(likeness(known))) if known else None,
    )


def order_of_levels(tasks: Sequence[Task], levels: LevelEstimator) -> dict[str, tuple[int, int]]:
    """How many pairs of one paragraph are estimated in their true order, by kind of pair."""
    texts: dict[str, dict[str, str]] = {}
    for task in tasks:
        own = texts.setdefault(task.original, {"original": task.original})
        if task.reference:
            own[task.target] = task.reference
    pairs = (("original", "B1"), ("B1", "A2"), ("original", "A2"))
    counts = {f"{hard} above {easy}": [0, 0] for hard, easy in pairs}
    for own in texts.values():
        names = list(own)
        hardness = {
            name: one.hardness
            for name, one in zip(names, levels.predict([own[n] for n in names]), strict=True)
        }
        for hard, easy in pairs:
            if hard in hardness and easy in hardness:
                counts[f"{hard} above {easy}"][0] += hardness[hard] > hardness[easy]
                counts[f"{hard} above {easy}"][1] += 1
    return {name: (right, total) for name, (right, total) in counts.items()}


def scores_json(scores: TaskScores) -> dict[str, Any]:
    """The scores as plain values."""
    return {
        "level reached": dict(scores.reached),
        "level error": scores.level_error,
        "meaning kept": scores.meaning,
        "like the reference": scores.reference,
    }
