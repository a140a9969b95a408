"""`Signature`: how a number was made, short enough to stand beside it in a paper."""

from __future__ import annotations

from dataclasses import dataclass

import seqlab


@dataclass(frozen=True, slots=True)
class Signature:
    """A metric's name and everything that changes its value, in a fixed order."""

    metric: str
    options: tuple[tuple[str, str], ...] = ()
    version: str = f"seqlab-{seqlab.__version__}"

    def __str__(self) -> str:
        parts = [self.metric, *(f"{key}:{value}" for key, value in self.options)]
        return "|".join([*parts, f"version:{self.version}"])


def signature(metric: str, *, version: str = "", **options: object) -> Signature:
    """A signature from keywords; options that are None do not apply and are left out."""
    kept = tuple((key, _spelled(value)) for key, value in options.items() if value is not None)
    own = f"seqlab-{seqlab.__version__}"
    return Signature(metric, kept, f"{own}+{version}" if version else own)


def case(lowercase: bool) -> str:
    """How sacreBLEU's signatures spell the treatment of case."""
    return "lc" if lowercase else "mixed"


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
