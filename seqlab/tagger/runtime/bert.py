"""A fine-tuned BERT in the graph: from word pieces to one vector per word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from seqlab.errors import UsageError
from seqlab.tagger.runtime.graph import Graph

_PREFIX = "network.encoder.model"
# The least value of GELU.
_GELU_LEAST = -0.17


def check_encoder(config: Mapping[str, Any]) -> None:
    """Raise a `UsageError` for an encoder that is built otherwise than BERT."""
    kind, activation = config.get("model_type"), config.get("hidden_act")
    positions = config.get("position_embedding_type", "absolute")
    if (kind, activation, positions) != ("bert", "gelu", "absolute"):
        raise UsageError(
            f"only encoders built as BERT can be exported, not {kind!r} with {activation!r}; "
            "the model predicts with torch"
        )


@dataclass(frozen=True)
class _Layout:
    """Where pieces lie. Only attention needs windows padded to one length; all else is computed
    for the real pieces alone, which are a fifth fewer.

    Args:
        real: For each real piece, its place among the padded ones.
        place: For each padded piece, the real piece that is put there.
        mask: Which of the padded pieces are real, for attention.
        shape: Windows, pieces, size.
    """

    real: str
    place: str
    mask: str
    shape: str


def add_encoder(graph: Graph, config: Mapping[str, Any], layer: int, form: str) -> str:
    """Word vectors (sentences, tokens, size): the mean over each word's pieces."""
    for name in ("ids", "mask", "words"):
        graph.add_input(f"piece_{name}", ["windows", "pieces"])
    size, layers = int(config["hidden_size"]), int(config["num_hidden_layers"])
    layout = _layout(graph, size)
    states = _embeddings(graph, config, layout)
    for number in range(layer % (layers + 1)):
        states = _layer(graph, config, f"{_PREFIX}.encoder.layer.{number}", states, layout)
    return _word_means(graph, states, _real(graph, "piece_words", layout), form, size)


def _layout(graph: Graph, size: int) -> _Layout:
    flat = graph.add("Reshape", "piece_mask", graph.constant([-1]))
    counted = graph.add("CumSum", flat, graph.constant(0))
    return _Layout(
        real=graph.add("Squeeze", graph.add("NonZero", flat), graph.constant([0])),
        place=graph.add("Max", graph.add("Sub", counted, graph.constant(1)), graph.constant(0)),
        mask=graph.add("Cast", "piece_mask", to=6),
        shape=graph.add("Concat", graph.add("Shape", "piece_ids"), graph.constant([size]), axis=0),
    )


def _real(graph: Graph, name: str, layout: _Layout) -> str:
    return graph.add("Gather", graph.add("Reshape", name, graph.constant([-1])), layout.real)


def _embeddings(graph: Graph, config: Mapping[str, Any], layout: _Layout) -> str:
    ids = _real(graph, "piece_ids", layout)
    words = graph.embed(f"{_PREFIX}.embeddings.word_embeddings.weight", ids)
    width = graph.add("Gather", graph.add("Shape", "piece_ids"), graph.constant(1))
    places = graph.add("Mod", layout.real, width)
    places = graph.embed(f"{_PREFIX}.embeddings.position_embeddings.weight", places)
    types = graph.embed(f"{_PREFIX}.embeddings.token_type_embeddings.weight", graph.constant([0]))
    return graph.add(
        "LayerNormalization",
        graph.add("Add", words, graph.add("Add", places, types)),
        graph.vector(f"{_PREFIX}.embeddings.LayerNorm.weight"),
        graph.vector(f"{_PREFIX}.embeddings.LayerNorm.bias"),
        epsilon=float(config["layer_norm_eps"]),
    )


def _layer(graph: Graph, config: Mapping[str, Any], name: str, states: str, layout: _Layout) -> str:
    """One transformer layer over (real pieces of all windows, size)."""
    names = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    # What is attended to is computed in 32 bits: it costs no time, and a third of the labels that
    # 8 bits change stays as it was. In 32 bits queries and keys keep hardly more, and cost a sixth.
    parts = [*_products(graph, names[:2], states), *_products(graph, names[2:], states, exact=True)]
    windows = [
        graph.add("Reshape", graph.add("Gather", part, layout.place), layout.shape)
        for part, _ in parts
    ]
    attended = graph.add_fused(
        "MultiHeadAttention",
        *windows,
        graph.add("Concat", *(bias for _, bias in parts), axis=0),
        layout.mask,
        num_heads=int(config["num_attention_heads"]),
    )
    flat = graph.add("Reshape", attended, graph.constant([-1, int(config["hidden_size"])]))
    flat = graph.add("Gather", flat, layout.real)
    (output,) = _products(graph, [f"{name}.attention.output.dense"], flat)
    states = _sum_normalized(graph, config, f"{name}.attention.output.LayerNorm", states, *output)
    (inner,) = _products(graph, [f"{name}.intermediate.dense"], states)
    active = graph.add_fused("BiasGelu", *inner)
    (output,) = _products(graph, [f"{name}.output.dense"], active, least=_GELU_LEAST)
    return _sum_normalized(graph, config, f"{name}.output.LayerNorm", states, *output)


def _products(
    graph: Graph, names: list[str], rows: str, least: float | None = None, exact: bool = False
) -> list[tuple[str, str]]:
    """Linear layers that read the same rows, each with the bias that is still to be added."""
    if exact or graph.precision != "int8":
        found = [graph.product(name, rows, least_bits=8) for name in names]
    else:
        quantized = graph.quantize(rows, least)
        found = [graph.quantized_product(name, quantized) for name in names]
    return [
        (graph.adapted(name, rows, made), bias)
        for name, (made, bias) in zip(names, found, strict=True)
    ]


def _sum_normalized(
    graph: Graph, config: Mapping[str, Any], name: str, states: str, output: str, bias: str
) -> str:
    return graph.add_fused(
        "SkipLayerNormalization",
        output,
        states,
        graph.vector(f"{name}.weight"),
        graph.vector(f"{name}.bias"),
        bias,
        epsilon=float(config["layer_norm_eps"]),
    )


def _word_means(graph: Graph, states: str, words: str, form: str, size: int) -> str:
    """Sums by word, row 0 for pieces that are no word's, over the number of pieces."""
    one = graph.constant([1])
    places = graph.add("Reshape", words, graph.constant([-1, 1]))
    places = graph.add("Add", places, one)
    shape = graph.add("Shape", form)
    rows = graph.add("Add", graph.add("ReduceProd", shape, axes=[0], keepdims=1), one)
    zero = graph.constant(0, np.float32)
    sizes = graph.add("Concat", rows, graph.constant([size]), axis=0)
    sums = graph.add("ScatterND", graph.add("Expand", zero, sizes), places, states, reduction="add")
    pieces = graph.add("Slice", graph.add("Shape", places), graph.constant([0]), one)
    ones = graph.add("Expand", graph.constant(1, np.float32), pieces)
    counts = graph.add("ScatterND", graph.add("Expand", zero, rows), places, ones, reduction="add")
    counts = graph.add("Max", counts, graph.constant(1, np.float32))
    means = graph.add("Div", sums, graph.add("Unsqueeze", counts, one))
    found = graph.add("Slice", means, one, graph.constant([2**62]), graph.constant([0]))
    sizes = graph.add("Concat", shape, graph.constant([size]), axis=0)
    return graph.add("Reshape", found, sizes)
