"""Rivals, trained on the same pairs: a phrase table and a small Transformer."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from seqlab.peers.lookup import phrase_table, read_table, simplified, write_table
from seqlab.peers.options import TransformerOptions

if TYPE_CHECKING:
    from seqlab.peers.transformer import train_transformer, translate

__all__ = [
    "TransformerOptions",
    "phrase_table",
    "read_table",
    "simplified",
    "train_transformer",
    "translate",
    "write_table",
]


def __getattr__(name: str) -> Any:
    # torch is loaded only by those who train or run the Transformer.
    if name in ("train_transformer", "translate"):
        return getattr(import_module("seqlab.peers.transformer"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
