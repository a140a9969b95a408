"""Writes `model.onnx` into a model folder, and says how its labels agree with torch's."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import numpy as np

import seqlab
from seqlab.errors import UsageError
from seqlab.files import atomic_write, read_text
from seqlab.tagger.folder.description import Description, read_description
from seqlab.tagger.folder.folder import build_model
from seqlab.tagger.folder.hashes import DECODERS, NETWORK, WEIGHTS, write_sums
from seqlab.tagger.network.model import LabellingModel
from seqlab.tagger.runtime.bert import check_encoder
from seqlab.tagger.runtime.graph import DOWN, OPSET, PRODUCER, Graph, Precision, adapter_key
from seqlab.tagger.runtime.network_graph import network_graph
from seqlab.tagger.runtime.weights import onnx_weights, stored_arrays
from seqlab.tagger.sentence import LabelledSentence
from seqlab.tagger.tagger import Tagger

# Fewer equal labels than this are too high a price for 8 bits.
LEAST_AGREEMENT = 0.995
_TRIED: tuple[Precision, ...] = ("int8", "float16", "float32")


@dataclass(frozen=True)
class Exported:
    """The file that was written, and how its predictions agree with torch's.

    `agreement` is the share of equal labels over all heads, `difference` the largest difference
    of a score.
    """

    path: Path
    precision: Precision
    agreement: float
    difference: float


def export_onnx(
    folder: str | Path,
    precision: Literal["auto", "int8", "float16", "float32"] = "auto",
    sentences: Sequence[LabelledSentence] = (),
    keep_weights: bool = True,
) -> Exported:
    """Write `model.onnx` into a model folder and compare its labels with torch's.

    Args:
        folder: The model folder.
        precision: How weights are stored; `auto` uses 8 bits if at least 99.5% of the labels stay
            the same, else 16 or 32.
        sentences: What to compare by; sentences of common words unless given.
        keep_weights: Keep `weights.safetensors`. Without it the folder is smaller and torch reads
            the weights of the ONNX file.
    """
    folder = Path(folder)
    description = read_description(folder)
    if description.options.encoder and not description.options.fine_tune:
        raise UsageError(
            f"{folder} reads an encoder that is not part of the model; train it with "
            "--model.fine_tune true to export it"
        )
    model = build_model(description)
    weights = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
    # Without weights for torch they were read from the ONNX file that is about to be replaced.
    kept = {} if (folder / WEIGHTS).is_file() else stored_arrays(folder / NETWORK)
    sentences = list(sentences) or _examples(description)
    expected = Tagger(model)
    for tried in _TRIED if precision == "auto" else (precision,):
        _write(description, weights, tried, kept)
        exported = _compared(folder, tried, expected, sentences)
        if precision != "auto" or exported.agreement >= LEAST_AGREEMENT:
            break
    _describe(folder, exported)
    if not keep_weights:
        (folder / WEIGHTS).unlink(missing_ok=True)
    write_sums(folder)
    return exported


def export_adapter(folder: str | Path, adapter: str, maps: Mapping[str, np.ndarray]) -> Path:
    """Write an adapter into the `model.onnx` of a folder, in the place of an earlier one.

    All other weights, those of other adapters among them, stay as they are stored.

    Args:
        folder: A model folder.
        adapter: What the adapter is called.
        maps: Its maps of low rank, named as the layers that they stand beside, with `.down` and
            `.up` at the end.
    """
    folder = Path(folder)
    description = read_description(folder)
    path = folder / NETWORK
    weights = onnx_weights(path, with_adapters=True)
    for name, value in maps.items():
        layer, _, end = name.rpartition(".")
        weights[f"{adapter_key(layer, adapter)}.{end}"] = value
    ranks = {len(value) for name, value in weights.items() if name.endswith(DOWN)}
    if len(ranks) > 1:
        found = " and ".join(map(str, sorted(ranks)))
        raise UsageError(f"{path}: adapters of rank {found}; those of one network have one rank")
    precision = description.config["onnx"]["precision"]
    _write(description, weights, precision, stored_arrays(path))
    write_sums(folder)
    return path


def is_exportable(model: LabellingModel) -> bool:
    """Whether there is an ONNX file of such a model, and what it takes to write one."""
    if find_spec("onnx") is None or model.context_encoder is not None:
        return False
    if model.tuned_encoder is None:
        return True
    try:
        check_encoder(model.tuned_encoder.model.config.to_dict())
    except UsageError:
        return False
    return True


def _write(
    description: Description,
    weights: Mapping[str, np.ndarray],
    precision: Precision,
    kept: Mapping[str, np.ndarray],
) -> None:
    folder, graph = description.folder, Graph(weights, precision, kept)
    encoder = None
    if description.options.fine_tune:
        encoder = json.loads(read_text(folder / "encoder" / "config.json"))
        check_encoder(encoder)
    labels = {head: len(vocabulary) for head, vocabulary in description.labels.items()}
    network_graph(graph, description.options, labels, encoder)
    content = graph.model({"seqlab": seqlab.__version__, "precision": precision})
    with atomic_write(folder / NETWORK, "wb") as handle:
        handle.write(content.SerializeToString())
    _write_decoders(folder, {n: a for n, a in weights.items() if n.startswith("heads.")})


def _write_decoders(folder: Path, decoders: Mapping[str, np.ndarray]) -> None:
    if not decoders:
        (folder / DECODERS).unlink(missing_ok=True)
        return
    from safetensors.numpy import save

    with atomic_write(folder / DECODERS, "wb") as handle:
        handle.write(save({name: array.astype(np.float32) for name, array in decoders.items()}))


def _compared(
    folder: Path, precision: Precision, expected: Tagger, sentences: Sequence[LabelledSentence]
) -> Exported:
    _describe(folder, Exported(folder / NETWORK, precision, 0.0, 0.0))
    write_sums(folder)
    found = Tagger.load(folder, "cpu", engine="onnx", thresholds=expected.thresholds)
    equal = total = 0
    for own, other in zip(found.predict(sentences), expected.predict(sentences), strict=True):
        for head, labels in other.items():
            equal += sum(map(str.__eq__, own[head], labels))
            total += len(labels)
    difference = 0.0
    batch = [sentence for sentence in sentences[:16] if sentence.tokens]
    scores, wanted = found.scores(batch), expected.scores(batch)
    for head in wanted:
        for row, sentence in enumerate(batch):
            inside = slice(len(sentence.tokens))
            gap = np.abs(scores[head][row, inside] - wanted[head][row, inside])
            difference = max(difference, float(gap.max()))
    return Exported(folder / NETWORK, precision, equal / max(1, total), difference)


def _describe(folder: Path, exported: Exported) -> None:
    """Say in config.json what the file is."""
    path = folder / "config.json"
    config: dict[str, Any] = json.loads(read_text(path))
    values = dataclasses.asdict(exported)
    config["onnx"] = {
        "opset": OPSET,
        "producer": f"{PRODUCER} {seqlab.__version__}",
        "precision": exported.precision,
        "agreement": round(values["agreement"], 5),
    }
    with atomic_write(path) as handle:
        json.dump(config, handle, ensure_ascii=False, indent=2)
        handle.write("\n")


def _examples(description: Description, count: int = 60) -> list[LabelledSentence]:
    """Sentences of the vocabulary's words, of unequal length."""
    words = description.forms.words.entries[:2000] or ("the", "cats", "saw", "a", "whale")
    features = {name: vocabulary.entries for name, vocabulary in description.features.items()}
    found = []
    for row in range(count):
        tokens = tuple(words[(row * 37 + 11 * place) % len(words)] for place in range(3 + row % 30))
        own = {
            name: tuple(values[(row + place) % len(values)] for place in range(len(tokens)))
            for name, values in features.items()
            if values
        }
        found.append(LabelledSentence(tokens, features=own))
    return found
