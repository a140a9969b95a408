"""`Study`: what is asked of whom about what, read from a YAML file and checked before it starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from seqlab.errors import UsageError, nearest
from seqlab.files import read_jsonl, read_lines, read_mapping, values_hash

SCALES = ("percent", "five", "four", "count", "choice")
_KNOWN = (
    "title",
    "form",
    "instructions",
    "consent",
    "items",
    "systems",
    "questions",
    "raters",
    "per_rater",
    "qualification",
    "controls",
    "repeats",
    "rewriting",
    "seed",
)


@dataclass(frozen=True)
class Question:
    """One question; its scale says which answers it takes.

    `percent` is 0–100, `five` 1–5, `four` 0–4, `count` 0–50, `choice` one of two versions or
    neither.
    """

    name: str
    text: str
    scale: str

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest answer; a choice is 0 for A, 1 for B, 2 for similar."""
        bounds = {"percent": (0, 100), "five": (1, 5), "four": (0, 4), "count": (0, 50)}
        return bounds.get(self.scale, (0, 2))


@dataclass(frozen=True)
class Item:
    """An original sentence and its simplifications by system.

    `expect` bounds the answers to an item of known answer: `{"meaning": (0, 30)}`.
    """

    id: str
    source: str
    outputs: Mapping[str, str] = field(default_factory=dict)
    expect: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Rewriting:
    """What a rewriting must be to be taken (thesis 4.2.1, checked there by hand).

    Args:
        least_change: Share of the words that must differ.
        least_seconds: Time that must pass before it is sent.
        least_words: Words that it must have.
    """

    least_change: float = 0.1
    least_seconds: float = 8.0
    least_words: int = 3


@dataclass(frozen=True)
class Study:
    """A study.

    Args:
        title: What raters see above every page.
        form: `direct`, `likert`, `pairwise`, `simpler`, `gain` or `rewrite`.
        instructions: What raters are told.
        questions: What they are asked.
        items: The sentences.
        raters: How many people see each item.
        per_rater: The most pages that one person gets; 0 for all.
        consent: What people agree to before they start.
        together: Whether all simplifications of an item are on one page.
        qualification: Items of known answer that come first.
        qualification_pass: Share of expectations that must be met.
        controls: Items of known answer among the others.
        control_every: After so many pages comes one of them.
        repeats: How many pages come a second time, to see whether a rater agrees with himself.
        rewriting: What a rewriting must be.
        seed: Of all that is random.
    """

    title: str
    form: str
    instructions: str
    questions: tuple[Question, ...]
    items: tuple[Item, ...]
    raters: int = 3
    per_rater: int = 0
    consent: str = ""
    together: bool = False
    qualification: tuple[Item, ...] = ()
    qualification_pass: float = 0.75
    controls: tuple[Item, ...] = ()
    control_every: int = 10
    repeats: int = 0
    rewriting: Rewriting = Rewriting()
    seed: int = 1

    @property
    def is_comparison(self) -> bool:
        """Whether two versions are compared."""
        return self.form in ("pairwise", "simpler")

    @property
    def hash(self) -> str:
        """What tells whether a store belongs to this study."""
        return values_hash(
            [
                self.form,
                self.seed,
                [[one.name, one.scale] for one in self.questions],
                [[one.id, one.source, dict(one.outputs)] for one in self.items],
            ]
        )[:16]

    def pages(self) -> list[tuple[Item, tuple[str, ...]]]:
        """What is shown on one page: an item and the systems whose outputs are on it."""
        pages: list[tuple[Item, tuple[str, ...]]] = []
        for item in self.items:
            systems = tuple(item.outputs)
            if self.form == "rewrite" or self.together:
                pages.append((item, systems))
            elif self.is_comparison:
                pages += [
                    (item, (one, two)) for n, one in enumerate(systems) for two in systems[n + 1 :]
                ]
            else:
                pages += [(item, (system,)) for system in systems]
        return pages


@lru_cache(maxsize=1)
def forms() -> dict[str, Any]:
    """The forms and their questions."""
    text = resources.files("seqlab.web.rating").joinpath("forms.yaml").read_text("utf-8")
    loaded = yaml.safe_load(text)
    assert isinstance(loaded, dict)
    return loaded


def read_study(path: str | Path) -> Study:
    """The study of a YAML file; files that it names lie beside it."""
    path = Path(path)
    values = read_mapping(path, "study")
    try:
        return _study(values, path.parent)
    except _Bad as error:
        raise UsageError(f"{path}: {error}") from None


class _Bad(Exception):
    """What is wrong with a study."""


