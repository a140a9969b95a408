"""The documents of a folder, in order, and where each one's output goes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seqlab.documents.formats import FORMATS, format_name
from seqlab.errors import DataError, UsageError

# The run's own files, inside the output folder.
STATE = ".seqlab"


@dataclass(frozen=True, slots=True)
class Found:
    """A file of the folder; `reason` says why it is passed over, `error` why it cannot be read."""

    name: str
    path: Path
    size: int
    reason: str = ""
    error: str = ""


def documents(source: Path) -> Iterator[Found]:
    """All files below a folder by name, those of unknown formats with the reason."""
    if not source.is_dir():
        yield _found(source, source.name)
        return
    yield from _walk(source, "")


def _walk(folder: Path, prefix: str) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Found(prefix or ".", folder, 0, error=f"{folder}: {error.strerror}")
        return
    for entry in entries:
        name, path = f"{prefix}{entry.name}", Path(entry.path)
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(path, f"{name}/")
        elif entry.is_dir():
            # A link may lead back to where it stands, so links to folders are not followed.
            yield Found(name, path, 0, "a link to a folder")
        else:
            yield _found(path, name)


def _found(path: Path, name: str) -> Found:
    try:
        size = path.stat().st_size
    except OSError:
        size = 0  # reading it will say what is wrong
    if path.exists() and not path.is_file():
        return Found(name, path, size, "not a file")
    if format_name(path) is None:
        return Found(name, path, size, "no known format")
    return Found(name, path, size)


def target(output: Path, found: Found) -> Path:
    """Where the output of a document goes; the text of a PDF gets a name of its own."""
    name = f"{found.name}.txt" if format_name(found.path) == "pdf" else found.name
    return output / name


def check_folders(source: Path, output: Path) -> None:
    """Refuse places where outputs would mix with originals or with other files."""
    if not source.exists():
        raise DataError(source, "no such file or folder", fix="check the path")
    if source.is_file() and format_name(source) is None:
        raise DataError(source, "no known format", fix=f"known: {', '.join(FORMATS)}")
    if output.exists() and not output.is_dir():
        raise UsageError(f"--output {output}: is a file; name a folder")
    inside, outside = source.resolve(), output.resolve()
    if inside.is_file():
        inside = inside.parent
        if outside == inside:
            raise UsageError(f"--output {output}: is the folder of the original; name another")
    elif outside == inside:
        raise UsageError(f"--output {output}: is the folder of the originals; name another")
    elif outside.is_relative_to(inside):
        raise UsageError(f"--output {output}: lies inside the folder of the originals")
    elif inside.is_relative_to(outside):
        raise UsageError(f"--output {output}: the folder of the originals lies inside it")
    if output.is_dir() and any(output.iterdir()) and not (output / STATE).is_dir():
        raise UsageError(
            f"--output {output}: holds files that no run wrote; name an empty or a new folder"
        )
