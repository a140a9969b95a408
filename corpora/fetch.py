"""Downloading a published corpus: licence first, checksum last, nothing half-written."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from corpora.published import PublishedCorpus
from seqlab.errors import DataError, UsageError
from seqlab.files import file_hash
from seqlab.progress import track

TIMEOUT = 60.0
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that is now here."""

    path: Path
    sha256: str
    # Whether the checksum was known beforehand and found right.
    verified: bool


def fetch(
    corpus: PublishedCorpus,
    folder: Path,
    accept_licence: bool = False,
    mirror: str | None = None,
    pins: Mapping[str, str] | None = None,
) -> list[Fetched]:
    """Download what is missing of `corpus` into `folder`; files already right are kept.

    Args:
        corpus: What to download.
        folder: Where it goes.
        accept_licence: The licence was read and accepted; without it nothing is downloaded.
        mirror: Take files by their names from this address instead of the publisher's.
        pins: SHA-256 by file name for files whose checksum the registry does not know.
    """
    if not accept_licence:
        raise UsageError(
            f"{corpus.title} is licensed {corpus.licence}; add --yes if you accept that"
        )
    names = [file.name for file in corpus.files]
    if unknown := [name for name in pins or {} if name not in names]:
        raise UsageError(f"no file {unknown[0]!r} in {corpus.name}; known: {', '.join(names)}")
    fetched = []
    for file in track(corpus.files, f"fetching {corpus.name}"):
        url = f"{mirror.rstrip('/')}/{file.name}" if mirror else file.url
        expected = file.sha256 or (pins or {}).get(file.name)
        found = _fetch_file(url, folder / file.name, expected)
        if file.unpack:
            unpack(found.path, folder)
        fetched.append(found)
    return fetched


def describe(corpus: PublishedCorpus, folder: Path) -> str:
    """What is shown before anything is downloaded."""
    return "\n".join(
        [
            corpus.title,
            f"licence   {corpus.licence}",
            f"homepage  {corpus.homepage}",
            f"files     {len(corpus.files)} into {folder}",
        ]
    )


def _fetch_file(url: str, target: Path, expected: str | None) -> Fetched:
    if target.is_file():
        digest = file_hash(target)
        if expected in (None, digest):
            return Fetched(target, digest, expected is not None)
    part = target.with_name(target.name + ".part")
    target.parent.mkdir(parents=True, exist_ok=True)
    _download(url, part)
    digest = file_hash(part)
    if expected is not None and digest != expected:
        part.unlink()
        raise DataError(
            url,
            f"wrong checksum: expected {expected}",
            value=digest,
            fix="the file changed or was cut short; nothing was kept, so try again",
        )
    part.replace(target)
    return Fetched(target, digest, expected is not None)


def _download(url: str, part: Path) -> None:
    """Fetch into `part`, going on where an earlier attempt stopped."""
    # Who reads corpora that are there should not wait for the modules of the network.
    import urllib.error
    import urllib.request
    from http.client import HTTPException

    already = part.stat().st_size if part.is_file() else 0
    request = urllib.request.Request(url, headers={"User-Agent": "seqlab"})
    if already:
        request.add_header("Range", f"bytes={already}-")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            # A server that knows no ranges sends everything again.
            resumed = answer.status == 206
            with part.open("ab" if resumed else "wb") as handle:
                _copy(answer, handle, url, answer.headers.get("Content-Length"))
    except urllib.error.HTTPError as error:
        if error.code == 416 and already:
            # The part is already whole, or longer than the file: start over.
            part.unlink()
            return _download(url, part)
        raise DataError(url, f"the server answers {error.code} {error.reason}") from None
    except (urllib.error.URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", None) or error
        raise DataError(
            url, f"cannot be downloaded: {reason}", fix="run it again; what has arrived is kept"
        ) from None


def _copy(answer: BinaryIO, handle: BinaryIO, url: str, length: str | None) -> None:
    received = 0
    while chunk := answer.read(_CHUNK):
        handle.write(chunk)
        received += len(chunk)
    handle.flush()
    os.fsync(handle.fileno())
    if length is not None and received < int(length):
        # What has arrived is kept, as after any other error of the network.
        raise ConnectionError(f"{received:,} of {int(length):,} bytes came from {url}")


def unpack(archive: Path, folder: Path) -> None:
    """Extract a zip archive, refusing entries that would land outside `folder`."""
    try:
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist():
                path = PurePosixPath(name.replace("\\", "/"))
                if path.is_absolute() or ".." in path.parts:
                    raise DataError(archive, "an entry points outside the archive", value=name)
            opened.extractall(folder)
    except zipfile.BadZipFile as error:
        raise DataError(archive, f"damaged archive: {error}", fix="download it again") from None
