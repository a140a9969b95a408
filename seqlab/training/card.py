"""The model card: what a model was made from, by what, and what it can be trusted with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seqlab.tables import as_markdown


def model_card(
    provenance: Mapping[str, Any], config: Mapping[str, Any], metrics: Mapping[str, Any]
) -> str:
    """MODEL_CARD.md of a model folder."""
    data = ", ".join(
        source["name"] + (f" (weight {source['weight']:g})" if source["weight"] != 1 else "")
        for source in provenance["data"]
    )
    lexical = provenance["lexical"]
    chosen = (
        "the one that ships"
        if lexical["chosen"] == "shipped"
        else f"its own ranker, from {lexical['replacements']:,} replacements"
    )
    lines = [
        "# A simplifier",
        "",
        f"{provenance['made']}, {provenance['date']}, seed {provenance['seed']}.",
        "",
    ]
    tagger = (
        f"heads {', '.join(config['heads'])}; {metrics['train_sentences']:,} training "
        f"sentences, {metrics['epochs']} epochs (best: {metrics['best_epoch']})"
    )
    rows = [
        ["data", data],
        ["tagger", tagger],
        ["lexical simplifier", chosen],
        ["syntax", "the embedded model that ships"],
        ["decisions", "`decisions.json`"],
    ]
    if provenance["start"]:
        rows.append(["started from", provenance["start"]])
    lines += [
        as_markdown(["part", "what"], rows, align="ll"),
        "",
        "Use it with `seqlab simplify --model FOLDER TEXT` or `Simplifier.load(FOLDER)`.",
        "",
        "What it does on held-out articles is in `report.md` and `report.html`; scores of the "
        "tagger on validation articles, which chose its epoch, are in `tagger/MODEL_CARD.md`. The "
        "licence of the data is for whoever trained it to state.",
    ]
    return "\n".join(lines) + "\n"
