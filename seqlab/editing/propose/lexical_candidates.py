"""Simpler words of the lexical simplifier as proposals: the first few of every target.

Which of them is best in its sentence is for the judge to say, so more than the first is proposed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from lexical_simplifier import FEATURES, CandidateSet, LexicalSimplifier, Request
from seqlab.editing.propose.extraction import Tagged

MOST_WORDS = 4
# Words count as hard from this probability on.
HARD = 0.25
_TRUST = FEATURES.index("plain")


@dataclass(frozen=True, slots=True)
class LexicalTarget:
    """Tokens `start` to `end` of sentence number `sentence`, and what may be put for them.

    `shares` are the ranker's shares of each text among all, `trusts` how far the list of plain
    words trusts it (0 not listed – 3 always). `candidates` are what the judge would else have to
    compute again.
    """

    sentence: int
    start: int
    end: int
    texts: tuple[str, ...]
    shares: tuple[float, ...]
    trusts: tuple[float, ...]
    candidates: CandidateSet


def lexical_targets(
    sentences: Sequence[Tagged],
    lexical: LexicalSimplifier,
    wanted: Sequence[Collection[int]] | None = None,
    most: int = MOST_WORDS,
) -> list[LexicalTarget]:
    """The words and phrases of sentences that have simpler words, with the best of these.

    Args:
        sentences: Tagged sentences.
        lexical: Where simpler words come from.
        wanted: For each sentence the tokens that the tagger wants replaced, hard or not.
        most: How many words are given for each target.
    """
    requests, owners = [], []
    for number, text in enumerate(sentences):
        hard = [chance >= HARD for chance in lexical.is_complex(text.tokens, text.tags)]
        for place in wanted[number] if wanted is not None else ():
            hard[place] = True
        for span in lexical.target_spans(text.tokens, text.tags, hard):
            requests.append(Request(text.tokens, span, text.tags))
            owners.append((number, *span))
    sets = lexical.candidate_sets(requests)
    kept = [
        (owner, found)
        for owner, found in zip(owners, sets, strict=True)
        if found is not None and found.texts
    ]
    if not kept:
        return []
    scores = lexical.ranker.predict(np.concatenate([found.features for _, found in kept]))
    targets, start = [], 0
    for owner, found in kept:
        own = scores[start : start + len(found.texts)]
        start += len(found.texts)
        shares = np.exp(own - own.max())
        shares /= shares.sum()
        first: dict[str, int] = {}
        for place in np.argsort(-own, kind="stable").tolist():
            first.setdefault(found.texts[place], place)
        places = list(first.values())[:most]
        targets.append(
            LexicalTarget(
                *owner,
                tuple(found.texts[place] for place in places),
                tuple(shares[places].tolist()),
                tuple(found.features[places, _TRUST].tolist()),
                found,
            )
        )
    return targets
