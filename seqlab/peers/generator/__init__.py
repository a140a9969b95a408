"""A small causal language model with adapters that rewrites sentences, and advises the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqlab.lazy import lazy_names

if TYPE_CHECKING:
    from seqlab.peers.generator.advice import GeneratorAdvice, advice_of, advised, save_advice
    from seqlab.peers.generator.critic import Critic, JudgedText, has_critic
    from seqlab.peers.generator.model import Generator

__all__ = [
    "Critic",
    "Generator",
    "GeneratorAdvice",
    "JudgedText",
    "advice_of",
    "advised",
    "has_critic",
    "save_advice",
]
# transformers and torch are loaded only by those who run the model.
_LATER = {
    "Critic": ".critic",
    "Generator": ".model",
    "GeneratorAdvice": ".advice",
    "JudgedText": ".critic",
    "advice_of": ".advice",
    "advised": ".advice",
    "has_critic": ".critic",
    "save_advice": ".advice",
}
__getattr__ = lazy_names(__name__, _LATER)
