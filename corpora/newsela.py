"""The Newsela article corpus of 2016, and any folder of articles in its layout."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from corpora.article import LevelledDocument
from corpora.levelled import levelled_document, pass_over
from corpora.options import DEFAULTS, ReadOptions
from corpora.rows import BadRows
from seqlab.errors import DataError
from seqlab.files import read_lines

METADATA = "articles_metadata.csv"
COLUMNS = ("slug", "language", "title", "grade_level", "version", "filename")

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
        order = [str(version) for version in range(max(map(int, versions)) + 1)]
        document = levelled_document(root, corpus, slug, versions, order, options, blank_line=True)
        if document is not None:
            yield _with_details(document, details)


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
        files.setdefault(match["slug"], {})[match["version"]] = file
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
        reader = csv.DictReader(f"{line}\n" for line in read_lines(metadata))
        names = [name.strip() for name in reader.fieldnames or ()]
        reader.fieldnames = names
        if missing := [column for column in COLUMNS if column not in names]:
            raise DataError(
                metadata,
                f"no column {', '.join(missing)}",
                line=1,
                value=", ".join(names),
                fix=f"the header must be {','.join(COLUMNS)}",
            )
        for row in reader:
            if row["language"] != options.language:
                continue
            line = reader.line_num
            if None in row or None in row.values():
                bad.pass_over(line, f"not {len(names)} columns", row["slug"])
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
