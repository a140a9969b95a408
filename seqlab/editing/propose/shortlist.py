"""The few proposals of a sentence that are worth a full judgement, by a prior of their evidence.

The weights are those of a logistic regression on the train part of `edits`: what the inventory
and the lexical simplifier know of a substitution before anybody looks at the sentence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from seqlab.editing.propose.inventory import Entry, Option, Proposal
from seqlab.editing.propose.lexical_candidates import LexicalTarget

# Edits of a sentence that are judged: so many, and one more for so many tokens.
MOST_EDITS, TOKENS_PER_EDIT = 6, 8
_UNSEEN = -6.0
_INVENTORY, _CONTEXT, _DELETE = 0.15, 0.15, 0.6
_SHARE, _TRUST, _RANK = 1.24, 0.75, -0.07


@dataclass(frozen=True, slots=True)
class Substitution:
    """Tokens `start` to `end` become `text` (empty: deleted); `prior` orders the proposals."""

    start: int
    end: int
    text: str
    prior: float


def shortlist(
    proposals: Iterable[Proposal],
    targets: Iterable[LexicalTarget],
    tokens: int,
    most: int = MOST_EDITS,
) -> list[Substitution]:
    """The proposals of one sentence that are worth judging, the likeliest first.

    Args:
        proposals: What the inventory has.
        targets: What the lexical simplifier has for the same sentence.
        tokens: The length of the sentence.
        most: How many are kept of a sentence of no length.
    """
    merged: dict[tuple[int, int, str], float] = {}
    for proposal in proposals:
        key = (proposal.start, proposal.end, proposal.text)
        merged[key] = inventory_prior(proposal)
    for target in targets:
        for rank, text in enumerate(target.texts):
            key = (target.start, target.end, text)
            prior = _SHARE * target.shares[rank] + _TRUST * target.trusts[rank] + _RANK * rank
            merged[key] = merged.get(key, 0.0) + prior
    ranked = sorted(merged.items(), key=lambda item: (-item[1], item[0]))
    size = most + tokens // TOKENS_PER_EDIT
    return [Substitution(*key, prior) for key, prior in ranked[:size]]


def inventory_prior(proposal: Proposal) -> float:
    """The weighted log-odds of what the editor did, for the phrase and with its neighbours."""
    own = _log_odds(proposal.entry, proposal.option) - _UNSEEN
    context = _log_odds(proposal.context_entry, proposal.context_option) - _UNSEEN
    return _INVENTORY * own + _CONTEXT * context + (0.0 if proposal.text else _DELETE)


def _log_odds(entry: Entry, option: Option | None) -> float:
    if option is None:
        return _UNSEEN
    put = sum(option.counts)
    return max(_UNSEEN, math.log((put + 0.1) / (2 * entry.seen - put + 1.0)))
