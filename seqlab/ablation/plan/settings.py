"""`Settings`: everything that an experiment can vary: the training configuration, and more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from seqlab.editing import ALL_RULES
from seqlab.errors import UsageError
from seqlab.peers import TransformerOptions
from seqlab.pipeline import Decide
from seqlab.tagger import TrainingOptions
from seqlab.training import TrainSettings

System = Literal[
    "pipeline", "semi-oracle", "identity", "cut", "random", "lookup", "transformer", "rival",
    "published", "reference"
]  # fmt: skip
Operation = Literal["split", "delete", "replace"]


@dataclass(frozen=True)
class SimplificationSettings:
    """From a model to simpler text.

    Args:
        system: `pipeline` is the variant's model; `semi-oracle` obeys the test pairs' own labels;
            `rival` is a system that `seqlab peer fit` trained, `published` a file of outputs,
            `reference` one of the references, whose scores are against the others; the rest are
            baselines.
        rival: The rival's model folder; `FOLDER:TASK` names a task or level of it, and several
            follow one another as a pipeline. Of `published` the file, a line per sentence.
        decide: How the model decides: `edits` is the product, `labels` obeys the tagger word by
            word (thesis 3.2.3), so that texts differ where labels do.
        sentences: Only the first so many test pairs; 0 takes all.
        strength: How much the pipeline changes, 0 to 1.
        operations: What the pipeline may do.
        rules_off: Repairs of the assembler that are left out.
    """

    system: System = "pipeline"
    rival: tuple[str, ...] = ()
    decide: Decide = "edits"
    sentences: int = 0
    strength: float = 0.5
    operations: tuple[Operation, ...] = ("split", "delete", "replace")
    rules_off: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := [name for name in self.rules_off if name not in ALL_RULES]:
            raise UsageError(f"no repair {unknown[0]!r}; known: {', '.join(ALL_RULES)}")
        if (self.system in ("rival", "published")) != any(self.rival):
            raise UsageError(
                "`system: rival` (or published) and `rival: FOLDER` go together: give both, or none"
            )


@dataclass(frozen=True)
class BaselineSettings(TransformerOptions):
    """The baselines that are trained on the same pairs; the rest is the Transformer's.

    Args:
        keep: Share of a sentence's words that `cut` and `random` keep.
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
        test: A test set with its references, by its name for `seqlab evaluate`, in place of the
            test pairs of the base's corpus.
        skip: So many of its sentences are passed over, e.g. those that a rival was trained on.
        samples: Resamples of intervals and tests.
        confidence: Confidence level of the intervals.
    """

    gold: tuple[str, ...] = ("sample",)
    test: str = ""
    skip: int = 0
    samples: int = 1000
    confidence: float = 0.95


@dataclass(frozen=True)
class Settings(TrainSettings):
    """One variant of an experiment: how its model is trained, used and judged."""

    simplification: SimplificationSettings = field(default_factory=SimplificationSettings)
    baseline: BaselineSettings = field(default_factory=BaselineSettings)
    evaluation: EvaluationSettings = field(default_factory=EvaluationSettings)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.training.seed != TrainingOptions().seed:
            raise UsageError("training.seed is set by the experiment; write `seeds: [1, 2, 3]`")
