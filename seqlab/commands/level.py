"""Estimate the reading level (CEFR) of texts, or score a submission to TSAR 2025.

seqlab level "The committee subsequently approved the proposal." --target B1
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def level(
    text: str,
    target: str | None = None,
    submission: Path | None = None,
    simplify_to: Path | None = None,
    model: Path | None = None,
    json: bool = False,
    train: Path | None = None,
    sentences: int = 9000,
    seed: int = 3,
) -> int:
    """Print the level of each paragraph of a file, or of one text.

    Args:
        text: A file with a paragraph per line, or the text itself; with --submission or
            --simplify-to a file of TSAR 2025.
        target: A level asked for (A2, B1): the share of paragraphs that reach it is printed.
        submission: A submission to TSAR 2025: its three kinds of score are printed.
        simplify_to: Where a submission of the shipped simplifier goes (plain for B1, easy for A2).
        model: A model file in place of the one that ships.
        json: Print as JSON.
        train: File for a new model; `text` is then the folder with `levels` and `onestop`.
        sentences: With --train, how many sentences are learned from, each at all its levels.
        seed: With --train, which ones.
    """
    from seqlab.errors import UsageError
    from seqlab.files import read_lines
    from seqlab.level import DEFAULT_FILE, LEVELS, LevelEstimator

    if target is not None and target not in LEVELS:
        raise UsageError(f"no level {target!r}; known: {', '.join(LEVELS)}")
    if train is not None:
        _train(Path(text), train, sentences, seed)
        return 0
    if simplify_to is not None:
        _submit(Path(text), simplify_to)
        return 0
    estimator = LevelEstimator.load(model or DEFAULT_FILE)
    if submission is not None:
        _score(Path(text), submission, estimator, json)
        return 0
    lines = [line for line in read_lines(text) if line.strip()] if _is_path(text) else [text]
    if not any(line.strip() for line in lines):
        raise UsageError("no text to estimate; give a file with a paragraph per line, or a text")
    _print_levels(lines, estimator, target, json)
    return 0


def _print_levels(lines: list[str], estimator: Any, target: str | None, json: bool) -> None:
    import json as json_format

    from seqlab.level import reaches
    from seqlab.tables import as_text

    found = estimator.predict(lines)
    if json:
        for one in found:
            print(json_format.dumps(one.to_json(), ensure_ascii=False))
        return
    rows = []
    for one, line in zip(found, lines, strict=True):
        span = (
            "–".join(dict.fromkeys((one.levels[0], one.levels[-1]))) if one.levels else "no words"
        )
        rows.append([one.level or "–", f"{one.score:.1f}", span, line[:60]])
    print(as_text(["level", "score", "90 %", "text"], rows, "lrll"))
    if target is not None:
        share = sum(reaches(one, target) for one in found) / max(1, len(found))
        print(f"\n{target} or easier: {100 * share:.0f} %")


def _train(folder: Path, path: Path, sentences: int, seed: int) -> None:
    import json as json_format

    from seqlab.files import atomic_write
    from seqlab.level import FORMAT, LevelFeatures, levelled_texts, sampled, train_levels

    training = [one for one in levelled_texts(folder) if one.part == "train"]
    texts = sampled(training, sentences, seed)
    content = {
        "format": FORMAT,
        "data": "levels and OneStopEnglish, training parts (CC BY-SA 4.0)",
        "texts": len(texts),
        "model": train_levels(texts, LevelFeatures()).to_json(),
    }
    with atomic_write(path) as handle:
        json_format.dump(content, handle, indent=1)
        handle.write("\n")


def _submit(path: Path, out: Path) -> None:
    from seqlab.level import read_tasks, write_submission
    from seqlab.pipeline import Simplifier

    tasks, simplifier = read_tasks(path), Simplifier.load()
    levels = {"B1": "plain", "A2": "easy"}
    outputs = [simplifier.simplify(one.original, level=levels[one.target]) for one in tasks]
    write_submission(out, tasks, outputs)


def _score(path: Path, submission: Path, estimator: Any, json: bool) -> None:
    import json as json_format

    from seqlab.level import read_submission, read_tasks, score_submission, scores_json
    from seqlab.quality import context_likeness

    tasks = read_tasks(path)
    outputs = read_submission(submission, tasks)
    scores = scores_json(score_submission(tasks, outputs, estimator, context_likeness))
    if json:
        print(json_format.dumps(scores))
        return
    for target, share in scores["level reached"].items():
        print(f"{target} reached         {100 * share:.0f} %")
    print(f"level error        {scores['level error']:.2f}")
    print(f"meaning kept       {scores['meaning kept']:.3f}")
    if scores["like the reference"] is not None:
        print(f"like the reference {scores['like the reference']:.3f}")


def _is_path(text: str) -> bool:
    """Whether this is a file, or means one that is not there: a single word with an ending."""
    try:
        return Path(text).is_file() or (bool(Path(text).suffix) and not text.split()[1:])
    except (OSError, ValueError):
        return False  # too long for a path
