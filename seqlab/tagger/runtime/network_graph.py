"""The network as an ONNX graph: the same as `seqlab/tagger/network.py`, for prediction only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from seqlab.tagger.options import ModelOptions
from seqlab.tagger.runtime.bert import add_encoder
from seqlab.tagger.runtime.graph import Graph
from seqlab.tagger.runtime.names import STATES, module_key


def network_graph(
    graph: Graph,
    options: ModelOptions,
    labels: Mapping[str, int],
    encoder: Mapping[str, Any] | None,
) -> None:
    """Add the whole network: inputs, representation, BiLSTM, and one output per head.

    A last output has the vectors that the heads read.
    """
    lengths = graph.add_input("lengths", ["sentences"])
    form = graph.add_input("form", ["sentences", "tokens"])
    tokens = _tokens(graph, options, encoder, form)
    states = [graph.add("Transpose", tokens, perm=[1, 0, 2])]
    # An empty sentence has a row like any other; onnxruntime wants its length to be 1.
    least = graph.add("Max", lengths, graph.constant([1]))
    steps = graph.add("Cast", least, to=6)
    for number in range(options.layers):
        states.append(graph.bilstm(f"network.layers.{number}", states[-1], steps))
    for head, count in labels.items():
        chosen = options.heads.get(head, options.head).layer
        state = states[chosen if 0 < chosen < len(states) else -1]
        scores = graph.linear(f"network.outputs.{module_key(head)}", state)
        scores = graph.add("Transpose", scores, perm=[1, 0, 2])
        graph.add_output(head, scores, ["sentences", "tokens", count])
    both = graph.add("Concat", states[0], states[-1], axis=2) if len(states) > 1 else states[0]
    both = graph.add("Transpose", both, perm=[1, 0, 2])
    graph.add_output(STATES, both, ["sentences", "tokens", "size"])


def _tokens(
    graph: Graph, options: ModelOptions, encoder: Mapping[str, Any] | None, form: str
) -> str:
    parts = []
    forms = _forms(graph, options)
    if forms:
        joined = graph.add("Concat", *forms, axis=1)
        parts.append(graph.add("Gather", joined, form))
    for name in options.features:
        values = graph.add_input(f"feature_{name}", ["sentences", "tokens"])
        parts.append(graph.embed(f"network.tokens.features.{module_key(name)}.weight", values))
    if encoder is not None:
        parts.append(add_encoder(graph, encoder, options.encoder_layer, form))
    return graph.add("Concat", *parts, axis=2)


def _forms(graph: Graph, options: ModelOptions) -> list[str]:
    """Vectors of the distinct word forms, computed once however often each occurs."""
    parts = []
    if options.word_dim:
        words = graph.add_input("word", ["forms"])
        parts.append(graph.embed("network.tokens.words.weight", words))
    if options.char_dim:
        parts.append(_characters(graph))
    if options.shape_dim:
        shapes = graph.add_input("shape", ["forms"])
        parts.append(graph.embed("network.tokens.shapes.weight", shapes))
    if options.casing_dim:
        casings = graph.add_input("casing", ["forms"])
        parts.append(graph.embed("network.tokens.casings.weight", casings))
    if options.frequency:
        frequency = graph.add_input("frequency", ["forms"], floats=True)
        parts.append(graph.add("Unsqueeze", frequency, graph.constant([1])))
    return parts


def _characters(graph: Graph) -> str:
    name = "network.tokens.characters"
    characters = graph.add_input("characters", ["forms", "characters"])
    padding = len(graph.weights[f"{name}.embedding.weight"]) - 1
    embedded = graph.embed(f"{name}.embedding.weight", characters)
    found = graph.add(
        "Conv",
        graph.add("Transpose", embedded, perm=[0, 2, 1]),
        graph.vector(f"{name}.convolution.weight"),
        graph.vector(f"{name}.convolution.bias"),
        auto_pad="SAME_UPPER",
    )
    outside = graph.add("Equal", characters, graph.constant(padding))
    outside = graph.add("Unsqueeze", outside, graph.constant([1]))
    found = graph.add("Where", outside, graph.constant(-1e4, np.float32), found)
    return graph.add("Relu", graph.add("ReduceMax", found, axes=[2], keepdims=0))
