"""Reading and writing text files so that nothing is half-read or half-written."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from seqlab.errors import DataError, UsageError

# A longer line is no sentence in any corpus; reading on would only fill memory.
MAX_LINE_BYTES = 1_000_000
# The file of a folder with the hashes of others.
SUMS = "SHA256SUMS"
# How the names of files end that are being written.
_TEMPORARY = ".seqlab-part"


def open_binary(path: str | Path) -> BinaryIO:
    """`path` open for reading, decompressed if it ends in .gz or .xz."""
    path = Path(path)
    try:
        if path.suffix == ".gz":
            return cast(BinaryIO, gzip.open(path, "rb"))
        if path.suffix == ".xz":
            return cast(BinaryIO, lzma.open(path, "rb"))
        return path.open("rb")
    except FileNotFoundError:
        raise DataError(path, "no such file", fix="check the path") from None
    except IsADirectoryError:
        raise DataError(path, "is a folder, not a file", fix="name a file in it") from None
    except PermissionError:
        raise DataError(path, "cannot be read", fix="check its permissions") from None
    except OSError as error:
        raise DataError(path, f"cannot be read: {error.strerror}") from None


def read_text(path: str | Path) -> str:
    """The whole of a UTF-8 file, without its byte-order mark."""
    with open_binary(path) as handle, readable(path):
        return decoded(path, handle.read())


def read_lines(path: str | Path, max_bytes: int = MAX_LINE_BYTES) -> Iterator[str]:
    """The lines of a UTF-8 file one by one, without their line ends."""
    with open_binary(path) as handle, readable(path):
        number = 0
        while raw := handle.readline(max_bytes + 1):
            number += 1
            if len(raw) > max_bytes:
                raise DataError(
                    path,
                    f"line longer than {max_bytes:,} bytes",
                    line=number,
                    fix="put one sentence or paragraph on each line",
                )
            yield decoded(path, raw, number).rstrip("\r\n")


def read_word_list(path: str | Path) -> tuple[str, ...]:
    """The entries of a word list in their order: one per line, without the header's `#` lines."""
    # Dozens of small files are read at a start; the checks of `read_text` would take most of it.
    with readable(path), Path(path).open("rb") as handle:
        lines = handle.read().decode("utf-8").split("\n")
    return tuple(line for line in lines if line and line[0] != "#")


