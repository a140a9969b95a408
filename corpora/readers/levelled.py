"""Folders of articles at several levels, told apart by their file names: `<name>.<level>.txt`."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from corpora.article import Article, LevelledDocument, read_paragraphs
from corpora.options import DEFAULTS, ReadOptions
from seqlab.errors import DataError, DataWarning

# Level names whose order is known, complex first.
KNOWN_LEVELS = (
    ("adv", "int", "ele"),
    ("advanced", "intermediate", "elementary"),
    ("original", "simplified"),
    ("orig", "simp"),
    ("complex", "simple"),
    ("normal", "simple"),
    ("en", "simple"),
    ("source", "target"),
    ("source", "plain", "easy"),
    ("source", "split"),
)


def read_levelled_folder(
    path: str | Path, options: ReadOptions = DEFAULTS
) -> Iterator[LevelledDocument]:
    """The documents of a folder of `<name>.<level>.txt` files."""
    files = levelled_files(Path(path))
    if not files:
        raise DataError(
            path, "no files called <name>.<level>.txt", fix="for example owls.0.txt and owls.1.txt"
        )
    present = {level for versions in files.values() for level in versions}
    order = options.levels or level_order(present, path)
    if unknown := sorted(present - set(order)):
        raise DataError(
            path,
            "files at a level that is not in the order given",
            value=", ".join(unknown),
            fix=f"add it to levels: {', '.join(order)}",
        )
    for name, versions in files.items():
        document = levelled_document(path, "levelled", name, versions, order, options)
        if document is not None:
            yield document


def levelled_files(folder: Path) -> dict[str, dict[str, Path]]:
    """Document → level → file, by the names `<name>.<level>.txt`."""
    files: dict[str, dict[str, Path]] = {}
    for file in sorted(folder.glob("*.*.txt")):
        name, _, level = file.name.removesuffix(".txt").rpartition(".")
        if name and level:
            files.setdefault(name, {})[level] = file
    return files


def level_order(levels: set[str], path: str | Path) -> tuple[str, ...]:
    """`levels` with the most complex first: numbers count up from the original, as in Newsela."""
    if all(level.isdecimal() for level in levels):
        return tuple(sorted(levels, key=int))
    for order in KNOWN_LEVELS:
        if levels <= set(order):
            return tuple(level for level in order if level in levels)
    raise DataError(
        path,
        "cannot tell which level is the most complex",
        value=", ".join(sorted(levels)),
        fix="give the levels in order, complex first: levels=[…]",
    )


def levelled_document(
    path: str | Path,
    corpus: str,
    name: str,
    files: Mapping[str, Path],
    order: Sequence[str],
    options: ReadOptions,
    *,
    blank_line: bool | None = None,
) -> LevelledDocument | None:
    """One document; a version that is missing or cannot be read is named, and the rest goes on.

    Args:
        path: The corpus, for messages about it.
        corpus: Its name.
        name: The document's.
        files: Level → file.
        order: The levels that it should have, complex first.
        options: How to read.
        blank_line: As in `read_paragraphs`.
    """
    versions = {}
    for level in order:
        try:
            if level not in files:
                raise DataError(path, f"{name} has no level {level}")
            paragraphs = read_paragraphs(files[level], blank_line=blank_line)
        except DataError as error:
            pass_over(error, options)
        else:
            versions[level] = Article(name, corpus, level, paragraphs, str(files[level]))
    return LevelledDocument(name, corpus, versions) if versions else None


def pass_over(error: DataError, options: ReadOptions) -> None:
    """Raise `error` where reading is strict; otherwise warn, and the rest goes on."""
    if options.strict:
        raise error
    warnings.warn(DataWarning.of(error, f"{error.reason}: skipped"), stacklevel=3)
