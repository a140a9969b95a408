"""Pairs in files of no particular corpus: two parallel text files, TSV, CSV, JSONL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from corpora.options import DEFAULTS, ReadOptions, file_part
from corpora.pair import Pair, pair_from_json
from corpora.readers.rows import BadRows, csv_rows, parallel_lines, tab_separated
from corpora.readers.tokenized import sentences_of
from seqlab.errors import DataError
from seqlab.files import read_jsonl

# How parallel files are told apart: what the complex one ends in, and the simple one.
SUFFIXES = (
    (".src", ".dst"),
    (".src", ".tgt"),
    (".orig", ".simp"),
    (".orig", ".comp"),
    (".orig", ".split"),
    (".complex", ".simple"),
    (".normal", ".simple"),
    (".source", ".target"),
)
# What the columns of a table are called, complex and simple.
COLUMN_NAMES = (
    ("complex", "simple"),
    ("source", "target"),
    ("sources", "targets"),
    ("src", "dst"),
    ("src", "tgt"),
    ("normal", "simple"),
    ("original", "simplified"),
    ("original", "simplification"),
    ("original", "simple"),
    ("input", "output"),
)


def make_pair(
    source: str, target: str, corpus: str, options: ReadOptions, *, reference: int = 0
) -> Pair:
    """Two texts as a pair of their sentences."""
    return Pair(
        sentences_of(source, options),
        sentences_of(target, options),
        corpus=corpus,
        reference=reference,
    )


def read_two_files(
    source: str | Path, target: str | Path, options: ReadOptions = DEFAULTS, corpus: str = ""
) -> Iterator[Pair]:
    """Pairs of two text files with one sentence or a few on each line."""
    source, target = Path(source), Path(target)
    corpus = corpus or source.name.partition(".")[0]
    with BadRows(source, strict=options.strict) as bad:
        for number, (complex_text, simple_text) in parallel_lines([source, target]):
            if complex_text and simple_text:
                bad.good += 1
                yield make_pair(complex_text, simple_text, corpus, options)
            elif complex_text or simple_text:
                side = source if not complex_text else target
                bad.pass_over(number, f"nothing in {side.name}", complex_text or simple_text)


def parallel_files(path: Path, suffixes: Sequence[tuple[str, str]] = SUFFIXES) -> list[list[Path]]:
    """Complex and simple files that belong together, in a folder or beside the file `path`."""
    folder = path if path.is_dir() else path.parent
    pairs = []
    for source_end, target_end in suffixes:
        for archive in ("", ".gz", ".xz"):
            for source in sorted(folder.glob(f"*{source_end}{archive}")):
                stem = source.name.removesuffix(source_end + archive)
                target = source.with_name(stem + target_end + archive)
                if target.is_file() and (path.is_dir() or path in (source, target)):
                    pairs.append([source, target])
    return pairs


def parallel_pairs(path: Path, corpus: str, options: ReadOptions) -> Iterator[Pair]:
    """Pairs of all parallel files in `path`, of one part only if `options` name one."""
    files = parallel_files(path)
    chosen = [two for two in files if options.part in (None, file_part(two[0].name))]
    if not chosen:
        ends = ", ".join("/".join(two) for two in SUFFIXES)
        part = f" of part {options.part}" if files else ""
        raise DataError(path, f"no parallel files{part}", fix=f"they must end in {ends}")
    for source, target in chosen:
        yield from read_two_files(source, target, options, corpus)


def read_parallel(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Pairs of the parallel files in a folder, or of `x.src` with the `x.dst` beside it."""
    return parallel_pairs(Path(path), Path(path).resolve().name.partition(".")[0], options)


