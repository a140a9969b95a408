"""Archives of documents (DOCX, EPUB): read safely, and written with only some members changed."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from seqlab.documents.formats.lines import MAX_DOCUMENT_BYTES, MAX_PARAGRAPHS, MAX_TAGS
from seqlab.errors import DataError
from seqlab.files import open_binary

MAX_MEMBERS = 10_000
_PARAGRAPH = re.compile(rb"<(?:\w{1,20}:)?p[\s/>]")
_SPLIT = "split it into several files"
_SAVE_AGAIN = "open it and save it again"


@contextmanager
def opened_archive(path: Path, kind: str) -> Iterator[zipfile.ZipFile]:
    """The archive; whatever is damaged in it becomes an error that names the file."""
    try:
        with open_binary(path) as handle, zipfile.ZipFile(handle) as archive:
            _check_members(path, archive, kind)
            yield archive
    except DataError:
        raise
    # A damaged archive fails in many ways: wrong sums, missing members, unknown compression.
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, OSError, RuntimeError) as error:
        reason = str(error).strip("'\"") or type(error).__name__
        raise DataError(path, f"damaged {kind}: {reason}", fix=_SAVE_AGAIN) from None


def _check_members(path: Path, archive: zipfile.ZipFile, kind: str) -> None:
    members = archive.infolist()
    if sum(info.file_size for info in members) > MAX_DOCUMENT_BYTES:
        raise DataError(path, f"holds more than {MAX_DOCUMENT_BYTES:,} bytes", fix=_SPLIT)
    if len(members) > MAX_MEMBERS:
        raise DataError(path, f"holds more than {MAX_MEMBERS:,} members", fix=_SPLIT)
    twice = [name for name, n in Counter(info.filename for info in members).items() if n > 1]
    if twice:
        # Which of the two a reader shows is anybody's guess.
        raise DataError(
            path, f"damaged {kind}: a member is there twice", value=twice[0], fix=_SAVE_AGAIN
        )


def check_markup(path: Path, archive: zipfile.ZipFile, is_markup: Callable[[str], bool]) -> None:
    """Refuse an archive with more tags than memory is likely to hold, before any is parsed."""
    tags = paragraphs = 0
    for info in archive.infolist():
        if not is_markup(info.filename):
            continue
        with archive.open(info) as member:
            last = b""
            while block := member.read(1 << 20):
                tags += block.count(b"<")
                # A tag may begin in one block and end in the next.
                joined = last + block
                paragraphs += len(_PARAGRAPH.findall(joined)) - len(_PARAGRAPH.findall(last))
                last = joined[-32:]
        if tags > MAX_TAGS:
            raise DataError(path, f"holds more than {MAX_TAGS:,} tags", fix=_SPLIT)
        if paragraphs > MAX_PARAGRAPHS:
            raise DataError(path, f"holds more than {MAX_PARAGRAPHS:,} paragraphs", fix=_SPLIT)


def with_members(archive: Path | bytes, changed: Mapping[str, bytes]) -> bytes:
    """The archive with some members replaced or added; all others, in their order, as they were."""
    target = io.BytesIO()
    opened = (
        zipfile.ZipFile(io.BytesIO(archive))
        if isinstance(archive, bytes)
        else opened_archive(archive, "archive")
    )
    with opened as source, zipfile.ZipFile(target, "w") as copy:
        copy.comment = source.comment
        for info in source.infolist():
            content = changed.get(info.filename)
            copy.writestr(
                info,
                source.read(info) if content is None else content,
                compress_type=info.compress_type,
            )
        known = set(source.namelist())
        for name in sorted(changed):
            if name not in known:
                # A fixed date, so that the same document always gives the same bytes.
                copy.writestr(zipfile.ZipInfo(name), changed[name], zipfile.ZIP_DEFLATED)
    return target.getvalue()
