"""Sentence alignments of Newsela articles (2015, Newsela-Auto, Newsela-Manual) and Wiki-Manual."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from corpora.options import DEFAULTS, ReadOptions, part_of
from corpora.pair import Pair
from corpora.readers.links import Link, joined
from corpora.readers.parallel import parallel_pairs
from corpora.readers.rows import BadRows, tab_separated
from seqlab.errors import DataError, DataWarning

LABELS = ("aligned", "partialAligned", "notAligned")
NEWSELA_2015 = "newsela_articles_20150302.aligned.sents.txt"
NEWSELA_AUTO = "aligned-sentence-pairs-all.tsv"

_ID = re.compile(r"(?P<document>.+)-(?P<version>\d+)-(?P<paragraph>\d+)-(?P<sentence>\d+)")
_LANGUAGE = re.compile(r"\.([a-z]{2})$")


class SentenceId(NamedTuple):
    """`brain-gender.en-1-4-0`: the first sentence of the fifth paragraph of version 1."""

    document: str
    language: str
    version: str
    paragraph: int
    sentence: int


class _Row(NamedTuple):
    document: str
    levels: tuple[str, str]
    link: Link


def parse_id(text: str) -> SentenceId | None:
    """A sentence id in its parts, or None if `text` is none."""
    match = _ID.fullmatch(text)
    if match is None:
        return None
    language = _LANGUAGE.search(match["document"])
    return SentenceId(
        _LANGUAGE.sub("", match["document"]),
        language[1] if language else "",
        match["version"],
        int(match["paragraph"]),
        int(match["sentence"]),
    )


def read_newsela_2015(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """The alignments of 2015; rows that repeat a sentence are joined into one pair."""
    file = _file(Path(path), f"**/{NEWSELA_2015}", "**/*.aligned.sents.txt")
    with BadRows(file, strict=options.strict) as bad:
        yield from _pairs(_rows_2015(file, bad), "newsela-2015", file)


def _rows_2015(file: Path, bad: BadRows) -> Iterator[_Row]:
    columns = ("document", "complex version", "simple version", "complex", "simple")
    # Sentences have no numbers here: their order is that of their first appearance.
    seen: dict[str, int] = {}
    for number, row in tab_separated(file, columns, bad):
        document, complex_version, simple_version, source, target = row
        versions = re.fullmatch(r"V(\d+)\tV(\d+)", f"{complex_version}\t{simple_version}")
        if versions is None:
            value = f"{complex_version}, {simple_version}"
            bad.pass_over(number, "unknown version", value, fix="versions are V0, V1 …")
            continue
        bad.good += 1
        keys = [seen.setdefault(sentence, number) for sentence in (source, target)]
        link = Link((keys[0], source), (keys[1], target), source, target)
        yield _Row(document, (versions[1], versions[2]), link)


def read_newsela_auto(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Newsela-Auto: `all_data` with documents and groups, or else the parallel `ACL2020` files."""
    path = Path(path)
    if path.is_file():
        parallel = path.suffix != ".tsv"
    else:
        parallel = not any(path.glob(f"**/{NEWSELA_AUTO}"))
        folders = (path / "ACL2020", path / "newsela-auto" / "ACL2020", path)
        path = next(folder for folder in folders if folder.is_dir()) if parallel else path
    if parallel:
        yield from parallel_pairs(path, "newsela-auto", options)
        return
    file = _file(path, f"**/{NEWSELA_AUTO}")
    with BadRows(file, strict=options.strict) as bad:
        columns = ("simple id", "simple sentence", "complex id", "complex sentence")
        rows = (
            (number, (row[0], row[2], row[1], row[3]))
            for number, row in tab_separated(file, columns, bad)
        )
        yield from _pairs(_rows_with_ids(rows, bad, options, _versions), "newsela-auto", file)


