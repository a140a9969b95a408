"""From an experiment to the stages that must be done, each named once however many need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from seqlab.ablation.plan.experiment import Experiment
from seqlab.ablation.plan.settings import Settings
from seqlab.ablation.results.measures import MEASURES
from seqlab.ablation.stages import PACKAGE
from seqlab.errors import UsageError
from seqlab.peers import rival_hash
from seqlab.training import (
    Node,
    annotation_node,
    held_out_node,
    model_node,
    pairs_node,
    parse_sources,
    with_start,
)
from seqlab.training.config import to_plain

# Baselines that are trained.
_TRAINED = ("lookup", "transformer")


@dataclass(frozen=True)
class Run:
    """One variant with one seed: for each measure the node that counts; the model, if any."""

    variant: str
    seed: int
    targets: Mapping[str, Node]
    model: Node | None = None

    def nodes(self) -> dict[str, Node]:
        """All nodes that the run needs, by id, inputs first."""
        return {node.id: node for target in self.targets.values() for node in target.with_inputs()}


def plan_runs(experiment: Experiment) -> list[Run]:
    """The runs of an experiment, seed by seed, so that a first answer comes early."""
    return [
        _run(variant, settings, experiment, seed)
        for seed in experiment.seeds
        for variant, settings in experiment.variants.items()
    ]


def _run(variant: str, settings: Settings, experiment: Experiment, seed: int) -> Run:
    targets = {
        name: _target(MEASURES[name].stage, settings, experiment.base, seed)
        for name in experiment.metrics
    }
    nodes = (node for target in targets.values() for node in target.with_inputs())
    return Run(variant, seed, targets, next((n for n in nodes if n.stage == "model"), None))


def _target(stage: str, settings: Settings, base: Settings, seed: int) -> Node:
    if stage == "gold":
        return _node("gold", settings, "alignment", "annotation", "evaluation")
    if stage == "labelling":
        inputs = {"model": _model(settings, seed), "test": held_out_node(base)}
        return _node("labelling", settings, inputs=inputs)
    outputs = _outputs(settings, base, seed)
    return _node(stage, settings, inputs={"outputs": outputs, "pairs": _tests(base)})


def _tests(base: Settings) -> Node:
    """What all variants are judged on: the base's test pairs, or a test set."""
    own = base.evaluation
    if not own.test:
        return held_out_node(base)
    return Node("tests", {"test": own.test, "skip": own.skip}, {}, None, PACKAGE)


def _model(settings: Settings, seed: int) -> Node:
    return model_node(_own(settings), seed)


def _own(settings: Settings) -> Settings:
    started = with_start(settings)
    assert isinstance(started, Settings)
    return started


def _outputs(settings: Settings, base: Settings, seed: int) -> Node:
    system = settings.simplification.system
    inputs = {"pairs": _tests(base)}
    sections = ["simplification"]
    if system == "pipeline":
        inputs["model"] = _model(settings, seed)
        sections.append("lexical")
    elif system in ("cut", "random"):
        sections.append("baseline")
    elif system in _TRAINED:
        inputs["baseline"] = _baseline(settings, seed)
    node = _node("outputs", settings, *sections, inputs=inputs)
    if system == "rival":
        # A rival that was trained again gives other outputs under the same name.
        trained = [rival_hash(own) for own in settings.simplification.rival]
        node = replace(node, settings={**node.settings, "trained": trained})
    return node


def _baseline(settings: Settings, seed: int) -> Node:
    sources = parse_sources(settings.data)
    if len(sources) > 1:
        raise UsageError(f"{settings.simplification.system} learns from one corpus, not several")
    if settings.simplification.system == "lookup":
        inputs = {"annotation": annotation_node(settings, sources[0])}
        return _node("lookup", settings, "baseline", inputs=inputs)
    inputs = {"pairs": pairs_node(settings, sources[0])}
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
    return Node(stage, plain, inputs or {}, seed, PACKAGE)
