"""Scores of lexical simplifiers: of generation, of the whole pipeline, and those of TSAR-2022."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

Gold = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class GenerationScore:
    """Potential, precision, recall and F1 of candidate sets (Paetzold and Specia 2016)."""

    potential: float
    precision: float
    recall: float
    f1: float


def generation_score(
    candidates: Sequence[Collection[str]], gold: Sequence[Collection[str]]
) -> GenerationScore:
    """How many targets have a good candidate at all, and how good and complete the sets are."""
    hits = [len(set(words) & set(right)) for words, right in zip(candidates, gold, strict=True)]
    made, wanted = sum(len(set(c)) for c in candidates), sum(len(set(g)) for g in gold)
    precision = sum(hits) / made if made else 0.0
    recall = sum(hits) / wanted if wanted else 0.0
    both = precision + recall
    return GenerationScore(
        potential=sum(hit > 0 for hit in hits) / len(hits) if hits else 0.0,
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / both if both else 0.0,
    )


@dataclass(frozen=True, slots=True)
class PipelineScore:
    """What came of the targets (Horn et al. 2014; Paetzold and Specia 2016).

    `precision`: kept as they were or replaced by a word of the gold; `accuracy`: replaced by a
    word of the gold; `changed`: replaced at all; `right`: of the replaced, those with a word of
    the gold.
    """

    precision: float
    accuracy: float
    changed: float
    right: float


def pipeline_score(
    replacements: Sequence[str | None], gold: Sequence[Collection[str]]
) -> PipelineScore:
    """Scores of final replacements, where None is a target that was kept."""
    total = len(replacements)
    changed = sum(word is not None for word in replacements)
    right = sum(word in words for word, words in zip(replacements, gold, strict=True))
    return PipelineScore(
        precision=(total - changed + right) / total if total else 0.0,
        accuracy=right / total if total else 0.0,
        changed=changed / total if total else 0.0,
        right=right / changed if changed else 0.0,
    )


def accuracy_at_1(ranked: Sequence[Sequence[str]], gold: Sequence[Collection[str]]) -> float:
    """TSAR ACC@1: the share of targets whose first candidate is in the gold."""
    return _share([bool(r) and r[0] in g for r, g in zip(ranked, gold, strict=True)])


def accuracy_at_k_top1(ranked: Sequence[Sequence[str]], gold: Sequence[Gold], k: int) -> float:
    """TSAR ACC@k@Top1: one of the first k is (one of) the most suggested of the gold."""
    hits = []
    for words, weights in zip(ranked, gold, strict=True):
        most = max(weights.values(), default=0.0)
        hits.append(any(weights.get(word) == most for word in words[:k]))
    return _share(hits)


def potential_at_k(
    ranked: Sequence[Sequence[str]], gold: Sequence[Collection[str]], k: int
) -> float:
    """TSAR Potential@k: one of the first k is in the gold."""
    pairs = zip(ranked, gold, strict=True)
    return _share([any(word in right for word in words[:k]) for words, right in pairs])


def mean_average_precision(
    ranked: Sequence[Sequence[str]], gold: Sequence[Collection[str]], k: int
) -> float:
    """TSAR MAP@k: precision at each right one of the first k, summed and divided by k."""
    scores = []
    for words, right in zip(ranked, gold, strict=True):
        hits, total = 0, 0.0
        for place, word in enumerate(words[:k], start=1):
            if word in right:
                hits += 1
                total += hits / place
        scores.append(total / k)
    return sum(scores) / len(scores) if scores else 0.0


def tsar_scores(ranked: Sequence[Sequence[str]], gold: Sequence[Gold]) -> dict[str, float]:
    """The table that TSAR-2022 reports."""
    scores = {"ACC@1": accuracy_at_1(ranked, gold)}
    scores |= {f"ACC@{k}@Top1": accuracy_at_k_top1(ranked, gold, k) for k in (1, 2, 3)}
    scores |= {f"MAP@{k}": mean_average_precision(ranked, gold, k) for k in (3, 5, 10)}
    scores |= {f"Potential@{k}": potential_at_k(ranked, gold, k) for k in (3, 5, 10)}
    return scores


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits) if hits else 0.0
