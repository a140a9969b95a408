"""A fine-tuned BERT in the graph: from word pieces to one vector per word."""

from __future__ import annotations

from collections.abc import Mapping
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


def add_encoder(graph: Graph, config: Mapping[str, Any], layer: int, form: str) -> str:
    """Word vectors (sentences, tokens, size): the mean over each word's pieces."""
    for name in ("ids", "mask", "words"):
        graph.add_input(f"piece_{name}", ["windows", "pieces"])
    size, layers = int(config["hidden_size"]), int(config["num_hidden_layers"])
    states = _embeddings(graph, config, size)
    mask = graph.add("Cast", "piece_mask", to=6)
    shape = graph.add("Concat", graph.add("Shape", "piece_ids"), graph.constant([size]), axis=0)
    for number in range(layer % (layers + 1)):
        states = _layer(graph, config, f"{_PREFIX}.encoder.layer.{number}", states, mask, shape)
    return _word_means(graph, states, form, size)


def _embeddings(graph: Graph, config: Mapping[str, Any], size: int) -> str:
    words = graph.embed(f"{_PREFIX}.embeddings.word_embeddings.weight", "piece_ids")
    length = graph.add("Gather", graph.add("Shape", "piece_ids"), graph.constant(1))
    places = graph.add("Range", graph.constant(0), length, graph.constant(1))
    places = graph.embed(f"{_PREFIX}.embeddings.position_embeddings.weight", places)
    types = graph.embed(f"{_PREFIX}.embeddings.token_type_embeddings.weight", graph.constant([0]))
    total = graph.add("Add", words, graph.add("Add", places, types))
    normal = graph.add(
        "LayerNormalization",
        total,
        graph.vector(f"{_PREFIX}.embeddings.LayerNorm.weight"),
        graph.vector(f"{_PREFIX}.embeddings.LayerNorm.bias"),
        epsilon=float(config["layer_norm_eps"]),
    )
    return graph.add("Reshape", normal, graph.constant([-1, size]))


def _layer(
    graph: Graph, config: Mapping[str, Any], name: str, states: str, mask: str, shape: str
) -> str:
    """One transformer layer over (pieces of all windows, size)."""
    parts = _linears(
        graph, [f"{name}.attention.self.{p}" for p in ("query", "key", "value")], states
    )
    attended = graph.add_fused(
        "MultiHeadAttention",
        *(graph.add("Reshape", part, shape) for part in parts),
        "",
        mask,
        num_heads=int(config["num_attention_heads"]),
    )
    flat = graph.add("Reshape", attended, graph.constant([-1, int(config["hidden_size"])]))
    (output,) = _linears(graph, [f"{name}.attention.output.dense"], flat)
    states = _sum_normalized(graph, config, f"{name}.attention.output.LayerNorm", output, states)
    (inner,) = _linears(graph, [f"{name}.intermediate.dense"], states)
    inner = graph.add_fused("Gelu", inner)
    (output,) = _linears(graph, [f"{name}.output.dense"], inner, least=_GELU_LEAST)
    return _sum_normalized(graph, config, f"{name}.output.LayerNorm", output, states)


def _linears(graph: Graph, names: list[str], rows: str, least: float | None = None) -> list[str]:
    """Linear layers that read the same rows."""
    if graph.precision != "int8":
        return [graph.linear(name, rows) for name in names]
    quantized = graph.quantize(rows, least)
    return [graph.quantized_linear(name, quantized) for name in names]


def _sum_normalized(
    graph: Graph, config: Mapping[str, Any], name: str, output: str, states: str
) -> str:
    return graph.add_fused(
        "SkipLayerNormalization",
        output,
        states,
        graph.vector(f"{name}.weight"),
        graph.vector(f"{name}.bias"),
        epsilon=float(config["layer_norm_eps"]),
    )


def _word_means(graph: Graph, states: str, form: str, size: int) -> str:
    """Sums by word, row 0 for pieces that are no word's, over the number of pieces."""
    one = graph.constant([1])
    places = graph.add("Reshape", "piece_words", graph.constant([-1, 1]))
    places = graph.add("Add", places, one)
    shape = graph.add("Shape", form)
    rows = graph.add("Add", graph.add("ReduceProd", shape, axes=[0], keepdims=1), one)
    zeros = graph.add("Expand", graph.constant(0, np.float32), graph.add(
        "Concat", rows, graph.constant([size]), axis=0
    ))  # fmt: skip
    sums = graph.add("ScatterND", zeros, places, states, reduction="add")
    count_zeros = graph.add("Expand", graph.constant(0, np.float32), rows)
    ones = graph.add(
        "Expand",
        graph.constant(1, np.float32),
        graph.add("Slice", graph.add("Shape", places), graph.constant([0]), one),
    )
    counts = graph.add("ScatterND", count_zeros, places, ones, reduction="add")
    counts = graph.add("Max", counts, graph.constant(1, np.float32))
    means = graph.add("Div", sums, graph.add("Unsqueeze", counts, one))
    words = graph.add("Slice", means, one, graph.constant([2**62]), graph.constant([0]))
    return graph.add("Reshape", words, graph.add("Concat", shape, graph.constant([size]), axis=0))
