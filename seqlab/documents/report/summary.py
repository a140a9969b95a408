"""The summary of a run: what was done, and how readable the documents were before and after."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from seqlab.documents.run.progress import duration
from seqlab.documents.run.record import NO_COUNTS, Counts, Record

# So many failures and skipped files are listed; all failures are in the manifest.
LISTED = 20
# Grades of the histogram: two a line, the last one for all beyond.
STEP, HIGHEST = 2, 18
WIDTH = 30


class Summary:
    """Sums over the documents of a run; those that earlier runs did count too."""

    def __init__(self, manifest: Path | None = None) -> None:
        self.manifest = manifest
        self._started = time.monotonic()
        self._ended: float | None = None
        self.done = self.earlier = self.copied = self.skipped = 0
        self.failed = 0
        self.failures: list[tuple[str, str]] = []
        self.skips: list[tuple[str, str]] = []
        self.sentences = self.changed = self.documents_changed = 0
        self.before, self.after = NO_COUNTS, NO_COUNTS
        self.words = 0
        self.grades: tuple[Counter[int], Counter[int]] = (Counter(), Counter())

    def add(self, record: Record, earlier: bool = False) -> None:
        """Count a document."""
        self._ended = time.monotonic()
        if record.state == "failed":
            self.failed += 1
            if len(self.failures) < LISTED:
                self.failures.append((record.document, record.error))
            return
        self.done += 1
        self.earlier += earlier
        self.sentences += record.sentences
        self.changed += record.changed
        self.documents_changed += record.changed > 0
        self.before = self.before.plus(record.before)
        self.after = self.after.plus(record.after)
        if not earlier:
            self.words += record.before.words
        for grades, counts in zip(self.grades, (record.before, record.after), strict=True):
            if counts.grade is not None:
                grades[min(int(counts.grade) // STEP * STEP, HIGHEST)] += 1

    def skip(self, name: str, reason: str) -> None:
        """Count a file that is no document."""
        self.skipped += 1
        if len(self.skips) < LISTED:
            self.skips.append((name, reason))

    @property
    def seconds(self) -> float:
        """From the start to the last document."""
        return (self._ended or self._started) - self._started

    def text(self) -> str:
        """The summary as lines for the terminal."""
        return "\n".join([*self._counts(), *self._readability(), *self._lists()])

    def _counts(self) -> Iterator[str]:
        parts = [f"{self.done:,} document{'' if self.done == 1 else 's'} done"]
        if self.earlier:
            parts[0] += f" ({self.earlier:,} by earlier runs)"
        parts.append(f"{self.failed:,} failed")
        if self.copied:
            parts.append(f"{self.copied:,} other files copied")
        parts.append(f"{self.skipped:,} skipped")
        yield ", ".join(parts)
        speed = self.words / self.seconds if self.seconds else 0.0
        yield f"{self.words:,} words in {duration(self.seconds)}, {speed:,.0f} words/s"
        share = self.changed / max(1, self.sentences)
        yield (
            f"{self.changed:,} of {self.sentences:,} sentences changed ({share:.0%}), "
            f"in {self.documents_changed:,} document{'' if self.documents_changed == 1 else 's'}"
        )

    def _readability(self) -> Iterator[str]:
        if not self.before.words:
            return
        yield ""
        yield f"{'':<28}{'before':>9}{'after':>9}"
        for name, one, other in readability(self.before, self.after):
            yield f"{name:<28}{one:>9}{other:>9}"
        yield ""
        yield "documents by grade level (FKGL)"
        yield f"{'grade':<8}{'before':<{WIDTH + 8}}after"
        most = max([1, *self.grades[0].values(), *self.grades[1].values()])
        shown = [grade for counts in self.grades for grade in counts]
        for grade in range(min(shown), max(shown) + 1, STEP) if shown else ():
            name = f"{grade}+" if grade == HIGHEST else f"{grade}–{grade + STEP}"
            bars = [_bar(counts[grade], most) for counts in self.grades]
            yield f"{name:<8}{bars[0]:<{WIDTH + 8}}{bars[1]}".rstrip()

    def _lists(self) -> Iterator[str]:
        for title, count, listed in (
            ("failed", self.failed, self.failures),
            ("skipped", self.skipped, self.skips),
        ):
            if count:
                yield ""
                yield f"{title}:"
                yield from (f"  {name}: {short_reason(name, reason)}" for name, reason in listed)
                if count > len(listed):
                    where = self.where_all if listed is self.failures else ""
                    yield f"  … and {count - len(listed):,} more{where}"

    @property
    def where_all(self) -> str:
        """Where all failures stand, for a list that shows only some."""
        return f"; all are in {self.manifest}" if self.manifest else ""


def readability(before: Counts, after: Counts) -> list[tuple[str, str, str]]:
    """Name and values, before and after, of what is told of readability."""
    rows = []
    for name, get, digits in (
        ("words", lambda one: one.words, 0),
        ("sentences", lambda one: one.sentences, 0),
        ("words per sentence", lambda one: one.words / max(1, one.sentences), 1),
        ("syllables per word", lambda one: one.syllables / max(1, one.words), 2),
        ("grade level (FKGL)", lambda one: one.grade or 0.0, 2),
        ("reading ease (FRE)", lambda one: one.ease or 0.0, 1),
    ):
        rows.append((name, f"{get(before):,.{digits}f}", f"{get(after):,.{digits}f}"))
    return rows


def _bar(count: int, most: int) -> str:
    length = round(count / most * WIDTH) if count else 0
    return f"{'█' * length or '▏' * bool(count)} {count:,}" if count else "0"


def short_reason(name: str, reason: str) -> str:
    """An error without the path that stands before it already."""
    place = re.match(rf"\S*{re.escape(name)}(?:, (line \d+))?: ", reason)
    if place is None:
        return reason
    line = f"{place[1]}: " if place[1] else ""
    return line + reason[place.end() :]
