"""How good a simplifier is on LexMTurk and BenchLS, whole and with stages switched off."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

from lexical_simplifier.evaluation.datasets import Instance, read_benchls, read_lexmturk
from lexical_simplifier.evaluation.metrics import (
    GenerationScore,
    PipelineScore,
    generation_score,
    pipeline_score,
    tsar_scores,
)
from lexical_simplifier.records import Request, Stages, Substitute
from lexical_simplifier.simplifier import LexicalSimplifier
from seqlab.files import data_folder
from seqlab.tables import as_text

STAGES = {
    "all stages": Stages(),
    "without selecting": Stages(select=False),
    "ranked by frequency": Stages(rank=False),
    "without confirming": Stages(confirm=False),
    "selecting and frequency only": Stages(rank=False, confirm=False),
    "generating and frequency only": Stages(select=False, rank=False, confirm=False),
}


def is_development(instance: Instance) -> bool:
    """Whether an instance is of the third that choices were made on, by its target word."""
    return zlib.crc32(instance.target.lower().encode()) % 3 == 0


def benchmarks(folder: Path | None = None) -> dict[str, list[Instance]]:
    """The benchmarks of the data folder, development third and the rest of BenchLS apart."""
    lexical = (folder or data_folder()) / "lexical"
    benchls = list(read_benchls(lexical / "benchls.txt"))
    return {
        "BenchLS": benchls,
        "BenchLS test": [i for i in benchls if not is_development(i)],
        "BenchLS development": [i for i in benchls if is_development(i)],
        "LexMTurk": list(read_lexmturk(lexical / "lexmturk.txt")),
    }


def requests_of(simplifier: LexicalSimplifier, instances: Sequence[Instance]) -> list[Request]:
    """The instances with tags from the simplifier's syntax backend."""
    analyses = simplifier.syntax.analyse([instance.tokens for instance in instances])
    return [
        Request(instance.tokens, instance.index, analysis.tags)
        for instance, analysis in zip(instances, analyses, strict=True)
    ]


def generation(
    substitutes: Sequence[Sequence[Substitute]], gold: Sequence[Instance]
) -> GenerationScore:
    """Scores of all candidates, dropped or not."""
    return generation_score(
        [[candidate.text.lower() for candidate in candidates] for candidates in substitutes],
        [instance.substitutes for instance in gold],
    )


def ranking(
    substitutes: Sequence[Sequence[Substitute]], gold: Sequence[Instance]
) -> dict[str, float]:
    """TSAR scores of the candidates that selection left."""
    ranked = [[c.text.lower() for c in candidates if c.score > 0] for candidates in substitutes]
    return tsar_scores(ranked, [instance.substitutes for instance in gold])


def pipeline(
    simplifier: LexicalSimplifier,
    substitutes: Sequence[Sequence[Substitute]],
    gold: Sequence[Instance],
) -> PipelineScore:
    """Scores of what would be put for the targets."""
    best = [simplifier.confirmed(candidates) for candidates in substitutes]
    return pipeline_score(
        [None if chosen is None else chosen.text.lower() for chosen in best],
        [instance.substitutes for instance in gold],
    )


def ablation(
    simplifier: LexicalSimplifier,
    requests: Sequence[Request],
    gold: Sequence[Instance],
    without_list: LexicalSimplifier | None = None,
) -> dict[str, tuple[PipelineScore, dict[str, float]]]:
    """Pipeline and TSAR scores with each stage switched off in turn.

    `without_list` is the same model loaded without the list of plain words.
    """
    before = simplifier.stages
    scores = {}
    if without_list is not None:
        substitutes = without_list.substitutes_batch(requests)
        scores["without the plain-word list"] = (
            pipeline(without_list, substitutes, gold),
            ranking(substitutes, gold),
        )
    try:
        for name, stages in STAGES.items():
            simplifier.stages = stages
            substitutes = simplifier.substitutes_batch(requests)
            scores[name] = (pipeline(simplifier, substitutes, gold), ranking(substitutes, gold))
    finally:
        simplifier.stages = before
    first = next(iter(STAGES))
    return {first: scores.pop(first), **scores}


def evaluation_table(simplifier: LexicalSimplifier, folder: Path | None = None) -> str:
    """A short table for the command line."""
    heads = "benchmark", "targets", "potential", "precision", "accuracy", "ACC@1", "MAP@3"
    rows = []
    for name, gold in benchmarks(folder).items():
        substitutes = simplifier.substitutes_batch(requests_of(simplifier, gold))
        whole, ranks = pipeline(simplifier, substitutes, gold), ranking(substitutes, gold)
        scores = (
            generation(substitutes, gold).potential,
            *(whole.precision, whole.accuracy),
            *(ranks["ACC@1"], ranks["MAP@3"]),
        )
        rows.append([name, str(len(gold)), *(f"{score:.3f}" for score in scores)])
    return as_text(heads, rows)
