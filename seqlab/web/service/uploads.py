"""An uploaded file, looked at before any reader opens it."""

from __future__ import annotations

import gzip
import re
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from seqlab.documents import FORMATS, format_name
from seqlab.web.options import RequestLimits
from seqlab.web.service.problems import Problem

_LONGEST_NAME = 120
_ARCHIVES = ("docx", "epub")
_BLOCK = 1 << 20


def shown_name(name: str | None) -> str:
    """The last part of a file's name, without what could harm a header, a path or a page."""
    last = re.split(r"[/\\]", name or "")[-1]
    clean = re.sub(r"[^\w .()-]", "_", last, flags=re.ASCII).strip(" .")
    if len(clean) > _LONGEST_NAME:
        clean = clean[-_LONGEST_NAME:].lstrip(" .")
    return clean or "document"


def stored_name(name: str) -> str:
    """The name a file is stored by: nothing of the client's but its format."""
    kind = format_name(Path(name))
    if kind is None:
        known = ", ".join(FORMATS)
        raise Problem(
            415,
            "no document format is known by this name",
            field="file",
            fix=f"send one of {known}",
        )
    suffixes = [suffix.lower() for suffix in Path(name).suffixes[-2:]]
    return "document" + ("".join(suffixes) if suffixes[-1] == ".gz" else suffixes[-1])


def check_upload(path: Path, limits: RequestLimits) -> None:
    """Refuse archives that unpack to too much, or to places outside themselves."""
    if path.suffix == ".gz":
        _check_packed(path, limits)
    elif format_name(path) in _ARCHIVES:
        _check_archive(path, limits)


def _check_packed(path: Path, limits: RequestLimits) -> None:
    size = 0
    try:
        with gzip.open(path, "rb") as handle:
            while block := handle.read(_BLOCK):
                size += len(block)
                if size > limits.unpacked:
                    raise _too_large(limits.unpacked)
    except (OSError, EOFError, zlib.error):
        raise Problem(422, "damaged .gz file", field="file", fix="pack it again") from None


def _check_archive(path: Path, limits: RequestLimits) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            if len(members) > limits.members:
                raise Problem(
                    413,
                    f"the archive has {len(members):,} members; at most {limits.members:,} "
                    "are taken",
                    field="file",
                    fix="break it into several files",
                )
            if sum(one.file_size for one in members) > limits.unpacked:
                raise _too_large(limits.unpacked)
            for one in members:
                parts = PurePosixPath(one.filename.replace("\\", "/"))
                if parts.is_absolute() or ".." in parts.parts:
                    raise Problem(
                        422,
                        "a member of the archive has a name that leads out of it",
                        field="file",
                        fix="save the document again",
                    )
            _check_sizes(archive, members, limits.unpacked)
    except (
        zipfile.BadZipFile,
        ValueError,
        KeyError,
        RuntimeError,
        NotImplementedError,
        zlib.error,
        EOFError,
        OSError,
    ):
        raise Problem(
            422,
            "the file is no DOCX or EPUB, or is damaged",
            field="file",
            fix="open it and save it again",
        ) from None


def _check_sizes(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], most: int) -> None:
    """Unpack once without keeping anything: what a member says of its size may be a lie."""
    size = 0
    for one in members:
        with archive.open(one) as handle:
            while block := handle.read(_BLOCK):
                size += len(block)
                if size > most:
                    raise _too_large(most)


def _too_large(most: int) -> Problem:
    return Problem(
        413,
        f"the file unpacks to more than {most:,} bytes",
        field="file",
        fix="break it into several files",
    )
