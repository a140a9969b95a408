"""What can vary in a tagger and its training; the fields are the keys of a configuration."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from seqlab.errors import UsageError


@dataclass(frozen=True)
class HeadOptions:
    """How one set of labels is predicted and learned.

    Args:
        decoder: `crf` scores whole label sequences; `softmax` each token alone, the choice for
            large label sets.
        class_weights: `none`, or heavier losses for rare labels: `balanced` (inverse frequency)
            or `sqrt` (its square root).
        focal_gamma: Above 0, the focal loss with this exponent (softmax only).
        label_smoothing: Share of the probability given to all labels alike (softmax only).
        loss_weight: Weight of this head's loss relative to the others.
        layer: Which BiLSTM layer feeds the head, 1 the lowest; 0 means the last.
        thresholds: Tune each label's decision threshold on development data after training; label
            sets of more than twenty keep the most probable label.
    """

    decoder: Literal["softmax", "crf"] = "softmax"
    class_weights: Literal["none", "sqrt", "balanced"] = "none"
    focal_gamma: float = 0.0
    label_smoothing: float = 0.0
    loss_weight: float = 1.0
    layer: int = 0
    thresholds: bool = False

    def __post_init__(self) -> None:
        if self.decoder == "crf" and (self.focal_gamma or self.label_smoothing):
            raise UsageError("focal_gamma and label_smoothing need decoder: softmax")


@dataclass(frozen=True)
class ModelOptions:
    """The token representation, the BiLSTM above it and the heads on top.

    Args:
        word_dim: Size of the word embeddings; 0 leaves them out.
        word_vectors: File of word vectors that the embeddings start from: `.safetensors`, `.npz`,
            word2vec's `.bin` or `.txt`, GloVe's text.
        trust_pickle: Read gensim's `.kv` too, a pickle that can run code.
        vector_words: How many of the file's most frequent words to keep besides those seen in
            training.
        train_words: Let training change the word embeddings.
        min_count: Words seen fewer times in training share one embedding unless they have a
            vector.
        char_dim: Size of the character embeddings; 0 leaves the character CNN out.
        char_filters: Filters of the character CNN.
        char_width: Characters a filter sees.
        shape_dim: Size of the word-shape embedding (`Xxxx`, `dd`); 0 leaves it out.
        casing_dim: Size of the casing embedding; 0 leaves it out.
        frequency: Use the word's log-frequency in general English.
        features: Names of the sentences' features to embed, e.g. `[tag, entity]`.
        feature_dim: Size of each such embedding.
        encoder: Transformer below the BiLSTM by path or name, `auto` for all-MiniLM-L6-v2; empty
            for none.
        encoder_layer: Which of its layers to read; -1 is the last.
        fine_tune: Train the encoder too, instead of using it as fixed features.
        frozen_layers: Lowest layers of a fine-tuned encoder that stay as they are; its embedding
            is the first.
        encoder_dropout: Share of units dropped inside a fine-tuned encoder; below 0, as published.
        hidden: Units of the BiLSTM in each direction.
        layers: BiLSTM layers; 0 puts the heads straight on the token representation.
        dropout: Share of units dropped in training.
        word_dropout: Share of words hidden from the word embedding in training.
        head: Options of every head that `heads` does not name.
        heads: Options by head.
    """

    word_dim: int = 100
    word_vectors: str = ""
    trust_pickle: bool = False
    vector_words: int = 20_000
    train_words: bool = True
    min_count: int = 2
    char_dim: int = 30
    char_filters: int = 50
    char_width: int = 3
    shape_dim: int = 10
    casing_dim: int = 4
    frequency: bool = True
    features: tuple[str, ...] = ()
    feature_dim: int = 16
    encoder: str = ""
    encoder_layer: int = -1
    fine_tune: bool = False
    frozen_layers: int = 0
    encoder_dropout: float = -1.0
    hidden: int = 128
    layers: int = 1
    dropout: float = 0.3
    word_dropout: float = 0.05
    head: HeadOptions = field(default_factory=HeadOptions)
    heads: dict[str, HeadOptions] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _at_least("model", self, 1, "hidden", "char_filters", "char_width", "feature_dim")
        _at_least(
            "model", self, 0, "word_dim", "vector_words", "min_count", "char_dim", "shape_dim",
            "casing_dim",
        )  # fmt: skip
        _share("model", self, "dropout", "word_dropout")
        if not 0 <= self.layers <= 3:
            raise UsageError(f"model.layers must be 0 to 3 (got {self.layers})")
        if self.fine_tune and not self.encoder:
            raise UsageError("model.fine_tune needs a model.encoder, e.g. auto")
        if self.frozen_layers and not self.fine_tune:
            raise UsageError("model.frozen_layers needs model.fine_tune; otherwise all are frozen")
        parts = (self.word_dim, self.char_dim, self.shape_dim, self.casing_dim, self.encoder)
        if not any(parts) and not self.features and not self.frequency:
            raise UsageError("the model has no input: set word_dim, char_dim or encoder")


@dataclass(frozen=True)
class TrainingOptions:
    """How the tagger is trained.

    Args:
        epochs: Maximum number of passes over the training data.
        patience: Epochs without a better development score before stopping.
        metric: Development score that chooses the best epoch, averaged over heads.
        batch_size: Sentences in a batch, all devices together.
        learning_rate: Highest learning rate.
        encoder_learning_rate: The same for a fine-tuned encoder.
        layer_decay: Each layer of a fine-tuned encoder learns at this share of the rate of the
            layer above it; 1 is the same for all.
        weight_decay: Weight decay of AdamW.
        schedule: How the learning rate decays to zero over the epochs.
        warmup: Share of all steps in which the learning rate rises.
        clip: Gradients are scaled down to this norm.
        average: Above 0, the model is the running mean of its weights, which moves this slowly: at
            0.999 over about the last thousand steps. The mean is what is evaluated and saved.
        start: Folder of a tagger to continue from; words, labels and heads that it lacks are added.
            Empty starts from the encoder alone.
        seed: The same seed gives the same weights on the same machine.
        accelerator: `auto` takes the GPU if there is one.
        devices: How many devices to train on.
        precision: `auto` is 16-mixed on a GPU, else 32.
        resume: Resume from the checkpoints of an interrupted run in the same folder.
        keep_checkpoints: Keep the work folder of checkpoints after a finished run.
        half_weights: Store the weights in 16 bits: half the size, almost the same predictions.
        onnx: How the network is stored for onnxruntime, which predicts with it: in `int8`,
            `float16` or `float32`; `auto` uses the smallest that leaves the labels unchanged;
            `none` writes no such file, so torch predicts.
        feature_cache: File that keeps encoder features between runs; empty for the default
            location.
    """

    epochs: int = 15
    patience: int = 3
    metric: Literal["macro_f1", "accuracy"] = "macro_f1"
    batch_size: int = 32
    learning_rate: float = 2e-3
    encoder_learning_rate: float = 5e-5
    layer_decay: float = 1.0
    weight_decay: float = 1e-4
    schedule: Literal["constant", "linear", "cosine"] = "linear"
    warmup: float = 0.05
    clip: float = 5.0
    average: float = 0.0
    start: str = ""
    seed: int = 1
    accelerator: str = "auto"
    devices: int = 1
    precision: str = "auto"
    resume: bool = True
    keep_checkpoints: bool = False
    half_weights: bool = False
    onnx: Literal["auto", "int8", "float16", "float32", "none"] = "auto"
    feature_cache: str = ""

    def __post_init__(self) -> None:
        _at_least("training", self, 1, "epochs", "batch_size", "devices")
        _at_least("training", self, 0, "patience", "clip", "weight_decay", "learning_rate", "seed")
        _share("training", self, "warmup")
        if not 0 <= self.average < 1:
            raise UsageError(f"training.average must be 0 or below 1 (got {self.average})")
        if not 0 < self.layer_decay <= 1:
            raise UsageError(f"training.layer_decay must be above 0 to 1 (got {self.layer_decay})")


def _at_least(group: str, options: object, least: int, *names: str) -> None:
    for name in names:
        # `not … >=` also refuses what is not a number.
        if not getattr(options, name) >= least:
            raise UsageError(
                f"{group}.{name} must be {least} or more (got {getattr(options, name)})"
            )


def _share(group: str, options: object, *names: str) -> None:
    for name in names:
        if not 0 <= getattr(options, name) < 1:
            raise UsageError(
                f"{group}.{name} must be from 0 to below 1 (got {getattr(options, name)})"
            )
