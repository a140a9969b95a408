"""Wikipedia with Simple Wikipedia: PWKP, WikiLarge, WikiSmall, Wiki-Auto, Kauchak, WikiSplit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from corpora.options import DEFAULTS, ReadOptions, file_part
from corpora.pair import Pair
from corpora.readers.links import Link, joined
from corpora.readers.parallel import (
    make_pair,
    parallel_files,
    parallel_pairs,
    read_two_files,
    tables,
)
from corpora.readers.rows import BadRows, parallel_lines, tab_separated
from corpora.readers.tokenized import sentences_of
from seqlab.errors import DataError
from seqlab.files import read_lines

SPLIT_MARK = "<::::>"
SENTENCE_MARK = "<SEP>"
PWKP_BLOCKS = "PWKP_108016"


def read_wikilarge(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """WikiLarge: `wiki.full.aner.[ori.]{train,valid,test}.{src,dst}`, tokenised."""
    return _read_aner(Path(path), "wikilarge", "wiki.full.aner.", options)


def read_wikismall(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """WikiSmall: `PWKP_108016.tag.80.aner.[ori.]{train,valid,test}.{src,dst}`, tokenised."""
    return _read_aner(Path(path), "wikismall", "PWKP_108016.tag.80.aner.", options)


def _read_aner(path: Path, corpus: str, prefix: str, options: ReadOptions) -> Iterator[Pair]:
    files = [two for two in parallel_files(path) if two[0].name.startswith(prefix)]
    files = [two for two in files if options.part in (None, file_part(two[0].name))]
    if not files:
        raise DataError(
            path,
            f"no files of {corpus}",
            fix=f"looked for {prefix}[ori.]{{train,valid,test}}.{{src,dst}}",
        )
    # Both variants hold the same sentences; reading both would count every pair twice.
    words = [two for two in files if ".ori." in two[0].name]
    tags = [two for two in files if ".ori." not in two[0].name]
    for source, target in (tags or words) if options.entity_tags else (words or tags):
        yield from read_two_files(source, target, options, corpus)


def read_pwkp(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """PWKP: parallel `pwkp.<part>.{orig,simp}`, or `PWKP_108016` with blocks of sentences."""
    path = Path(path)
    blocks = path if path.is_file() and path.name == PWKP_BLOCKS else path / PWKP_BLOCKS
    if blocks.is_file():
        return _read_blocks(blocks, options)
    return parallel_pairs(path, "pwkp", options)


def _read_blocks(file: Path, options: ReadOptions) -> Iterator[Pair]:
    """Blocks separated by blank lines: the complex sentence, then its simple ones."""
    with BadRows(file, strict=options.strict) as bad:
        numbered = enumerate((line.strip() for line in read_lines(file)), start=1)
        for filled, block in groupby(numbered, key=lambda row: bool(row[1])):
            if not filled:
                continue
            rows = list(block)
            sentences = [line for _, line in rows]
            if len(rows) < 2:
                bad.pass_over(rows[0][0], "a sentence without a simple one", sentences[0])
                continue
            bad.good += 1
            targets = [part for text in sentences[1:] for part in sentences_of(text, options)]
            yield Pair(sentences_of(sentences[0], options), tuple(targets), "pwkp")


def read_wiki_auto(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Wiki-Auto: `GEM2021/full_*_split/{train,valid}.tsv` or `ACL2020/train.{src,dst}`."""
    path = Path(path)
    for folder in _wiki_auto_folders(path):
        if parallel_files(folder):
            yield from parallel_pairs(folder, "wiki-auto", options)
            return
        if folder.is_file() or any(folder.glob("*.tsv")):
            for file in tables(folder, "tsv", options):
                yield from _read_marked(file, SENTENCE_MARK, "wiki-auto", options)
            return
    raise DataError(
        path, "no files of wiki-auto", fix="looked for GEM2021/full_*_split/*.tsv, ACL2020/*.src"
    )


def _wiki_auto_folders(path: Path) -> list[Path]:
    # The same pairs are published several times; the version that marks its splits comes first.
    roots = [path / "GEM2021", path, path / "wiki-auto" / "GEM2021"]
    named = [root / name for root in roots for name in ("full_with_split", "full_no_split")]
    candidates = [*named, path / "ACL2020", path / "wiki-auto" / "ACL2020", path]
    return [folder for folder in candidates if folder.exists()]


