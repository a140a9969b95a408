"""Train a labeller on data of any stage and test it on documents it has not seen."""

from __future__ import annotations

import json
from pathlib import Path

from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text
from seqlab.tagger import HeadScores, ModelOptions, TrainingOptions
from seqlab.training.labelled_data import (
    SilverOptions,
    SplitSentences,
    published_parts,
    silver_sentences,
    split_by_document,
)


def train_and_test(
    data: str | Path,
    out: str | Path,
    valid: str | Path | None = None,
    test: str | Path | None = None,
    silver: SilverOptions | None = None,
    model: ModelOptions | None = None,
    training: TrainingOptions | None = None,
    split_seed: int = 13,
) -> str | None:
    """Train and write the folder `out`; returns a report, or None in a helping DDP process."""
    from seqlab.tagger import Tagger, evaluate, label_table, train_tagger

    parts = _parts(data, valid, test, silver, split_seed)
    if not parts.train or not parts.valid:
        raise DataError(data, "too few articles to part", fix="give --valid, or more articles")
    notes = {"data": str(data), "labels": (silver or SilverOptions()).label_set}
    trained = train_tagger(parts.train, parts.valid, out, model, training, notes)
    if not trained.metrics:
        return None
    metrics = trained.metrics
    lines = [
        f"{metrics['train_sentences']:,} training sentences, {metrics['epochs']} epochs "
        f"(best: {metrics['best_epoch']}), {metrics['seconds']:.0f} s, "
        f"{metrics['train_tokens_per_second']:,} tokens/s",
    ]
    if parts.test:
        scores = evaluate(Tagger.load(out, device="cpu"), parts.test)
        _add_to_metrics(Path(out), scores, len(parts.test))
        for head, score in scores.items():
            lines += [
                "",
                f"{head} on {len(parts.test):,} test sentences: accuracy {score.accuracy:.3f}, "
                f"macro F1 {score.macro_f1:.3f}",
                label_table(score),
            ]
    return "\n".join([*lines, "", f"model in {out}"])


def _parts(
    data: str | Path,
    valid: str | Path | None,
    test: str | Path | None,
    silver: SilverOptions | None,
    split_seed: int,
) -> SplitSentences:
    if valid is None and (published := published_parts(data, silver)) is not None:
        return published
    if valid is None:
        parts = split_by_document(silver_sentences(data, silver), split_seed)
        return parts if test is None else SplitSentences(
            parts.train + parts.test, parts.valid, silver_sentences(test, silver)
        )  # fmt: skip
    return SplitSentences(
        silver_sentences(data, silver),
        silver_sentences(valid, silver),
        [] if test is None else silver_sentences(test, silver),
    )


def _add_to_metrics(out: Path, scores: dict[str, HeadScores], sentences: int) -> None:
    metrics = json.loads(read_text(out / "metrics.json"))
    metrics["test_sentences"] = sentences
    metrics["test"] = {head: score.to_json() for head, score in scores.items()}
    with atomic_write(out / "metrics.json") as handle:
        json.dump(metrics, handle, ensure_ascii=False, indent=2)
        handle.write("\n")
