"""A trained tagger and settings → how labels and edits are decided."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from seqlab.files import atomic_write
from seqlab.model_folder import Decisions, model_path, open_model
from seqlab.training.stages import Work

# Settings of the section `lexical` that say how it is made, not what it does.
_MAKING = ("own", "least")


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The decisions of the model that ships, or of the one to start from."""
    return [model_path(settings["start"] or "default") / "decisions.json"]


def run(work: Work) -> None:
    """Write `decisions.json`."""
    settings = work.settings
    edits = settings["decision"]["edits"]
    if edits is None:
        edits = dict(open_model(settings["start"] or "default").decisions.edits)
    decisions = Decisions(
        edits=edits,
        thresholds=settings["decision"]["thresholds"],
        bias=settings["decision"]["bias"],
        entities=settings["alignment"]["entities"],
        lexical={k: v for k, v in settings["lexical"].items() if k not in _MAKING},
    )
    with atomic_write(work.out / "decisions.json") as handle:
        json.dump(asdict(decisions), handle, indent=1)
