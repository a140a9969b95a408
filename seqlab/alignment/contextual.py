"""Contextual vectors of word pieces for many sentences at once, from as few layers as needed."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray

from seqlab.errors import UsageError
from seqlab.tagger import load_encoder

Precision = Literal["auto", "float32", "bfloat16"]

# Padded pieces in one forward pass: enough to fill a processor, little enough for its cache.
PIECES_A_BATCH = 512
# Pieces that neighbouring windows of an overlong sentence share, for context at their seams.
OVERLAP = 64


@dataclass(frozen=True, slots=True)
class PieceVectors:
    """A sentence's pieces: one vector each, and the word each belongs to."""

    vectors: NDArray[np.float32]
    words: NDArray[np.int64]

    def of_pieces(self) -> NDArray[np.float32]:
        """One unit vector a piece."""
        return _unit(self.vectors)

    def of_words(self, count: int) -> NDArray[np.float32]:
        """One unit vector a word, from the mean of its pieces; zeros for a word without pieces."""
        sums = np.zeros((count, self.vectors.shape[1]), np.float32)
        np.add.at(sums, self.words, self.vectors)
        sums /= np.maximum(np.bincount(self.words, minlength=count), 1)[:, None]
        return _unit(sums)


class PieceEncoder:
    """An encoder cut off above the layer that is read.

    With precision `auto`, matrix products are made in bfloat16 where the processor has
    instructions for it. That is nearly twice as fast and leaves the links as they are, but for a
    few in ten thousand; `float32` gives the same numbers on every machine.
    """

    def __init__(self, name: str = "auto", layer: int = 3, precision: Precision = "auto") -> None:
        encoder = load_encoder(name)
        layers = int(encoder.model.config.num_hidden_layers)
        if not 0 <= layer <= layers:
            raise UsageError(f"encoder {name!r} has layers 0 to {layers}, not {layer}")
        self.short = precision == "bfloat16" or (precision == "auto" and _has_bfloat16())
        self.tokenizer: Any = encoder.tokenizer
        self.layer = layer
        self.model, self.cut = _cut(encoder.model, layer)
        self.longest = int(getattr(encoder.model.config, "max_position_embeddings", 512)) - 2

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[PieceVectors]:
        """The pieces of every sentence; equal sentences are encoded once."""
        forms = [tuple(sentence) for sentence in sentences]
        distinct = list(dict.fromkeys(form for form in forms if form))
        known: dict[tuple[str, ...], PieceVectors] = {(): self._empty()}
        known.update(zip(distinct, self._encode(distinct), strict=True))
        return [known[form] for form in forms]

    def _empty(self) -> PieceVectors:
        size = int(self.model.config.hidden_size)
        return PieceVectors(np.zeros((0, size), np.float32), np.zeros(0, np.int64))

    def _encode(self, sentences: Sequence[tuple[str, ...]]) -> list[PieceVectors]:
        if not sentences:
            return []
        pieces = self.tokenizer(
            [list(sentence) for sentence in sentences],
            is_split_into_words=True,
            add_special_tokens=False,
            return_attention_mask=False,
            verbose=False,
        )
        words = [np.array(pieces.word_ids(k), np.int64).reshape(-1) for k in range(len(sentences))]
        windows = [
            (k, start)
            for k, ids in enumerate(pieces["input_ids"])
            for start in _starts(len(ids), self.longest)
        ]
        vectors = [
            np.zeros((len(ids), int(self.model.config.hidden_size)), np.float32)
            for ids in pieces["input_ids"]
        ]
        for batch in self._batches(windows, pieces["input_ids"]):
            rows = [pieces["input_ids"][k][start : start + self.longest] for k, start in batch]
            for (k, start), states in zip(batch, self._forward(rows), strict=True):
                # Where windows overlap, the later one has the left context; keep the earlier
                # one's first half of the seam, which has more to its left.
                skip = 0 if start == 0 else OVERLAP // 2
                vectors[k][start + skip : start + len(states)] = states[skip:]
        return [PieceVectors(vector, word) for vector, word in zip(vectors, words, strict=True)]

    def _batches(
        self, windows: list[tuple[int, int]], ids: list[list[int]]
    ) -> Iterator[list[tuple[int, int]]]:
        windows.sort(key=lambda item: (min(len(ids[item[0]]) - item[1], self.longest), item))
        batch: list[tuple[int, int]] = []
        for window in windows:
            size = min(len(ids[window[0]]) - window[1], self.longest) + 2
            if batch and (len(batch) + 1) * size > PIECES_A_BATCH:
                yield batch
                batch = []
            batch.append(window)
        if batch:
            yield batch

    def _forward(self, rows: list[list[int]]) -> list[NDArray[np.float32]]:
        first, last = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        longest = max(map(len, rows)) + 2
        ids = torch.full((len(rows), longest), int(self.tokenizer.pad_token_id or 0))
        mask = torch.zeros((len(rows), longest), dtype=torch.long)
        for k, row in enumerate(rows):
            ids[k, : len(row) + 2] = torch.tensor([first, *row, last])
            mask[k, : len(row) + 2] = 1
        numbers = torch.autocast("cpu", torch.bfloat16) if self.short else nullcontext()
        with torch.inference_mode(), numbers:
            output = self.model(
                input_ids=ids, attention_mask=mask, output_hidden_states=not self.cut
            )
        states = output.last_hidden_state if self.cut else output.hidden_states[self.layer]
        array = states.float().numpy()
        return [array[k, 1 : len(row) + 1] for k, row in enumerate(rows)]


def _cut(model: Any, layer: int) -> tuple[Any, bool]:
    """The model without the layers above `layer`, if its layers are where BERT has them.

    Shares the weights; the model that was given stays whole.
    """
    stack = getattr(getattr(model, "encoder", None), "layer", None)
    if stack is None or layer == 0:
        return model, False
    shorter = _shallow(model)
    shorter.encoder = _shallow(model.encoder)
    shorter.encoder.layer = stack[:layer]
    return shorter.eval(), True


def _has_bfloat16() -> bool:
    capabilities: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))


def _shallow(module: Any) -> Any:
    twin = copy.copy(module)
    twin.__dict__["_modules"] = dict(module._modules)
    return twin


def _starts(size: int, longest: int) -> list[int]:
    starts = [0]
    while starts[-1] + longest < size:
        starts.append(starts[-1] + longest - OVERLAP)
    return starts if size else []


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: NDArray[np.float32] = vectors / np.maximum(norms, 1e-12)
    return unit
