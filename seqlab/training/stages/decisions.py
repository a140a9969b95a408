"""A trained tagger and settings → how labels are decided."""

from __future__ import annotations

import json
from dataclasses import asdict

from seqlab.files import atomic_write
from seqlab.model_folder import Decisions
from seqlab.training.stages import Work

# Settings of the section `lexical` that say how it is made, not what it does.
_MAKING = ("own", "least")


def run(work: Work) -> None:
    """Write `decisions.json`."""
    settings = work.settings
    decisions = Decisions(
        thresholds=settings["decision"]["thresholds"],
        bias=settings["decision"]["bias"],
        entities=settings["alignment"]["entities"],
        lexical={k: v for k, v in settings["lexical"].items() if k not in _MAKING},
    )
    with atomic_write(work.out / "decisions.json") as handle:
        json.dump(asdict(decisions), handle, indent=1)
