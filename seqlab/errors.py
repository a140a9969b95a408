"""The errors a user can cause, each one line that says what was wrong and how to fix it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class SeqLabError(Exception):
    """A mistake in input, configuration or environment that the user can fix."""


class UsageError(SeqLabError):
    """A wrong option, key or value: nothing was started."""


class _Located(Exception):
    """A place in a file, what is wrong there, the offending value and the fix, as one line."""

    def __init__(
        self,
        path: str | Path,
        reason: str,
        *,
        line: int | None = None,
        value: str | None = None,
        fix: str = "",
    ) -> None:
        self.path = str(path)
        self.reason = reason
        self.line = line
        self.value = value
        self.fix = fix
        super().__init__(path, reason)

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process boundaries in batch work; the default only carries `args`.
        return _rebuilt, (type(self), self.path, self.reason, self.line, self.value, self.fix)

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}, line {self.line}"
        message = f"{place}: {self.reason}"
        if self.value is not None:
            message += f" (got {shortened(self.value)!r})"
        if self.fix:
            message += f"; {self.fix}"
        return message


class DataError(_Located, SeqLabError):
    """A file that cannot be used."""


class DataWarning(_Located, UserWarning):
    """Input that was passed over while the rest went on."""

    @classmethod
    def of(cls, error: DataError, reason: str) -> DataWarning:
        """`error` as a warning with another reason."""
        return cls(error.path, reason, line=error.line, value=error.value, fix=error.fix)


def is_panic(error: BaseException) -> bool:
    """Whether a library written in Rust gave up; Python does not count that as an `Exception`."""
    return type(error).__name__ == "PanicException"


def is_failure(error: BaseException) -> bool:
    """Whether `error` is a failure of the work on one item, which need not end the others.

    Errors that a user can fix, interruptions and a lack of memory concern the whole run.
    """
    if isinstance(error, SeqLabError | MemoryError):
        return False
    return isinstance(error, Exception) or is_panic(error)


def _rebuilt(
    kind: type[_Located],
    path: str,
    reason: str,
    line: int | None,
    value: str | None,
    fix: str,
) -> _Located:
    return kind(path, reason, line=line, value=value, fix=fix)


def shortened(value: str, limit: int = 80) -> str:
    """`value` cut to what fits in an error line."""
    return value if len(value) <= limit else value[: limit - 1] + "…"


def nearest(name: str, known: Iterable[str], prefix: str = "") -> str:
    """A hint at the known name most like `name`, or at all of them."""
    known = list(known)
    close = difflib.get_close_matches(name.replace("-", "_"), known, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {prefix}{close[0].replace('_', '-') if prefix else close[0]}?"
    return f"; known: {', '.join(prefix + option for option in known)}"


def check_least(options: object, least: int, *names: str) -> None:
    """Refuse options whose numbers are too small for anything to come of them."""
    for name in names:
        if (value := getattr(options, name)) < least:
            raise UsageError(f"{name} must be at least {least} (got {value})")
