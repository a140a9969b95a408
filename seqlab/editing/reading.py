"""`Reading`: everything that is known of a sentence before any edit is proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from seqlab.editing.parsed import Parsed
from seqlab.editing.propose import Tagged
from seqlab.editing.propose.label_splits import SplitProbabilities
from seqlab.editing.source import SourceSentence
from seqlab.syntax import Analysis

INSERT_HEAD, WORD_HEAD = "split.insert", "split.word"


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence with its tree, and what the tagger says of its words.

    Args:
        source: The sentence, and what of it is fixed.
        parsed: Its tokens with their tree.
        tagged: Its tokens with tags and lemmas.
        probabilities: Of every head of the tagger, tokens by labels.
        labels: The labels of every head, in the order of the columns.
    """

    source: SourceSentence
    parsed: Parsed
    tagged: Tagged
    probabilities: Mapping[str, np.ndarray]
    labels: Mapping[str, tuple[str, ...]]

    def chance(self, head: str, label: str) -> np.ndarray:
        """How likely each token has a label; zeros where the model has no such head or label."""
        if head not in self.labels or label not in self.labels[head]:
            return np.zeros(len(self.parsed.tokens), dtype=np.float32)
        return np.asarray(self.probabilities[head][:, self.labels[head].index(label)])

    def splits(self, level: str | None) -> SplitProbabilities | None:
        """What the tagger says of splitting; None where the model never learned it."""
        if INSERT_HEAD not in self.labels or WORD_HEAD not in self.labels:
            return None
        head = head_of("split", level)
        points = 1.0 - self.chance(head, "-") if head in self.labels else None
        return SplitProbabilities(
            self.probabilities[INSERT_HEAD],
            self.labels[INSERT_HEAD],
            self.probabilities[WORD_HEAD],
            self.labels[WORD_HEAD],
            points,
        )


def head_of(task: str, level: str | None) -> str:
    """The tagger's head for a task: `plain.operation`, or `operation` in a model without levels."""
    return f"{level}.{task}" if level else task


def read(
    source: SourceSentence,
    analysis: Analysis,
    probabilities: Mapping[str, np.ndarray],
    labels: Mapping[str, Sequence[str]],
) -> Reading:
    """The reading of one sentence."""
    tagged = Tagged(tuple(analysis.tokens), tuple(analysis.tags), tuple(analysis.lemmas))
    own = {head: tuple(names) for head, names in labels.items()}
    return Reading(source, Parsed(source.tokens, analysis.tree), tagged, probabilities, own)
