"""`/v1/evaluate` and `/v1/quality`: scores of outputs, with references and without."""

from __future__ import annotations

import math
from functools import lru_cache

from fastapi import APIRouter, Request

from seqlab.evaluation import EvaluationOptions, TestSet, evaluate, metric_names
from seqlab.quality import QualityEstimator
from seqlab.web.service.problems import Problem
from seqlab.web.service.schemas import (
    EvaluateAnswer,
    EvaluateRequest,
    MetricScore,
    Quality,
    QualityAnswer,
    QualityRequest,
)
from seqlab.web.service.state import Service, service_of

router = APIRouter(tags=["score"])
_USUAL = "usual"


@router.post("/v1/evaluate", summary="Score outputs beside originals and references")
async def evaluate_outputs(request: Request, body: EvaluateRequest) -> EvaluateAnswer:
    """The scores of one system with 95 % confidence intervals and signatures."""
    service = service_of(request)
    _check_lines(service, body)
    return await service.in_thread(_evaluated, body)


@router.post("/v1/quality", summary="Rate outputs without references")
async def quality(request: Request, body: QualityRequest) -> QualityAnswer:
    """Grammaticality, meaning, simplicity and overall quality of each pair, from 0 to 1."""
    service = service_of(request)
    if len(body.pairs) > service.options.limits.items:
        raise _too_many("pairs", len(body.pairs), service)
    _check_characters(service, "pairs", [f"{one.source}{one.output}" for one in body.pairs])
    pairs = [(one.source, one.output) for one in body.pairs]
    return QualityAnswer(results=await service.in_thread(estimated, pairs))


def estimated(pairs: list[tuple[str, str]]) -> list[Quality]:
    """What the quality estimator says of pairs."""
    return [Quality(**one.to_json()) for one in _estimator().predict(pairs)]


@lru_cache(maxsize=1)
def _estimator() -> QualityEstimator:
    return QualityEstimator.load()


def _check_lines(service: Service, body: EvaluateRequest) -> None:
    count = len(body.originals)
    if count > service.options.limits.items:
        raise _too_many("originals", count, service)
    named = [("outputs", body.outputs)]
    named += [(f"references.{n}", lines) for n, lines in enumerate(body.references)]
    for name, lines in named:
        if len(lines) != count:
            raise Problem(
                422,
                f"{name} has {len(lines)} lines, originals has {count}",
                field=name,
                fix="give one line per original",
            )
    every = [*body.originals, *body.outputs, *(one for lines in body.references for one in lines)]
    _check_characters(service, "outputs", every, times=10)


def _check_characters(service: Service, field: str, texts: list[str], times: int = 1) -> None:
    most = service.options.limits.characters * times
    if sum(map(len, texts)) > most:
        raise Problem(
            413, f"more than {most:,} characters", field=field, fix="send several requests"
        )


def _too_many(field: str, count: int, service: Service) -> Problem:
    most = service.options.limits.items
    return Problem(
        413,
        f"{count:,} lines; at most {most:,} are taken",
        field=field,
        fix="send several requests",
    )


def _evaluated(body: EvaluateRequest) -> EvaluateAnswer:
    names = metric_names(body.metrics or _USUAL)
    tests = TestSet(
        "request", tuple(body.originals), tuple(tuple(lines) for lines in body.references)
    )
    options = EvaluationOptions(lowercase=body.lowercase)
    result = evaluate({"system": body.outputs}, tests, names, options)
    scores = {}
    for name, score in result.systems[0].scores.items():
        scores[name] = MetricScore(
            score=_number(score.value),
            low=None if score.interval is None else _number(score.interval.low),
            high=None if score.interval is None else _number(score.interval.high),
            parts={part: _number(value) for part, value in score.parts.items()},
            signature=str(score.signature),
        )
    return EvaluateAnswer(scores=scores)


def _number(value: float) -> float | None:
    """The number, or nothing: JSON has no NaN."""
    return float(value) if math.isfinite(value) else None
