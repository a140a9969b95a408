"""`model.json`: which parts a model has, for which levels, how it was made, and all hashes.

model.json       format, SeqLab's version, components with versions, levels, provenance, hashes
tagger/          the tagger (its own SHA256SUMS)
lexical/         a lexical simplifier of its own; else the shipped one, known by its hash
splits/          a writer of splits, which reads the tagger's vectors; else labels alone say them
judge/           a judge of edits of its own; else that of the model that ships
decisions.json   how labels are decided
settings.yaml    the training configuration, resolved
MODEL_CARD.md    for people, as are report.md and report.html
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seqlab.errors import DataError, DataWarning, UsageError
from seqlab.files import SUMS, atomic_write, file_hash, read_text
from seqlab.model_folder.parts import PARTS, shipped_part

FORMAT = "seqlab.model/1"
FILE, DECISIONS, SETTINGS = "model.json", "decisions.json", "settings.yaml"
TAGGER, LEXICAL, JUDGE, SPLITS = "tagger", "lexical", "judge", "splits"
DEFAULT_FOLDER = Path(__file__).resolve().parent.parent / "models" / "default"
_REBUILD = "train it again: seqlab train DATA OUT (settings.yaml in it holds its settings)"
# What a folder of another version has, and what changed since.
_OLDER = {
    "simplifier.json": "it is of the layout before seqlab.model/1: simplifier.json has become "
    "model.json and decisions.json, operations/ has become tagger/",
    "weights.safetensors": "it is a tagger alone: `tag` and `export` take it, simplifying needs "
    "model.json, decisions.json and tagger/ as well",
}


@dataclass(frozen=True)
class Decisions:
    """How labels are decided.

    Args:
        thresholds: Whether labels are chosen by the thresholds tuned on validation articles.
        bias: Added to the log-probability of every label but COPY.
        entities: Whether the tagger reads placeholders for names, places and numbers.
        lexical: Which stages of the lexical simplifier run, and whether it runs at all (`on`).
    """

    thresholds: bool = True
    bias: float = 0.0
    entities: bool = False
    lexical: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class ModelFolder:
    """An opened model folder; nothing but JSON has been read."""

    path: Path
    levels: tuple[str, ...]
    syntax: str
    decisions: Decisions
    content: Mapping[str, Any]

    @property
    def tagger(self) -> Path:
        """The tagger's folder."""
        return self.path / TAGGER

    @property
    def judge(self) -> Path:
        """The folder of its judge of edits, or of the shipped one."""
        return _judge(self.path)

    @property
    def splits(self) -> Path:
        """The folder of its writer of splits, if it has one."""
        return self.path / SPLITS

    @property
    def lexical(self) -> Path | None:
        """The folder of a lexical simplifier of its own, or None for the shipped one."""
        own = self.content["components"]["lexical"].get("folder")
        return None if own is None else self.path / own


def _judge(folder: Path) -> Path:
    return folder / JUDGE if (folder / JUDGE).is_dir() else DEFAULT_FOLDER / JUDGE


def model_path(name_or_path: str | Path) -> Path:
    """The folder of a model: `default` is the one in the package."""
    return DEFAULT_FOLDER if str(name_or_path) == "default" else Path(name_or_path)


def is_model(path: str | Path) -> bool:
    """Whether a path is a model folder."""
    return (Path(path) / FILE).is_file()


def tagger_folder(name_or_path: str | Path) -> Path:
    """The tagger of a model folder, or the folder itself if it is a tagger's."""
    folder = model_path(name_or_path)
    return folder / TAGGER if (folder / FILE).is_file() else folder


def open_model(name_or_path: str | Path = "default") -> ModelFolder:
    """The model of a folder, with its decisions and settings checked against their hashes."""
    folder = model_path(name_or_path)
    content = _content(folder)
    files = content["files"]
    writer = [name for name in files if name.startswith(f"{SPLITS}/")]
    for name in (DECISIONS, SETTINGS, f"{TAGGER}/{SUMS}", *writer, *_files_of_judge(files)):
        _check(folder, name, content)
    try:
        decisions = Decisions(**json.loads(read_text(folder / DECISIONS)))
        components = content["components"]
        model = ModelFolder(
            folder, tuple(content["levels"]), components["syntax"]["name"], decisions, content
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            folder / FILE, f"does not describe a model: {error}", fix=_REBUILD
        ) from None
    _warn_of_other_parts(folder, components)
    return model


