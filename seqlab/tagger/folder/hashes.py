"""The hashes of a model folder: no file of a model is used that is not as it was saved."""

from __future__ import annotations

from pathlib import Path

from seqlab.errors import DataError
from seqlab.files import atomic_write, file_hash, read_lines

SUMS = "SHA256SUMS"
WEIGHTS, NETWORK, DECODERS = "weights.safetensors", "model.onnx", "decoders.safetensors"
FIX = "take an unaltered copy of the model folder, or train it again"


def write_sums(folder: str | Path) -> None:
    """Write the hashes of the files that loading needs."""
    folder = Path(folder)
    names = ("config.json", WEIGHTS, NETWORK, DECODERS)
    files = [path for path in (folder / name for name in names) if path.is_file()]
    files += sorted((folder / "vocab").glob("*.txt")) + sorted((folder / "encoder").glob("*"))
    with atomic_write(folder / SUMS) as handle:
        for file in files:
            handle.write(f"{file_hash(file)}  {file.relative_to(folder).as_posix()}\n")


def check_sums(folder: str | Path) -> None:
    """Raise a `DataError` if a file of the model is missing or not what was saved."""
    folder = Path(folder)
    if not folder.is_dir():
        raise DataError(folder, "no such model folder", fix="check the path")
    if not (folder / SUMS).is_file():
        raise DataError(folder, f"not a model folder: no {SUMS} in it", fix=FIX)
    listed = set()
    for number, line in enumerate(read_lines(folder / SUMS), start=1):
        expected, _, name = line.partition("  ")
        path = folder / name
        if len(expected) != 64 or not name or ".." in Path(name).parts or Path(name).is_absolute():
            raise DataError(folder / SUMS, "not a hash and a file", line=number, value=line)
        if not path.is_file():
            raise DataError(path, "missing from the model folder", fix=FIX)
        if file_hash(path) != expected:
            raise DataError(path, "truncated or altered: its SHA-256 differs", fix=FIX)
        listed.add(name)
    if "config.json" not in listed:
        raise DataError(folder / SUMS, "does not list config.json", fix=FIX)
    if not listed & {WEIGHTS, NETWORK}:
        raise DataError(folder / SUMS, f"lists neither {WEIGHTS} nor {NETWORK}", fix=FIX)
