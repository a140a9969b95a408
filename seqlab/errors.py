"""The errors a user can cause, each one line that says what was wrong and how to mend it."""

from __future__ import annotations

from pathlib import Path


class SeqLabError(Exception):
    """A mistake in input, configuration or environment that the user can mend."""


class UsageError(SeqLabError):
    """A wrong option, key or value: nothing was started."""


class DataError(SeqLabError):
    """A file that cannot be used, named with its place, the offending value and the fix."""

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
        self.line = line
        self.reason = reason
        self.value = value
        self.fix = fix
        super().__init__(path, reason)

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process boundaries in batch work; the default only carries `args`.
        return (_rebuild_data_error, (self.path, self.reason, self.line, self.value, self.fix))

    def __str__(self) -> str:
        return _line(self.path, self.reason, self.line, self.value, self.fix)


class DataWarning(UserWarning):
    """Input that was passed over while the rest went on: one line, like that of `DataError`."""

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
        self.line = line
        self.reason = reason
        super().__init__(_line(self.path, reason, line, value, fix))


def _line(path: str, reason: str, line: int | None, value: str | None, fix: str) -> str:
    message = f"{path if line is None else f'{path}, line {line}'}: {reason}"
    if value is not None:
        message += f" (got {shortened(value)!r})"
    if fix:
        message += f"; {fix}"
    return message


def _rebuild_data_error(
    path: str, reason: str, line: int | None, value: str | None, fix: str
) -> DataError:
    return DataError(path, reason, line=line, value=value, fix=fix)


def shortened(value: str, limit: int = 80) -> str:
    """`value` cut to what fits in an error line."""
    return value if len(value) <= limit else value[: limit - 1] + "…"
