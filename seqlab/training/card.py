"""The model card: what a model was made from, by what, and what it can be trusted with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seqlab.tables import as_markdown


def model_card(
    provenance: Mapping[str, Any],
    config: Mapping[str, Any],
    metrics: Mapping[str, Any],
    about: Mapping[str, Any],
) -> str:
    """MODEL_CARD.md of a model folder; `about` is what whoever trained it says."""
    data = ", ".join(
        source["name"] + (f" (weight {source['weight']:g})" if source["weight"] != 1 else "")
        for source in provenance["data"]
    )
    rows = [
        ["data", data],
        ["tagger", _tagger(config, metrics)],
        *_judge(provenance.get("judge")),
        ["lexical simplifier", _lexical(provenance["lexical"])],
        ["syntax", "the embedded model that ships"],
        ["decisions", "`decisions.json`"],
    ]
    if provenance["start"]:
        rows.append(["started from", provenance["start"]])
    licence = about["licence"] or "of the data: for whoever trained it to state"
    rows.append(["licence", licence])
    lines = [
        f"# {about['title']}",
        "",
        f"{provenance['made']}, {provenance['date']}, seed {provenance['seed']}.",
        "",
        as_markdown(["part", "what"], rows, align="ll"),
        "",
        *(line for note in about["notes"] for line in (" ".join(note.split()), "")),
        "Use it with `seqlab simplify --model FOLDER TEXT` or `Simplifier.load(FOLDER)`.",
        "",
        "What it does on held-out articles is in `report.md` and `report.html`; scores of the "
        "tagger on validation articles, which chose its epoch, are in `tagger/MODEL_CARD.md`.",
    ]
    return "\n".join(lines) + "\n"


def _tagger(config: Mapping[str, Any], metrics: Mapping[str, Any]) -> str:
    bits = config.get("onnx", {})
    stored = (
        f"; ONNX, {bits['precision']}, {bits['agreement']:.4f} of the labels as by torch"
        if bits
        else ""
    )
    return (
        f"heads {', '.join(config['heads'])}; {metrics['train_sentences']:,} training "
        f"sentences, {metrics['epochs']} epochs (best: {metrics['best_epoch']}){stored}"
    )


def _judge(judge: Mapping[str, Any] | None) -> list[list[str]]:
    if judge is None:
        return [["judge of edits", "the one that ships"]]
    valid = judge["valid"]
    rows = [
        [
            "judge of edits",
            f"boosted trees over {judge['features']} numbers, from {judge['train_edits']:,} judged "
            f"edits; on {valid['edits']:,} of validation, which calibrate it: AUC good "
            f"{valid['auc_good']:.3f}, acceptable {valid['auc_acceptable']:.3f}",
        ],
        [
            "inventory of substitutions",
            f"{judge['phrases']:,} phrases of {judge['sentences']:,} training sentences",
        ],
    ]
    if judge.get("splits"):
        rows.append(["judge of splits", f"boosted trees, from {judge['splits']:,} judged splits"])
    if judge.get("easy"):
        told = f"boosted trees, from {judge['easy']:,} judged deletions"
        rows.append(["judge of deletions at easy", told])
    if "reader" in judge:
        kinds = ", ".join(
            f"{kind} {own['trees']:.3f} → {own['both']:.3f}"
            for kind, own in judge["reader"].items()
        )
        told = (
            f"a second tagger that reads edits in their sentences; AUC acceptable with it: {kinds}"
        )
        rows.append(["reader", told])
    return rows


def _lexical(lexical: Mapping[str, Any]) -> str:
    if lexical["chosen"] == "shipped":
        return "the one that ships"
    return f"its own ranker, from {lexical['replacements']:,} replacements"
