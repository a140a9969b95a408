"""Writing a model folder: its parts copied, its decisions and settings beside them, its hashes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import seqlab
from seqlab.files import atomic_write
from seqlab.model_folder.folder import (
    DECISIONS,
    FILE,
    FORMAT,
    JUDGE,
    LEXICAL,
    SETTINGS,
    SPLITS,
    TAGGER,
    Decisions,
    hashes,
)
from seqlab.model_folder.parts import shipped_parts

# Work files of training that no model needs.
_LEFT_OUT = shutil.ignore_patterns("checkpoints", "logs", "stage.json", "lightning_logs")


@dataclass(frozen=True)
class Written:
    """What goes into a model folder.

    Args:
        tagger: The folder of the trained tagger.
        lexical: The folder of a lexical simplifier of its own, or None for the shipped one.
        splits: The folder of a writer of splits, or None.
        judge: The folder of a judge of edits of its own, or None for the shipped one.
        decisions: How labels are decided.
        settings: The resolved training configuration.
        levels: The levels that the tagger has heads for.
        provenance: Data, steps, seed, date and machine, as plain values.
        card: MODEL_CARD.md.
        syntax: The syntax backend.
    """

    tagger: Path
    decisions: Decisions
    settings: Mapping[str, Any]
    levels: tuple[str, ...]
    provenance: Mapping[str, Any]
    card: str
    lexical: Path | None = None
    splits: Path | None = None
    judge: Path | None = None
    syntax: str = "embedded"


def write_model(out: str | Path, written: Written) -> Path:
    """Write the folder `out`; what an earlier model left there in its parts goes."""
    import yaml

    out = Path(out)
    parts = (
        (TAGGER, written.tagger),
        (LEXICAL, written.lexical),
        (SPLITS, written.splits),
        (JUDGE, written.judge),
    )
    for name, source in parts:
        if (out / name).exists():
            shutil.rmtree(out / name)
        if source is not None:
            shutil.copytree(source, out / name, ignore=_LEFT_OUT)
    with atomic_write(out / DECISIONS) as handle:
        json.dump(asdict(written.decisions), handle, ensure_ascii=False, indent=1)
        handle.write("\n")
    with atomic_write(out / SETTINGS) as handle:
        yaml.safe_dump(dict(written.settings), handle, sort_keys=False, allow_unicode=True)
    with atomic_write(out / "MODEL_CARD.md") as handle:
        handle.write(written.card)
    content = {
        "format": FORMAT,
        "seqlab": seqlab.__version__,
        "levels": list(written.levels),
        "components": _components(out, written),
        "provenance": dict(written.provenance),
        "files": hashes(out),
    }
    # Last: a folder without it is an unfinished model.
    with atomic_write(out / FILE) as handle:
        json.dump(content, handle, ensure_ascii=False, indent=1)
        handle.write("\n")
    return out


def _components(out: Path, written: Written) -> dict[str, Any]:
    shipped = shipped_parts()
    config = json.loads((out / TAGGER / "config.json").read_text(encoding="utf-8"))
    judge: dict[str, Any] = {"name": "default", "sha256": shipped["judge"]}
    if written.judge is not None:
        judge = {"folder": JUDGE}
    lexical: dict[str, Any] = {"name": "default", "sha256": shipped["lexical"]}
    if written.lexical is not None:
        lexical = {"folder": LEXICAL}
    splits = {} if written.splits is None else {"splits": {"folder": SPLITS}}
    return {
        "syntax": {"name": written.syntax, "sha256": shipped["syntax"]},
        "tagger": {
            "folder": TAGGER,
            "format": config["format"],
            "components": config["components"],
            "heads": list(config["heads"]),
        },
        "lexical": lexical,
        "judge": judge,
        **splits,
        "decisions": {"file": DECISIONS, "version": 1},
    }
