"""`simalign`: links from contextual embeddings (Sabet et al. 2020), batched; the package beside it.

The package encodes each pair by itself through all layers. Here each sentence is encoded once, many
together, and only up to the layer that is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Literal

import numpy as np

from seqlab.alignment.contextual import PieceEncoder, PieceVectors, Precision
from seqlab.alignment.extraction import METHODS, distorted
from seqlab.alignment.links import Links, TokenPair
from seqlab.errors import UsageError

Method = Literal["argmax", "itermax", "match"]
Unit = Literal["piece", "word"]
PAIRS_A_BATCH = 256


class SimAligner:
    """SimAlign's method over batches.

    Args:
        encoder: Encoder by name or path; `auto` takes what is installed.
        layer: Layer whose vectors are compared.
        method: How links are taken from the matrix; `argmax` links only mutual best, which suits
            pairs in which words were deleted.
        distortion: Penalty for another relative position, 0 to 1.
        unit: Compare word pieces (words are linked if any of their pieces are) or whole words.
        precision: In what numbers the encoder computes.
    """

    def __init__(
        self,
        encoder: str = "auto",
        layer: int = 3,
        method: Method = "argmax",
        distortion: float = 0.0,
        unit: Unit = "piece",
        precision: Precision = "auto",
    ) -> None:
        check_method(method)
        self.pieces = PieceEncoder(encoder, layer, precision)
        self.method = method
        self.distortion = distortion
        self.unit = unit

    def align(self, pairs: Iterable[TokenPair]) -> list[Links]:
        """One set of links a pair, in the order of the pairs."""
        return [links for batch in pair_batches(pairs) for links in self._align(batch)]

    def _align(self, pairs: list[TokenPair]) -> Iterator[Links]:
        encoded = self.pieces.encode([side for pair in pairs for side in pair])
        for k, pair in enumerate(pairs):
            yield self._links(encoded[2 * k], encoded[2 * k + 1], pair)

    def _links(self, first: PieceVectors, second: PieceVectors, pair: TokenPair) -> Links:
        if self.unit == "word":
            rows, columns = first.of_words(len(pair[0])), second.of_words(len(pair[1]))
            of_row, of_column = np.arange(len(rows)), np.arange(len(columns))
        else:
            rows, columns = first.of_pieces(), second.of_pieces()
            of_row, of_column = first.words, second.words
        if not len(rows) or not len(columns):
            return set()
        # As in the paper, cosines are brought to 0–1 before distortion weighs them.
        similarity = distorted(((rows @ columns.T) + 1.0) / 2.0, self.distortion)
        i, j = METHODS[self.method](similarity).nonzero()
        return set(zip(of_row[i].tolist(), of_column[j].tolist(), strict=True))


class SimAlignPackage:
    """The `simalign` package itself, pair by pair, where it can serve.

    Args:
        encoder: Encoder by name or path; `auto` takes what is installed.
        layer: Layer whose vectors are compared.
        method: How links are taken from the matrix.
        distortion: Penalty for another relative position, 0 to 1.
        unit: Compare word pieces or whole words.
    """

    def __init__(
        self,
        encoder: str = "auto",
        layer: int = 3,
        method: Method = "argmax",
        distortion: float = 0.0,
        unit: Unit = "piece",
    ) -> None:
        check_method(method)
        try:
            from simalign import SentenceAligner
        except ImportError:
            raise UsageError(
                "aligner 'simalign-package' needs the simalign package; "
                "pip install 'seqlab[encoder]', or use aligner 'simalign'"
            ) from None
        from seqlab.tagger import load_encoder

        self.method = {"argmax": "inter", "itermax": "itermax", "match": "mwmf"}[method]
        self.aligner: Any = SentenceAligner(
            model=str(load_encoder(encoder).model.name_or_path),
            token_type="bpe" if unit == "piece" else "word",
            distortion=distortion,
            matching_methods={"argmax": "a", "itermax": "i", "match": "m"}[method],
            layer=layer,
        )

    def align(self, pairs: Iterable[TokenPair]) -> list[Links]:
        """One set of links a pair, in the order of the pairs."""
        aligned: list[Links] = []
        for source, target in pairs:
            # The package raises on an empty side.
            if source and target:
                links = self.aligner.get_word_aligns(list(source), list(target))[self.method]
                aligned.append({(int(i), int(j)) for i, j in links})
            else:
                aligned.append(set())
        return aligned


def check_method(method: str) -> None:
    """Refuse a method that does not exist."""
    if method not in METHODS:
        raise UsageError(f"no extraction method {method!r}; known: {', '.join(METHODS)}")


def pair_batches(pairs: Iterable[TokenPair]) -> Iterator[list[TokenPair]]:
    """Pairs a batch at a time: many enough to sort by length, few enough to hold in memory."""
    source = iter(pairs)
    while batch := list(islice(source, PAIRS_A_BATCH)):
        yield batch
