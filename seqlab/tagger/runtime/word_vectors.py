"""`ContextualReader`: the word vectors inside a saved network, beside the labels it gives.

The network that ships reads sentences with a fine-tuned encoder. What the encoder knows of a word
in its sentence is useful beyond labels, and costs nothing more to store: its layers are named as
further outputs when the network is loaded. The last layer has learned to tell labels apart; lower
ones have kept more of what words mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from seqlab.errors import DataError
from seqlab.tagger.folder.description import read_description
from seqlab.tagger.inputs.forms import sentence_inputs
from seqlab.tagger.inputs.pieces import length_batches
from seqlab.tagger.runtime.session import OnnxModel, probabilities
from seqlab.tagger.sentence import LabelledSentence

_SENTENCES = 64


@dataclass(frozen=True)
class ReadSentence:
    """A sentence as the network sees it: word vectors by layer, label probabilities by head."""

    vectors: dict[int, np.ndarray]
    chances: dict[str, np.ndarray]


class ContextualReader:
    """Reads sentences with the network of a tagger that has an encoder.

    Args:
        folder: The tagger's folder.
        layers: The encoder's layers whose vectors are wanted, counted from 1.
        heads: The heads whose label probabilities are wanted.
        threads: Threads of one prediction; those of the process unless given.
    """

    def __init__(
        self,
        folder: str | Path,
        layers: Sequence[int],
        heads: Sequence[str] = (),
        threads: int | None = None,
    ) -> None:
        description = read_description(folder)
        self._layers = tuple(layers)
        self._heads = tuple(heads)
        self._model = OnnxModel(
            description, threads, lambda path: with_layer_outputs(path, self._layers)
        )
        if missing := [head for head in heads if head not in self._model.labels]:
            raise DataError(folder, f"the tagger has no head {missing[0]!r}")
        self.labels = {head: self._model.labels[head].entries for head in heads}

    def read(self, sentences: Sequence[Sequence[str]]) -> list[ReadSentence]:
        """What the network sees, in the order of the sentences; each needs at least one token."""
        given = [LabelledSentence(tuple(tokens)) for tokens in sentences]
        found: dict[int, ReadSentence] = {}
        lengths = [len(sentence.tokens) for sentence in given]
        for numbers in length_batches(lengths, _SENTENCES, self._model.batch_tokens):
            batch = self._read([given[number] for number in numbers])
            found.update(zip(numbers, batch, strict=True))
        return [found[number] for number in range(len(given))]

    def _read(self, batch: Sequence[LabelledSentence]) -> list[ReadSentence]:
        model = self._model
        inputs = sentence_inputs(batch, model.forms, model.features, model.pieces)
        results = model.run(inputs, [*model.extras, *self._heads])
        layers, scores = results[: len(self._layers)], results[len(self._layers) :]
        words = {
            layer: _word_means(own, inputs.pieces, *inputs.form.shape)
            for layer, own in zip(self._layers, layers, strict=True)
        }
        chances = {
            head: probabilities(
                own / np.float32(model.temperatures.get(head, 1.0)),
                inputs.mask,
                model.transitions(head),
            )
            for head, own in zip(self._heads, scores, strict=True)
        }
        return [
            ReadSentence(
                {layer: own[row, :length] for layer, own in words.items()},
                {head: own[row, :length] for head, own in chances.items()},
            )
            for row, length in enumerate(inputs.lengths.tolist())
        ]


def with_layer_outputs(path: Path, layers: Sequence[int]) -> tuple[bytes, list[str]]:
    """The network with the encoder's `layers` as further outputs, and the names of those."""
    import onnx

    model = onnx.load(str(path))
    ends = {
        layer: node.output[0]
        for node in model.graph.node
        for layer in layers
        if any(name.endswith(f".layer.{layer - 1}.output.LayerNorm.weight") for name in node.input)
    }
    if missing := [layer for layer in layers if layer not in ends]:
        raise DataError(
            path,
            f"has no encoder with a layer {missing[0]}",
            fix="name a tagger that was trained with fine_tune",
        )
    names = [ends[layer] for layer in layers]
    for name in names:
        item = onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None)
        model.graph.output.append(item)
    return model.SerializeToString(), names


def _word_means(
    states: np.ndarray, pieces: dict[str, np.ndarray], sentences: int, longest: int
) -> np.ndarray:
    """Vectors (sentences, words, size): the mean over each word's pieces.

    The network leaves padding out, so its states are a row for each piece that is not.
    """
    words = pieces["words"][pieces["mask"].astype(bool)]
    inside = words >= 0
    sums = np.zeros((sentences * longest, states.shape[-1]), dtype=np.float32)
    np.add.at(sums, words[inside], states.reshape(-1, states.shape[-1])[inside])
    counts = np.bincount(words[inside], minlength=len(sums))[: len(sums), None]
    means: np.ndarray = sums / np.maximum(counts, 1)
    return means.reshape(sentences, longest, -1)
