"""Work on many items, one of which may fail: the others are done, and the one is named."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TypeVar

from seqlab.errors import DataWarning, is_failure

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


def isolated(
    work: Callable[[Sequence[Item]], Sequence[Outcome]],
    items: Sequence[Item],
    shown: Callable[[Item], str],
) -> list[Outcome | None]:
    """What `work` makes of the items, done together; None for each one that it fails on.

    Where the batch fails, each item is tried alone, and a warning names those that fail, whatever
    the library below did: raise any exception, or panic.

    Args:
        work: Gives one outcome for each item of a batch.
        items: What is to be done.
        shown: An item as the warning names it.
    """
    if not items:
        return []
    try:
        return _counted(work, items)
    except BaseException as error:
        if not is_failure(error):
            raise
    outcomes: list[Outcome | None] = []
    for item in items:
        try:
            outcomes += _counted(work, [item])
        except BaseException as error:
            if not is_failure(error):
                raise
            outcomes.append(None)
            why = f"{type(error).__name__}: {error}".splitlines()[0]
            warnings.warn(
                DataWarning("sentence", f"left as it is: {why}", value=shown(item)), stacklevel=2
            )
    return outcomes


def _counted(
    work: Callable[[Sequence[Item]], Sequence[Outcome]], items: Sequence[Item]
) -> list[Outcome | None]:
    outcomes = list(work(items))
    if len(outcomes) != len(items):
        raise ValueError(f"{len(outcomes)} outcomes for {len(items)} items")
    return [*outcomes]
