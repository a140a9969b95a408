"""What is done to a document in a process of its own (`sandbox`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from seqlab.documents import BatchOptions, simplify_folder
from seqlab.errors import DataError
from seqlab.pipeline import Wish


def simplify_document(
    simplifier: Any, source: Path, output: Path, options: BatchOptions
) -> tuple[Path, int]:
    """Write the simplified document into a folder; where it is, and how many sentences changed."""
    wish = Wish(
        options.strength,
        options.keep,
        options.operations,
        options.level,
        options.decide,
        options.protect,
    )
    load = partial(_outputs, simplifier, wish)
    summary = simplify_folder(source, output, options, workers=0, load=load)
    if summary.failures:
        _, reason = summary.failures[0]
        raise DataError("document", reason.removeprefix(f"{source}: ").removeprefix(f"{source}, "))
    written = [path for path in output.iterdir() if path.is_file()]
    if not written:
        raise DataError("document", "nothing could be read from it")
    return written[0], summary.changed


def _outputs(simplifier: Any, wish: Wish, options: BatchOptions) -> Any:
    return partial(simplifier.outputs, wish=wish)


TASKS: dict[str, Callable[..., Any]] = {"simplify": simplify_document}
