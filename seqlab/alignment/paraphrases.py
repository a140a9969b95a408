"""Pairs of words that mean the same, read from lists such as PPDB and WordNet synonyms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from seqlab.alignment.words import lemmas, normal
from seqlab.errors import DataError
from seqlab.files import data_folder, read_lines

# What `auto` looks for in the data folder.
LISTS = ("lexical/ppdb-1.0-lexical-pairs.txt.gz", "lexical/oewn_synonyms.tsv.gz")


class Paraphrases:
    """A symmetric list of word pairs, asked by form and then by lemma."""

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self._others: dict[str, set[str]] = defaultdict(set)
        for first, second in pairs:
            self._others[first].add(second)
            self._others[second].add(first)
        self._known: dict[tuple[str, str], bool] = {}

    def __len__(self) -> int:
        return sum(map(len, self._others.values())) // 2

    def __contains__(self, words: tuple[str, str]) -> bool:
        known = self._known.get(words)
        if known is None:
            known = self._known[words] = self._look_up(*words)
        return known

    def _look_up(self, first: str, second: str) -> bool:
        if normal(second) in self._others.get(normal(first), ()):
            return True
        others = lemmas(second)
        return any(not others.isdisjoint(self._others.get(lemma, ())) for lemma in lemmas(first))


def load_paraphrases(source: str | Path = "auto") -> Paraphrases:
    """The paraphrases of the files in `source`, a comma-separated list of paths.

    `auto` takes those of PPDB and WordNet that lie in the data folder, `none` takes none. A file
    has two words per line as its last two tab-separated columns; phrases are passed over, since
    links are between words.
    """
    if str(source) == "none":
        return Paraphrases()
    if str(source) == "auto":
        paths = [data_folder() / name for name in LISTS if (data_folder() / name).is_file()]
    else:
        paths = [Path(name.strip()) for name in str(source).split(",")]
    return Paraphrases(pair for path in paths for pair in _read(path))


def _read(path: Path) -> Iterable[tuple[str, str]]:
    for number, line in enumerate(read_lines(path), start=1):
        columns = line.lower().split("\t")
        if len(columns) < 2:
            raise DataError(
                path, "no tab", line=number, value=line, fix="write word TAB word on every line"
            )
        first, second = columns[-2], columns[-1]
        if " " not in first and " " not in second:
            yield first, second
