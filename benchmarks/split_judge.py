"""Fit the judge of label splits on its verdicts, and say how well it does on documents left out.

python benchmarks/split_judge.py [OUT]

The verdicts (896 proposals on the valid part of `levels`, named by sentence and place) are
those of language models after the rubric of `edits`; no person has checked them.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seqlab.editing.judge.fitting import SPLIT_VERDICTS as OUTPUTS
from seqlab.editing.judge.fitting import fit_split_judge

VERDICTS = Path(__file__).parent / "results" / "data" / "label_split_verdicts.jsonl.gz"


def main() -> None:
    """Print the area under the curve of each output; write the judge where a folder is named."""
    with gzip.open(VERDICTS, "rt", encoding="utf-8") as handle:
        rows = [json.loads(line) for line in handle]
    features = [row["features"] for row in rows]
    verdicts = [row["verdict"] for row in rows]
    documents = [row["document"] for row in rows]
    for name, letters in OUTPUTS.items():
        truth = np.array([verdict in letters for verdict in verdicts])
        chances = np.zeros(len(rows))
        for train, held in GroupKFold(5).split(features, truth, documents):
            judge = fit_split_judge(
                [features[n] for n in train],
                [verdicts[n] for n in train],
                [documents[n] for n in train],
            )
            judged = judge.judge([features[n] for n in held])
            chances[held] = [getattr(verdict, name) for verdict in judged]
        print(f"{name}: {truth.mean():.2f} of {len(rows)}, AUC {roc_auc_score(truth, chances):.3f}")
    if len(sys.argv) > 1:
        fit_split_judge(features, verdicts, documents).save(sys.argv[1])


if __name__ == "__main__":
    main()
