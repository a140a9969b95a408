"""`VerdictTable`: what judges said of the same substitution in other sentences.

Text is Zipfian: most edits that are proposed have been proposed, and judged, elsewhere. What was
said there tells much of what a classifier cannot know from frequencies and forms ("former" is not
"first"); the trees weigh it against the context.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seqlab.dictionaries import SortedLines, read_body
from seqlab.editing.judge.records import Batch, Case
from seqlab.editing.propose import Tagged, unit
from seqlab.errors import DataError
from seqlab.files import write_gzip

Columns = dict[str, NDArray[np.float32]]
# How many edits were judged, and how many of them were acceptable and good.
Counts = tuple[int, int, int]
# What is looked up: the substitution, alone and beside its neighbours; its two sides.
KINDS = ("pair", "left", "right", "old", "new")
_HEADER = "# seqlab table of verdicts, version 1"
_NAMES = ("judged", "acceptable", "good")
# A share is drawn towards this, the more the fewer verdicts there are.
_PRIOR, _WEIGHT = 0.4, 2.0
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "s", "d", "e")
_SHORTEST_STEM = 3
# Keys whose counts are remembered; more would only fill memory.
_REMEMBERED = 2_000
_NOT_ASKED: Counts = (-1, -1, -1)
# With a neighbour, one verdict says no more than without.
_LEAST = {"left": 2, "right": 2}


@dataclass(frozen=True, eq=False)
class VerdictTable:
    """Counts of verdicts by kind of key; `own` are those of single documents, while fitting."""

    counts: Mapping[str, Counts] = field(default_factory=dict)
    own: Mapping[str, Mapping[str, Counts]] = field(default_factory=dict, repr=False)
    _asked: dict[str, Counts | None] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.counts)

    def look_up(self, key: str, without: str = "") -> Counts:
        """The verdicts on a key, but for those in the document `without`."""
        counts = self._found(key)
        if counts is None:
            return 0, 0, 0
        judged, acceptable, good = counts
        if without and (mine := self.own.get(without, {}).get(key)):
            return judged - mine[0], acceptable - mine[1], good - mine[2]
        return judged, acceptable, good

    def _found(self, key: str) -> Counts | None:
        # The words of an edit are asked for again with everything that may stand for them, and
        # what is proposed is asked for again when it is judged.
        asked = self._asked
        counts = asked.get(key, _NOT_ASKED)
        if counts is _NOT_ASKED:
            if len(asked) >= _REMEMBERED:
                asked.clear()
            counts = asked[key] = self.counts.get(key)
        return counts

    def evidence(
        self, text: Tagged, start: int, end: int, new: Sequence[str]
    ) -> tuple[float, float, float]:
        """What was said of a substitution elsewhere, for the prior of proposals (`Earlier`)."""
        old = _old_key(text, start, end)
        stems = " ".join(map(stem, new))
        pair = self.look_up(f"pair {old}>{stems}")
        words = self.look_up(f"old {old}{'' if stems else '>'}")
        return math.log1p(pair[0]), _log_odds(pair), _log_odds(words)

    def save(self, path: str | Path, provenance: Sequence[str] = ()) -> None:
        """Write the table as compressed text, with where it comes from at its head."""
        head = "\n".join([_HEADER, *(f"# {line}" for line in provenance)])
        rows = (f"{key}\t{' '.join(map(str, own))}" for key, own in sorted(self.counts.items()))
        write_gzip(path, head + "\n" + "".join(f"{row}\n" for row in rows))

    @classmethod
    def load(cls, path: str | Path) -> VerdictTable:
        """The table that `save` wrote."""

        def counts(row: str) -> Counts:
            try:
                judged, acceptable, good = map(int, row.split(" "))
            except ValueError:
                fix = "train the judge again"
                raise DataError(path, "a row without counts", value=row, fix=fix) from None
            return judged, acceptable, good

        try:
            return cls(SortedLines(read_body(path, _HEADER, "a table of verdicts"), counts))
        except ValueError as error:
            raise DataError(path, str(error), fix="train the judge again") from None


NO_VERDICTS = VerdictTable()


def count_verdicts(judged: Iterable[tuple[Tagged, Case, str, str]]) -> VerdictTable:
    """The table of judged edits: each with its sentence, its verdict and its document."""
    totals: Counter[tuple[str, int]] = Counter()
    own: dict[str, dict[str, Counts]] = defaultdict(dict)
    for text, case, verdict, document in judged:
        told = (1, int(verdict in "ys"), int(verdict == "y"))
        for _, key in keys(text, case):
            for place, number in enumerate(told):
                totals[key, place] += number
            before = own[document].get(key, (0, 0, 0))
            own[document][key] = (before[0] + 1, before[1] + told[1], before[2] + told[2])
    counts = {
        key: (number, totals[key, 1], totals[key, 2])
        for (key, place), number in totals.items()
        if place == 0 and number >= _LEAST.get(key.partition(" ")[0], 1)
    }
    return VerdictTable(counts, own)


def keys(text: Tagged, case: Case) -> Iterator[tuple[str, str]]:
    """The keys of an edit, by kind."""
    if case.operation == "split" or case.start >= case.end:
        return
    old, new = _old_key(text, case.start, case.end), " ".join(map(stem, case.new))
    before = text.tokens[case.start - 1].lower() if case.start else "<"
    after = text.tokens[case.end].lower() if case.end < len(text.tokens) else ">"
    yield "pair", f"pair {old}>{new}"
    yield "left", f"left {before}|{old}>{new}"
    yield "right", f"right {old}|{after}>{new}"
    yield "old", f"old {old}{'' if new else '>'}"
    if new:
        yield "new", f"new {new}"


def _old_key(text: Tagged, start: int, end: int) -> str:
    places = range(start, end)
    return " ".join(unit(text.tokens[k], text.tags[k], text.lemmas[k]) for k in places)


def _log_odds(counts: Counts) -> float:
    judged, _, good = counts
    return math.log((good + _PRIOR) / (judged - good + 1 - _PRIOR)) if judged else 0.0


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A word without its ending: forms of one word should share their verdicts."""
    lower = word.lower()
    for ending in _ENDINGS:
        if lower.endswith(ending) and len(lower) - len(ending) >= _SHORTEST_STEM:
            return lower.removesuffix(ending)
    return lower


def verdict_features(batch: Batch, table: VerdictTable) -> Columns:
    """For each kind of key how many verdicts there are, and the shares that were favourable."""
    size = len(_NAMES)
    values = np.full((len(batch.cases), len(KINDS) * size), np.nan, dtype=np.float32)
    if len(table):
        for row, case in enumerate(batch.cases):
            without = batch.documents[row] if batch.documents is not None else ""
            for kind, key in keys(batch.sentences[case.sentence], case):
                place = KINDS.index(kind) * size
                values[row, place : place + size] = _shares(table.look_up(key, without))
    names = [f"{kind}_{name}" for kind in KINDS for name in _NAMES]
    return {f"verdicts_{name}": values[:, k] for k, name in enumerate(names)}


def _shares(counts: Counts) -> tuple[float, float, float]:
    judged, acceptable, good = counts
    if not judged:
        return 0.0, math.nan, math.nan
    total = judged + _WEIGHT
    prior = _PRIOR * _WEIGHT
    return math.log1p(judged), (acceptable + prior) / total, (good + prior / 2) / total
