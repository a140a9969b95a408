"""Test sets by name from the data folder, or from any files; systems' outputs beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from seqlab.errors import DataError, UsageError
from seqlab.files import data_folder, read_lines


@dataclass(frozen=True, slots=True)
class TestSet:
    """Originals, and references as one list per reference."""

    name: str
    originals: tuple[str, ...]
    references: tuple[tuple[str, ...], ...] = ()
    # Not a test class, whatever pytest makes of the name.
    __test__ = False


@dataclass(frozen=True, slots=True)
class _Layout:
    folder: str
    originals: str
    references: str


# Layouts as published; the first whose originals are present is taken.
_LAYOUTS: dict[str, tuple[_Layout, ...]] = {
    **{
        f"asset_{part}": (_Layout("asset", f"asset.{part}.orig", f"asset.{part}.simp.*"),)
        for part in ("valid", "test")
    },
    **{
        f"turkcorpus_{name}": (
            _Layout("turkcorpus", f"{part}.truecase.detok.orig", f"{part}.truecase.detok.simp.*"),
            _Layout("turkcorpus", f"{part}.8turkers.tok.norm", f"{part}.8turkers.tok.turk.*"),
        )
        for name, part in (("valid", "tune"), ("tune", "tune"), ("test", "test"))
    },
    **{
        f"pwkp_{part}": (_Layout("pwkp", f"pwkp.{part}.orig", f"pwkp.{part}.simp*"),)
        for part in ("valid", "test")
    },
    "hsplit_test": (
        _Layout("hsplit", "hsplit.tok.src", "hsplit.tok.[0-9]"),
        _Layout("hsplit", "test.8turkers.tok.norm", "HSplit[0-9]_full"),
    ),
    "wikisplit_valid": (
        _Layout("wikisplit", "wikisplit.valid.untok.orig", "wikisplit.valid.untok.split"),
    ),
    "googlecomp_valid": (_Layout("googlecomp", "googlecomp.valid.orig", "googlecomp.valid.comp"),),
}

TEST_SETS = tuple(_LAYOUTS)


def load_test_set(name: str, folder: Path | None = None) -> TestSet:
    """The test set called `name`, from `folder` or `$SEQLAB_DATA`."""
    originals, *references = files_of_test_set(name, folder)
    return read_test_set(originals, references, name)


def files_of_test_set(name: str, folder: Path | None = None) -> list[Path]:
    """The files of a test set: its originals, then its references."""
    if name not in _LAYOUTS:
        raise UsageError(f"no test set {name!r}; known: {', '.join(TEST_SETS)}")
    root = folder or data_folder()
    for layout in _LAYOUTS[name]:
        if (originals := root / layout.folder / layout.originals).is_file():
            references = sorted((root / layout.folder).glob(layout.references), key=_in_order)
            return [originals, *references]
    raise DataError(
        root / _LAYOUTS[name][0].folder / _LAYOUTS[name][0].originals,
        f"test set {name} was not found",
        fix=f"set SEQLAB_DATA, or run `seqlab corpora fetch {name.split('_')[0]}`",
    )


def read_test_set(
    originals: str | Path, references: Sequence[str | Path], name: str = ""
) -> TestSet:
    """A test set from one file of originals and one file per reference, checked line by line."""
    source = read_sentences(originals)
    columns = [_parallel(path, originals, len(source)) for path in references]
    return TestSet(name or Path(originals).name, source, tuple(columns))


def read_outputs(paths: Mapping[str, str | Path], originals: int) -> dict[str, tuple[str, ...]]:
    """The outputs of systems, each checked to have as many lines as there are originals."""
    return {name: _parallel(path, "the originals", originals) for name, path in paths.items()}


def named_paths(given: str | Sequence[str]) -> dict[str, Path]:
    """Systems from `name=path`, plain paths (named after the file) or a folder of outputs."""
    items = given.split(",") if isinstance(given, str) else list(given)
    paths: dict[str, Path] = {}
    for item in filter(None, map(str.strip, items)):
        name, equals, value = item.partition("=")
        path = Path(value if equals else name)
        if not equals and path.is_dir() and not (path / "model.json").is_file():
            named = {entry.name: entry for entry in sorted(path.iterdir()) if entry.is_file()}
            if not named:
                raise DataError(path, "no outputs in this folder", fix="one file per system")
        else:
            named = {name if equals else path.stem: path}
        if twice := set(named) & set(paths):
            raise UsageError(f"two systems are called {sorted(twice)[0]!r}; write name=path")
        paths.update(named)
    if not paths:
        raise UsageError("no systems to score; write name=path, or a folder of outputs")
    return paths


def reference_paths(given: str | Sequence[str]) -> list[Path]:
    """Reference files from paths with commas between or patterns such as `test.simp.*`."""
    items = given.split(",") if isinstance(given, str) else list(given)
    paths: list[Path] = []
    for item in filter(None, map(str.strip, items)):
        path = Path(item)
        if any(mark in path.name for mark in "*?["):
            matches = sorted(path.parent.glob(path.name), key=_in_order)
            if not matches:
                raise DataError(path, "no file matches this pattern", fix="check the path")
            paths += matches
        else:
            paths.append(path)
    return paths


def read_sentences(path: str | Path) -> tuple[str, ...]:
    """The lines of a file, none of them empty."""
    lines = tuple(read_lines(path))
    if not lines:
        raise DataError(path, "the file is empty", fix="one sentence per line")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            fix = "every line needs a sentence; write a full stop for an output without words"
            raise DataError(path, "empty line", line=number, fix=fix)
    return lines


def looks_tokenised(lines: Sequence[str]) -> bool:
    """Whether most lines end in a period that stands alone."""
    alone = sum(line.rstrip().endswith((" .", " ?", " !")) for line in lines)
    return alone > len(lines) / 2


def _parallel(path: str | Path, other: str | Path, expected: int) -> tuple[str, ...]:
    lines = read_sentences(path)
    if len(lines) != expected:
        raise DataError(
            path,
            f"{len(lines):,} lines where {other} has {expected:,}",
            fix="line N of every file must belong to sentence N",
        )
    return lines


def _in_order(path: Path) -> tuple[int, str]:
    """simp.2 comes before simp.10."""
    digits = "".join(filter(str.isdigit, path.suffix))
    return (int(digits) if digits else -1, path.name)
