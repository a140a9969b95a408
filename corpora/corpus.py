"""Opening a corpus at a path, whatever its format."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpora.article import LevelledDocument, PairMode, level_pairs
from corpora.formats import FORMATS, DocumentReader, Format, PairReader
from corpora.named import SHIPPED, corpus_path
from corpora.options import DEFAULTS, ReadOptions
from corpora.pair import Pair
from corpora.readers import levelled, onestop
from seqlab.errors import DataError, UsageError


@dataclass(frozen=True, slots=True)
class Corpus:
    """An opened corpus: articles at several levels, aligned pairs, or both; nothing is read yet."""

    format: str
    path: Path
    options: ReadOptions
    _documents: DocumentReader | None
    _pairs: PairReader | None

    @property
    def has_documents(self) -> bool:
        """Whether there are articles at several levels, for sentence alignment."""
        return self._documents is not None

    @property
    def has_parts(self) -> bool:
        """Whether its rows say which of train, valid and test they are of."""
        return FORMATS[self.format].has_parts

    @property
    def has_pairs(self) -> bool:
        """Whether there are aligned sentences."""
        return self._pairs is not None

    def documents(self) -> Iterator[LevelledDocument]:
        """The articles, document by document."""
        if self._documents is None:
            raise DataError(
                self.path, f"{self.format} holds aligned pairs, not articles at several levels"
            )
        return self._documents(self.path, self.options)

    def pairs(self, mode: PairMode = "all") -> Iterator[Pair]:
        """The aligned sentences, of the level pairs that `mode` chooses where there are levels."""
        if self._pairs is None:
            fix = f"align its sentences first: seqlab align {self.path}"
            raise DataError(self.path, f"{self.format} holds articles, not aligned pairs", fix=fix)
        return of_level_pairs(self._pairs(self.path, self.options), mode, self.options.levels)


def of_level_pairs(
    pairs: Iterable[Pair], mode: PairMode, levels: Sequence[str] = ()
) -> Iterator[Pair]:
    """Those of `pairs` whose levels `mode` chooses, and those without levels.

    Which levels are adjacent is told by their names, not by what a document happens to have:
    1→3 is no adjacent pair even where version 2 is missing.

    Args:
        pairs: Pairs of any corpus.
        mode: As in `level_pairs`.
        levels: Level names, complex first, where they are neither numbers nor known ones.
    """
    orders = [levels, tuple(map(str, range(10))), *levelled.KNOWN_LEVELS]
    known = {pair for order in orders for pair in level_pairs(order, "all")}
    chosen = {pair for order in orders for pair in level_pairs(order, mode)}
    for pair in pairs:
        if mode != "all" and pair.levels is not None and pair.levels not in known:
            raise DataError(
                pair.corpus or "pairs",
                f"cannot tell which levels are {mode}",
                value=" → ".join(pair.levels),
                fix="give the levels in order, complex first: levels=[…]",
            )
        if mode == "all" or pair.levels is None or pair.levels in chosen:
            yield pair


def open_corpus(path: str | Path, format: str = "auto", options: ReadOptions = DEFAULTS) -> Corpus:
    """The corpus at `path`, or the shipped one of that name; its format is told by file names."""
    path = corpus_path(path)
    if not path.exists():
        names = ", ".join(SHIPPED)
        fix = f"check the path, or give the name of a corpus that ships: {names}"
        raise DataError(path, "no such file or folder", fix=fix)
    known = detect(path) if format == "auto" else _named(format)
    documents, pairs = known.documents, known.pairs
    if known.name == "onestop":
        documents = documents if onestop.text_folder(path) else None
        pairs = pairs if onestop.pair_files(path) else None
    return Corpus(known.name, path, options, documents, pairs)


def read_levelled(
    path: str | Path, format: str = "auto", options: ReadOptions = DEFAULTS
) -> Iterator[LevelledDocument]:
    """The documents of a corpus of articles at several levels, whatever its format."""
    return open_corpus(path, format, options).documents()


def read_pairs_from(
    path: str | Path, format: str = "auto", options: ReadOptions = DEFAULTS
) -> Iterator[Pair]:
    """The pairs of an aligned corpus, whatever its format."""
    return open_corpus(path, format, options).pairs()


def detect(path: Path) -> Format:
    """The first format whose file names are found at `path`."""
    for known in FORMATS.values():
        if known.recognises(path):
            return known
    if path.is_dir() and not any(path.iterdir()):
        raise DataError(path, "is empty", fix="put a corpus there, or name another folder")
    looked_for = "; ".join(
        f"{known.name}: {', '.join(known.patterns[:2])}" for known in FORMATS.values()
    )
    inside = [entry.name for entry in _entries(path) if _recognised(entry)]
    fix = f"name one in it: {', '.join(inside[:6])}" if inside else f"looked for {looked_for}"
    raise DataError(path, "not a known corpus format", fix=fix)


def _entries(path: Path) -> list[Path]:
    return sorted(path.iterdir()) if path.is_dir() else []


def _recognised(path: Path) -> bool:
    # Any table of anything has a name like that of a general format: no hint.
    general = ("levelled", "parallel", "jsonl", "tsv", "csv")
    return any(known.recognises(path) for known in FORMATS.values() if known.name not in general)


def _named(name: str) -> Format:
    if name not in FORMATS:
        close = difflib.get_close_matches(name, list(FORMATS), n=1)
        hint = f"did you mean {close[0]}?" if close else f"known: auto, {', '.join(FORMATS)}"
        raise UsageError(f"no corpus format {name!r}; {hint}")
    return FORMATS[name]
