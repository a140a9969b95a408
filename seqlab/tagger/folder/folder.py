"""The model folder: safetensors, JSON and text, so that loading a model can run no code.

weights.safetensors   the network and the CRF transitions, for torch
model.onnx            the network for onnxruntime; a folder has this, the weights, or both
decoders.safetensors  the CRF transitions beside model.onnx, where a head has a CRF
config.json           format, component names with versions, options, heads, thresholds
vocab/*.txt           words, characters, shapes, features and labels, one entry per line
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
from seqlab.errors import DataError
from seqlab.files import atomic_write
from seqlab.tagger.folder.description import (
    COMPONENTS,
    FORMAT,
    Description,
    read_description,
    vocabulary_path,
)
from seqlab.tagger.folder.hashes import DECODERS, FIX, NETWORK, WEIGHTS, write_sums
from seqlab.tagger.network.model import LabellingModel
from seqlab.tagger.options import ModelOptions


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
    for name in (NETWORK, DECODERS):
        (folder / name).unlink(missing_ok=True)
    vocabularies = {
        "words": model.forms.words,
        "characters": model.forms.characters,
        "shapes": model.forms.shapes,
        **{f"feature-{name}": vocabulary for name, vocabulary in model.features.items()},
        **{f"labels-{head}": vocabulary for head, vocabulary in model.labels.items()},
    }
    for name, vocabulary in vocabularies.items():
        vocabulary.save(vocabulary_path(folder, name))
    weights = {name: _stored(tensor, half_weights) for name, tensor in model.state_dict().items()}
    with atomic_write(folder / WEIGHTS, "wb") as handle:
        handle.write(save(weights, metadata={"format": "pt"}))
    if model.tuned_encoder is not None:
        model.tuned_encoder.save_configuration(folder / "encoder")
    with atomic_write(folder / "config.json") as handle:
        json.dump(_config(model, notes or {}), handle, ensure_ascii=False, indent=2)
        handle.write("\n")
    write_sums(folder)


def load_model(folder: str | Path) -> LabellingModel:
    """The model of a folder in torch, its files checked against the hashes kept with them."""
    return build_model(read_description(folder))


def build_model(description: Description) -> LabellingModel:
    """The model that was described, with the weights of its folder.

    Where a folder has no weights for torch, those of its ONNX file are taken: in 8 or 16 bits
    they are not exactly what was trained, but training can go on from them.
    """
    model = LabellingModel(
        description.options,
        description.forms,
        description.features,
        description.labels,
        _encoder(description.config, description.options, description.folder),
    )
    model.thresholds = description.thresholds
    model.temperatures = description.temperatures
    path = description.folder / WEIGHTS
    if path.is_file():
        _load_weights(model, path)
    else:
        from seqlab.tagger.runtime.weights import onnx_weights

        path = description.folder / NETWORK
        weights = {name: torch.from_numpy(a) for name, a in onnx_weights(path).items()}
        try:
            missing = model.load_state_dict(weights, strict=False)
        except RuntimeError as error:
            raise _misfit(path, error) from None
        # What prediction has no use for is not in the file: the pooler, layers above the one read.
        if missing.unexpected_keys or any(
            not name.startswith("network.encoder.") for name in missing.missing_keys
        ):
            names = [*missing.unexpected_keys, *missing.missing_keys]
            raise _misfit(path, f"weights differ, e.g. {names[0]}")
    return model.eval()


def _load_weights(model: LabellingModel, path: Path) -> None:
    from safetensors import SafetensorError
    from safetensors.torch import load

    try:
        weights = {name: tensor.float() for name, tensor in load(path.read_bytes()).items()}
        model.load_state_dict(weights)
    except (SafetensorError, RuntimeError) as error:
        raise _misfit(path, error) from None


def _misfit(path: Path, error: object) -> DataError:
    reason = str(error).split("\n")[0]
    return DataError(path, f"does not fit the model: {reason}", fix=FIX)


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
        "temperatures": model.temperatures,
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
    return [name for key, name in COMPONENTS.items() if key in used]


def _encoder(config: dict[str, Any], options: ModelOptions, folder: Path) -> Any | None:
    if not options.encoder:
        return None
    from seqlab.tagger.network.encoder import load_encoder, untrained_encoder

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
