"""The deployment on a local Ray: the same answers as the library, batched, and problems as such."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from seqlab.pipeline import Simplifier

pytestmark = pytest.mark.slow
TEXTS = [
    f"They commenced work number {number} in order to assist the residents of the town."
    for number in range(12)
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    ray = pytest.importorskip("ray", reason="the ray extra is not installed")
    serve = pytest.importorskip("ray.serve", reason="ray[serve] is not installed")
    from seqlab.web.serve_ray import app

    # On a busy machine Ray's own processes take their time.
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")
    os.environ.setdefault("RAY_agent_register_timeout_ms", "300000")
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        serve.start(http_options={"host": "127.0.0.1", "port": 8765})
        serve.run(app({"replicas": "1"}), name="seqlab", route_prefix="/")
        yield "http://127.0.0.1:8765"
    finally:
        serve.shutdown()
        ray.shutdown()


def test_requests_that_arrive_together_are_answered_as_the_library_would(
    address: str, simplifier: Simplifier
) -> None:
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
