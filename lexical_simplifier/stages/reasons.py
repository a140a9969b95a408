"""Why a candidate was kept or dropped, in words."""

from __future__ import annotations

import math

from lexical_simplifier.stages.features import COLUMN, CandidateSet


def reason_kept(candidates: CandidateSet, place: int) -> str:
    """The evidence for a candidate: who says it means the same, and how it is simpler."""
    row = candidates.features[place]

    def value(name: str) -> float:
        return float(row[COLUMN[name]])

    grounds = ["plain-word list"] if value("plain") else []
    if value("wordnet"):
        grounds.append("WordNet synonym")
    if value("ppdb"):
        grounds.append("PPDB paraphrase")
    if value("table") > 0:
        times = round(math.expm1(value("table")))
        grounds.append(f"written for it by editors {times}×")
    if not grounds:
        grounds.append(f"near in meaning ({value('retrofitted_cosine'):.2f})")
    frequency = 10 ** value("zipf_gain")
    if frequency >= 1.5:
        grounds.append(f"{frequency:.0f}× as frequent" if frequency >= 2 else "more frequent")
    elif value("complexity_gain") < 0:
        grounds.append("rated easier")
    return ", ".join(grounds)


def reason_dropped(candidates: CandidateSet, place: int) -> str:
    """What speaks most against a candidate that selection left out."""
    row = candidates.features[place]
    if row[COLUMN["fit_gain"]] < -6:
        return "unusual between these words"
    if row[COLUMN["near_context_gain"]] < -0.1:
        return "does not go with the words around"
    return "fits less well than others"