def read_tsv(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Pairs of a file with complex TAB simple on each row; a header with known names is passed."""
    for file in tables(Path(path), "tsv", options):
        with BadRows(file, strict=options.strict) as bad:
            header = _header(file, options)
            if header is not None:
                yield from _table(file, "\t", header, bad, options)
                continue
            for _, (source, target) in tab_separated(file, ("complex", "simple"), bad):
                bad.good += 1
                yield make_pair(source, target, _name(file), options)


def read_csv(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Pairs of a CSV file: by column names, or the first two columns of one without known names."""
    for file in tables(Path(path), "csv", options):
        with BadRows(file, strict=options.strict) as bad:
            yield from _table(file, ",", _header(file, options, ","), bad, options)


def read_jsonl_pairs(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Pairs of a JSONL file: our own form, or objects with two texts under known names."""
    for file in tables(Path(path), "jsonl", options):
        with BadRows(file, strict=options.strict) as bad:
            for number, record in read_jsonl(file):
                if "sources" in record and options.columns is None:
                    bad.good += 1
                    yield pair_from_json(record, file, number)
                    continue
                texts = [
                    record.get(name) for name in _columns(list(record), options, file, number) or ()
                ]
                if len(texts) != 2 or not all(isinstance(text, str) and text for text in texts):
                    fix = 'write {"complex": "…", "simple": "…"}, or name the columns'
                    bad.pass_over(number, "no two texts", ", ".join(record), fix)
                    continue
                bad.good += 1
                pair = make_pair(str(texts[0]), str(texts[1]), _name(file), options)
                document = str(record.get("document") or "")
                yield Pair(pair.sources, pair.targets, pair.corpus, document)


def tables(path: Path, ending: str, options: ReadOptions) -> list[Path]:
    """`path` itself, or the files in it that end so, of one part only if `options` name one."""
    if path.is_file():
        return [path]
    files = sorted(p for p in path.glob(f"*.{ending}*") if p.suffix in (f".{ending}", ".gz", ".xz"))
    files = [file for file in files if options.part in (None, file_part(file.name))]
    if not files:
        raise DataError(path, f"no .{ending} files", fix="name a file or the folder of some")
    return files


def _name(file: Path) -> str:
    return file.name.partition(".")[0]


def _header(file: Path, options: ReadOptions, separator: str = "\t") -> tuple[int, int] | None:
    """Where the complex and the simple column stand, if the first row names them."""
    _, first = next(csv_rows(file, separator), (1, []))
    names = [name.strip(' "') for name in first]
    wanted = _columns(names, options, file, 1)
    if wanted is None:
        return None
    lower = [name.lower() for name in names]
    return lower.index(wanted[0].lower()), lower.index(wanted[1].lower())


def _columns(
    names: Sequence[str], options: ReadOptions, file: Path, line: int
) -> tuple[str, str] | None:
    known = {name.lower(): name for name in names}
    for two in (options.columns,) if options.columns else COLUMN_NAMES:
        if all(name.lower() in known for name in two):
            return known[two[0].lower()], known[two[1].lower()]
    if options.columns:
        reason = f"no columns {', '.join(options.columns)}"
        raise DataError(file, reason, line=line, value=", ".join(names), fix="check the names")
    return None


def _table(
    file: Path, separator: str, header: tuple[int, int] | None, bad: BadRows, options: ReadOptions
) -> Iterator[Pair]:
    first, second = header or (0, 1)
    width = 0
    for number, row in csv_rows(file, separator):
        if not any(cell.strip() for cell in row):
            continue
        if not width:
            width = len(row)
            if header is not None:
                continue
            if width != 2:
                reason = f"{width} columns and no header that names the complex and the simple one"
                fix = "add a header: complex,simple"
                raise DataError(file, reason, line=1, value=separator.join(row), fix=fix)
        if len(row) != width:
            reason = f"{len(row)} columns, not {width} as in the first row"
            bad.pass_over(number, reason, separator.join(row), "quote commas in text")
        elif not (row[first].strip() and row[second].strip()):
            bad.pass_over(number, "an empty side", separator.join(row))
        else:
            bad.good += 1
            yield make_pair(row[first].strip(), row[second].strip(), _name(file), options)
