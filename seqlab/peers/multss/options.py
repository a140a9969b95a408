"""Size, training and search of MulTSS, apart from its code: reading settings needs no torch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from seqlab.errors import UsageError, check_least

Mixing = Literal["proportional", "equal", "temperature"]
Select = Literal["sari", "bertscore-p", "loss", "last"]
Schedule = Literal["linear", "inverse-sqrt"]


@dataclass(frozen=True)
class NetworkOptions:
    """The Transformer.

    Args:
        size: Width of the states.
        inner: Width inside the feed-forward parts.
        layers: Layers of the encoder and of the decoder.
        heads: Attention heads.
        dropout: Share of units dropped in training.
        copy: Let the decoder copy pieces of the source (See et al. 2017).
        longest: Pieces that the model reads; longer sentences are left as they are.
    """

    size: int = 256
    inner: int = 1024
    layers: int = 3
    heads: int = 4
    dropout: float = 0.1
    copy: bool = True
    longest: int = 160

    def __post_init__(self) -> None:
        if self.size % self.heads or self.size % 2:
            raise UsageError(f"size {self.size} must be even and a multiple of heads {self.heads}")


@dataclass(frozen=True)
class SearchOptions:
    """How the best output is searched.

    Args:
        beam: Hypotheses kept at each step; 1 is greedy.
        length_penalty: Log-probabilities are divided by length to this power.
        no_repeat: An n-gram of so many pieces is written only as often as the source has it,
            and once in any case; 0 switches this off.
        batch_size: Sentences searched together.
        two_sentences: Tasks whose output is to be more than one sentence. Where the best output
            is a single one, it is searched again, and the end may not be written before a second
            sentence began. Sentences of fewer than ten words are not forced.
    """

    beam: int = 4
    length_penalty: float = 1.0
    no_repeat: int = 3
    batch_size: int = 32
    two_sentences: tuple[str, ...] = ()


@dataclass(frozen=True)
class MulTSSOptions:
    """One model: its network, vocabulary, training and search.

    Args:
        network: The Transformer.
        search: How outputs are searched.
        vocabulary: Subword pieces, made by sentencepiece (BPE).
        reserved: Tasks that later models, started from this one, will have: they get tokens.
        embeddings: Where embeddings start: `random`, `minilm` (the encoder package's, reduced to
            `size`), or a file of word vectors.
        mixing: How often each task is drawn: `proportional` to its pairs, `equal`, or by
            `temperature` between the two.
        temperature: 1 is proportional; the higher, the more equal.
        pool: Give every pair the token of the first task (the baseline of thesis 6.3.4).
        steps: Training steps.
        batch_size: Pairs in a batch.
        learning_rate: Highest learning rate.
        warmup: Share of the steps in which the rate rises.
        schedule: How the rate falls afterwards.
        smoothing: Label smoothing.
        weight_decay: Weight decay.
        clip: Largest norm of the gradients.
        precision: Lightning's precision, e.g. `bf16-mixed`.
        select: Which checkpoint is kept: of the highest validation `sari` or `bertscore-p`, of
            the lowest `loss`, or the `last`.
        check_every: Steps between validations, and between checkpoints to resume from.
        check_sentences: Validation sentences of the first task.
        accelerator: Lightning's accelerator.
        devices: How many of them.
        strategy: Lightning's strategy, e.g. `ddp`.
    """

    network: NetworkOptions = field(default_factory=NetworkOptions)
    search: SearchOptions = field(default_factory=SearchOptions)
    vocabulary: int = 8000
    reserved: tuple[str, ...] = ()
    embeddings: str = "random"
    mixing: Mixing = "proportional"
    temperature: float = 2.0
    pool: bool = False
    steps: int = 1000
    batch_size: int = 48
    learning_rate: float = 1e-3
    warmup: float = 0.1
    schedule: Schedule = "linear"
    smoothing: float = 0.1
    weight_decay: float = 1e-4
    clip: float = 1.0
    precision: str = "32-true"
    select: Select = "last"
    check_every: int = 200
    check_sentences: int = 100
    accelerator: str = "cpu"
    devices: int = 1
    strategy: str = "auto"

    def __post_init__(self) -> None:
        check_least(self, 1, "vocabulary", "steps", "batch_size", "check_every", "devices")
