"""The documents of a folder, in order, and where each one's output goes."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seqlab.documents.formats import FORMATS, format_name
from seqlab.errors import DataError, UsageError

# The run's own files, inside the output folder.
STATE = ".seqlab"
_OWN = ("manifest.jsonl", "lock", "partial", "parts")


@dataclass(frozen=True, slots=True)
class Found:
    """A file of the folder; `reason` says why it is passed over, `error` why it cannot be read."""

    name: str
    path: Path
    size: int
    reason: str = ""
    error: str = ""


def documents(source: Path, follow_links: bool = False) -> Iterator[Found]:
    """All files below a folder by name, those of unknown formats with the reason.

    A link that leads out of the folder is not followed unless `follow_links`, and one to a folder
    never: it may lead back to where it stands.
    """
    if not source.is_dir():
        yield _found(source, source.name)
        return
    root = None if follow_links else Path(os.path.realpath(source))
    yield from _walk(source, "", root)


def _walk(folder: Path, prefix: str, root: Path | None) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Found(prefix.rstrip("/") or ".", folder, 0, error=f"{folder}: {error.strerror}")
        return
    for entry in entries:
        name, path = f"{prefix}{entry.name}", Path(entry.path)
        if entry.name.casefold() == STATE:
            # An earlier output folder is a fine input; what its run noted is no document.
            yield Found(name, path, 0, "the files of an earlier run")
        elif entry.is_dir(follow_symlinks=False):
            yield from _walk(path, f"{name}/", root)
        elif entry.is_symlink():
            yield _linked(path, name, root)
        else:
            yield _found(path, name)


def _linked(path: Path, name: str, root: Path | None) -> Found:
    # `Path.resolve` and `DirEntry.is_dir` raise on a link that leads to itself; this does not.
    leads_to = Path(os.path.realpath(path))
    if root is not None and not leads_to.is_relative_to(root):
        return Found(name, path, 0, "a link out of the folder; see --follow-links")
    if leads_to.is_dir():
        return Found(name, path, 0, "a link to a folder")
    if leads_to.is_symlink():
        return Found(name, path, 0, error=f"{path}: a link that leads to itself")
    return _found(path, name)


def _found(path: Path, name: str) -> Found:
    try:
        status = path.stat()
    except OSError as error:
        return Found(name, path, 0, error=f"{path}: cannot be read: {error.strerror}")
    if not stat.S_ISREG(status.st_mode):
        return Found(name, path, 0, "not a file")
    if format_name(path) is None:
        return Found(name, path, status.st_size, "no known format")
    return Found(name, path, status.st_size)


def target(output: Path, found: Found) -> Path:
    """Where the output of a document goes; the text of a PDF gets a name of its own."""
    name = f"{found.name}.txt" if format_name(found.path) == "pdf" else found.name
    return output / name


def check_inside(output: Path, path: Path) -> None:
    """Refuse to write where a link in the output folder leads out of it."""
    root = Path(os.path.realpath(output))
    if not Path(os.path.realpath(path.parent)).is_relative_to(root):
        raise DataError(path, "a link there leads out of the output folder", fix="remove the link")


def check_folders(source: Path, output: Path) -> None:
    """Refuse places where outputs would mix with originals or with other files."""
    try:
        _check_folders(source, output)
    except OSError as error:
        raise UsageError(f"{error.filename or output}: {error.strerror or error}") from None


def _check_folders(source: Path, output: Path) -> None:
    try:
        source.stat()
    except OSError as error:
        reason = "no such file or folder" if error.errno == errno.ENOENT else error.strerror
        raise DataError(source, str(reason), fix="check the path") from None
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
    _check_writable(output)
    if output.is_dir() and any(output.iterdir()) and not (output / STATE).is_dir():
        raise UsageError(
            f"--output {output}: holds files that no run wrote; name an empty or a new folder"
        )
    for own in (output / STATE, *(output / STATE / name for name in _OWN)):
        if own.is_symlink():
            raise UsageError(f"--output {output}: {own} is a link; remove it")


def _check_writable(output: Path) -> None:
    try:
        output.mkdir(parents=True, exist_ok=True)
        writable = os.access(output, os.W_OK | os.X_OK)
        reason = "" if writable else "it may not be written to"
    except OSError as error:
        reason = error.strerror or str(error)
    if reason:
        raise UsageError(f"--output {output}: {reason}; name another folder")
