"""`EditReader`: a tagger that reads a sentence with its edits marked in it, and labels each edit.

An edit is written where it happens, the old words and the new ones side by side: "each member
{ shall | must } pay". The label of the middle mark is the verdict on the edit. Edits that do not
touch each other are read together, so a sentence is read once or twice however many it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch, Case
from seqlab.errors import DataError
from seqlab.tagger import Tagger

HEAD = "edit"
# Good; correct but no easier; another meaning; ungrammatical.
VERDICTS = ("y", "s", "m", "g")
OPEN, CHANGE, CLOSE = "{", "|", "}"
# With more edits in one sentence than this the words of the source are lost among them.
MOST_TOGETHER = 6
# Tokens `start` to `end` of the source become `new`.
Region = tuple[int, int, tuple[str, ...]]


class EditReader:
    """Reads edits by a tagger whose head `edit` has a label for each verdict."""

    def __init__(self, tagger: Tagger) -> None:
        self.tagger = tagger
        self._columns = [tagger.labels[HEAD].index(verdict) for verdict in VERDICTS]

    @classmethod
    def load(cls, folder: str | Path, threads: int | None = None) -> EditReader:
        """The reader of a tagger's folder."""
        tagger = Tagger.load(folder, device="cpu", threads=threads)
        if set(tagger.labels.get(HEAD, ())) != set(VERDICTS):
            raise DataError(folder, f"no tagger with a head {HEAD!r}", fix="train the reader again")
        return cls(tagger)

    def read(
        self, batch: Batch, chosen: Iterable[int] | None = None, level: str = "plain"
    ) -> NDArray[np.float32]:
        """Probabilities (cases, verdicts) of the chosen cases; rows of the others are not numbers.

        Args:
            batch: Sentences and edits of them.
            chosen: Numbers of the cases to read; all unless given.
            level: The reader's level, by which deletions are judged.
        """
        numbers = range(len(batch.cases)) if chosen is None else chosen
        together: dict[tuple[int, tuple[str, ...]], list[int]] = {}
        for number in numbers:
            case = batch.cases[number]
            key = (case.sentence, level_mark(case.operation, level))
            together.setdefault(key, []).append(number)
        texts: list[list[str]] = []
        marks: list[dict[int, int]] = []
        for (sentence, mark), own in together.items():
            tokens = batch.sentences[sentence].tokens
            edits = {number: regions(tokens, batch.cases[number]) for number in own}
            for group in packed(edits):
                words, places = marked(tokens, {number: edits[number] for number in group}, mark)
                texts.append(words)
                marks.append(places)
        chances = np.full((len(batch.cases), len(VERDICTS)), np.nan, dtype=np.float32)
        counts = np.zeros(len(batch.cases), dtype=np.float32)
        for places, labelled in zip(marks, self.tagger.predict_proba(texts, [HEAD]), strict=True):
            rows = labelled[HEAD][:, self._columns]
            for place, number in places.items():
                total = 0.0 if counts[number] == 0 else chances[number]
                chances[number] = total + rows[place]
                counts[number] += 1
        # An edit with several regions has a mark in each.
        return np.asarray(chances / np.maximum(counts, 1)[:, None], dtype=np.float32)


def regions(tokens: Sequence[str], case: Case) -> tuple[Region, ...]:
    """Where an edit changes the words of its sentence, and what it writes there."""
    if case.operation != "split":
        return ((case.start, case.end, case.new),)
    before, after = [t.lower() for t in tokens], [t.lower() for t in case.after]
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changed = (
        (i1, i2, tuple(case.after[j1:j2])) for name, i1, i2, j1, j2 in blocks if name != "equal"
    )
    return tuple(changed)


def packed(edits: Mapping[int, Sequence[Region]], most: int = MOST_TOGETHER) -> list[list[int]]:
    """Groups of edits that do not touch each other, in the order given, each in one group."""
    left = [number for number, own in edits.items() if own]
    groups: list[list[int]] = []
    while left:
        group: list[int] = []
        for number in left:
            free = not any(_meet(edits[number], edits[other]) for other in group)
            if free and len(group) < most:
                group.append(number)
        left = [number for number in left if number not in group]
        groups.append(group)
    return groups


def level_mark(operation: str, level: str) -> tuple[str, ...]:
    """What stands before a sentence whose edits are judged by another level's rules.

    At the easy level minor detail is dropped on purpose; all else is judged alike.
    """
    return ("easy", ":") if operation == "delete" and level == "easy" else ()


def marked(
    tokens: Sequence[str], edits: Mapping[int, Sequence[Region]], mark: Sequence[str] = ()
) -> tuple[list[str], dict[int, int]]:
    """The sentence with its edits marked, and the number of the edit at each middle mark."""
    ordered = sorted((*region, number) for number, own in edits.items() for region in own)
    words: list[str] = list(mark)
    places: dict[int, int] = {}
    done = 0
    for start, end, new, number in ordered:
        words += [*tokens[done:start], OPEN, *tokens[start:end]]
        places[len(words)] = number
        words += [CHANGE, *new, CLOSE]
        done = end
    return [*words, *tokens[done:]], places


def _meet(one: Sequence[Region], other: Sequence[Region]) -> bool:
    """Whether two edits change the same words, or write at the same place."""
    return any(
        (first[0] < second[1] and second[0] < first[1])
        or first[:1] == second[:1]
        or second[0] < first[0] == first[1] < second[1]
        or first[0] < second[0] == second[1] < first[1]
        for first in one
        for second in other
    )
