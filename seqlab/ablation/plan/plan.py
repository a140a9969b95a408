"""From an experiment to the stages that must be done, each named once however many need it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from seqlab.ablation.plan.config_schema import to_plain
from seqlab.ablation.plan.experiment import Experiment
from seqlab.ablation.plan.settings import Settings
from seqlab.ablation.results.measures import MEASURES

# Systems that need a labeller, and baselines that are trained; all others need neither.
_LABELLED = ("pipeline", "labels")
_TRAINED = {"lookup": "lookup", "transformer": "transformer"}


@dataclass(frozen=True)
class Node:
    """A stage with its settings and where its inputs come from."""

    stage: str
    settings: Mapping[str, Any]
    inputs: Mapping[str, Node]
    seed: int | None = None

    @property
    def id(self) -> str:
        """The same for the same stage on the same inputs with the same settings."""
        inputs = {name: node.id for name, node in self.inputs.items()}
        plain = json.dumps([self.stage, self.settings, inputs, self.seed], sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()[:16]

    def with_inputs(self) -> Iterator[Node]:
        """This node after all that it needs."""
        for node in self.inputs.values():
            yield from node.with_inputs()
        yield self


@dataclass(frozen=True)
class Run:
    """One variant with one seed: for each measure the node that counts."""

    variant: str
    seed: int
    targets: Mapping[str, Node]

    def nodes(self) -> dict[str, Node]:
        """All nodes that the run needs, by id, inputs first."""
        return {node.id: node for target in self.targets.values() for node in target.with_inputs()}


def plan_runs(experiment: Experiment) -> list[Run]:
    """The runs of an experiment, seed by seed, so that a first answer comes early."""
    return [
        Run(
            variant,
            seed,
            {
                name: _target(MEASURES[name].stage, settings, experiment.base, seed)
                for name in experiment.metrics
            },
        )
        for seed in experiment.seeds
        for variant, settings in experiment.variants.items()
    ]


def _target(stage: str, settings: Settings, base: Settings, seed: int) -> Node:
    if stage == "gold":
        return _node("gold", settings, "alignment", "annotation", "evaluation")
    if stage == "labelling":
        return _node(
            "labelling",
            settings,
            *("alignment", "annotation", "decision"),
            inputs={"tagger": _tagger(settings, seed), "test": _annotation(base)},
        )
    outputs = _outputs(settings, base, seed)
    return Node("scores", {}, {"outputs": outputs, "pairs": _pairs(base)})


def _pairs(settings: Settings) -> Node:
    return _node("pairs", settings, "corpus")


def _links(settings: Settings) -> Node:
    return _node("links", settings, "alignment", inputs={"pairs": _pairs(settings)})


def _annotation(settings: Settings) -> Node:
    inputs = {"pairs": _pairs(settings), "links": _links(settings)}
    return _node("annotation", settings, "annotation", inputs=inputs)


def _tagger(settings: Settings, seed: int) -> Node:
    inputs = {"annotation": _annotation(settings)}
    sentences = _node("sentences", settings, "labels", inputs=inputs)
    return _node("tagger", settings, "tagger", inputs={"sentences": sentences}, seed=seed)


def _outputs(settings: Settings, base: Settings, seed: int) -> Node:
    system = settings.simplification.system
    inputs = {"pairs": _pairs(base)}
    sections = ["simplification"]
    if system in _LABELLED:
        inputs["tagger"] = _tagger(settings, seed)
        sections += ["alignment", "annotation", "decision", "lexical"]
    elif system == "semi-oracle":
        inputs["test"] = _annotation(base)
    elif system == "cut":
        sections.append("baseline")
    elif system in _TRAINED:
        inputs["baseline"] = _baseline(settings, seed)
    return _node("outputs", settings, *sections, inputs=inputs)


def _baseline(settings: Settings, seed: int) -> Node:
    system = settings.simplification.system
    if system == "lookup":
        inputs = {"annotation": _annotation(settings)}
        return _node("lookup", settings, "baseline", inputs=inputs)
    inputs = {"pairs": _pairs(settings)}
    return _node("transformer", settings, "baseline", inputs=inputs, seed=seed)


def _node(
    stage: str,
    settings: Settings,
    *sections: str,
    inputs: Mapping[str, Node] | None = None,
    seed: int | None = None,
) -> Node:
    plain = {section: to_plain(getattr(settings, section)) for section in sections}
    # How often to resample is no matter of the counts.
    if "evaluation" in plain:
        plain["evaluation"] = {"gold": plain["evaluation"]["gold"]}
    return Node(stage, plain, inputs or {}, seed)