def read_mapping(path: str | Path, what: str = "options") -> dict[str, Any]:
    """The names and values of a YAML file; `what` they are, for the error where there are none."""
    import yaml

    try:
        content = yaml.safe_load(read_text(path))
    except DataError as error:
        raise UsageError(str(error)) from None
    except yaml.YAMLError as error:
        raise UsageError(f"{path}: not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict):
        raise UsageError(f"{path}: holds no {what}; write one `name: value` per line")
    return content


def read_jsonl(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object for every non-empty line of a JSONL file."""
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            # Not only wrong syntax: also a number of thousands of digits, or endless nesting.
            reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
            raise DataError(
                path, f"not JSON: {reason}", line=number, value=line, fix="one object per line"
            ) from None
        if not isinstance(record, dict):
            raise DataError(path, "not a JSON object", line=number, value=line)
        yield number, record


def write_jsonl(path: str | Path, records: Iterable[dict[str, Any]]) -> int:
    """Write one JSON object per line, whole or not at all; returns how many."""
    count = 0
    with atomic_write(path) as handle:
        for record in records:
            handle.write(json.dumps(record, ensure_ascii=False) + "\n")
            count += 1
    return count


def write_or_print(path: str | Path | None, lines: Iterable[str]) -> None:
    """Write lines to a file, whole or not at all, or to standard output if there is none."""
    if path is None:
        for line in lines:
            print(line)
        return
    with atomic_write(path) as handle:
        handle.writelines(line + "\n" for line in lines)


def write_gzip(path: str | Path, text: str) -> None:
    """Write compressed text, whole or not at all; equal texts give equal files, without a time."""
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=packed, mtime=0) as handle:
        handle.write(text.encode())
    with atomic_write(path, "wb") as handle:
        handle.write(packed.getvalue())


@contextmanager
def atomic_write(path: str | Path, mode: str = "w", links: bool = True) -> Iterator[IO[Any]]:
    """A handle to a temporary file that becomes `path` only if the block succeeds.

    Where `path` is a link, what it points to is written and the link stays; without `links` it is
    replaced by a file.
    """
    target = Path(os.path.realpath(path)) if links else Path(path)
    if target.exists() and not target.is_file() and (links or not target.is_symlink()):
        kind = "a folder" if target.is_dir() else "a device or pipe"
        raise DataError(path, f"is {kind}, not a file to write", fix="name a file")
    options: dict[str, Any] = {}
    if "b" not in mode:
        # Half a surrogate pair has no UTF-8 form; its escape is what JSON has for it.
        options = {"encoding": "utf-8", "errors": "backslashreplace", "newline": "\n"}
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.name[:100]}.", suffix=_TEMPORARY
        )
    except OSError as error:
        raise DataError(path, f"cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, mode, **options) as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        # mkstemp makes files that only their owner may read; an output is an ordinary file.
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(target)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
            raise DataError(path, f"cannot be written: {error.strerror or error}") from error
        raise


def remove_temporaries(folder: str | Path) -> None:
    """Remove what `atomic_write` left in a folder when its process was killed.

    Only for a folder that one process writes to, once that process is gone.
    """
    for left in Path(folder).glob(f".*{_TEMPORARY}"):
        if left.is_file() and not left.is_symlink():
            left.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def decoded(path: str | Path, raw: bytes, line: int = 1, keep_mark: bool = False) -> str:
    """UTF-8 as text, or an error that names where it came from, the line and the byte.

    The byte-order mark of a file's first line goes, unless `keep_mark`.
    """
    # UTF-16 of English without its mark is valid UTF-8: every other byte is a NUL.
    if line == 1 and raw.count(0) * 3 > len(raw) + 3:
        raise DataError(
            path, "UTF-16 or not text: full of NUL bytes", line=1, fix="save the file as UTF-8"
        )
    try:
        return raw.decode("utf-8-sig" if line == 1 and not keep_mark else "utf-8")
    except UnicodeDecodeError as error:
        line += raw.count(b"\n", 0, error.start)
        raise DataError(
            path,
            f"not UTF-8: byte 0x{raw[error.start]:02x}",
            line=line,
            fix="save the file as UTF-8",
        ) from None


@contextmanager
def readable(path: str | Path) -> Iterator[None]:
    """Whatever fails while `path` is read in the block becomes a `DataError` that names it."""
    try:
        yield
    except (gzip.BadGzipFile, lzma.LZMAError, EOFError) as error:
        raise DataError(path, f"damaged archive: {error}", fix="download or rebuild it") from None
    except OSError as error:
        raise DataError(path, f"cannot be read: {error.strerror or error}") from None


def file_hash(path: str | Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    digest = hashlib.sha256()
    with readable(path), Path(path).open("rb") as handle:
        while block := handle.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def content_hash(path: Path, without: str = "") -> str:
    """The SHA-256 of a file, or of a folder's files with their names, one of them left out."""
    if not path.is_dir():
        return file_hash(path)
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")):
        name = file.relative_to(path).as_posix()
        if file.is_file() and name != without:
            digest.update(f"{name}\0{file_hash(file)}\n".encode())
    return digest.hexdigest()


def text_hash(text: str) -> str:
    """The SHA-256 of a text, which may be a path with bytes that are not UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def values_hash(values: object) -> str:
    """The SHA-256 of plain values, whatever the order of their names."""
    return text_hash(json.dumps(values, sort_keys=True))


def write_hashes(folder: str | Path, names: Iterable[str]) -> None:
    """Write the hashes of some files of a folder, as `sha256sum -c SHA256SUMS` reads them."""
    folder = Path(folder)
    with atomic_write(folder / SUMS) as handle:
        handle.writelines(f"{file_hash(folder / name)}  {name}\n" for name in names)


def check_hashes(folder: str | Path, names: Iterable[str], fix: str) -> None:
    """Raise a `DataError` unless these files of a folder are what its SHA256SUMS says they were."""
    folder = Path(folder)
    if not (folder / SUMS).is_file():
        raise DataError(folder, f"no {SUMS} in it, so its files cannot be verified", fix=fix)
    expected = {}
    for line in read_lines(folder / SUMS):
        value, _, name = line.partition("  ")
        expected[name] = value
    for name in names:
        if not (folder / name).is_file():
            raise DataError(folder / name, "missing from the model folder", fix=fix)
        if expected.get(name) != file_hash(folder / name):
            raise DataError(folder / name, f"altered: does not match {SUMS}", fix=fix)


def data_folder() -> Path:
    """Where corpora lie that the project may not hold: `$SEQLAB_DATA`, or `../shared/data`."""
    return Path(os.environ.get("SEQLAB_DATA", "../shared/data"))
