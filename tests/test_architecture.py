"""Data flows one way: a room of the house imports only from the rooms above it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# The order of the rooms; rooms on one line are one floor and may see each other.
FLOORS: list[list[str]] = [
    ["seqlab", "seqlab.errors", "seqlab.files", "seqlab.progress", "seqlab.provenance"],
    ["seqlab.devices", "seqlab.inflections"],
    ["seqlab.text"],
    ["seqlab.english"],
    ["corpora"],
    ["seqlab.tagger"],
    ["seqlab.syntax"],
    ["seqlab.alignment"],
    ["seqlab.annotation"],
    ["lexical_simplifier"],
    ["seqlab.editing"],
    ["seqlab.evaluation"],
    ["seqlab.pipeline"],
    ["seqlab.peers"],
    ["seqlab.documents"],
    ["seqlab.training"],
    ["seqlab.ablation"],
    ["seqlab.commands", "seqlab.cli", "seqlab.options"],
    ["run", "benchmarks"],
]
FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
MODULES = sorted(
    path
    for folder in ("seqlab", "corpora", "lexical_simplifier", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
)


def room_of(module: str) -> str | None:
    """The room a dotted module name lies in, or None for other people's packages."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if (room := ".".join(parts[:length])) in FLOOR:
            return room
    return None


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every absolute import, those inside functions included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute here"
            for alias in node.names:
                # `from seqlab import text` names a room; `from seqlab import __version__` does not.
                full = f"{node.module}.{alias.name}"
                yield node.lineno, full if full in FLOOR else node.module


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_from_above(path: Path) -> None:
    own = room_of(module_name(path))
    assert own is not None, f"{path} lies in no room: give it a place in FLOORS"
    for line, imported in imports(path):
        other = room_of(imported)
        if other is not None and other != own:
            assert FLOOR[other] <= FLOOR[own], f"{path}:{line}: {own} imports {imported}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_stage_is_used_through_its_public_face(path: Path) -> None:
    own = room_of(module_name(path))
    if own == "benchmarks":
        return  # like tests, measurements may look inside a stage
    for line, imported in imports(path):
        other = room_of(imported)
        if other is None or other == own or FLOOR[other] == 0:
            continue
        is_face = (ROOT / imported.replace(".", "/")).is_dir() or imported in FLOOR
        assert is_face, f"{path}:{line}: import {imported!r} through the stage's __init__"
