"""`Explanation`: a sentence before and after, its labels, and every edit with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from seqlab.editing.decision import Decision
from seqlab.editing.edit import Span


@dataclass(frozen=True, slots=True)
class Explanation:
    """One sentence: what stood, what came out, and every edit considered with the reason.

    `alternatives` are, for each span that a replacement was found for, the other words that were
    considered, each with why it was kept or dropped. `tags` are the tokens' Penn tags.
    """

    source: str
    output: str
    tokens: tuple[str, ...]
    labels: tuple[str, ...]
    probabilities: tuple[dict[str, float], ...]
    decisions: tuple[Decision, ...]
    alternatives: Mapping[Span, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    left: str = ""
    tags: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The explanation as plain values."""
        return {
            "source": self.source,
            "output": self.output,
            "tokens": [
                {"text": text, "label": label, "probabilities": chances}
                for text, label, chances in zip(
                    self.tokens, self.labels, self.probabilities, strict=True
                )
            ],
            "edits": [self._edit(decision) for decision in self.decisions],
        }

    def _edit(self, decision: Decision) -> dict[str, Any]:
        edit = decision.edit
        record = {
            "operation": edit.operation,
            "kind": edit.kind,
            "span": list(edit.span),
            "words": " ".join(self.tokens[slice(*edit.span)]),
            "text": edit.text,
            "good": round(decision.verdict.good, 3),
            "acceptable": round(decision.verdict.acceptable, 3),
            "taken": decision.taken,
            "reason": decision.reason,
        }
        if edit.operation == "replace" and edit.span in self.alternatives:
            record["alternatives"] = [
                {"text": text, "reason": reason} for text, reason in self.alternatives[edit.span]
            ]
        return record
