"""The Ray Serve deployment: the same answers as the library, batched, and problems as such."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from seqlab.pipeline import Simplifier
from seqlab.web import RequestLimits
from seqlab.web.service.answers import batch_answers
from seqlab.web.service.problems import Problem
from seqlab.web.service.schemas import SimplifyRequest

TEXTS = [
    f"They commenced work number {number} in order to assist the residents of the town."
    for number in range(12)
]


@pytest.fixture(scope="module")
def serve() -> Any:
    return pytest.importorskip("ray.serve", reason="ray[serve] is not installed")


def test_requests_of_a_batch_are_answered_in_their_order(simplifier: Simplifier) -> None:
    bodies = [SimplifyRequest(text=text, level="easy") for text in TEXTS[:3]]
    bodies += [SimplifyRequest(text="a", level="C2"), SimplifyRequest(text=TEXTS[:2])]
    bodies += [
        SimplifyRequest(text="word " * 100_000),
        SimplifyRequest(text=TEXTS[3], level="easy"),
    ]
    *answers, wrong, several, long, last = batch_answers(
        "default", simplifier, RequestLimits(), bodies
    )
    found = [answer["results"][0]["text"] for answer in (*answers, last)]
    assert found == [simplifier.simplify(text, level="easy") for text in TEXTS[:4]]
    assert isinstance(wrong, Problem)
    assert isinstance(long, Problem)
    assert (wrong.status, wrong.field, long.status) == (422, "level", 413)
    assert [one["text"] for one in several["results"]] == [
        simplifier.simplify(text) for text in TEXTS[:2]
    ]


@pytest.fixture(scope="module")
def address(serve: Any) -> Iterator[str]:
    import ray

    from seqlab.web.serve_ray import app

    # Ray's own processes wait for each other no longer than half a minute, but for this one.
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        serve.start(http_options={"host": "127.0.0.1", "port": 8765})
        serve.run(app({"replicas": "1"}), name="seqlab", route_prefix="/")
        yield "http://127.0.0.1:8765"
    finally:
        serve.shutdown()
        ray.shutdown()


@pytest.mark.slow
def test_on_a_cluster_of_this_machine(address: str, simplifier: Simplifier) -> None:
    def ask(text: str) -> str:
        answer = httpx.post(f"{address}/v1/simplify", json={"text": text}, timeout=300)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["results"][0]["text"])

    with ThreadPoolExecutor(12) as pool:
        found = list(pool.map(ask, TEXTS))
    assert found == [simplifier.simplify(text) for text in TEXTS]
    wrong = httpx.post(f"{address}/v1/simplify", json={"text": "a", "level": "C2"}, timeout=300)
    assert wrong.status_code == 422
    assert wrong.headers["content-type"] == "application/problem+json"
    assert wrong.json()["field"] == "level"
