"""The network in ONNX: export with any batch and sentence size, and prediction by onnxruntime."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write
from seqlab.tagger.batches import Batch
from seqlab.tagger.folder import load_model, write_sums
from seqlab.tagger.model import LabellingModel
from seqlab.tagger.network import Network
from seqlab.tagger.sentence import LabelledSentence
from seqlab.tagger.tagger import Tagger

FILE = "network.onnx"
_TABLES = ("word", "shape", "casing", "frequency")
_INSTALL = "pip install 'seqlab[onnx]'"


@dataclass(frozen=True)
class Exported:
    """The file that was written, and how far its scores are from torch's."""

    path: Path
    difference: float


def export_onnx(folder: str | Path) -> Exported:
    """Write `network.onnx` into a model folder and compare its scores with torch's."""
    folder = Path(folder)
    model = load_model(folder)
    if model.tuned_encoder is not None:
        raise UsageError("a model with a fine-tuned encoder cannot be exported to ONNX yet")
    try:
        import onnxruntime  # noqa: F401
        import onnxscript  # noqa: F401
    except ImportError:
        raise UsageError(f"export needs onnx, onnxscript and onnxruntime: {_INSTALL}") from None
    # It warns of operators of packages that are not there and not needed.
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    program = _exported(model)
    with atomic_write(folder / FILE, "wb") as handle:
        handle.write(program.model_proto.SerializeToString())
    write_sums(folder)
    tagger = OnnxTagger(model, folder / FILE)
    other = _example(model, sentences=3)
    with torch.inference_mode():
        expected = model.network(other)
    found = tagger.scores(other, tuple(model.labels))
    difference = max(float((found[head] - expected[head]).abs().max()) for head in expected)
    return Exported(folder / FILE, difference)


class OnnxTagger(Tagger):
    """A `Tagger` whose network runs in onnxruntime; decoding is the same."""

    def __init__(self, model: LabellingModel, path: str | Path, **options: Any) -> None:
        super().__init__(model, "cpu", **options)
        try:
            import onnxruntime
        except ImportError:
            raise UsageError(f"this needs onnxruntime: {_INSTALL}") from None
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = torch.get_num_threads()
        settings.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), settings, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime has no common class of its errors
            reason = str(error).split("\n")[0]
            raise DataError(path, f"not a network: {reason}", fix="export it anew") from None
        self._names = {item.name for item in self._session.get_inputs()}

    def scores(self, batch: Batch, heads: tuple[str, ...]) -> dict[str, Tensor]:
        """Scores (sentences, tokens, labels) by head."""
        # Inputs that the network does not use are not in the exported file.
        given = {n: t.numpy() for n, t in _inputs(batch).items() if n in self._names}
        found = self._session.run(list(heads), given)
        return {head: torch.from_numpy(np.array(s)) for head, s in zip(heads, found, strict=True)}


def load_onnx_tagger(folder: str | Path, **options: Any) -> OnnxTagger:
    """The tagger of a model folder that has been exported."""
    path = Path(folder) / FILE
    model = load_model(folder)
    if not path.is_file():
        raise DataError(path, "not exported yet", fix=f"seqlab export {folder}")
    return OnnxTagger(model, path, **options)


class _Flat(nn.Module):
    """The network with plain tensors as arguments, as an exporter wants them."""

    def __init__(self, network: Network, names: list[str]) -> None:
        super().__init__()
        self.network = network
        self.names = names

    def forward(self, *tensors: Tensor) -> tuple[Tensor, ...]:
        given = dict(zip(self.names, tensors, strict=True))
        features = {n[8:]: t for n, t in given.items() if n.startswith("feature_")}
        plain: dict[str, Any] = {n: t for n, t in given.items() if not n.startswith("feature_")}
        scores: Mapping[str, Tensor] = self.network(Batch(features=features, **plain))
        return tuple(scores.values())


def _exported(model: LabellingModel) -> Any:
    """The network as an ONNX program with free sizes."""
    inputs = _inputs(_example(model))
    # Torch keeps the LSTM that the first export of a process took apart, and would unroll it for
    # the sentence length of the example in the second.
    getattr(torch.ops.aten.lstm.input, "_dispatch_cache", {}).clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.onnx.export(
            _Flat(model.network, list(inputs)).eval(),
            tuple(inputs.values()),
            input_names=list(inputs),
            output_names=list(model.labels),
            dynamic_shapes=(tuple(_dynamic(name) for name in inputs),),
            dynamo=True,
            verbose=False,
        )


def _inputs(batch: Batch) -> dict[str, Tensor]:
    inputs = {name: getattr(batch, name) for name in ("lengths", "form", *_TABLES, "characters")}
    inputs |= {f"feature_{name}": tensor for name, tensor in batch.features.items()}
    if batch.context is not None:
        inputs["context"] = batch.context
    return inputs


def _dynamic(name: str) -> dict[int, Any]:
    sizes = {"sentences": torch.export.Dim.DYNAMIC, "tokens": torch.export.Dim.DYNAMIC}
    if name == "lengths":
        return {0: sizes["sentences"]}
    if name in _TABLES:
        return {0: torch.export.Dim.DYNAMIC}
    return {0: torch.export.Dim.DYNAMIC, 1: torch.export.Dim.DYNAMIC}


def _example(model: LabellingModel, sentences: int = 5) -> Batch:
    """Sentences of unequal length; the sizes must differ, or export takes them for the same."""
    words = model.forms.words.entries[:50] or ("a",)
    for shortest in range(7, 40):
        tokens = [
            tuple(words[(row + place) % len(words)] for place in range(shortest + 2 * row))
            for row in range(sentences)
        ]
        batch = model.collator()([LabelledSentence(of_sentence) for of_sentence in tokens])
        tables = {len(tensor) for name, tensor in _inputs(batch).items() if name in _TABLES}
        if batch.form.shape[1] not in {*tables, batch.characters.shape[-1], sentences}:
            break
    return batch
