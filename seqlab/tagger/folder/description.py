"""What a model folder says of its model: options, vocabularies, thresholds; no weights."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqlab.errors import DataError, UsageError
from seqlab.files import read_text
from seqlab.tagger.folder.hashes import FIX, check_sums
from seqlab.tagger.inputs.forms import FormTable, Vocabulary
from seqlab.tagger.options import HeadOptions, ModelOptions

FORMAT = "seqlab.tagger/1"
# A saved model names what it is built of, so that a later version can still rebuild it.
COMPONENTS = {
    "words": "word_embedding.v1",
    "characters": "character_cnn.v1",
    "forms": "shape_casing_frequency.v1",
    "layers": "bilstm.v1",
    "softmax": "softmax.v1",
    "crf": "linear_chain_crf.v1",
    "encoder": "transformer_word_mean.v1",
}


@dataclass(frozen=True)
class Description:
    """Everything about a saved model but its weights."""

    folder: Path
    config: dict[str, Any]
    options: ModelOptions
    forms: FormTable
    features: dict[str, Vocabulary]
    labels: dict[str, Vocabulary]
    thresholds: dict[str, dict[str, float]]
    temperatures: dict[str, float]


def read_description(folder: str | Path) -> Description:
    """The description of a model folder, its files checked against the hashes kept with them."""
    folder = Path(folder)
    check_sums(folder)
    config = read_config(folder / "config.json")
    options = _model_options(config, folder)
    return Description(
        folder,
        config,
        options,
        FormTable(
            *(
                Vocabulary.load(vocabulary_path(folder, name))
                for name in ("words", "characters", "shapes")
            )
        ),
        {
            name: Vocabulary.load(vocabulary_path(folder, f"feature-{name}"))
            for name in options.features
        },
        {
            head: Vocabulary.load(vocabulary_path(folder, f"labels-{head}"), unknown=False)
            for head in config["heads"]
        },
        config.get("thresholds", {}),
        {head: float(value) for head, value in config.get("temperatures", {}).items()},
    )


def read_config(path: Path) -> dict[str, Any]:
    """The content of `config.json`, if it describes a model that this version knows."""
    try:
        config = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise DataError(path, f"not JSON: {error.msg}", line=error.lineno, fix=FIX) from None
    if not isinstance(config, dict) or config.get("format") != FORMAT:
        found = str(config.get("format")) if isinstance(config, dict) else str(config)
        raise DataError(path, f"not a model of format {FORMAT}", value=found, fix=FIX)
    if unknown := set(config.get("components", ())) - set(COMPONENTS.values()):
        raise DataError(
            path,
            "the model needs a component this version lacks",
            value=sorted(unknown)[0],
            fix=f"install seqlab {config.get('seqlab')} or later",
        )
    return config


def _model_options(config: dict[str, Any], folder: Path) -> ModelOptions:
    try:
        values = dict(config["model"])
        values["features"] = tuple(values["features"])
        values["head"] = HeadOptions(**values["head"])
        values["heads"] = {head: HeadOptions(**chosen) for head, chosen in values["heads"].items()}
        return ModelOptions(**values)
    except (KeyError, TypeError, AttributeError, UsageError) as error:
        reason = f"does not describe a model: {error}"
        raise DataError(folder / "config.json", reason, fix=FIX) from None


def vocabulary_path(folder: Path, name: str) -> Path:
    """Where a vocabulary lies."""
    # Head and feature names come from the data and must not lead out of the folder.
    safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
    return folder / "vocab" / f"{safe}.txt"
