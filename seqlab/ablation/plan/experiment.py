"""`Experiment`: one question, a base, and variants of it, as a YAML file says."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqlab.ablation.plan.settings import Settings
from seqlab.ablation.results.measures import MEASURES
from seqlab.errors import UsageError, nearest
from seqlab.files import read_mapping, read_text
from seqlab.training.config import from_plain, merged, nested, to_plain

BASE = "base"
_KEYS = ("base", "base_name", "variants", "grid", "seeds", "metrics", "lesson")
# What a name becomes as the name of a file.
_UNSAFE = re.compile(r"[^A-Za-z0-9.+=-]+")


@dataclass(frozen=True)
class Experiment:
    """What is asked, and every variant with all its settings; the base is the first."""

    name: str
    question: str
    variants: Mapping[str, Settings]
    seeds: tuple[int, ...]
    metrics: tuple[str, ...]
    lesson: str = ""
    base_name: str = BASE

    @property
    def base(self) -> Settings:
        """What the variants are compared with, and whose test pairs judge all of them."""
        return next(iter(self.variants.values()))

    def to_plain(self) -> dict[str, Any]:
        """The experiment with every setting of every variant, as `from_resolved` reads it."""
        return {
            "name": self.name,
            "question": self.question,
            "lesson": self.lesson,
            "base_name": self.base_name,
            "seeds": list(self.seeds),
            "metrics": list(self.metrics),
            "variants": {name: to_plain(settings) for name, settings in self.variants.items()},
        }


def from_resolved(values: Mapping[str, Any]) -> Experiment:
    """The experiment that `Experiment.to_plain` wrote."""
    return Experiment(
        name=values["name"],
        question=values["question"],
        variants={name: from_plain(Settings, v) for name, v in values["variants"].items()},
        seeds=tuple(values["seeds"]),
        metrics=tuple(values["metrics"]),
        lesson=values["lesson"],
        base_name=values["base_name"],
    )


def read_experiment(
    path: str | Path, base: str | Path | None = None, seeds: Sequence[int] | None = None
) -> Experiment:
    """The experiment of a YAML file, checked to the last key before anything runs.

    Args:
        path: The file.
        base: File of settings that takes the place of the one that `base.from` names, so that
            the same question can be asked of another corpus.
        seeds: Instead of the file's.
    """
    path = Path(path)
    content = read_mapping(path, "settings")
    if unknown := [key for key in content if key not in _KEYS]:
        raise UsageError(f"{path}: no key {unknown[0]!r}{nearest(str(unknown[0]), _KEYS)}")
    try:
        return _experiment(path, content, base, seeds)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def question_of(path: str | Path) -> str:
    """The first line of an experiment's file, which is a comment."""
    first = read_text(path).split("\n", 1)[0]
    if not first.startswith("# ") or not first.rstrip().endswith("?"):
        raise UsageError(f"{path}: the first line must be `# ` and the question, ending in `?`")
    return first[2:].strip()


def _experiment(
    path: Path, content: Mapping[str, Any], base: str | Path | None, seeds: Sequence[int] | None
) -> Experiment:
    own = content.get("base") or {}
    if not isinstance(own, Mapping):
        raise UsageError("base: must be settings, or `from:` and the name of a file of settings")
    own = dict(own)
    named = own.pop("from", None)
    start: dict[str, Any] = {}
    if base is not None or named is not None:
        start = nested(read_mapping(Path(base) if base is not None else path.parent / str(named)))
    settings = merged(start, nested(own))
    base_name = str(content.get("base_name", BASE))
    variants = {base_name: from_plain(Settings, settings)}
    for name, changes in _variants(content).items():
        if name in variants:
            raise UsageError(f"variants: two are called {name!r}")
        try:
            variants[name] = from_plain(Settings, _changed(settings, nested(changes)))
        except UsageError as error:
            raise UsageError(f"variant {name!r}: {error}") from None
    return Experiment(
        name=path.stem,
        question=question_of(path),
        variants=variants,
        seeds=_seeds(content.get("seeds", [1]) if seeds is None else list(seeds)),
        metrics=_metrics(content.get("metrics", ["labels"])),
        lesson=" ".join(str(content.get("lesson", "")).split()),
        base_name=base_name,
    )


def _changed(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The base's settings with a variant's changes.

    Another aligner has other options, another system is another rival or none.
    """
    alignment = dict(settings.get("alignment", {}))
    if "aligner" in changes.get("alignment", {}):
        alignment.pop("options", None)
    simplification = dict(settings.get("simplification", {}))
    system = changes.get("simplification", {}).get("system")
    if system not in (None, simplification.get("system")):
        simplification.pop("rival", None)
    start = {**settings, "alignment": alignment, "simplification": simplification}
    return merged(start, changes)


def _variants(content: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The variants by name, then every combination of the grid."""
    named = content.get("variants") or {}
    if not isinstance(named, Mapping):
        raise UsageError("variants: must map names to what each changes")
    found: dict[str, Mapping[str, Any]] = {}
    for name, changes in named.items():
        if not isinstance(changes, Mapping) or not changes:
            raise UsageError(f"variant {name!r}: must be a mapping (got {changes!r})")
        found[str(name)] = changes
    grid = content.get("grid") or {}
    if not isinstance(grid, Mapping) or not all(isinstance(v, list) for v in grid.values()):
        raise UsageError("grid: must map keys to lists of values")
    for values in itertools.product(*grid.values()) if grid else ():
        point = dict(zip(grid, values, strict=True))
        name = ", ".join(f"{key.rsplit('.', 1)[-1]} {value}" for key, value in point.items())
        found[name] = point
    clashing: dict[str, str] = {}
    for name in found:
        other = clashing.setdefault(file_name(name), name)
        if other != name:
            raise UsageError(f"variants {other!r} and {name!r} have names that are too similar")
    return found


def file_name(variant: str) -> str:
    """The name of a variant in the names of its files."""
    return _UNSAFE.sub("-", variant).strip("-.") or "variant"


def _seeds(given: Any) -> tuple[int, ...]:
    whole = isinstance(given, list) and all(type(seed) is int and seed >= 0 for seed in given)
    if not given or not whole or len(set(given)) != len(given):
        raise UsageError(f"seeds: must be different whole numbers in a list (got {given!r})")
    return tuple(given)


def _metrics(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list) or not given:
        raise UsageError(f"metrics: must be a list of names (got {given!r})")
    for name in given:
        if name not in MEASURES:
            raise UsageError(f"metrics: no metric {name!r}{nearest(str(name), MEASURES)}")
    return tuple(dict.fromkeys(given))
