"""Doing what a plan says: every stage once, as soon as its inputs are there."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from seqlab.ablation.execute.engines import Engine, Failure, Outcome
from seqlab.ablation.plan.plan import Run
from seqlab.training import Cache, Done, Node, Task


def do_runs(runs: Sequence[Run], engine: Engine) -> dict[str, Outcome]:
    """The outcome of every node of `runs` by its id; what needs a failed stage fails with it."""
    nodes: dict[str, Node] = {}
    used_by: dict[str, str] = {}
    for run in runs:
        for name, node in run.nodes().items():
            nodes.setdefault(name, node)
            used_by.setdefault(name, f"{run.variant}, seed {run.seed}")
    outcomes: dict[str, Outcome] = {}
    started: set[str] = set()
    while len(outcomes) < len(nodes):
        for name, node in nodes.items():
            if name in started or name in outcomes:
                continue
            inputs = {key: outcomes.get(other.id) for key, other in node.inputs.items()}
            failed = [found for found in inputs.values() if isinstance(found, Failure)]
            if failed:
                outcomes[name] = failed[0]
            elif all(inputs.values()) and len(started) < engine.slots:
                started.add(name)
                engine.start(name, _task(node, inputs))
        if not started:
            continue
        for name, outcome in engine.finished():
            started.discard(name)
            outcomes[name] = outcome
            _say(f"[{len(outcomes)}/{len(nodes)}] {_told(nodes[name], outcome)}", used_by[name])
    return outcomes


def cached(runs: Sequence[Run], cache: Path) -> dict[str, Done | None]:
    """What of every node's result is there already, by its id; nothing is done."""
    found: dict[str, Done | None] = {}
    store = Cache(cache)
    for run in runs:
        for name, node in run.nodes().items():
            if name in found:
                continue
            inputs = {key: found[other.id] for key, other in node.inputs.items()}
            found[name] = store.find(_task(node, inputs)) if all(inputs.values()) else None
    return found


def plan_table(runs: Sequence[Run], cache: Path) -> str:
    """For `--dry-run`: every run with its stages, and which of them are in the cache."""
    found = cached(runs, cache)
    todo = sum(done is None for done in found.values())
    width = max(len(run.variant) for run in runs)
    lines = []
    for run in runs:
        stages = [
            f"{node.stage} {'cached' if found[name] else 'to do'}"
            for name, node in run.nodes().items()
        ]
        lines.append(f"{run.variant:<{width}}  seed {run.seed}  {', '.join(stages)}")
    return "\n".join([*lines, f"{len(found)} stages, {len(found) - todo} cached, {todo} to do"])


def _task(node: Node, inputs: Mapping[str, Outcome | None]) -> Task:
    ready = {key: done for key, done in inputs.items() if isinstance(done, Done)}
    return Task(node.stage, node.settings, node.seed, ready, node.package)


def _told(node: Node, outcome: Outcome) -> str:
    if isinstance(outcome, Failure):
        return f"{node.stage} FAILED: {outcome.reason}"
    how = "cached" if outcome.reused else f"{outcome.seconds:.1f} s"
    return f"{node.stage}: {how}"


def _say(line: str, where: str) -> None:
    print(f"{line} ({where})", file=sys.stderr, flush=True)
