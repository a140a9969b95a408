"""The model folder: safetensors, JSON and text, so that loading a model can run no code.

weights.safetensors   the network and the CRF transitions
config.json           format, component names with versions, options, heads, thresholds
vocab/*.txt           words, characters, shapes, features and labels, one entry a line
encoder/              tokeniser and configuration of a fine-tuned encoder
SHA256SUMS            hashes of all of the above (`sha256sum -c SHA256SUMS`)
metrics.json, MODEL_CARD.md, *.png   for people; loading does not need them
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

import seqlab
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, file_hash, read_lines, read_text
from seqlab.tagger.forms import FormTable
from seqlab.tagger.model import LabellingModel
from seqlab.tagger.options import HeadOptions, ModelOptions
from seqlab.tagger.vocabulary import Vocabulary

FORMAT = "seqlab.tagger/1"
SUMS = "SHA256SUMS"
_MEND = "take an unaltered copy of the model folder, or train it anew"
# A saved model names what it is built of, so that a later version can still rebuild it.
_COMPONENTS = {
    "words": "word_embedding.v1",
    "characters": "character_cnn.v1",
    "forms": "shape_casing_frequency.v1",
    "layers": "bilstm.v1",
    "softmax": "softmax.v1",
    "crf": "linear_chain_crf.v1",
    "encoder": "transformer_word_mean.v1",
}


def save_model(
    model: LabellingModel,
    folder: str | Path,
    half_weights: bool = False,
    notes: Mapping[str, Any] | None = None,
) -> None:
    """Write the model's files; `notes` (plain values) are kept in config.json for people."""
    from safetensors.torch import save

    folder = Path(folder)
    # An export of an earlier model in the same folder would not match the new weights.
    (folder / "network.onnx").unlink(missing_ok=True)
    vocabularies = {
        "words": model.forms.words,
        "characters": model.forms.characters,
        "shapes": model.forms.shapes,
        **{f"feature-{name}": vocabulary for name, vocabulary in model.features.items()},
        **{f"labels-{head}": vocabulary for head, vocabulary in model.labels.items()},
    }
    for name, vocabulary in vocabularies.items():
        vocabulary.save(_vocabulary_path(folder, name))
    weights = {name: _stored(tensor, half_weights) for name, tensor in model.state_dict().items()}
    with atomic_write(folder / "weights.safetensors", "wb") as handle:
        handle.write(save(weights, metadata={"format": "pt"}))
    if model.tuned_encoder is not None:
        model.tuned_encoder.save_configuration(folder / "encoder")
    with atomic_write(folder / "config.json") as handle:
        json.dump(_config(model, notes or {}), handle, ensure_ascii=False, indent=2)
        handle.write("\n")
    write_sums(folder)


def load_model(folder: str | Path) -> LabellingModel:
    """The model of a folder, its files checked against the hashes kept with them."""
    from safetensors import SafetensorError
    from safetensors.torch import load

    folder = Path(folder)
    check_sums(folder)
    config = _read_config(folder / "config.json")
    options = _model_options(config, folder)
    labels = {
        head: Vocabulary.load(_vocabulary_path(folder, f"labels-{head}"), unknown=False)
        for head in config["heads"]
    }
    features = {
        name: Vocabulary.load(_vocabulary_path(folder, f"feature-{name}"))
        for name in options.features
    }
    forms = FormTable(
        *(Vocabulary.load(_vocabulary_path(folder, n)) for n in ("words", "characters", "shapes"))
    )
    model = LabellingModel(options, forms, features, labels, _encoder(config, options, folder))
    model.thresholds = config.get("thresholds", {})
    path = folder / "weights.safetensors"
    try:
        weights = {name: tensor.float() for name, tensor in load(path.read_bytes()).items()}
        model.load_state_dict(weights)
    except (SafetensorError, RuntimeError) as error:
        reason = str(error).split("\n")[0]
        raise DataError(path, f"does not fit the model: {reason}", fix=_MEND) from None
    return model.eval()


