"""`Decision`: an edit that was considered, what the judge says of it, and what became of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from seqlab.editing.edit import Edit
from seqlab.editing.judge import Verdict


@dataclass(frozen=True, slots=True)
class Decision:
    """An edit with its verdict.

    `strength` is the least strength at which the edit is made, infinite where it never is.
    """

    edit: Edit
    verdict: Verdict
    taken: bool
    reason: str
    strength: float = math.inf
