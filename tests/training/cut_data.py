"""A tiny cut of the data that the default model is trained on, in folders of the same form."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from seqlab.files import read_jsonl


def cut_data(data: Path, out: Path, documents: int) -> None:
    """The sentences, splits and judged edits of the first documents of each part with edits."""
    edits = [row for _, row in read_jsonl(data / "edits" / "edits.jsonl.gz")]
    chosen: set[str] = set()
    for part, share in (("train", 4), ("valid", 2), ("test", 1)):
        own = sorted({row["document"] for row in edits if row["part"] == part})
        chosen |= set(own[: documents * share])
    levels = [row for _, row in read_jsonl(data / "levels" / "levels.jsonl.gz")]
    judged = {row["document"] for row in edits}
    # Documents without edits: a tagger is trained on these alone.
    others = sorted({row["document"] for row in levels if row["part"] == "train"} - judged)
    chosen |= set(others[: documents * 2])
    write_rows(out / "edits" / "edits.jsonl.gz", [r for r in edits if r["document"] in chosen])
    write_rows(out / "levels" / "levels.jsonl.gz", [r for r in levels if r["document"] in chosen])
    splits = [row for _, row in read_jsonl(data / "splits" / "splits.jsonl.gz")]
    write_rows(out / "splits" / "splits.jsonl.gz", [r for r in splits if r["document"] in chosen])
    text = out / "wikipedia" / "text.txt"
    text.parent.mkdir(parents=True)
    text.write_text("".join(f"{row['source']}\n" for row in levels[:500]), encoding="utf-8")


def write_rows(path: Path, rows: list[dict]) -> Path:
    """Write rows as JSONL, compressed if the name ends so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8") as handle:
        handle.writelines(json.dumps(row) + "\n" for row in rows)
    return path
