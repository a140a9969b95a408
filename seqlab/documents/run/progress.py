"""How far a run has come: documents, words, words per second, time left, on stderr."""

from __future__ import annotations

import sys
import time

from seqlab.progress import SECONDS_BETWEEN_LINES


class Progress:
    """Counts what is done; on a terminal one line that renews itself, elsewhere a line at times."""

    def __init__(self) -> None:
        self._started = self._shown = time.monotonic()
        self._documents = self._expected = 0
        self._words = 0
        # Time left is told by bytes, because words are only known once they are read.
        self._bytes = self._bytes_expected = 0
        self._terminal = sys.stderr.isatty()

    def expect(self, size: int) -> None:
        """One more document will come."""
        self._expected += 1
        self._bytes_expected += size

    def words(self, count: int) -> None:
        """So many words more are done."""
        self._words += count
        self._show()

    def document(self, size: int, earlier: bool = False) -> None:
        """A document is done, or was done by an earlier run."""
        self._documents += 1
        if earlier:
            self._bytes_expected -= size
        else:
            self._bytes += size
        self._show()

    def part(self, size: int, earlier: bool = False) -> None:
        """A part of a document is done, or was done by an earlier run."""
        self._documents -= 1
        self.document(size, earlier)

    def line(self) -> str:
        """What is shown."""
        seconds = time.monotonic() - self._started
        parts = [f"{self._documents:,} of {self._expected:,} documents, {self._words:,} words"]
        if self._words and seconds > 1:
            parts.append(f"{self._words / seconds:,.0f} words/s")
        if self._words and self._bytes:
            left = seconds * (self._bytes_expected - self._bytes) / self._bytes
            parts.append(f"{duration(left)} left")
        return ", ".join(parts)

    def close(self) -> None:
        """End the line that renews itself."""
        if self._terminal:
            print(file=sys.stderr)

    def _show(self) -> None:
        now = time.monotonic()
        if now - self._shown < (0.2 if self._terminal else SECONDS_BETWEEN_LINES):
            return
        self._shown = now
        start, end = ("\r\x1b[K", "") if self._terminal else ("simplify: ", "\n")
        print(f"{start}{self.line()}", end=end, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """`42 s`, `3 min 20 s`, `5 h 12 min`, `3 days 4 h`."""
    whole = int(seconds)
    for unit, size, smaller, part in (
        ("days", 86_400, "h", 3_600),
        ("h", 3_600, "min", 60),
        ("min", 60, "s", 1),
    ):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // part} {smaller}"
    return f"{whole} s"
