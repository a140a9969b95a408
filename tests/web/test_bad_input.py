"""Whatever is sent, the service answers with a problem that names the fault, and lives on."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from benchmarks.serving.probes import PROBES, SENTENCE, Found, all_options, answers
from seqlab.pipeline import Simplifier
from tests.web.running import client_of


@pytest.fixture(scope="module")
def found(simplifier: Simplifier) -> dict[str, Found]:
    async def collect() -> list[Found]:
        async with AsyncExitStack() as stack:
            clients = {
                options: await stack.enter_async_context(client_of(simplifier, options))
                for options in all_options()
            }
            results = await answers(clients)
            for client in clients.values():
                # One of them takes three requests a minute.
                assert (await client.get("/v1/health")).status_code in (200, 429)
            return results

    return {one.probe.sent: one for one in asyncio.run(collect())}


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.sent)
def test_a_bad_request_is_answered(probe, found: dict[str, Found]) -> None:
    one = found[probe.sent]
    assert one.status == probe.status, one.body[:300]
    if one.status >= 400:
        assert one.kind == "application/problem+json"
        assert one.said
        assert SENTENCE not in one.said
    if one.status in (429, 503):
        assert int(one.retry_after) >= 1


def test_an_external_entity_brings_nothing_of_the_machine(found: dict[str, Found]) -> None:
    import io
    import zipfile

    body = found["a DOCX with an external entity"].body
    content = zipfile.ZipFile(io.BytesIO(body)).read("word/document.xml")
    assert b"root:" not in content
