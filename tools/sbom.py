"""The bill of materials of a release: what the wheel holds and what it needs, as CycloneDX 1.6.

    python -m tools.sbom dist/sbom.cdx.json

Models and corpora that ship are components with their licences and hashes; the packages that the
core needs are those of this environment, which were installed from constraints.txt.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement

import seqlab
from seqlab.files import atomic_write

ROOT = Path(__file__).resolve().parent.parent
# What ships beside the code: folder, kind, name, licences as the cards and headers say.
DATA = (
    ("seqlab/models/default", "machine-learning-model", "default simplifier", "CC-BY-SA-4.0"),
    ("seqlab/models/level", "machine-learning-model", "reading level", "CC-BY-SA-4.0"),
    ("seqlab/models/quality", "machine-learning-model", "quality estimate", "CC-BY-SA-4.0"),
    ("seqlab/syntax/models/embedded", "machine-learning-model", "syntax", "CC-BY-SA-4.0"),
    ("seqlab/syntax/models/scenes", "machine-learning-model", "scenes", "CC-BY-SA-4.0"),
    (
        "lexical_simplifier/models/default",
        "machine-learning-model",
        "lexical simplifier",
        "CC-BY-SA-4.0",
    ),
    ("lexical_simplifier/resources", "data", "list of plain words", "Apache-2.0"),
    ("corpora/sample", "data", "sample corpus", "CC0-1.0"),
    ("corpora/public", "data", "public corpus", "CC0-1.0"),
    ("seqlab/terms", "data", "glossary of terms", "CC0-1.0"),
    ("seqlab/english/words", "data", "English word lists", "see the header of each file"),
    ("seqlab/text/words", "data", "word lists of the tokeniser", "see the header of each file"),
)


def bill_of_materials() -> dict[str, Any]:
    """The bill as CycloneDX JSON."""
    own = f"pkg:pypi/seqlab@{seqlab.__version__}"
    packages = dict(_packages("seqlab"))
    components = [*packages.values(), *_data()]
    serial = uuid5(NAMESPACE_URL, json.dumps(components, sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": own,
                "name": "seqlab",
                "version": seqlab.__version__,
                "purl": own,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": components,
        "dependencies": [
            {"ref": own, "dependsOn": sorted(one["bom-ref"] for one in components)},
        ],
    }


def _packages(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every package that `name` needs without extras, and what those need."""
    seen: set[str] = set()
    todo = [Requirement(line) for line in metadata.requires(name) or ()]
    while todo:
        one = todo.pop()
        extras = {"", *one.extras}
        key = re.sub(r"[-_.]+", "-", one.name).lower()
        if key in seen:
            continue
        try:
            found = metadata.distribution(one.name)
        except metadata.PackageNotFoundError:
            continue  # for other systems or Pythons
        if one.marker is not None and not one.marker.evaluate({"extra": ""}):
            continue
        seen.add(key)
        purl = f"pkg:pypi/{key}@{found.version.split('+')[0]}"
        component: dict[str, Any] = {
            "type": "library",
            "bom-ref": purl,
            "name": found.metadata["Name"],
            "version": found.version,
            "purl": purl,
        }
        if licence := _licence(found.metadata):
            component["licenses"] = [{"license": {"name": licence}}]
        yield key, component
        for line in found.requires or ():
            needed = Requirement(line)
            if needed.marker is None or any(needed.marker.evaluate({"extra": e}) for e in extras):
                todo.append(needed)


def _licence(about: Any) -> str:
    declared = about.get("License-Expression") or about.get("License") or ""
    if 0 < len(declared) < 80 and "\n" not in declared:
        return str(declared)
    classified = [
        line.rpartition("::")[2].strip()
        for line in about.get_all("Classifier") or ()
        if line.startswith("License ::")
    ]
    return ", ".join(classified)


def _data() -> Iterator[dict[str, Any]]:
    for folder, kind, name, licence in DATA:
        files = sorted(path for path in (ROOT / folder).rglob("*") if path.is_file())
        shipped = [path for path in files if path.suffix not in (".py", ".pyc")]
        digest = hashlib.sha256()
        for path in shipped:
            inner = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{inner}  {path.relative_to(ROOT / folder).as_posix()}\n".encode())
        spdx = re.fullmatch(r"[A-Za-z]+[\w.-]*\d[\w.]*", licence) is not None
        yield {
            "type": kind,
            "bom-ref": f"seqlab:{folder}",
            "name": name,
            "version": seqlab.__version__,
            "description": f"{folder}: {len(shipped)} files; the hash is of the list "
            "`SHA-256  name` of its files, sorted by name",
            "hashes": [{"alg": "SHA-256", "content": digest.hexdigest()}],
            "licenses": [{"license": {"id": licence} if spdx else {"name": licence}}],
        }


def main(target: Path) -> None:
    """Write the bill."""
    bill = bill_of_materials()
    target.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(target) as handle:
        json.dump(bill, handle, indent=2)
        handle.write("\n")
    print(f"{target}: {len(bill['components'])} components")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
