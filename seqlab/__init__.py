"""SeqLab simplifies English text by labelling every word: copy, delete or replace."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # `import seqlab` stays light: the pipeline and all it needs come when it is first asked for.
    if name == "Simplifier":
        return import_module("seqlab.pipeline").Simplifier
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