def read_newsela_manual(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Newsela-Manual: `{train,dev,test}.tsv`, links labelled by hand."""
    return _read_manual(Path(path), "newsela-manual", options, _versions)


def read_wiki_manual(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Wiki-Manual: `{train,dev,test}.tsv`, links labelled by hand."""
    return _read_manual(Path(path), "wiki-manual", options, lambda *_: ("normal", "simple"))


def _read_manual(path: Path, corpus: str, options: ReadOptions, levels: _Levels) -> Iterator[Pair]:
    files = [path] if path.is_file() else sorted(_manual_files(path))
    files = [file for file in files if options.part in (None, part_of(file.stem))]
    if not files:
        raise DataError(path, "no {train,dev,test}.tsv", fix="name the folder that holds them")
    wanted = LABELS[:2] if options.partial else LABELS[:1]
    for file in files:
        with BadRows(file, strict=options.strict) as bad:
            rows = _rows_with_ids(_labelled(file, bad, wanted), bad, options, levels)
            yield from _pairs(rows, corpus, file)


def _manual_files(path: Path) -> set[Path]:
    names = [f"{part}.tsv" for part in ("train", "dev", "valid", "test")]
    for folder in (path, path / "all", path / "newsela-manual" / "all", path / "wiki-manual"):
        if files := {folder / name for name in names if (folder / name).is_file()}:
            return files
    return set()


def _labelled(
    file: Path, bad: BadRows, wanted: Iterable[str]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    # Wiki-Manual adds a GLEU score, which is of no use once the label is known.
    columns = ("label", "simple id", "complex id", "simple sentence", "complex sentence", "score")
    for number, row in tab_separated(file, columns, bad, optional=1):
        if row[0] not in LABELS:
            bad.pass_over(number, "unknown label", row[0], fix=f"labels are {', '.join(LABELS)}")
            continue
        bad.good += row[0] not in wanted
        if row[0] in wanted:
            yield number, tuple(row[1:5])


_Levels = Callable[[SentenceId, SentenceId], tuple[str, str]]


def _versions(source: SentenceId, target: SentenceId) -> tuple[str, str]:
    return source.version, target.version


def _rows_with_ids(
    rows: Iterable[tuple[int, tuple[str, ...]]],
    bad: BadRows,
    options: ReadOptions,
    levels: _Levels,
) -> Iterator[_Row]:
    for number, (simple_id, complex_id, target, source) in rows:
        source_id, target_id = parse_id(complex_id), parse_id(simple_id)
        if source_id is None or target_id is None:
            value = complex_id if source_id is None else simple_id
            bad.pass_over(number, "not a sentence id", value, fix="ids are like owls.en-1-4-0")
            continue
        bad.good += 1
        if source_id.language not in ("", options.language):
            continue
        link = Link(source_id[3:], target_id[3:], source, target)
        yield _Row(source_id.document, levels(source_id, target_id), link)


def _pairs(rows: Iterable[_Row], corpus: str, file: Path) -> Iterator[Pair]:
    """Rows joined document by document, so that only one document is held at a time."""
    finished: set[tuple[str, tuple[str, str]]] = set()
    for document, document_rows in groupby(rows, key=lambda row: row.document):
        by_levels: dict[tuple[str, str], list[Link]] = {}
        for row in document_rows:
            by_levels.setdefault(row.levels, []).append(row.link)
        for levels, links in by_levels.items():
            if (document, levels) in finished:
                reason = f"rows of {document} do not stand together, so some groups stay unjoined"
                warnings.warn(DataWarning(file, reason, fix="sort the file by id"), stacklevel=2)
            finished.add((document, levels))
            for sources, targets in joined(links):
                yield Pair(sources, targets, corpus, document, levels)


def _file(path: Path, *patterns: str) -> Path:
    if path.is_file():
        return path
    for pattern in patterns:
        if files := sorted(path.glob(pattern)):
            return files[0]
    raise DataError(path, f"no file {patterns[0].removeprefix('**/')}", fix="name its folder")
