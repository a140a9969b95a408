"""The weights of an ONNX file under their names in torch, so that training can go on from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.errors import DataError, UsageError
from seqlab.tagger.folder.hashes import DECODERS, FIX
from seqlab.tagger.runtime.graph import DOWN, GATES, LAYOUTS, UP


def onnx_weights(path: str | Path, with_adapters: bool = False) -> dict[str, np.ndarray]:
    """Every weight that the file (and the decoders beside it) holds, in 32 bits."""
    path = Path(path)
    model = _loaded(path)
    layouts = {item.key: item.value for item in model.metadata_props}.get(LAYOUTS)
    if layouts is None:
        raise DataError(path, "does not say how its weights are laid out", fix=FIX)
    stored = _arrays(model)
    weights = {name: _weight(stored, layout) for name, layout in json.loads(layouts).items()}
    if not with_adapters:
        weights = {n: own for n, own in weights.items() if not n.endswith((DOWN, UP))}
    if (path.parent / DECODERS).is_file():
        from safetensors.numpy import load

        weights |= load((path.parent / DECODERS).read_bytes())
    return weights


def stored_arrays(path: str | Path) -> dict[str, np.ndarray]:
    """The arrays of the file as they are stored, by name."""
    return _arrays(_loaded(Path(path)))


def _arrays(model: Any) -> dict[str, np.ndarray]:
    from onnx import numpy_helper

    return {item.name: numpy_helper.to_array(item) for item in model.graph.initializer}


def _loaded(path: Path) -> Any:
    try:
        import onnx
    except ImportError:
        raise UsageError(f"reading the weights of {path} needs onnx: pip install onnx") from None
    try:
        return onnx.load_model(path)
    except Exception as error:  # a protobuf that is none raises a class of its own library
        reason = str(error).split("\n")[0]
        raise DataError(path, f"not a network: {reason}", fix=FIX) from None


def _weight(stored: dict[str, np.ndarray], layout: list[Any]) -> np.ndarray:
    kind, name, *place = layout
    array = stored[name].astype(np.float32)
    if f"{name}.scale" in stored:
        array = array * stored[f"{name}.scale"]
    if kind == "transposed":
        array = array.T
    if kind == "gates":
        side, half = place
        array = array[side]
        if array.ndim == 1:
            array = np.split(array, 2)[half]
        parts = np.split(array, 4)
        array = np.concatenate([parts[GATES.index(gate)] for gate in range(4)])
    return np.array(array, dtype=np.float32)