def _study(values: Mapping[str, Any], folder: Path) -> Study:
    for name in values:
        if name not in _KNOWN:
            raise _Bad(f"no setting {name!r}{nearest(str(name), _KNOWN)}")
    known = forms()
    form = values.get("form", "direct")
    if form not in known:
        raise _Bad(f"no form {form!r}; known: {', '.join(known)}")
    own = known[form]
    questions = _questions(values.get("questions") or own["questions"], own["scale"])
    qualification, controls = values.get("qualification") or {}, values.get("controls") or {}
    for name, part in (("qualification", qualification), ("controls", controls)):
        if not isinstance(part, Mapping):
            raise _Bad(f"{name} must have items, each with what is expected")
    study = Study(
        title=str(values.get("title", "Rating")),
        form=form,
        instructions=str(values.get("instructions") or own["instructions"]),
        questions=questions,
        items=_items(values, folder),
        raters=_number(values, "raters", 3, 1),
        per_rater=_number(values, "per_rater", 0, 0),
        consent=str(values.get("consent") or ""),
        together=bool(own.get("together", False)),
        qualification=_expected("qualification", qualification, questions),
        qualification_pass=_share(qualification, "pass", 0.75),
        controls=_expected("controls", controls, questions),
        control_every=_number(controls, "every", 10, 1),
        repeats=_number(values, "repeats", 0, 0),
        rewriting=_rewriting(values.get("rewriting") or {}),
        seed=_number(values, "seed", 1, 0),
    )
    _check(study)
    return study


def _check(study: Study) -> None:
    if not study.items:
        raise _Bad("no items")
    counts = Counter(one.id for one in study.items)
    if twice := [name for name, count in counts.items() if count > 1]:
        raise _Bad(f"two items have the id {twice[0]!r}")
    least = 2 if study.is_comparison else 0 if study.form == "rewrite" else 1
    for item in (*study.items, *study.qualification, *study.controls):
        if not item.source.strip():
            raise _Bad(f"item {item.id!r} has no source")
        if len(item.outputs) < least:
            raise _Bad(
                f"item {item.id!r} has {len(item.outputs)} outputs, {study.form} needs {least}"
            )


def _items(values: Mapping[str, Any], folder: Path) -> tuple[Item, ...]:
    """Items given in the file, in a JSONL file, or as lines of one file per system."""
    given, systems = values.get("items"), values.get("systems") or {}
    if isinstance(given, str):
        path = folder / given
        if path.suffix == ".jsonl":
            return tuple(_item(number, one) for number, one in read_jsonl(path))
        sources = list(read_lines(path))
        outputs = {name: list(read_lines(folder / file)) for name, file in systems.items()}
        for name, lines in outputs.items():
            if len(lines) != len(sources):
                raise _Bad(f"{systems[name]} has {len(lines)} lines, {given} has {len(sources)}")
        return tuple(
            Item(str(number + 1), source, {name: lines[number] for name, lines in outputs.items()})
            for number, source in enumerate(sources)
        )
    if not isinstance(given, Sequence) or not given:
        raise _Bad("items must be a file or a list of items")
    return tuple(_item(number, one) for number, one in enumerate(given, start=1))


def _item(number: int, values: Any) -> Item:
    if not isinstance(values, Mapping) or "source" not in values:
        raise _Bad(f"item {number} has no source")
    outputs = values.get("outputs") or ({"": values["output"]} if "output" in values else {})
    if not isinstance(outputs, Mapping):
        raise _Bad(f"item {number}: outputs must be `system: text`")
    expect = {}
    for name, bounds in (values.get("expect") or {}).items():
        if not isinstance(bounds, Sequence) or len(bounds) != 2:
            raise _Bad(f"item {number}: expect.{name} must be [least, most]")
        expect[str(name)] = (float(bounds[0]), float(bounds[1]))
    return Item(
        str(values.get("id", number)),
        str(values["source"]),
        {str(name): str(text) for name, text in outputs.items()},
        expect,
    )


def _expected(
    name: str, values: Mapping[str, Any], questions: Sequence[Question]
) -> tuple[Item, ...]:
    items = tuple(_item(n, one) for n, one in enumerate(values.get("items") or (), start=1))
    asked = {one.name for one in questions}
    for item in items:
        if unknown := [key for key in item.expect if key not in asked]:
            raise _Bad(f"{name}, item {item.id!r}: no question {unknown[0]!r}")
        if not item.expect:
            raise _Bad(f"{name}, item {item.id!r}: say what is expected, or leave it out")
    return items


def _questions(values: Any, scale: str) -> tuple[Question, ...]:
    if not isinstance(values, Mapping) or not values:
        raise _Bad("questions must be `name: text`")
    questions = []
    for name, one in values.items():
        own = one if isinstance(one, Mapping) else {"text": one}
        kind = own.get("scale", scale)
        if kind not in SCALES:
            raise _Bad(f"question {name!r}: no scale {kind!r}; known: {', '.join(SCALES)}")
        questions.append(Question(str(name), str(own.get("text", name)), str(kind)))
    return tuple(questions)


def _rewriting(values: Mapping[str, Any]) -> Rewriting:
    try:
        return Rewriting(**values)
    except TypeError:
        raise _Bad("rewriting knows least_change, least_seconds and least_words") from None


def _number(values: Mapping[str, Any], name: str, default: int, least: int) -> int:
    value = values.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise _Bad(f"{name} must be a whole number from {least} on (got {value!r})")
    return value


def _share(values: Mapping[str, Any], name: str, default: float) -> float:
    value = values.get(name, default)
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _Bad(f"{name} must be from 0 to 1 (got {value!r})")
    return float(value)
