"""What a person wants to see of a finished run: metrics.json, plots, the model card."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import seqlab
from seqlab.files import atomic_write
from seqlab.tables import as_markdown
from seqlab.tagger.network.model import LabellingModel
from seqlab.tagger.options import TrainingOptions
from seqlab.tagger.training.scores import HeadScores

# More labels than this are unreadable in one picture.
_PICTURED_LABELS = 25


def write_report(
    out: Path,
    model: LabellingModel,
    options: TrainingOptions,
    history: Sequence[Mapping[str, float]],
    scores: Mapping[str, HeadScores],
    metrics: Mapping[str, Any],
    notes: Mapping[str, Any],
) -> None:
    """Write metrics.json, MODEL_CARD.md, training_curve.png and confusion_<head>.png."""
    with atomic_write(out / "metrics.json") as handle:
        json.dump(metrics, handle, ensure_ascii=False, indent=2)
        handle.write("\n")
    plot_history(history, out / "training_curve.png")
    for head, score in scores.items():
        plot_confusion(score, head, out / f"confusion_{head.replace('/', '_')}.png")
    with atomic_write(out / "MODEL_CARD.md") as handle:
        handle.write(model_card(model, options, scores, metrics, notes))


def plot_history(history: Sequence[Mapping[str, float]], path: Path) -> None:
    """Training loss and development score by epoch."""
    figure, left = new_figure(6.0, 3.6)
    epochs = [row["epoch"] for row in history]
    left.plot(epochs, [row["train_loss"] for row in history], "o-", color="tab:blue")
    left.set_xlabel("epoch")
    left.set_ylabel("training loss", color="tab:blue")
    right = left.twinx()
    right.plot(epochs, [row["dev_score"] for row in history], "s-", color="tab:orange")
    right.set_ylabel("development score", color="tab:orange")
    save_figure(figure, path)


def plot_confusion(score: HeadScores, head: str, path: Path) -> None:
    """Which labels were taken for which, each row as shares of the true label."""
    order = np.argsort(-score.confusion.sum(axis=1), kind="stable")[:_PICTURED_LABELS]
    counts = score.confusion[np.ix_(order, order)]
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    labels = [score.labels[number].replace("$", r"\$") for number in order]
    side = max(3.0, 0.45 * len(labels) + 1.5)
    figure, axes = new_figure(side, side)
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    axes.set_xticks(range(len(labels)), labels, rotation=90)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_xlabel("predicted")
    axes.set_ylabel("true")
    axes.set_title(head)
    if len(labels) <= 12:
        for (row, column), share in np.ndenumerate(shares):
            color = "white" if share > 0.5 else "black"
            axes.text(column, row, f"{share:.2f}", ha="center", va="center", color=color)
    save_figure(figure, path)


def label_table(score: HeadScores, most_labels: int = 30) -> str:
    """Precision, recall and F1 of the most frequent labels as a Markdown table."""
    rows = sorted(score.by_label, key=lambda row: -row.support)[:most_labels]
    cells = [
        [row.label, *(f"{v:.3f}" for v in (row.precision, row.recall, row.f1)), f"{row.support:,}"]
        for row in rows
    ]
    return as_markdown(["label", "precision", "recall", "F1", "tokens"], cells)


def model_card(
    model: LabellingModel,
    options: TrainingOptions,
    scores: Mapping[str, HeadScores],
    metrics: Mapping[str, Any],
    notes: Mapping[str, Any],
) -> str:
    """The model card in Markdown."""
    parameters = sum(parameter.numel() for parameter in model.parameters())
    lines = [
        f"# Sequence tagger: {', '.join(model.labels)}",
        "",
        f"Trained by SeqLab {seqlab.__version__}, seed {options.seed}, "
        f"{metrics['train_sentences']:,} sentences, {metrics['epochs']} epochs "
        f"(best: {metrics['best_epoch']}); {parameters:,} parameters.",
        "",
    ]
    lines += [f"- {name}: {value}" for name, value in notes.items()]
    for head, score in scores.items():
        lines += [
            "",
            f"## {head}, on {metrics['development_sentences']:,} development sentences",
            "",
            f"Accuracy {score.accuracy:.4f}, macro F1 {score.macro_f1:.4f}. "
            "Epoch and thresholds were chosen on the same sentences.",
            "",
            label_table(score),
        ]
    return "\n".join(lines) + "\n"


def new_figure(width: float, height: float, columns: int = 1) -> tuple[Any, Any]:
    """A figure of so many inches, and its axes (several for several columns)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    # Made without pyplot, which would keep figures alive and choose a window system.
    figure = Figure(figsize=(width, height), layout="tight")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(1, columns)


def save_figure(figure: Any, path: Path) -> None:
    """Write a figure as PNG."""
    with atomic_write(path, "wb") as handle:
        figure.savefig(handle, format="png", dpi=120)
