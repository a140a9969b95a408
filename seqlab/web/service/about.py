"""`/v1/models`, `/v1/health`, `/v1/metrics`, the page and the documentation."""

from __future__ import annotations

from dataclasses import asdict
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

import seqlab
from seqlab.documents import FORMATS
from seqlab.web.service.problems import Problem
from seqlab.web.service.schemas import Health, ModelRecord, ModelsAnswer
from seqlab.web.service.state import service_of

router = APIRouter(tags=["service"])
# The browser may keep the page's files, but asks each time whether they are still right.
_FRESH = {"Cache-Control": "no-cache"}


def page_folder() -> Path:
    """Where the page's own files lie."""
    return Path(str(resources.files("seqlab.web").joinpath("page")))


@router.get("/v1/models", summary="The model, its levels, formats and limits")
async def models(request: Request) -> ModelsAnswer:
    """What this service can do."""
    service = service_of(request)
    own = ModelRecord(
        name=Path(service.options.model).name,
        levels=list(service.simplifier.levels),
        operations=list(service.simplifier.operations),
        formats=list(FORMATS),
        version=seqlab.__version__,
        limits=asdict(service.options.limits),
    )
    return ModelsAnswer(models=[own])


@router.get("/v1/health", summary="Whether the service can answer")
async def health(request: Request) -> Health:
    """`ok`, or `busy` while it turns requests away."""
    service = service_of(request)
    waiting = service.batcher.waiting
    is_busy = waiting >= service.options.limits.waiting
    return Health(status="busy" if is_busy else "ok", waiting=waiting, version=seqlab.__version__)


@router.get("/v1/metrics", response_class=PlainTextResponse, summary="Counters for Prometheus")
async def metrics(request: Request) -> Response:
    """All processes' counters, in Prometheus's text format."""
    service = service_of(request)
    service.metrics.set("sentences_waiting", service.batcher.waiting)
    kind = "text/plain; version=0.0.4"
    return PlainTextResponse(service.metrics.text(), media_type=kind)


def add_pages(app: FastAPI) -> None:
    """Serve the page, the documentation and their files."""
    folder = page_folder()

    def page(name: str) -> Response:
        return FileResponse(folder / name, headers=_FRESH)

    app.add_api_route("/", lambda: page("index.html"), include_in_schema=False)
    app.add_api_route("/docs", lambda: page("docs.html"), include_in_schema=False)
    app.mount("/page", page_files())


def page_files() -> StaticFiles:
    """The page's own files, to be mounted."""
    return _Files(directory=page_folder())


class _Files(StaticFiles):
    """Files of a folder; nothing but what lies in it, and no listing."""

    async def get_response(self, path: str, scope: dict) -> Response:  # type: ignore[override]
        if path.endswith(".html"):
            raise Problem(404, "nothing here")
        response = await super().get_response(path, scope)
        response.headers.update(_FRESH)
        return response
