"""Corpora of complex and simple text: readers, sentence alignment and splits."""

from corpora.pair import Kind, Pair, read_pairs, write_pairs

__all__ = ["Kind", "Pair", "read_pairs", "write_pairs"]
