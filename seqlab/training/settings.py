"""The training configuration: everything that can vary from a corpus to a model folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from corpora import Kind, ReadOptions
from corpora.alignment import Method
from lexical_simplifier import Stages
from seqlab.alignment import ALIGNERS
from seqlab.annotation import LABEL_SETS, AnnotationOptions
from seqlab.errors import UsageError
from seqlab.tagger import HeadOptions, ModelOptions, TrainingOptions

# Most words are copied; without weights and thresholds a tagger would copy nearly all.
MODEL = ModelOptions(head=HeadOptions(class_weights="sqrt", thresholds=True))
LevelPairs = Literal["auto", "adjacent", "all", "original"]


@dataclass(frozen=True)
class CorpusSettings:
    """From a corpus to sentence pairs in three parts.

    Args:
        documents: Use only the first N articles; 0 uses all.
        method: How sentences are aligned.
        level_pairs: Which levels of an article are paired. `auto` pairs the original with every
            level, so that the model learns to write for each.
        kinds: Which kinds of pairs are taken; the thesis (3.2.3) took 1-1.
        split_seed: Seed of the split by article, where the corpus defines none.
        share: Share of the training articles to use; validation and test are not affected.
        source_links: Minimum share of source words that the aligner links, for a pair to be used in
            training; this drops pairs that say different things, of which noisy corpora have many.
        target_links: The same for target words.
        read: How the corpus is read.
    """

    documents: int = 0
    method: Method = "dynamic"
    level_pairs: LevelPairs = "auto"
    kinds: tuple[Kind, ...] = ("identical", "1-1", "1-N")
    split_seed: int = 13
    share: float = 1.0
    source_links: float = 0.0
    target_links: float = 0.0
    read: ReadOptions = field(default_factory=ReadOptions)

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise UsageError(f"share must be above 0 and at most 1 (got {self.share})")


@dataclass(frozen=True)
class AlignmentSettings:
    """From sentence pairs to word links.

    Args:
        aligner: Which word aligner finds the links.
        options: Arguments of its constructor.
        entities: Replace names, places and numbers with placeholders (`PERSON@1`) first.
    """

    aligner: str = "light"
    options: dict[str, Any] = field(default_factory=dict)
    entities: bool = False

    def __post_init__(self) -> None:
        if self.aligner not in ALIGNERS:
            raise UsageError(f"no aligner {self.aligner!r}; known: {', '.join(ALIGNERS)}")


@dataclass(frozen=True)
class AnnotationSettings(AnnotationOptions):
    """From word links to operation labels.

    Args:
        syntax: Syntax backend for tags and phrase labels, or `none`.
    """

    syntax: str = "none"


@dataclass(frozen=True)
class LabelSettings:
    """What of the annotation the tagger learns.

    Args:
        set: Name of the label set.
        levels: Give every level its own heads (`plain.operation`). `auto` does so where one source
            is paired with several levels; otherwise there is one head, `operation`.
        level: Level of the pairs that have none; with `start`, by default the first level of that
            model. Empty for none.
        splits: Label the words before which the simple side begins a new sentence.
        soft_references: Merge the references of a source into one sentence with soft labels.
    """

    set: str = "copy-delete-replace"
    levels: Literal["auto", "heads", "none"] = "auto"
    level: str = ""
    splits: bool = True
    soft_references: bool = True

    def __post_init__(self) -> None:
        if self.set not in LABEL_SETS:
            raise UsageError(f"no label set {self.set!r}; known: {', '.join(LABEL_SETS)}")


@dataclass(frozen=True)
class DecisionSettings:
    """From probabilities to labels.

    Args:
        thresholds: Use the thresholds tuned on validation articles, where the model has them.
        bias: Added to the log-probability of every label but COPY; above 0 changes more.
    """

    thresholds: bool = True
    bias: float = 0.0


@dataclass(frozen=True)
class LexicalSettings(Stages):
    """The lexical simplifier.

    Args:
        on: Replace words at all.
        own: Train a ranker on the replacements of this corpus, instead of using the shipped one:
            `auto` does so if there are enough of them (`least`) and the result is better on
            validation articles.
        least: How many replacements in the training articles are enough.
    """

    on: bool = True
    own: Literal["auto", "always", "never"] = "auto"
    least: int = 3000


@dataclass(frozen=True)
class TrainSettings:
    """From a corpus to a model folder; `data` are names or paths, `PATH=WEIGHT` for a weight."""

    data: tuple[str, ...] = ("sample",)
    start: str = ""
    corpus: CorpusSettings = field(default_factory=CorpusSettings)
    alignment: AlignmentSettings = field(default_factory=AlignmentSettings)
    annotation: AnnotationSettings = field(default_factory=AnnotationSettings)
    labels: LabelSettings = field(default_factory=LabelSettings)
    model: ModelOptions = MODEL
    training: TrainingOptions = field(default_factory=TrainingOptions)
    decision: DecisionSettings = field(default_factory=DecisionSettings)
    lexical: LexicalSettings = field(default_factory=LexicalSettings)

    def __post_init__(self) -> None:
        if not self.data:
            raise UsageError("data: name a corpus, e.g. sample")
        needs = [
            (self.labels.set == "phrase-iob", "labels.set: phrase-iob"),
            ("tag" in self.model.features, "model.features: [tag]"),
        ]
        for needed, key in needs:
            if needed and self.annotation.syntax == "none":
                raise UsageError(f"{key} needs annotation.syntax, e.g. embedded")
