"""A digest of what the simplifier writes, to check that a change left every text as it was.

python -m benchmarks.output_digest before.json
python -m benchmarks.output_digest after.json --against before.json

Texts: ASSET validation sources, twenty OneStopEnglish articles, and sample documents of every
format; each at three strengths. The file holds one hash per text, so a difference names its place.
Of an archive (DOCX, EPUB) the files inside are hashed, not the times at which they were packed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.documents import make_documents
from seqlab.files import data_folder
from seqlab.pipeline import Simplifier

STRENGTHS = (0.3, 0.5, 1.0)
ARTICLES, DOCUMENTS = 20, 40


def main() -> int:
    """Write the digest; with `--against`, name every text that came out differently."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args()
    digest = dict(digests())
    options.out.write_text(json.dumps(digest, indent=1) + "\n", encoding="utf-8")
    print(f"{len(digest):,} texts in {options.out}")
    if options.against is None:
        return 0
    before = json.loads(options.against.read_text(encoding="utf-8"))
    changed = [name for name in sorted({*before, *digest}) if before.get(name) != digest.get(name)]
    print(f"{len(changed):,} of them differ")
    print("\n".join(changed[:100]))
    return 1 if changed else 0


def digests() -> Iterator[tuple[str, str]]:
    """Name and hash of every output."""
    simplifier = Simplifier.load()
    sentences = _lines(data_folder() / "asset" / "asset.valid.orig")
    articles = sorted((data_folder() / "onestop" / "texts" / "adv").iterdir())[:ARTICLES]
    for strength in STRENGTHS:
        for number, output in enumerate(simplifier.simplify_sentences(sentences, strength)):
            yield f"{strength} asset {number}", _hash(output.encode())
        for path in articles:
            text = path.read_text(encoding="utf-8", errors="replace")
            yield f"{strength} {path.name}", _hash(simplifier.simplify(text, strength).encode())
        yield from _documents(strength)


def _documents(strength: float) -> Iterator[tuple[str, str]]:
    """Sample documents through the command line, as a user would."""
    with tempfile.TemporaryDirectory() as name:
        source, output = Path(name) / "in", Path(name) / "out"
        make_documents(source, DOCUMENTS)
        command = [sys.executable, "run.py", "simplify", str(source), "--output", str(output)]
        command += ["--strength", str(strength), "--workers", "1"]
        subprocess.run(command, check=True, capture_output=True)
        for path in sorted(output.rglob("*")):
            relative = path.relative_to(output)
            if path.is_file() and not relative.parts[0].startswith("."):
                yield f"{strength} {relative}", _hash(_contents(path))


def _contents(path: Path) -> bytes:
    if not zipfile.is_zipfile(path):
        return path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        return b"".join(name.encode() + archive.read(name) for name in archive.namelist())


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
