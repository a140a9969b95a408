"""`Confirmer`: how sure we are that the best candidate is right and simpler, and what forbids it.

A logistic regression over the best candidate's features and its lead over the second; its
probabilities are calibrated on examples the ranker did not learn from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.resources.lexicon import Lexicon
from lexical_simplifier.resources.thesaurus import TRUST
from lexical_simplifier.stages.features import COLUMN, CandidateSet, columns
from lexical_simplifier.stages.forms import (
    _HAVE_OR_BE,
)
from lexical_simplifier.stages.targets import Target

# How far off a word still sounds repeated.
_NEAR = 6


def is_in_compound(target: Target) -> bool:
    """Whether a hyphen joins the target to a neighbour: self - sufficient, creepy - crawlies."""
    return "-" in (target.before[0], target.after[0])


def is_form_unsure(lexicon: Lexicon, target: Target, row: int) -> bool:
    """Whether past and participle differ, and nothing before the target tells which it is."""
    if target.tag != "VBN" or lexicon.inflect(row, "VBD") == lexicon.inflect(row, "VBN"):
        return False
    near = {token.lower() for token in target.tokens[max(0, target.start - 4) : target.start]}
    return not near & _HAVE_OR_BE and target.before[1] not in ("DT", "JJ", "PRP$")


def is_repeated(target: Target, text: str) -> bool:
    """Whether a word that would be put for the target stands near it already."""
    near = (
        *target.tokens[max(0, target.start - _NEAR) : target.start],
        *target.tokens[target.end : target.end + _NEAR],
    )
    roots = {_root(token) for token in near}
    return any(_root(word) in roots for word in text.split(" ") if len(word) > 3)


def _root(word: str) -> str:
    lower = word.lower()
    for ending in ("ing", "ed", "es", "s"):
        if lower.endswith(ending) and len(lower) - len(ending) >= 3:
            return lower[: -len(ending)]
    return lower


Matrix = NDArray[np.float32]
CONFIRMED_BY = (
    "zipf_gain", "complexity_gain", "level_gain", "length_gain", "cosine", "retrofitted_cosine",
    "near_context_gain", "fit_gain", "wordnet", "ppdb", "table", "table_share", "reverse",
    "sources", "phrase", "shared_synonyms", "tag_share", "plain", "plain_first", "plain_unmet",
)  # fmt: skip
# The least confidence in what the list of plain words trusts, and how much less usual than the
# target, in log-probability over the words around, it may be there.
_COMMON, _UNLISTED = 4.0, 0.6
_LISTED = {TRUST["always"]: (0.82, -30.0), TRUST["usually"]: (0.52, -12.0)}
_NAMED_FIRST = 0.08


@dataclass
class Confirmer:
    """Probability that the first of ranked candidates should replace the target."""

    threshold: float = 0.5
    weights_: Matrix | None = None
    means_: Matrix | None = None
    deviations_: Matrix | None = None

    def fit(self, rows: Matrix, right: Sequence[bool]) -> Confirmer:
        """Learn from rows of `confirmation_row` and whether the candidate was right."""
        from sklearn.linear_model import LogisticRegression

        self.means_, self.deviations_ = rows.mean(axis=0), rows.std(axis=0) + 1e-6
        model = LogisticRegression(C=0.1, max_iter=2000)
        model.fit((rows - self.means_) / self.deviations_, np.asarray(right, dtype=int))
        self.weights_ = np.append(model.coef_[0], model.intercept_).astype(np.float32)
        return self

    def predict(self, rows: Matrix) -> Matrix:
        """A probability for each row."""
        if self.weights_ is None or self.means_ is None or self.deviations_ is None:
            raise ValueError("fit the confirmer first")
        scaled = np.clip((rows - self.means_) / self.deviations_, -5, 5)
        logits = scaled @ self.weights_[:-1] + self.weights_[-1]
        return np.asarray(1.0 / (1.0 + np.exp(-logits)), dtype=np.float32)


def confirmation_row(candidates: CandidateSet, best: int, scores: Matrix) -> Matrix:
    """What the confirmer sees: the best candidate, its share of all scores, and its lead."""
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    ordered = np.sort(scores)[::-1]
    lead = ordered[0] - ordered[1] if len(ordered) > 1 else 5.0
    features = candidates.features[best, columns(CONFIRMED_BY)]
    return np.append(features, [shares.max(), min(lead, 5.0)]).astype(np.float32)


def listed_confidence(candidates: CandidateSet, place: int) -> float:
    """How sure the list of plain words makes us of a candidate; 0 where the place objects.

    What a line of the list names first is surest.
    """
    trust, fit, first = candidates.features[place, columns(("plain", "fit_gain", "plain_first"))]
    sure, least_fit = _LISTED.get(int(trust), (0.0, 0.0))
    return sure + _NAMED_FIRST * float(first) if sure and fit >= least_fit else 0.0


def confidence(candidates: CandidateSet, place: int, learned: float) -> float:
    """How sure we are of the best candidate: what was learned, and what the list says of it.

    What the list always trusts needs nothing else. The list covers the common words, so one that
    it leaves alone, or leaves alone here, is seldom better replaced; nor are phrases that nobody
    listed.
    """
    trust, unmet = candidates.features[place, columns(("plain", "plain_unmet"))]
    if listed := listed_confidence(candidates, place):
        return listed if trust == TRUST["always"] else max(learned, listed)
    target = candidates.target
    phrase = target.end - target.start > 1 or " " in candidates.texts[place]
    common = candidates.own[COLUMN["zipf"]] >= _COMMON
    return learned * _UNLISTED if phrase or common or unmet else learned


def is_supported(candidates: CandidateSet, place: int) -> bool:
    """Whether the list of plain words, or more than one other sign, says that it means the same."""
    if candidates.features[place, COLUMN["plain"]]:
        return True
    wordnet, ppdb, table, cosine, share = candidates.features[
        place, columns(("wordnet", "ppdb", "table", "retrofitted_cosine", "tag_share"))
    ]
    # Words that are seldom of this part of speech owe their frequency to another: to people.
    if share < 0.1:
        return False
    near, seen = cosine >= 0.6, np.expm1(table)
    return bool(wordnet or (ppdb and (near or seen >= 1)) or seen >= 10)


def is_simpler(candidates: CandidateSet, place: int) -> bool:
    """Whether a candidate is easier: by the list, or by people's ratings and by frequency."""
    if candidates.features[place, COLUMN["plain"]] >= TRUST["usually"]:
        return True
    zipf, complexity = candidates.features[place, columns(("zipf_gain", "complexity_gain"))]
    return bool(complexity < -0.05 and zipf > -0.4) or bool(zipf > 0.8 and complexity < 0.15)


def objection(lexicon: Lexicon, candidates: CandidateSet, place: int) -> str:
    """What forbids to put a candidate for the target, whatever its rank."""
    if is_in_compound(candidates.target):
        return "part of a compound"
    if is_form_unsure(lexicon, candidates.target, int(candidates.rows[place])):
        return "past or participle cannot be told"
    if is_repeated(candidates.target, candidates.texts[place]):
        return "stands near already"
    if not is_simpler(candidates, place):
        return "not simpler"
    return "" if is_supported(candidates, place) else "too little says that it means the same"
