"""The pinned dependencies with the hashes of their files, for a release.

    python -m benchmarks.reliability.pins

Writes `constraints-hashes.txt`, with which pip refuses any file that is not the one that was
pinned (`pip install --require-hashes -r constraints-hashes.txt`). The hashes come from the package
index that pip uses; needs the network.
"""

from __future__ import annotations

import os
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.reliability.records import FOLDER, write_record
from seqlab.files import atomic_write, read_lines

# Where pip looks for packages, as it is set up on this machine.
INDEX = os.environ.get("PIP_INDEX_URL", "").rstrip("/")
PINS = Path("constraints.txt")
HASHED = Path("constraints-hashes.txt")
_FILE = re.compile(r'href="[^"]*/([^/"#]+)#sha256=([0-9a-f]{64})')
# Wheels that CPython 3.10 to 3.13 can take; source archives have no tags.
_TAG = re.compile(r"-(?:py3|py2\.py3|cp31[0-3]|cp3\d+-abi3)\b")


def pins(path: Path = PINS) -> Iterator[tuple[str, str, str]]:
    """Name and version of every pinned package, and for which Pythons (a marker, or nothing)."""
    for line in read_lines(path):
        name, equals, rest = line.partition("#")[0].strip().partition("==")
        version, _, marker = rest.partition(";")
        if equals:
            yield name, version.split("+")[0].strip(), marker.strip()


def hashes(pin: tuple[str, str, str]) -> list[str]:
    """The hashes of the files of a release; none if the index does not have it."""
    name, version, _ = pin
    page = re.sub(r"[-_.]+", "-", name).lower()
    try:
        if not INDEX:
            raise SystemExit("set PIP_INDEX_URL to the package index, e.g. what pip uses")
        with urllib.request.urlopen(f"{INDEX}/{page}/", timeout=60) as answer:
            text = answer.read().decode("utf-8")
    except (urllib.error.URLError, TimeoutError):
        return []
    found = set()
    for file, digest in _FILE.findall(text):
        own = re.sub(r"[-_.]+", "-", file[: len(name)]).lower() == page
        rest = file[len(name) + 1 :]
        source = rest.startswith((f"{version}.tar", f"{version}.zip"))
        wheel = rest.startswith(f"{version}-") and _TAG.search(file)
        if own and (source or wheel):
            found.add(digest)
    return sorted(found)


def main() -> None:
    """Write the pins with their hashes, and a record of how many have them."""
    wanted = list(pins())
    with ThreadPoolExecutor(8) as pool:
        found = list(zip(wanted, pool.map(hashes, wanted), strict=True))
    with atomic_write(HASHED) as handle:
        handle.write("# Made by `python -m benchmarks.reliability.pins` from constraints.txt.\n")
        for (name, version, marker), digests in found:
            pin = f"{name}=={version} ; {marker}" if marker else f"{name}=={version}"
            parts = [pin, *(f"--hash=sha256:{one}" for one in digests)]
            handle.write(" \\\n    ".join(parts) + "\n")
    missing = [name for (name, _, _), digests in found if not digests]
    write_record(FOLDER / "pins.json", {"packages": len(found), "without_hash": missing})
    print(f"{len(found)} packages, {len(missing)} without a hash: {' '.join(missing)}")


if __name__ == "__main__":
    main()
