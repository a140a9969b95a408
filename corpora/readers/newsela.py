"""The Newsela article corpus of 2016, and any folder of articles in its layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from corpora.article import LevelledDocument
from corpora.options import DEFAULTS, ReadOptions
from corpora.readers.levelled import levelled_document, pass_over
from corpora.readers.rows import BadRows, csv_rows
from seqlab.errors import DataError

METADATA = "articles_metadata.csv"
COLUMNS = ("slug", "language", "title", "grade_level", "version", "filename")

# Newsela has versions up to 5; where numbers go far beyond, gaps mean nothing.
LAST_VERSION = 9

_FILE = re.compile(r"(?P<slug>.+)\.(?P<language>[a-z]{2})\.(?P<version>[^.]+)\.txt")


@dataclass(frozen=True, slots=True)
class _Details:
    title: str
    grade: float | None


def read_newsela(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[LevelledDocument]:
    """The documents of `articles/<slug>.<lang>.<version>.txt`, version 0 the original.

    Titles and grades come from `articles_metadata.csv`, where it lies beside the articles.
    Documents of other languages than `options.language` are left out.
    """
    root = Path(path)
    folder = root / "articles" if (root / "articles").is_dir() else root
    files = _files(folder, options)
    if not files:
        raise DataError(
            folder,
            f"no articles called <slug>.{options.language}.<version>.txt",
            fix="name the folder that holds articles_metadata.csv and articles/",
        )
    details = _details(root, folder, options)
    corpus = _corpus_name(root)
    for slug, versions in sorted(files.items()):
        order = _versions(versions)
        document = levelled_document(root, corpus, slug, versions, order, options, blank_line=True)
        if document is not None:
            yield _with_details(document, details)


def _versions(names: Iterable[str]) -> list[str]:
    """The versions that an article should have: from 0 to its last, in the order of simplicity."""
    numbers = sorted(map(int, names))
    if numbers[-1] <= LAST_VERSION:
        numbers = list(range(numbers[-1] + 1))
    return [str(number) for number in numbers]


def _corpus_name(root: Path) -> str:
    name = root.resolve()
    name = name.parent if name.name == "articles" else name
    return "newsela" if "newsela" in name.name.lower() else name.name


def _files(folder: Path, options: ReadOptions) -> dict[str, dict[str, Path]]:
    files: dict[str, dict[str, Path]] = {}
    for file in sorted(folder.glob("*.txt")):
        match = _FILE.fullmatch(file.name)
        if match is None or match["language"] != options.language:
            continue
        if not match["version"].isdecimal():
            error = DataError(
                file, "version is not a number", value=match["version"], fix="0 is the original"
            )
            pass_over(error, options)
            continue
        files.setdefault(match["slug"], {})[str(int(match["version"]))] = file
    return files


def _details(root: Path, folder: Path, options: ReadOptions) -> dict[tuple[str, str], _Details]:
    """Title and grade by slug and version; rows whose file is missing are named."""
    metadata = next((p for p in (root / METADATA, root.parent / METADATA) if p.is_file()), None)
    if metadata is None:
        return {}
    details = {}
    with BadRows(metadata, strict=options.strict) as bad:
        # However bad the list is, the articles are found by their names.
        bad.good = 1
        rows = csv_rows(metadata)
        names = [name.strip() for name in next(rows, (1, []))[1]]
        if missing := [column for column in COLUMNS if column not in names]:
            raise DataError(
                metadata,
                f"no column {', '.join(missing)}",
                line=1,
                value=", ".join(names),
                fix=f"the header must be {','.join(COLUMNS)}",
            )
        for line, cells in rows:
            row = dict(zip(names, cells, strict=False))
            if row.get("language") != options.language:
                continue
            if len(cells) != len(names):
                bad.pass_over(line, f"{len(cells)} columns, not {len(names)}", row.get("slug"))
            elif not row["version"].strip().isdecimal():
                bad.pass_over(line, "version is not a number", row["version"])
            elif not (folder / row["filename"]).is_file():
                bad.pass_over(line, f"no file {row['filename']}", fix=f"put it in {folder.name}/")
            else:
                bad.good += 1
                version = str(int(row["version"]))
                details[row["slug"], version] = _Details(row["title"], _grade(row["grade_level"]))
    return details


def _grade(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _with_details(
    document: LevelledDocument, details: dict[tuple[str, str], _Details]
) -> LevelledDocument:
    versions = {}
    for level, article in document.versions.items():
        known = details.get((document.document, level), _Details("", None))
        versions[level] = replace(article, title=known.title, grade=known.grade)
    return replace(document, versions=versions)