def write_sums(folder: str | Path) -> None:
    """Write the hashes of the files that loading needs."""
    folder = Path(folder)
    files = [folder / "config.json", folder / "weights.safetensors"]
    files += [path for path in [folder / "network.onnx"] if path.is_file()]
    files += sorted((folder / "vocab").glob("*.txt")) + sorted((folder / "encoder").glob("*"))
    with atomic_write(folder / SUMS) as handle:
        for file in files:
            handle.write(f"{file_hash(file)}  {file.relative_to(folder).as_posix()}\n")


def check_sums(folder: str | Path) -> None:
    """Raise a `DataError` if a file of the model is missing or not what was saved."""
    folder = Path(folder)
    if not folder.is_dir():
        raise DataError(folder, "no such model folder", fix="check the path")
    if not (folder / SUMS).is_file():
        raise DataError(folder, f"not a model folder: no {SUMS} in it", fix=_MEND)
    listed = set()
    for number, line in enumerate(read_lines(folder / SUMS), start=1):
        expected, _, name = line.partition("  ")
        path = folder / name
        if len(expected) != 64 or not name or ".." in Path(name).parts or Path(name).is_absolute():
            raise DataError(folder / SUMS, "not a hash and a file", line=number, value=line)
        if not path.is_file():
            raise DataError(path, "missing from the model folder", fix=_MEND)
        if file_hash(path) != expected:
            raise DataError(path, "truncated or altered: its SHA-256 differs", fix=_MEND)
        listed.add(name)
    for name in ("config.json", "weights.safetensors"):
        if name not in listed:
            raise DataError(folder / SUMS, f"does not list {name}", fix=_MEND)


def _config(model: LabellingModel, notes: Mapping[str, Any]) -> dict[str, Any]:
    options = dataclasses.asdict(model.options)
    # The vectors are in the weights now; where they lay on this machine is nobody's concern.
    options["word_vectors"] = Path(model.options.word_vectors).name
    config: dict[str, Any] = {
        "format": FORMAT,
        "seqlab": seqlab.__version__,
        "components": _components(model),
        "heads": {head: dataclasses.asdict(model.head_options(head)) for head in model.labels},
        "thresholds": model.thresholds,
        "model": options,
    }
    if model.context_encoder is not None:
        config["encoder"] = {
            "name": model.context_encoder.name,
            "sha256": model.context_encoder.sha256,
        }
    if notes:
        config["notes"] = dict(notes)
    return config


def _components(model: LabellingModel) -> list[str]:
    options, used = model.options, {"forms"}
    used |= {"words"} if options.word_dim else set()
    used |= {"characters"} if options.char_dim else set()
    used |= {"layers"} if options.layers else set()
    used |= {"encoder"} if options.encoder else set()
    used |= {model.head_options(head).decoder for head in model.labels}
    return [name for key, name in _COMPONENTS.items() if key in used]


def _read_config(path: Path) -> dict[str, Any]:
    try:
        config = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise DataError(path, f"not JSON: {error.msg}", line=error.lineno, fix=_MEND) from None
    if not isinstance(config, dict) or config.get("format") != FORMAT:
        found = str(config.get("format")) if isinstance(config, dict) else str(config)
        raise DataError(path, f"not a model of format {FORMAT}", value=found, fix=_MEND)
    if unknown := set(config.get("components", ())) - set(_COMPONENTS.values()):
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
        raise DataError(folder / "config.json", reason, fix=_MEND) from None


def _encoder(config: dict[str, Any], options: ModelOptions, folder: Path) -> Any | None:
    if not options.encoder:
        return None
    from seqlab.tagger.encoder import load_encoder, untrained_encoder

    if options.fine_tune:
        return untrained_encoder(folder / "encoder")
    known = config.get("encoder", {})
    encoder = load_encoder(options.encoder)
    if encoder.sha256 != known.get("sha256"):
        raise DataError(
            folder / "config.json",
            "the model was trained on the features of another encoder",
            value=str(known.get("name")),
            fix=f"install that one; {encoder.name} has other weights",
        )
    return encoder


def _stored(tensor: Tensor, half: bool) -> Tensor:
    kept = tensor.detach().cpu().contiguous()
    return kept.to(torch.float16) if half and kept.is_floating_point() else kept.clone()


def _vocabulary_path(folder: Path, name: str) -> Path:
    # Head and feature names come from the data and must not lead out of the folder.
    safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
    return folder / "vocab" / f"{safe}.txt"