def read_wikisplit(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """WikiSplit: `{train,tune,validation,test}.tsv`, or parallel `wikisplit.*.{orig,split}`."""
    path = Path(path)
    if parallel_files(path):
        for pair in parallel_pairs(path, "wikisplit", options):
            # A few marks were left in the published text.
            targets = (part for target in pair.targets for part in target.split(SPLIT_MARK))
            yield replace(pair, targets=tuple(part.strip() for part in targets if part.strip()))
        return
    for file in tables(path, "tsv", options):
        yield from _read_marked(file, SPLIT_MARK, "wikisplit", options)


def _read_marked(file: Path, mark: str, corpus: str, options: ReadOptions) -> Iterator[Pair]:
    """Rows of complex TAB simple in which `mark` parts the sentences."""
    with BadRows(file, strict=options.strict) as bad:
        for number, row in tab_separated(file, ("complex", "simple"), bad):
            sides = [[part.strip() for part in side.split(mark) if part.strip()] for side in row]
            if not all(sides):
                bad.pass_over(number, f"nothing beside {mark}", "\t".join(row))
                continue
            bad.good += 1
            if any(mark in side for side in row):
                # The corpus says where sentences end; a splitter could only spoil it.
                yield Pair(tuple(sides[0]), tuple(sides[1]), corpus)
            else:
                yield make_pair(row[0], row[1], corpus, options)


def read_kauchak(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Kauchak 2013: `normal.aligned` and `simple.aligned`, title TAB paragraph TAB sentence.

    Lines that repeat a sentence of a title on one side are links of one group.
    """
    path = Path(path)
    folder = path if path.is_dir() else path.parent
    files = [folder / "normal.aligned", folder / "simple.aligned"]
    with BadRows(files[0], strict=options.strict) as bad:
        for title, group in groupby(_kauchak_links(files, bad), key=lambda row: row[0]):
            for sources, targets in joined(link for _, link in group):
                yield Pair(_split(sources, options), _split(targets, options), "kauchak", title)


def _split(texts: tuple[str, ...], options: ReadOptions) -> tuple[str, ...]:
    return tuple(sentence for text in texts for sentence in sentences_of(text, options))


def _kauchak_links(files: list[Path], bad: BadRows) -> Iterator[tuple[str, Link]]:
    seen: dict[tuple[str, ...], int] = {}
    for number, lines in parallel_lines(files):
        if not any(lines):
            continue
        rows = [line.split("\t") for line in lines]
        if any(len(row) != 3 or not all(row) for row in rows):
            wrong = lines[0] if len(rows[0]) != 3 or not all(rows[0]) else lines[1]
            bad.pass_over(number, "not title, paragraph, sentence", wrong, "three columns")
        elif rows[0][0] != rows[1][0]:
            bad.pass_over(number, "titles of both files differ", f"{rows[0][0]}, {rows[1][0]}")
        else:
            bad.good += 1
            # Sentences have no numbers: their order is that of their first appearance.
            keys = [
                (seen.setdefault((side, *row), number), row[2])
                for side, row in zip("sn", rows, strict=True)
            ]
            yield rows[0][0], Link(keys[0], keys[1], rows[0][2], rows[1][2])


def read_wikipedia_pairs(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """`pairs.tsv(.gz)`: source TAB complex TAB simple, gathered from several corpora."""
    path = Path(path)
    for file in [path] if path.is_file() else sorted(path.glob("pairs.tsv*")):
        with BadRows(file, strict=options.strict) as bad:
            for _, (origin, source, target) in tab_separated(
                file, ("source", "complex", "simple"), bad
            ):
                bad.good += 1
                yield make_pair(source, target, f"wikipedia/{origin}", options)


def read_medical(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """`expert_fully_aligned.tsv(.gz)`: complex TAB simple, of medical Wikipedia articles."""
    path = Path(path)
    for file in [path] if path.is_file() else sorted(path.glob("expert_fully_aligned.tsv*")):
        with BadRows(file, strict=options.strict) as bad:
            for _, (source, target) in tab_separated(file, ("complex", "simple"), bad):
                bad.good += 1
                yield make_pair(source, target, "medical", options)
