"""The substitutions of a sentence that are worth a full judgement, by a prior of their evidence.

The weights of the prior are those of a logistic regression on 18,000 substitutions that were judged
in sentences of Wikipedia which the tagger had not seen: what inventory, lexical simplifier, labels
and earlier verdicts know of a substitution before anybody looks at its sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from seqlab.editing.parsed import Tagged
from seqlab.editing.propose.inventory import Entry, Option
from seqlab.editing.reading import Reading, head_of

# Substitutions of a sentence that are judged: so many, and one more for so many tokens.
MOST_EDITS, TOKENS_PER_EDIT = 8, 8
_UNSEEN = -6.0
# Tokens `start` to `end` become the text (empty: deleted).
Key = tuple[int, int, str]
# How many verdicts there are on a substitution (logarithm), how many of them are good (log-odds),
# and the same of whatever was put for the same words.
Earlier = Callable[[Tagged, int, int, Sequence[str]], tuple[float, float, float]]


@dataclass(slots=True)
class Evidence:
    """What speaks for a substitution before its sentence is looked at.

    Args:
        inventory: Log-odds, above those of the unseen, that the editor put this for the words.
        context: The same for the words with a neighbour.
        share: The lexical ranker's share of it among all words for the target.
        trust: How far the list of plain words trusts it.
        rank: Its place among the ranker's words, from 1; 0 where the ranker does not have it.
        label: Probability of the tagger's substitution label.
    """

    inventory: float = 0.0
    context: float = 0.0
    share: float = 0.0
    trust: float = 0.0
    rank: int = 0
    label: float = 0.0


def inventory_odds(entry: Entry, option: Option | None) -> float:
    """How much likelier than the unseen it is that the editor puts this for the words."""
    if option is None:
        return 0.0
    put = sum(option.counts)
    return max(_UNSEEN, math.log((put + 0.1) / (2 * entry.seen - put + 1.0))) - _UNSEEN


def shortlist(
    found: Mapping[Key, Evidence],
    reading: Reading,
    level: str | None = None,
    earlier: Earlier | None = None,
    most: int = MOST_EDITS,
) -> list[tuple[Key, float]]:
    """The substitutions of one sentence that are worth judging with their priors, highest first."""
    head = head_of("operation", level)
    replaced, deleted = reading.chance(head, "R"), reading.chance(head, "D")
    priors = {
        key: prior(
            evidence,
            key,
            (float(_mean(replaced, key)), float(_mean(deleted, key))),
            earlier(reading.tagged, key[0], key[1], key[2].split()) if earlier else (0.0, 0.0, 0.0),
        )
        for key, evidence in found.items()
    }
    ranked = sorted(priors.items(), key=lambda item: (-item[1], item[0]))
    return ranked[: most + len(reading.tagged.tokens) // TOKENS_PER_EDIT]


def prior(
    evidence: Evidence,
    key: Key,
    chances: tuple[float, float] = (0.0, 0.0),
    verdicts: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> float:
    """The log-odds, but for a constant, that a substitution is good.

    Args:
        evidence: What speaks for it.
        key: The substitution.
        chances: Mean probabilities of REPLACE and DELETE over its words.
        verdicts: What judges said of it elsewhere.
    """
    start, end, text = key
    total = 0.24 * evidence.inventory + 0.18 * evidence.context + 0.93 * evidence.label
    total += 0.27 * (evidence.inventory == 0.0)
    total += 1.30 * evidence.share + 0.71 * evidence.trust
    total += 0.21 if evidence.rank == 0 else -0.09 * evidence.rank
    total += 0.85 * chances[0] + (0.0 if text else 0.88 * chances[1] - 0.14)
    total += 0.40 * verdicts[0] + 0.45 * verdicts[1] + 0.14 * verdicts[2]
    return total + 0.27 * (end - start > 1)


def _mean(chances: np.ndarray, key: Key) -> float:
    return float(chances[key[0] : key[1]].mean())
