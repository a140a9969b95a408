"""`Decision`: an edit and what became of it; `Explanation`: all decisions on a sentence."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from seqlab.editing.apply.segments import Revision, revision
from seqlab.editing.edit import Edit, Span, Word
from seqlab.editing.judge import Verdict
from seqlab.editing.reading import SourceSentence
from seqlab.text import Token


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


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The words that a sentence became, beside the tokens that it had."""

    tokens: Sequence[Token]
    sentences: Sequence[Sequence[Word]]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One sentence: what stood, what came out, and every edit considered with the reason.

    `alternatives` are, for each span that a replacement was found for, the other words that were
    considered, each with why it was kept or dropped. `tags` are the tokens' Penn tags, `rewritten`
    is None where nothing was changed.
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
    rewritten: Rewritten | None = None

    @property
    def revision(self) -> Revision:
        """The output, and how it comes from the source; worked out for those who ask."""
        if self.rewritten is None:
            return Revision(self.output)
        return revision(self.rewritten.tokens, self.rewritten.sentences, self.output)

    @classmethod
    def unchanged(cls, source: SourceSentence) -> Explanation:
        """Of a sentence that is left alone."""
        words = tuple(token.text for token in source.tokens)
        nothing: tuple[dict[str, float], ...] = ({},) * len(words)
        labels = ("C",) * len(words)
        return cls(source.text, source.text, words, labels, nothing, (), left=source.reason_left)

    def with_alternatives(self) -> Explanation:
        """The explanation with all words that were considered for each span."""
        considered: dict[Span, tuple[tuple[str, str], ...]] = {}
        for decision in self.decisions:
            edit = decision.edit
            if edit.operation == "replace":
                earlier = considered.get(edit.span, ())
                considered[edit.span] = (*earlier, (edit.text, decision.reason))
        return replace(self, alternatives=considered)

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
