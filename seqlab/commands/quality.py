"""Estimate the quality of outputs without references, or train the estimate (`--train OUT`).

seqlab quality originals.txt outputs.txt
"""

from __future__ import annotations

from pathlib import Path


def quality(
    originals: Path | None = None,
    outputs: Path | None = None,
    model: Path | None = None,
    json: bool = False,
    train: Path | None = None,
    corrupted: int = 4000,
    seed: int = 1,
) -> int:
    """Print grammaticality, meaning, simplicity and overall quality of each output, 0–1.

    Args:
        originals: File of originals, one per line.
        outputs: File of outputs, one per line.
        model: Folder of a quality model in place of the one that ships.
        json: Print each record as JSON, one per line.
        train: Folder for a new model, trained on $SEQLAB_DATA's `levels` and `outputs`.
        corrupted: How many corrupted rewritings it learns from.
        seed: Which ones, and of the trees.
    """
    import json as json_format

    from seqlab.errors import DataError, UsageError
    from seqlab.files import read_lines
    from seqlab.quality import ASPECTS, DEFAULT_FOLDER, QualityEstimator
    from seqlab.tables import as_text

    if train is not None:
        from seqlab.quality import train_shipped

        train_shipped(train, corrupted, seed)
        return 0
    if originals is None or outputs is None:
        raise UsageError("nothing to estimate; give --originals FILE and --outputs FILE")
    first, second = list(read_lines(originals)), list(read_lines(outputs))
    if len(first) != len(second):
        raise DataError(
            outputs,
            f"has {len(second)} lines, {originals} has {len(first)}",
            fix="write one output per original, an empty line for none",
        )
    found = QualityEstimator.load(model or DEFAULT_FOLDER).predict(
        list(zip(first, second, strict=True))
    )
    if json:
        for one in found:
            print(json_format.dumps(one.to_json()))
        return 0
    rows = [
        [*(f"{v:.2f}" for v in one.to_json().values()), output[:60]]
        for one, output in zip(found, second, strict=True)
    ]
    means = [sum(getattr(one, name) for one in found) / max(1, len(found)) for name in ASPECTS]
    rows.append([*(f"{value:.2f}" for value in means), "(mean)"])
    print(as_text([*ASPECTS, "output"], rows, "rrrrl"))
    return 0
