"""`create_study_app`: a study as an application; raters come by link, the admin by another."""

from __future__ import annotations

import asyncio
import hmac
import io
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

import seqlab
from seqlab.web.options import ServeOptions
from seqlab.web.rating.agreement import agreement
from seqlab.web.rating.checks import Refused, check_rewriting, read_answers
from seqlab.web.rating.export import export_study
from seqlab.web.rating.pages import admin_page, closing, question_page, welcome
from seqlab.web.rating.store import (
    CONTROL,
    DONE,
    NEW,
    QUALIFICATION,
    RELEASED,
    TURNED_AWAY,
    Page,
    Rater,
    Store,
)
from seqlab.web.rating.study import Item
from seqlab.web.service.about import page_files
from seqlab.web.service.guard import Guard
from seqlab.web.service.metrics import Metrics
from seqlab.web.service.problems import Problem, add_handlers

_ENDS = {
    DONE: "That was all. Thank you very much!",
    TURNED_AWAY: "Thank you for taking the test. There are no further pages for you.",
    RELEASED: "This study no longer needs your answers. Thank you!",
}
_SEE_OTHER = 303


def create_study_app(store: Store, options: ServeOptions | None = None) -> FastAPI:
    """The pages of a study.

    Args:
        store: Where the study's answers are kept.
        options: Where it is served, and the limits of a request.
    """
    options = options or ServeOptions()
    study = store.study
    app = FastAPI(
        title=study.title,
        version=seqlab.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    add_handlers(app)
    app.mount("/page", page_files())
    metrics = Metrics()
    items = {item.id: item for item in study.items}
    tests = {item.id: item for item in study.qualification}
    controls = {item.id: item for item in study.controls}

    def known(key: str) -> Rater:
        try:
            return store.rater(key)
        except KeyError:
            raise Problem(404, "no such link", fix="ask for a new one") from None

    def item_of(page: Page) -> Item:
        return {QUALIFICATION: tests, CONTROL: controls}.get(page.kind, items)[page.item]

    def shown(rater: Rater, note: str = "", given: dict[str, str] | None = None) -> Response:
        if rater.state == NEW:
            return HTMLResponse(welcome(study, rater.key, note))
        page = None if rater.state in _ENDS else store.next_page(rater)
        if page is None:
            return HTMLResponse(closing(study, _ENDS[rater.state]))
        progress = store.progress(rater)
        content = question_page(study, rater, page, item_of(page), progress, note, given)
        return HTMLResponse(content, 422 if note else 200)

    def check_admin(key: str) -> None:
        if not hmac.compare_digest(key.encode(), store.admin_key.encode()):
            raise Problem(404, "no such link")

    @app.get("/r/{key}")
    def rate(key: str) -> Response:
        return shown(known(key))

    @app.post("/r/{key}/start")
    def start(key: str, agree: Annotated[str, Form()] = "") -> Response:
        rater = known(key)
        if study.consent and agree != "yes":
            return shown(rater, "Please agree before you start.")
        store.start(rater)
        return RedirectResponse(f"/r/{key}", _SEE_OTHER)

    @app.post("/r/{key}")
    async def answer(request: Request, key: str) -> Response:
        form = {name: str(value) for name, value in (await request.form()).items()}
        return await asyncio.to_thread(_answered, key, form)

    def _answered(key: str, form: dict[str, str]) -> Response:
        rater = known(key)
        page = None if rater.state in (NEW, *_ENDS) else store.next_page(rater)
        # A page that was sent twice, or an old one from the history, is answered by the next one.
        if page is None or form.get("page") != str(page.id):
            return RedirectResponse(f"/r/{key}", _SEE_OTHER)
        text = None
        try:
            if study.form == "rewrite":
                text = " ".join(form.get("text", "").split())
                seconds = time.time() - (page.shown or time.time())
                check_rewriting(item_of(page).source, text, seconds, study.rewriting)
            values = read_answers(study, page, form)
        except Refused as refused:
            return shown(rater, str(refused), form)
        store.answer(page, values, text)
        return RedirectResponse(f"/r/{key}", _SEE_OTHER)

    @app.get("/admin/{key}")
    def admin(request: Request, key: str) -> Response:
        check_admin(key)
        names = [one.name for one in study.questions]
        agreed = agreement(store.ratings(), names, study.is_comparison, study.seed)
        return HTMLResponse(admin_page(store, agreed, str(request.base_url).rstrip("/")))

    @app.post("/admin/{key}/raters")
    def add_rater(key: str) -> Response:
        check_admin(key)
        store.add_rater()
        return RedirectResponse(f"/admin/{key}", _SEE_OTHER)

    @app.post("/admin/{key}/release")
    def release(key: str, rater: Annotated[int, Form()]) -> Response:
        check_admin(key)
        store.release(rater)
        return RedirectResponse(f"/admin/{key}", _SEE_OTHER)

    @app.get("/admin/{key}/export.zip")
    def export(key: str) -> Response:
        check_admin(key)
        return Response(_packed(store), media_type="application/zip")

    app.add_middleware(Guard, options=options, metrics=metrics)
    return app


def _packed(store: Store) -> bytes:
    target = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(target, "w") as archive:
        for path in export_study(store, Path(folder)):
            archive.write(path, path.name)
    return target.getvalue()
