"""An ONNX graph built operator by operator, with its weights in 32, 16 or 8 bits.

The file holds every weight under the name that it has in torch, so that training can go on from
it (`weights.py`). In 8 bits each row of an embedding and each output of a linear layer has a scale
of its own. Most products of the encoder are computed in 8 bits, for which every token's vector is
scaled by its own largest value: what a sentence is labelled with must not depend on the sentences
that happen to be in the same batch. LSTMs are computed in 32 bits from weights stored in 8.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from seqlab.tagger.runtime.names import ADAPTED

Precision = Literal["int8", "float16", "float32"]
OPSET = 17
PRODUCER = "seqlab"
# The metadata under which a file says how each weight is laid out.
LAYOUTS = "seqlab.layouts"
# Torch orders the gates of an LSTM input, forget, cell, output; ONNX input, output, forget, cell.
GATES = (0, 3, 1, 2)
# Fewer numbers than this are not worth a loss of precision.
_SMALL = 2048
# Processors without 8-bit dot products add two products in 16 bits: 255 x 64 x 2 still fits.
_LARGEST_FACTOR = 64
_LARGEST_STORED = 127
# Six bits of an embedding or an adapter change no label in a thousand; files compress by a sixth.
_LARGEST_IN_6_BITS = 31
# The metadata under which a file names its adapters.
ADAPTERS = "seqlab.adapters"
# What an adapter adds to a linear layer: a map of low rank, as two weights.
DOWN, UP = ".down", ".up"
# Outputs of more labels than this are large enough for 8 bits.
_MANY_LABELS = 500


class Graph:
    """Operators and weights in the order in which they are added.

    `kept` are numbers in 8 bits, with their scales, of the file that the weights were read from:
    what is exported again is not rounded again.
    """

    def __init__(
        self,
        weights: Mapping[str, np.ndarray],
        precision: Precision,
        kept: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        self.weights = weights
        self.precision = precision
        self.kept = kept or {}
        self.nodes: list[Any] = []
        self.initializers: list[Any] = []
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []
        self.layouts: dict[str, list[Any]] = {}
        self.adapters = adapter_names(weights)
        self._constants: dict[tuple[str, bytes], str] = {}
        self._count = 0

    def add(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """Add an operator of ONNX; gives the name of its (first) output."""
        from onnx import helper

        name = self._name()
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def add_fused(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """Add an operator that onnxruntime has beside those of ONNX."""
        return self.add(operator, *inputs, domain="com.microsoft", **attributes)

    def add_input(self, name: str, dimensions: Sequence[str], floats: bool = False) -> str:
        """Declare an input with free dimensions."""
        from onnx import TensorProto, helper

        kind = TensorProto.FLOAT if floats else TensorProto.INT64
        self.inputs.append(helper.make_tensor_value_info(name, kind, list(dimensions)))
        return name

    def add_output(self, name: str, value: str, dimensions: Sequence[str | int]) -> None:
        """Make `value` an output called `name`."""
        from onnx import TensorProto, helper

        self.nodes.append(helper.make_node("Identity", [value], [name]))
        info = helper.make_tensor_value_info(name, TensorProto.FLOAT, list(dimensions))
        self.outputs.append(info)

    def constant(self, values: Any, kind: Any = np.int64) -> str:
        """A constant; equal ones are stored once."""
        array = np.asarray(values, dtype=kind)
        key = (f"{array.dtype}{array.shape}", array.tobytes())
        if key not in self._constants:
            self._constants[key] = self._store(self._name(), array)
        return self._constants[key]

    def vector(self, name: str) -> str:
        """A bias, scale or another small weight, in 32 bits."""
        self.layouts[name] = ["same", name]
        return self._store(name, self.weights[name].astype(np.float32))

    def embed(self, name: str, numbers: str) -> str:
        """Rows of an embedding."""
        table = self.weights[name].astype(np.float32)
        self.layouts[name] = ["same", name]
        if self.precision != "int8" or table.size < _SMALL:
            return self.add("Gather", self._stored(name, table), numbers)
        whole, scales = self._in_8_bits(name, table, 1, _LARGEST_IN_6_BITS)
        rows = self.add("Gather", self._store(name, whole), numbers)
        scale = self.add("Gather", self._store(f"{name}.scale", scales), numbers)
        return self.add("Mul", self.add("Cast", rows, to=1), scale)

    def linear(self, name: str, rows: str) -> str:
        """A linear layer computed in 32 bits; `rows` may have any number of dimensions."""
        return self.add("Add", *self.product(name, rows))

    def product(self, name: str, rows: str, least_bits: int = 16) -> tuple[str, str]:
        """A linear layer without its bias, and the bias that is to be added.

        It is computed in 32 bits from weights that are stored in at least so many.
        """
        self.layouts[f"{name}.weight"] = ["transposed", f"{name}.weight"]
        weight = self.weights[f"{name}.weight"].astype(np.float32).T
        # The last layer decides: it is small, and keeps 16 bits where others have 8.
        bits = 8 if weight.shape[1] > _MANY_LABELS else least_bits
        stored = self._stored(f"{name}.weight", weight, least_bits=bits, axis=0)
        return self.add("MatMul", rows, stored), self.vector(f"{name}.bias")

    def adapted(self, name: str, rows: str, made: str) -> str:
        """What a linear layer made of `rows`, with what the adapters beside it add."""
        beside = [own for own in self.adapters if adapter_key(name, own) + DOWN in self.weights]
        if not beside:
            return made
        if not any(item.name == ADAPTED for item in self.inputs):
            self.add_input(ADAPTED, ["adapters"], floats=True)
        # One scale for each of the few rows or columns between the two maps.
        for end, axis in ((DOWN, 0), (UP, 1)):
            # One product for all: adapters are mixed before anything is multiplied with them.
            mixed = ""
            for own in beside:
                key = adapter_key(name, own) + end
                self.layouts[key] = ["transposed", key]
                value = self.weights[key].astype(np.float32).T
                number = self.constant(self.adapters.index(own))
                share = self.add("Gather", ADAPTED, number)
                stored = self._stored(key, value, axis=axis, largest=_LARGEST_IN_6_BITS)
                part = self.add("Mul", stored, share)
                mixed = self.add("Add", mixed, part) if mixed else part
            rows = self.add("MatMul", rows, mixed)
        return self.add("Add", made, rows)

    def quantize(self, rows: str, least: float | None = None) -> tuple[str, str, float]:
        """`rows` (tokens, size) in 8 bits, with each row's scale; for `quantized_product`.

        Where no value can be below `least`, all 8 bits are used above it.
        """
        if least is None:
            largest = self.add("ReduceMax", self.add("Abs", rows), axes=[1], keepdims=0)
            steps, shift, zero = 127.0, 0.0, 128
        else:
            shift, zero, steps = -least, 0, 255.0
            rows = self.add("Add", rows, self.constant(shift, np.float32))
            largest = self.add("ReduceMax", rows, axes=[1], keepdims=0)
        largest = self.add("Max", largest, self.constant(1e-6, np.float32))
        scale = self.add("Mul", largest, self.constant(1 / steps, np.float32))
        zeros = self.add("Expand", self.constant(zero, np.uint8), self.add("Shape", scale))
        whole = self.add("QuantizeLinear", rows, scale, zeros, axis=0)
        return whole, self.add("Unsqueeze", scale, self.constant([1])), shift

    def quantized_product(self, name: str, rows: tuple[str, str, float]) -> tuple[str, str]:
        """`product` computed in 8 bits, on rows that `quantize` gave."""
        whole, scale, shift = rows
        self.layouts[f"{name}.weight"] = ["transposed", f"{name}.weight"]
        weight = self.weights[f"{name}.weight"].astype(np.float32).T
        factors, scales = self._in_8_bits(f"{name}.weight", weight, 0, _LARGEST_FACTOR)
        bias = self.vector(f"{name}.bias")
        if shift:
            # Every value had `shift` added, so every output has too much by a constant.
            extra = shift * (factors.astype(np.float32) * scales).sum(axis=0)
            bias = self.add("Sub", bias, self.constant(extra, np.float32))
        product = self.add_fused(
            "MatMulIntegerToFloat",
            whole,
            self._store(f"{name}.weight", factors),
            self.constant(1.0, np.float32),
            self._store(f"{name}.weight.scale", scales[0]),
            self.constant(0 if shift else 128, np.uint8),
        )
        return self.add("Mul", product, scale), bias

    def bilstm(self, name: str, tokens: str, lengths: str) -> str:
        """A bidirectional LSTM over (tokens, sentences, size)."""
        parts: dict[str, list[np.ndarray]] = {"weight_ih": [], "weight_hh": [], "bias": []}
        for side, way in enumerate(("forward", "backward")):
            lstm = f"{name}.{way}_lstm"
            own = {key: _onnx_gates(self.weights[f"{lstm}.{key}_l0"]) for key in _LSTM}
            parts["weight_ih"].append(own["weight_ih"])
            parts["weight_hh"].append(own["weight_hh"])
            parts["bias"].append(np.concatenate([own["bias_ih"], own["bias_hh"]]))
            for key in _LSTM:
                stored, half = (key, 0) if key in parts else ("bias", int(key == "bias_hh"))
                self.layouts[f"{lstm}.{key}_l0"] = ["gates", f"{name}.{stored}", side, half]
        weights = [
            self._stored(f"{name}.weight_ih", np.stack(parts["weight_ih"])),
            self._stored(f"{name}.weight_hh", np.stack(parts["weight_hh"])),
            self._store(f"{name}.bias", np.stack(parts["bias"])),
        ]
        hidden = parts["weight_hh"][0].shape[1]
        states = self.add(
            "LSTM", tokens, *weights, lengths, hidden_size=hidden, direction="bidirectional"
        )
        joined = self.add("Transpose", states, perm=[0, 2, 1, 3])
        return self.add("Reshape", joined, self.constant([0, 0, 2 * hidden]))

    def model(self, metadata: Mapping[str, str]) -> Any:
        """The finished file."""
        from onnx import helper

        graph = helper.make_graph(
            self.nodes, "tagger", self.inputs, self.outputs, self.initializers
        )
        domains = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        model = helper.make_model(graph, opset_imports=domains, producer_name=PRODUCER)
        model.ir_version = 8
        layouts = json.dumps(self.layouts, sort_keys=True)
        adapters = {ADAPTERS: json.dumps(self.adapters)} if self.adapters else {}
        helper.set_model_props(model, {**metadata, **adapters, LAYOUTS: layouts})
        return model

    def _stored(
        self,
        name: str,
        array: np.ndarray,
        least_bits: int = 8,
        axis: int = -1,
        largest: int = _LARGEST_STORED,
    ) -> str:
        """A weight that is computed with in 32 bits, however it is stored, scaled along `axis`."""
        if self.precision == "float32" or array.size < _SMALL:
            return self._store(name, array)
        if self.precision == "float16" or least_bits == 16:
            return self.add("Cast", self._store(name, array.astype(np.float16)), to=1)
        whole, scales = self._in_8_bits(name, array, axis, largest)
        scale = self._store(f"{name}.scale", scales)
        return self.add("Mul", self.add("Cast", self._store(name, whole), to=1), scale)

    def _in_8_bits(
        self, name: str, array: np.ndarray, axis: int, largest: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """8-bit numbers and the scales along `axis` that they are to be multiplied with."""
        shape = np.array(array.shape)
        shape[axis] = 1
        whole, scales = self.kept.get(name), self.kept.get(f"{name}.scale")
        if whole is not None and scales is not None and scales.size == shape.prod():
            scales = scales.reshape(shape)
            if whole.shape == array.shape and np.array_equal(np.round(array / scales), whole):
                return whole, scales
        return _quantized(array, axis, largest)

    def _store(self, name: str, array: np.ndarray) -> str:
        from onnx import numpy_helper

        self.initializers.append(numpy_helper.from_array(np.array(array, order="C"), name))
        return name

    def _name(self) -> str:
        self._count += 1
        return f"v{self._count}"


def adapter_key(layer: str, adapter: str) -> str:
    """What the weights of an adapter beside a layer are called, but for their ending."""
    return f"{layer}.{adapter}"


def adapter_names(weights: Mapping[str, np.ndarray]) -> list[str]:
    """The adapters among weights."""
    found = (key.removesuffix(DOWN) for key in weights if key.endswith(DOWN))
    return sorted({key.rpartition(".")[2] for key in found})


_LSTM = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")


def _onnx_gates(weight: np.ndarray) -> np.ndarray:
    parts = np.split(weight.astype(np.float32), 4)
    return np.concatenate([parts[gate] for gate in GATES])


def _quantized(array: np.ndarray, axis: int, largest: int) -> tuple[np.ndarray, np.ndarray]:
    """8-bit numbers, and the scales that they are to be multiplied with; one along `axis`."""
    scales = np.maximum(np.abs(array).max(axis=axis, keepdims=True), 1e-12) / np.float32(largest)
    return np.round(array / scales).astype(np.int8), scales.astype(np.float32)
