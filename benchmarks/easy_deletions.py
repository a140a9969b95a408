"""Fit how far the judge's word on deletions at the easy level can be trusted, and say so.

    python benchmarks/easy_deletions.py [MODEL FOLDER TO WRITE]

The verdicts are those of language models on 1,598 deletions proposed for `levels`, valid part,
after the rules of its easy level (`judged_proposals.jsonl.gz`); no person has checked them.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from sklearn.model_selection import GroupKFold

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seqlab import Simplifier
from seqlab.editing.judge import calibration_error, fit_curve
from seqlab.files import read_jsonl
from seqlab.model_folder import write_hashes
from seqlab.text import Document

PROPOSALS = Path(__file__).parent / "results" / "data" / "judged_proposals.jsonl.gz"
LEVEL = "easy"


def main() -> None:
    """Print the calibration error before and after; write the curve where a model is named."""
    model = sys.argv[1] if len(sys.argv) > 1 else "default"
    simplifier = Simplifier.load(model)
    curves = {name: curve for name, curve in simplifier.judge.curves.items() if name != LEVEL}
    simplifier.judge = replace(simplifier.judge, curves=curves)
    rows = deletions()
    chances = np.array([v.acceptable for v in simplifier.judge_edits(rows, LEVEL)])
    right = np.array([row["verdict"] in ("y", "s") for row in rows])
    held = np.zeros(len(rows))
    for train, test in GroupKFold(5).split(chances, right, [row["document"] for row in rows]):
        held[test] = fit_curve(chances[train], right[train])(chances[test])
    print(f"{len(rows):,} deletions, {right.mean():.2f} acceptable")
    print(f"calibration error: {calibration_error(chances, right):.3f} as the trees say it,")
    print(f"{calibration_error(held, right):.3f} with the curve, on documents left out")
    if len(sys.argv) > 1:
        curve = fit_curve(chances, right)
        judge = replace(simplifier.judge, curves={**curves, LEVEL: curve})
        judge.save(Path(model) / "judge")
        write_hashes(model)


def deletions() -> list[dict]:
    """The judged deletions as rows of edits."""
    data = Path(os.environ.get("SEQLAB_DATA", "../shared/data"))
    sources = {row["id"]: row["source"] for _, row in read_jsonl(data / "levels/levels.jsonl.gz")}
    rows = []
    for _, row in read_jsonl(PROPOSALS):
        if row.get("level") != LEVEL:
            continue
        source = sources[row["sentence"]]
        tokens = [token for s in Document.parse(source).sentences for token in s.tokens]
        start, end, _ = row["regions"][0]
        place = {"start": tokens[start].start, "end": tokens[end - 1].end}
        own = {"source": source, "new": "", "operation": "delete", **place}
        rows.append({**own, "document": row["document"], "verdict": row["verdict"]})
    return rows


if __name__ == "__main__":
    main()
