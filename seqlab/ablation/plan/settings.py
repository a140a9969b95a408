"""`Settings`: everything that an experiment can vary, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from corpora import Kind, PairMode
from corpora.alignment import Method
from lexical_simplifier import Stages
from seqlab.alignment import ALIGNERS
from seqlab.annotation import LABEL_SETS, AnnotationOptions
from seqlab.editing import ALL_RULES
from seqlab.errors import UsageError
from seqlab.peers import TransformerOptions
from seqlab.tagger import ModelOptions, TrainingOptions

System = Literal["pipeline", "labels", "semi-oracle", "identity", "cut", "lookup", "transformer"]
Operation = Literal["split", "delete", "replace"]


@dataclass(frozen=True)
class CorpusSettings:
    """From articles to sentence pairs in three parts.

    Args:
        path: The corpus; `sample` is the one that ships, `$SEQLAB_DATA` may be part of a path.
        documents: Only the first so many articles; 0 takes all.
        method: How sentences are aligned.
        levels: Which levels of an article are paired.
        kinds: Which kinds of pairs are taken; the thesis (3.2.3) took 1-1.
        split_seed: Which articles go in which part.
        share: Share of the training articles that are used; all are validated and tested on.
    """

    path: str = "sample"
    documents: int = 0
    method: Method = "dynamic"
    levels: PairMode = "adjacent"
    kinds: tuple[Kind, ...] = ("1-1",)
    split_seed: int = 13
    share: float = 1.0

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise UsageError(f"share must be above 0 and at most 1 (got {self.share})")


@dataclass(frozen=True)
class AlignmentSettings:
    """From sentence pairs to word links.

    Args:
        aligner: Which word aligner finds the links.
        options: What its constructor takes.
        entities: Put placeholders (`PERSON@1`) for names, places and numbers first.
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
    """What of the annotation the labeller learns.

    Args:
        set: Name of the label set.
    """

    set: str = "copy-delete-replace"

    def __post_init__(self) -> None:
        if self.set not in LABEL_SETS:
            raise UsageError(f"no label set {self.set!r}; known: {', '.join(LABEL_SETS)}")


@dataclass(frozen=True)
class TaggerSettings:
    """The network and its training; its seed is the experiment's."""

    model: ModelOptions = field(default_factory=ModelOptions)
    training: TrainingOptions = field(default_factory=TrainingOptions)

    def __post_init__(self) -> None:
        if self.training.seed != TrainingOptions().seed:
            raise UsageError("training.seed is set by the experiment; write `seeds: [1, 2, 3]`")


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
    """

    on: bool = True


@dataclass(frozen=True)
class SimplificationSettings:
    """From labels to simpler text.

    Args:
        system: `pipeline` is the product; `labels` obeys the labels word by word (thesis 3.2.3);
            `semi-oracle` obeys the test pairs' own labels; the others are baselines.
        sentences: Only the first so many test pairs; 0 takes all.
        strength: How much the pipeline changes, 0 to 1.
        operations: What the pipeline may do.
        rules_off: Repairs of the assembler that are left out.
    """

    system: System = "pipeline"
    sentences: int = 0
    strength: float = 0.5
    operations: tuple[Operation, ...] = ("split", "delete", "replace")
    rules_off: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := [name for name in self.rules_off if name not in ALL_RULES]:
            raise UsageError(f"no repair {unknown[0]!r}; known: {', '.join(ALL_RULES)}")


@dataclass(frozen=True)
class BaselineSettings(TransformerOptions):
    """The baselines that are trained on the same pairs; the rest is the Transformer's.

    Args:
        keep: Share of a sentence's words that `cut` keeps.
        least: How often `lookup` must have seen a phrase with its replacement.
        longest: Most words of a phrase of `lookup`.
    """

    keep: float = 0.8
    least: int = 2
    longest: int = 3


@dataclass(frozen=True)
class EvaluationSettings:
    """How everything is scored.

    Args:
        gold: Files of gold links and labels: `sample`, or a path.
        samples: Resamples of intervals and tests.
        confidence: Of the intervals.
    """

    gold: tuple[str, ...] = ("sample",)
    samples: int = 1000
    confidence: float = 0.95


@dataclass(frozen=True)
class Settings:
    """One variant of an experiment, from the corpus to the scores."""

    corpus: CorpusSettings = field(default_factory=CorpusSettings)
    alignment: AlignmentSettings = field(default_factory=AlignmentSettings)
    annotation: AnnotationSettings = field(default_factory=AnnotationSettings)
    labels: LabelSettings = field(default_factory=LabelSettings)
    tagger: TaggerSettings = field(default_factory=TaggerSettings)
    decision: DecisionSettings = field(default_factory=DecisionSettings)
    lexical: LexicalSettings = field(default_factory=LexicalSettings)
    simplification: SimplificationSettings = field(default_factory=SimplificationSettings)
    baseline: BaselineSettings = field(default_factory=BaselineSettings)
    evaluation: EvaluationSettings = field(default_factory=EvaluationSettings)

    def __post_init__(self) -> None:
        needs = [
            (self.labels.set == "phrase-iob", "labels.set: phrase-iob"),
            ("tag" in self.tagger.model.features, "tagger.model.features: [tag]"),
        ]
        for needed, key in needs:
            if needed and self.annotation.syntax == "none":
                raise UsageError(f"{key} needs annotation.syntax, e.g. embedded")
