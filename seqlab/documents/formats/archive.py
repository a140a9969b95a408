"""Archives of documents (DOCX, EPUB): read safely, and written with only some members changed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from seqlab.documents.formats.lines import MAX_DOCUMENT_BYTES
from seqlab.errors import DataError
from seqlab.files import open_binary


@contextmanager
def opened_archive(path: Path, kind: str) -> Iterator[zipfile.ZipFile]:
    """The archive; whatever is damaged in it becomes an error that names the file."""
    try:
        with open_binary(path) as handle, zipfile.ZipFile(handle) as archive:
            if sum(info.file_size for info in archive.infolist()) > MAX_DOCUMENT_BYTES:
                raise DataError(
                    path,
                    f"holds more than {MAX_DOCUMENT_BYTES:,} bytes",
                    fix="break it into several files",
                )
            yield archive
    except DataError:
        raise
    # A damaged archive fails in many ways: wrong sums, missing members, unknown compression.
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, OSError, RuntimeError) as error:
        reason = str(error).strip("'\"") or type(error).__name__
        raise DataError(path, f"damaged {kind}: {reason}", fix="open and save it anew") from None


def with_members(path: Path, changed: Mapping[str, bytes]) -> bytes:
    """The archive with some members replaced; all others, and their order, as they were."""
    target = io.BytesIO()
    with opened_archive(path, "archive") as source, zipfile.ZipFile(target, "w") as copy:
        copy.comment = source.comment
        for info in source.infolist():
            content = changed.get(info.filename)
            copy.writestr(
                info,
                source.read(info) if content is None else content,
                compress_type=info.compress_type,
            )
    return target.getvalue()
