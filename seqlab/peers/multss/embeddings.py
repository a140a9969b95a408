"""Embeddings to start from: of an encoder's word pieces or of a file of word vectors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch

from seqlab.peers.multss.network import Transformer
from seqlab.peers.multss.vocabulary import Vocabulary


def start_embeddings(model: Transformer, vocabulary: Vocabulary, name: str) -> int:
    """Set what is known of the vocabulary's embeddings; returns for how many pieces."""
    if name == "random":
        return 0
    if name == "minilm":
        known = _encoder_vectors()
    else:
        from seqlab.tagger import load_vectors

        vectors = load_vectors(Path(name))
        known = {f"▁{word}": vectors[word] for word in vectors.key_to_index}
    rows, found = [], []
    for number in range(len(vocabulary)):
        piece = vocabulary.piece(number)
        vector = known.get(piece, known.get(piece.lower()))
        if vector is not None:
            rows.append(number)
            found.append(vector)
    if not rows:
        return 0
    table = model.pieces.weight
    reduced = _reduced(np.array(found, dtype=np.float64), table.shape[1])
    # As long, on average, as the random vectors that they replace.
    reduced *= 1 / np.sqrt((reduced**2).sum(1).mean())
    with torch.no_grad():
        table[rows, : reduced.shape[1]] = torch.tensor(reduced, dtype=table.dtype)
    return len(rows)


def _encoder_vectors() -> Mapping[str, np.ndarray]:
    """all-MiniLM-L6-v2's vectors: words begin a piece with ▁, as sentencepiece writes it."""
    from seqlab.tagger import load_encoder

    encoder = load_encoder("auto")
    weights = encoder.model.get_input_embeddings().weight.detach().float().numpy()
    return {
        piece[2:] if piece.startswith("##") else f"▁{piece}": weights[number]
        for piece, number in encoder.tokenizer.get_vocab().items()
    }


def _reduced(vectors: np.ndarray, size: int) -> np.ndarray:
    """The first principal components of vectors; as they are where they are short enough."""
    centred = vectors - vectors.mean(0)
    if vectors.shape[1] <= size:
        return np.asarray(centred)
    _, axes = np.linalg.eigh(centred.T @ centred)
    return np.asarray(centred @ axes[:, ::-1][:, :size])
