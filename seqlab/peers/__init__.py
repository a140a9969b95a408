"""Rivals, trained on the same data: phrase table, Transformers, paraphrase rules, a generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqlab.lazy import lazy_names
from seqlab.peers.generator.options import GenerationOptions, GeneratorOptions
from seqlab.peers.lookup import phrase_table, read_table, simplified, write_table
from seqlab.peers.multss.options import MulTSSOptions, NetworkOptions, SearchOptions
from seqlab.peers.multss.tasks import TaskSource, read_tasks
from seqlab.peers.options import TransformerOptions
from seqlab.peers.paraphrase.options import ParaphraseOptions, TuningOptions
from seqlab.peers.proposer import load_proposer, of_outputs, use_proposer
from seqlab.peers.systems import (
    Peer,
    fit_generator,
    fit_multss,
    fit_paraphrase,
    load_peer,
    nbest_lines,
    rival_hash,
)

if TYPE_CHECKING:
    from seqlab.peers.generator.model import Generator
    from seqlab.peers.multss.model import MulTSS
    from seqlab.peers.transformer import train_transformer, translate

__all__ = [
    "GenerationOptions",
    "Generator",
    "GeneratorOptions",
    "MulTSS",
    "MulTSSOptions",
    "NetworkOptions",
    "ParaphraseOptions",
    "Peer",
    "SearchOptions",
    "TaskSource",
    "TransformerOptions",
    "TuningOptions",
    "fit_generator",
    "fit_multss",
    "fit_paraphrase",
    "load_peer",
    "load_proposer",
    "nbest_lines",
    "of_outputs",
    "phrase_table",
    "read_table",
    "read_tasks",
    "rival_hash",
    "simplified",
    "train_transformer",
    "translate",
    "use_proposer",
    "write_table",
]
# torch is loaded only by those who train or run a Transformer.
_LATER = {
    "Generator": ".generator.model",
    "MulTSS": ".multss.model",
    "train_transformer": ".transformer",
    "translate": ".transformer",
}
__getattr__ = lazy_names(__name__, _LATER)
