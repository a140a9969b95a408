"""A small causal language model with adapters that rewrites sentences, and advises the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqlab.lazy import lazy_names

if TYPE_CHECKING:
    from seqlab.peers.generator.advice import GeneratorAdvice, advised, save_advice
    from seqlab.peers.generator.model import Generator

__all__ = ["Generator", "GeneratorAdvice", "advised", "save_advice"]
# transformers and torch are loaded only by those who run the model.
_LATER = {
    "Generator": ".model",
    "GeneratorAdvice": ".advice",
    "advised": ".advice",
    "save_advice": ".advice",
}
__getattr__ = lazy_names(__name__, _LATER)
