"""Applications under test, called without a network."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from seqlab.pipeline import Simplifier
from seqlab.web import ServeOptions, create_app


@asynccontextmanager
async def client_of(
    simplifier: Simplifier, options: ServeOptions | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application that has started."""
    app = create_app(options, simplifier)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=("127.0.0.1", 1))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client,
    ):
        yield client
