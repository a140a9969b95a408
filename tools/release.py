"""Complete a release in a folder that holds wheel, source distribution and bill of materials.

    python -m tools.release dist

Checks that versions agree, packs each model as a folder of its own with its card, and writes the
SHA-256 of every file.
"""

from __future__ import annotations

import gzip
import re
import shutil
import sys
import tarfile
from pathlib import Path

import seqlab
from seqlab.files import file_hash, write_hashes

ROOT = Path(__file__).resolve().parent.parent
MODELS = {
    "default": "seqlab/models/default",
    "lexical": "lexical_simplifier/models/default",
    "syntax": "seqlab/syntax/models/embedded",
    "scenes": "seqlab/syntax/models/scenes",
    "quality": "seqlab/models/quality",
    "level": "seqlab/models/level",
}


def version_problems() -> list[str]:
    """Where a version is written that is not the package's."""
    version = seqlab.__version__
    found = []
    if not re.fullmatch(r"\d+\.\d+\.\d+(?:(?:a|b|rc|\.dev)\d+)?", version):
        found.append(f"{version} is no semantic version")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    if f"\nversion: {version}\n" not in citation:
        found.append(f"CITATION.cff does not say version: {version}")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## \[(?:Unreleased|{re.escape(version)})\]", changes, re.M):
        found.append(f"CHANGELOG.md has no section [{version}] or [Unreleased]")
    return found


def pack_model(name: str, folder: Path, out: Path) -> Path:
    """A model folder as an archive whose bytes depend on its files alone."""
    target = out / f"seqlab-model-{name}-{seqlab.__version__}.tar.gz"
    with (
        target.open("wb") as raw,
        gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            entry = archive.gettarinfo(path, f"{name}/{path.relative_to(folder).as_posix()}")
            entry.mtime = entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = 0o644
            with path.open("rb") as handle:
                archive.addfile(entry, handle)
    return target


def main(out: Path) -> int:
    """Check, pack, and write the hashes; the exit code is 1 where something is missing."""
    problems = version_problems()
    for pattern in ("seqlab-*.whl", "seqlab-*.tar.gz", "sbom.cdx.json"):
        if not [one for one in out.glob(pattern) if "-model-" not in one.name]:
            problems.append(f"{out} has no {pattern}; run make dist sbom")
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return 1
    for name, folder in MODELS.items():
        pack_model(name, ROOT / folder, out)
    shutil.copy(ROOT / "constraints.txt", out)
    names = sorted(path.name for path in out.iterdir() if path.name != "SHA256SUMS")
    write_hashes(out, names)
    for name in names:
        print(f"{file_hash(out / name)[:16]}  {(out / name).stat().st_size:>12,}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