def _files_of_judge(files: Mapping[str, str]) -> list[str]:
    """What is checked of a judge: all its files, but of the tagger in it only the sums.

    A tagger checks its own files by them when it is loaded.
    """
    own = [name for name in files if name.startswith(f"{JUDGE}/")]
    taggers = tuple(name.removesuffix(SUMS) for name in own if name.endswith(f"/{SUMS}"))
    return [name for name in own if name.endswith(f"/{SUMS}") or not name.startswith(taggers)]


def check_files(folder: str | Path) -> None:
    """Raise a `DataError` if any file that the model lists is missing or altered."""
    content = _content(Path(folder))
    for name in content["files"]:
        _check(Path(folder), name, content)


def write_hashes(folder: str | Path, steps: Sequence[Mapping[str, Any]] = ()) -> None:
    """Write the hashes of all files into model.json, and the `steps` that led to them if given."""
    folder = Path(folder)
    content = dict(_content(folder))
    if steps:
        content["provenance"] = {**content["provenance"], "steps": list(steps)}
    content["files"] = hashes(folder)
    with atomic_write(folder / FILE) as handle:
        json.dump(content, handle, ensure_ascii=False, indent=1)
        handle.write("\n")


def hashes(folder: Path) -> dict[str, str]:
    """SHA-256 by name of all files in a model folder but model.json and what people add."""
    return {
        file.relative_to(folder).as_posix(): file_hash(file)
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name not in (FILE, "config.yaml") and file.name[0] != "."
    }


def _content(folder: Path) -> dict[str, Any]:
    if not folder.is_dir():
        raise UsageError(f"no model folder {folder}; `default` is the model in the package")
    if not (folder / FILE).is_file():
        for name, changed in _OLDER.items():
            if (folder / name).is_file():
                raise UsageError(f"no simplifier in {folder}: {changed}; {_REBUILD}")
        raise UsageError(f"no model in {folder}: it has no {FILE}; make one: seqlab train DATA OUT")
    try:
        content = json.loads(read_text(folder / FILE))
    except ValueError as error:
        raise DataError(folder / FILE, f"not JSON: {error}", fix=_REBUILD) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        version = content.get("format") if isinstance(content, dict) else content
        made = content.get("seqlab", "?") if isinstance(content, dict) else "?"
        raise DataError(
            folder / FILE,
            f"a model of another version, made by SeqLab {made}; this SeqLab reads {FORMAT}",
            value=str(version),
            fix=_REBUILD,
        )
    if not isinstance(content.get("files"), dict):
        raise DataError(folder / FILE, "has no hashes of its files", fix=_REBUILD)
    return content


def _check(folder: Path, name: str, content: Mapping[str, Any]) -> None:
    expected = content.get("files", {}).get(name)
    if expected is None:
        raise DataError(folder / FILE, f"has no hash of {name}", fix=_REBUILD)
    if not (folder / name).is_file():
        raise DataError(folder / name, "missing from the model folder", fix=_REBUILD)
    if file_hash(folder / name) != expected:
        fix = "take an unaltered copy of the model folder, or train it again"
        raise DataError(folder / name, "altered: its SHA-256 is not that in model.json", fix=fix)


def _warn_of_other_parts(folder: Path, components: Mapping[str, Any]) -> None:
    """A model refers to shipped parts by hash: another version may decide otherwise."""
    for name in PARTS:
        theirs = components.get(name, {})
        # A part of its own is not compared, so the shipped one need not be read.
        if "folder" not in theirs and theirs.get("sha256", "") not in ("", shipped_part(name)):
            reason = f"made with another version of the {name} part that ships: texts may differ"
            warnings.warn(DataWarning(folder, reason, fix="train it again"), stacklevel=3)
