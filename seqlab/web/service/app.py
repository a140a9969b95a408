"""`create_app`: the service as an ASGI application."""

from __future__ import annotations

import asyncio
import logging
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

import seqlab
from seqlab.errors import DataWarning
from seqlab.pipeline import Simplifier
from seqlab.web.options import ServeOptions
from seqlab.web.service import about, documents, scoring, simplifying
from seqlab.web.service.batching import Batcher
from seqlab.web.service.guard import Guard
from seqlab.web.service.jobs import Jobs
from seqlab.web.service.metrics import Metrics
from seqlab.web.service.problems import MEDIA_TYPE, add_handlers
from seqlab.web.service.sandbox import Sandbox
from seqlab.web.service.schemas import ProblemBody
from seqlab.web.service.state import Service

log = logging.getLogger("seqlab.web")
_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemBody, "content": {MEDIA_TYPE: {}}} for status in (413, 422, 429, 503)
}


def create_app(
    options: ServeOptions | None = None, simplifier: Simplifier | None = None
) -> FastAPI:
    """The service with its page; the model is loaded when it starts, unless it is given.

    Args:
        options: How the service runs.
        simplifier: A simplifier that is loaded already.
    """
    options = (options or ServeOptions()).checked()
    is_temporary = options.state is None
    state = options.state or Path(tempfile.mkdtemp(prefix="seqlab-serve-"))
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    metrics = Metrics(state)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        model = simplifier
        if model is None:
            model = await asyncio.to_thread(
                Simplifier.load, options.model, device=options.device, critic=options.critic
            )
        # The first answer should not wait for what is loaded when first used.
        await asyncio.to_thread(_warm, model)
        sandbox = Sandbox(model.levels)
        await asyncio.to_thread(sandbox.warm)
        service = Service(
            options,
            model,
            Batcher(model, metrics, options.limits.waiting),
            metrics,
            Jobs(state, options.limits, metrics),
            sandbox,
        )
        app.state.service = service
        try:
            with _WarningsWithoutText():
                yield
        finally:
            # What runs is finished: the job under way, then the sentences that wait.
            await asyncio.to_thread(service.jobs.close)
            await asyncio.to_thread(service.batcher.close)
            sandbox.close()
            service.scoring.shutdown()
            if is_temporary:
                shutil.rmtree(state, ignore_errors=True)

    app = FastAPI(
        title="SeqLab",
        version=seqlab.__version__,
        summary="Makes hard English text easy to read.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/v1/openapi.json",
        lifespan=lifespan,
        responses=_PROBLEMS,
        redirect_slashes=False,
    )
    add_handlers(app)
    for part in (simplifying, documents, scoring, about):
        app.include_router(part.router)
    about.add_pages(app)
    if options.cors:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=options.cors,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Retry-After", "Location"],
        )
    app.add_middleware(Guard, options=options, metrics=metrics)
    return app


def _warm(model: Simplifier) -> None:
    from seqlab.web.service.readability import readability, why_hard

    model.explain("They commenced the work in order to assist the residents of the town.")
    readability(["They began."])
    why_hard("They began.", None)


class _WarningsWithoutText:
    """In the block, warnings go to the log without the values that they name."""

    def __enter__(self) -> None:
        self._usual: Callable[..., Any] = warnings.showwarning
        warnings.showwarning = self._show
        warnings.simplefilter("always", DataWarning)

    def __exit__(self, *_: object) -> None:
        warnings.showwarning = self._usual

    @staticmethod
    def _show(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        reason = message.reason if isinstance(message, DataWarning) else category.__name__
        log.warning("%s", reason)
