"""A model that has learned from an editor: its judge corrected by the verdicts of reviews."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from seqlab.editing import feedback_edits, fit_feedback
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, read_jsonl
from seqlab.model_folder import model_path, open_model, write_hashes
from seqlab.pipeline import Simplifier

# With fewer verdicts the correction would be chance.
LEAST_VERDICTS = 20
_VERDICTS = ("y", "s", "m", "g")
_NEEDED = ("source", "start", "end", "operation", "verdict")


def read_feedback(path: Path) -> list[dict[str, Any]]:
    """The rows of a feedback file, each checked."""
    rows = []
    for number, row in read_jsonl(path):
        missing = [name for name in _NEEDED if name not in row]
        if missing:
            raise DataError(path, f"no {missing[0]!r}", line=number, fix="make it: seqlab review")
        if row["verdict"] not in _VERDICTS:
            raise DataError(
                path, "no verdict", line=number, value=str(row["verdict"]), fix="y, s, m or g"
            )
        if row["operation"] not in ("replace", "delete", "split"):
            raise DataError(path, "no operation", line=number, value=str(row["operation"]))
        start, end, size = row["start"], row["end"], len(str(row["source"]))
        if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= size):
            raise DataError(
                path, "offsets outside of its sentence", line=number, value=f"{start}–{end}"
            )
        row.setdefault("new", "")
        row.setdefault("old", str(row["source"])[start:end])
        rows.append(row)
    if len(rows) < LEAST_VERDICTS:
        raise DataError(
            path, f"{len(rows)} verdicts, too few to learn from", fix=f"{LEAST_VERDICTS} at least"
        )
    return rows


def learn_feedback(folder: str | Path, feedback: Path) -> int:
    """Correct the judge of a model folder by a feedback file; returns how many verdicts it took."""
    folder = Path(folder)
    rows = read_feedback(feedback)
    simplifier = Simplifier.load(folder)
    # The correction is of the judge as it was before any feedback.
    simplifier.judge = replace(simplifier.judge, feedback=None)
    known = set(simplifier.levels)
    verdicts: list[Any] = [None] * len(rows)
    by_level: dict[str | None, list[int]] = {}
    for number, row in enumerate(rows):
        level = row.get("level") if row.get("level") in known else None
        by_level.setdefault(level, []).append(number)
    for level, numbers in by_level.items():
        judged = simplifier.judge_edits([rows[n] for n in numbers], level)
        for number, verdict in zip(numbers, judged, strict=True):
            verdicts[number] = verdict
    found = fit_feedback(feedback_edits(rows), verdicts, [row["verdict"] for row in rows])
    own = folder / "judge"
    if not own.is_dir():
        shutil.copytree(open_model(folder).judge, own)
    found.save(own)
    file = folder / "model.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    content["components"]["judge"] = {"folder": "judge", "feedback": len(rows)}
    with atomic_write(file) as handle:
        handle.write(json.dumps(content, ensure_ascii=False, indent=1) + "\n")
    write_hashes(folder)
    return len(rows)


def copy_start(start: str, out: Path) -> None:
    """A copy of the model to start from, to be corrected."""
    source = model_path(start)
    if not start or not source.is_dir():
        raise UsageError("feedback alone needs a model to correct: --start default, or a folder")
    if out.exists() and any(out.iterdir()) and not (out / "model.json").is_file():
        raise UsageError(f"{out} holds files that are no model; name an empty or a new folder")
    shutil.copytree(source, out, dirs_exist_ok=True)
