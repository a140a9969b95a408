"""`Node`: a stage with its settings and where its inputs come from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

TRAINING = "seqlab.training.stages"


@dataclass(frozen=True)
class Node:
    """A stage with its settings and where its inputs come from; `package` holds its module."""

    stage: str
    settings: Mapping[str, Any]
    inputs: Mapping[str, Node]
    seed: int | None = None
    package: str = TRAINING

    @property
    def id(self) -> str:
        """The same for the same stage on the same inputs with the same settings."""
        inputs = {name: node.id for name, node in self.inputs.items()}
        plain = json.dumps([self.stage, self.settings, inputs, self.seed], sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()[:16]

    def with_inputs(self) -> Iterator[Node]:
        """This node after all that it needs."""
        for node in self.inputs.values():
            yield from node.with_inputs()
        yield self
