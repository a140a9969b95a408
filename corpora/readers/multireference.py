"""Originals with several simplifications each: ASSET, TurkCorpus and HSplit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpora.options import DEFAULTS, Part, ReadOptions, file_part
from corpora.pair import Pair
from corpora.readers.parallel import make_pair, parallel_files
from corpora.readers.rows import BadRows, parallel_lines
from corpora.readers.tokenized import detokenize
from seqlab.errors import DataError


@dataclass(frozen=True, slots=True)
class MultiReference:
    """Originals, and for each reference writer the list of his versions of all originals."""

    originals: list[str]
    references: list[list[str]]
    corpus: str = ""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Published names: a pattern of the originals' file, and what the references' names are."""

    originals: str
    references: str  # with {stem}, what stands before the end of the originals' name
    end: str


@dataclass(frozen=True, slots=True)
class _Files:
    originals: Path
    references: list[Path]


LAYOUTS = {
    "asset": (_Layout("asset.*.orig", "{stem}.simp.*", ".orig"),),
    "turkcorpus": (
        _Layout("*.truecase.detok.orig", "{stem}.simp.*", ".orig"),
        _Layout("*.8turkers.tok.norm", "{stem}.turk.*", ".norm"),
    ),
    "hsplit": (
        _Layout("hsplit.tok.src", "{stem}.[0-9]*", ".src"),
        # Published as references only; the originals are those of TurkCorpus.
        _Layout("test.8turkers.tok.norm", "HSplit[0-9]*_full", ".norm"),
    ),
}


def read_asset(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """ASSET: `asset.{valid,test}.orig` with `.simp.0` to `.simp.9`."""
    return _pairs(Path(path), "asset", options)


def read_turkcorpus(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """TurkCorpus, detokenised (`*.truecase.detok.*`) or tokenised (`*.8turkers.tok.*`)."""
    return _pairs(Path(path), "turkcorpus", options)


def read_hsplit(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """HSplit: `hsplit.tok.src` with `.1` to `.4`, or `HSplit1_full` … beside the originals."""
    return _pairs(Path(path), "hsplit", options)


def read_references(
    path: str | Path, part: Part | None = None, *, detokenized: bool = False
) -> MultiReference:
    """Originals and references for evaluation, lines exactly as the files have them.

    Args:
        path: A folder or the originals' file of ASSET, TurkCorpus, HSplit, or of any pair of
            parallel files, whose simple side is then the only reference.
        part: Which part, where the folder holds several.
        detokenized: Join the tokens of tokenised files again.
    """
    path = Path(path)
    corpus, files = _any_files(path, ReadOptions(part=part))
    if len(files) > 1:
        names = ", ".join(one.originals.name for one in files)
        raise DataError(path, "has several splits", value=names, fix="name one: part=… or its file")
    rows = [row for _, row in parallel_lines([files[0].originals, *files[0].references])]
    if detokenized:
        rows = [tuple(detokenize(text) for text in row) for row in rows]
    columns = [list(column) for column in zip(*rows, strict=True)]
    if not columns:
        raise DataError(files[0].originals, "holds no text")
    return MultiReference(columns[0], columns[1:], corpus)


def _any_files(path: Path, options: ReadOptions) -> tuple[str, list[_Files]]:
    # HSplit first: its folder may hold the originals of TurkCorpus.
    for corpus in ("hsplit", "asset", "turkcorpus"):
        if files := find_files(path, corpus, options):
            return corpus, files
    parallel = [_Files(source, [target]) for source, target in parallel_files(path)]
    parallel = [f for f in parallel if options.part in (None, file_part(f.originals.name))]
    if not parallel:
        known = [layout.originals for layouts in LAYOUTS.values() for layout in layouts]
        raise DataError(
            path, "no originals with references", fix=f"looked for {', '.join(known)}, *.src/*.dst"
        )
    return path.resolve().name, parallel


def find_files(path: Path, corpus: str, options: ReadOptions = DEFAULTS) -> list[_Files]:
    """The originals' files of `corpus` in `path`, each with its references in order."""
    folder = path if path.is_dir() else path.parent
    test_sets = []
    for layout in LAYOUTS[corpus]:
        for originals in sorted(folder.glob(layout.originals)):
            stem = originals.name.removesuffix(layout.end)
            references = [
                file
                for file in folder.glob(layout.references.format(stem=stem))
                if re.search(r"\d+", file.name.removeprefix(stem))
            ]
            wanted = options.part in (None, file_part(originals.name)) or corpus == "hsplit"
            if references and wanted and (path.is_dir() or path in (originals, *references)):
                test_sets.append(_Files(originals, sorted(references, key=_number)))
    return test_sets


def _number(reference: Path) -> int:
    digits = re.findall(r"\d+", reference.name)
    return int(digits[-1])


def _pairs(path: Path, corpus: str, options: ReadOptions) -> Iterator[Pair]:
    files = find_files(path, corpus, options)
    if not files:
        names = " or ".join(
            f"{layout.originals} with {layout.references.format(stem='…')}"
            for layout in LAYOUTS[corpus]
        )
        raise DataError(path, f"no files of {corpus}", fix=f"looked for {names}")
    for one in files:
        with BadRows(one.originals, strict=options.strict) as bad:
            for number, row in parallel_lines([one.originals, *one.references]):
                for index, reference in enumerate(row[1:]):
                    if row[0] and reference:
                        bad.good += 1
                        yield make_pair(row[0], reference, corpus, options, reference=index)
                    else:
                        name = one.references[index].name
                        bad.pass_over(number, f"nothing in it or in {name}", row[0] or reference)
