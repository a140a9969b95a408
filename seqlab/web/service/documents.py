"""`/v1/documents` and `/v1/jobs`: a document in, the same document out, simpler."""

from __future__ import annotations

import asyncio
import io
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Request, UploadFile
from pydantic import ValidationError
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, JSONResponse, Response

from seqlab.documents import BatchOptions
from seqlab.editing import Explanation, SourceSentence
from seqlab.pipeline import Wish
from seqlab.web.service.answers import check_length, checked_wish
from seqlab.web.service.jobs import DONE, ENDED, Job, Jobs, Outcome, Work
from seqlab.web.service.problems import Problem
from seqlab.web.service.sandbox import Answer, Bounds
from seqlab.web.service.schemas import ExportRequest, JobRecord, Operation, WishBody
from seqlab.web.service.state import Service, service_of
from seqlab.web.service.uploads import check_upload, shown_name, stored_name

router = APIRouter(tags=["documents"])
_BLOCK = 1 << 20
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {}}},
    202: {"model": JobRecord},
}


Upload = Annotated[UploadFile, File(description="The document.")]
Level = Annotated[str | None, Form(max_length=50)]
Strength = Annotated[float, Form(ge=0, le=1)]
Words = Annotated[list[str] | None, Form()]
Operations = Annotated[list[Operation] | None, Form()]
Decide = Annotated[Literal["edits", "labels"], Form()]
Tracked = Annotated[
    bool, Form(description="Show changes as tracked ones (DOCX, HTML, Markdown, text).")
]
AsJob = Annotated[bool, Form(description="Answer at once with a job to ask for later.")]


@router.post(
    "/v1/documents",
    response_class=FileResponse,
    responses=_FILE,
    summary="Simplify a document; the answer has the same format",
)
async def simplify_document(
    request: Request,
    file: Upload,
    level: Level = None,
    strength: Strength = 0.5,
    keep: Words = None,
    operations: Operations = None,
    decide: Decide = "edits",
    columns: Words = None,
    tracked: Tracked = False,
    job: AsJob = False,
) -> Response:
    """The document itself if it is done in time, else 202 with the job that goes on."""
    service = service_of(request)
    wish = _wish(service, level, strength, keep, operations, decide)
    if tracked:
        tracking = {"wish": wish, "columns": tuple(columns or ("text",))}
        return await run_task(service, "track", tracking, file, job)
    options = BatchOptions(model=service.options.model, columns=tuple(columns or ("text",)))
    arguments: dict[str, Any] = {"options": options, "wish": wish}
    return await run_task(service, "simplify", arguments, file, job)


@router.post(
    "/v1/documents/edits",
    response_class=FileResponse,
    responses=_FILE,
    summary="The edits of a document as data",
)
async def document_edits(
    request: Request,
    file: Upload,
    level: Level = None,
    strength: Strength = 0.5,
    keep: Words = None,
    operations: Operations = None,
    decide: Decide = "edits",
    columns: Words = None,
    job: AsJob = False,
) -> Response:
    """An edits file, as `seqlab simplify --edits` writes it; /v1/documents/apply takes it back."""
    service = service_of(request)
    arguments = {
        "wish": _wish(service, level, strength, keep, operations, decide),
        "columns": tuple(columns or ("text",)),
        "name": shown_name(file.filename),
    }
    return await run_task(service, "edits", arguments, file, job)


@router.post(
    "/v1/documents/apply",
    response_class=FileResponse,
    responses=_FILE,
    summary="Make a document from its edits, all of them or some",
)
async def apply_to_document(
    request: Request,
    file: Upload,
    edits: Annotated[str, Form(description="The edits file of /v1/documents/edits, as JSON.")],
    accept: Annotated[str, Form(max_length=100_000)] = "marked",
    tracked: Tracked = False,
    job: AsJob = False,
) -> Response:
    """The document with the edits that are accepted and no other; see /v1/apply for `accept`."""
    try:
        values = json.loads(edits)
    except (ValueError, RecursionError):
        raise Problem(422, "not JSON", field="edits", fix="send an edits file") from None
    arguments = {"edits": values, "accept": accept, "tracked": tracked}
    return await run_task(service_of(request), "apply", arguments, file, job)


@router.post(
    "/v1/export", response_class=FileResponse, responses=_FILE, summary="A text as a new document"
)
async def export(request: Request, body: ExportRequest) -> Response:
    """A DOCX with a paragraph for each paragraph of the text."""
    service = service_of(request)
    check_length(service.options.limits, [body.text])
    upload = UploadFile(io.BytesIO(body.text.encode()), filename=f"{body.name}.txt")
    return await run_task(service, "export", {"kind": body.format}, upload, False)


def _wish(
    service: Service,
    level: str | None,
    strength: float,
    keep: list[str] | None,
    operations: list[Operation] | None,
    decide: Literal["edits", "labels"],
) -> Wish:
    try:
        body = WishBody(
            level=level,
            strength=strength,
            keep=keep or [],
            operations=operations or ["split", "delete", "replace"],
            decide=decide,
        )
    except ValidationError as error:
        raise Problem(422, str(error.errors()[0]["msg"]), field="keep") from None
    return checked_wish(service.simplifier, body)


async def run_task(
    service: Service, task: str, arguments: dict[str, Any], file: UploadFile, is_job: bool
) -> Response:
    """Store the upload, start the job, and answer with its result if it is there in time."""
    name = shown_name(file.filename)
    stored = stored_name(name)
    identity, folder = service.jobs.new_folder()
    try:
        source = folder / stored
        await asyncio.to_thread(_stored, file, source)
        await asyncio.to_thread(check_upload, source, service.options.limits)
        work = _work(service, task, {**arguments, "source": source})
        ended = service.jobs.add(identity, name, work)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    if not is_job:
        try:
            await asyncio.to_thread(ended.wait, service.options.limits.seconds)
        except asyncio.CancelledError:
            service.jobs.cancel(identity)
            raise
    found = service.jobs.find(identity)
    if found.state not in ENDED:
        return _told(found, 202)
    return _result(service.jobs, found, forget=True)


@router.get("/v1/jobs/{identity}", response_model=JobRecord, summary="How far a job is")
async def job_state(request: Request, identity: str) -> Response:
    """The state of a job."""
    return _told(service_of(request).jobs.find(identity), 200)


@router.get(
    "/v1/jobs/{identity}/result",
    response_class=FileResponse,
    summary="The document of a job that is done",
)
async def job_result(request: Request, identity: str) -> Response:
    """The document; it can be fetched until it is deleted or its time is over."""
    jobs = service_of(request).jobs
    job = jobs.find(identity)
    if job.state not in ENDED:
        raise Problem(409, f"the job is {job.state}", fix="ask again later", retry_after=1)
    return _result(jobs, job)


@router.delete("/v1/jobs/{identity}", response_model=JobRecord, summary="Cancel or forget a job")
async def job_cancel(request: Request, identity: str) -> Response:
    """Stop a job that runs or waits; forget one that has ended, and its document."""
    return _told(service_of(request).jobs.cancel(identity), 200)


def _told(job: Job, status: int) -> Response:
    path = f"/v1/jobs/{job.id}"
    record = JobRecord(
        id=job.id,
        name=job.name,
        state=job.state,  # type: ignore[arg-type]
        sentences=job.sentences,
        changed=job.changed,
        detail=job.detail,
        result=f"{path}/result" if job.state == DONE else None,
    )
    headers = {"Location": path, "Retry-After": "1"} if status == 202 else {}
    return JSONResponse(record.model_dump(), status, headers)


def _result(jobs: Jobs, job: Job, forget: bool = False) -> Response:
    if job.state != DONE:
        problem = Problem(job.status or 410, job.detail, field="file", fix=job.fix)
        if job.status == 503:
            problem.retry_after = 5
        if forget:
            jobs.cancel(job.id)
        raise problem
    path = jobs.folder(job.id) / "out" / job.result
    suffix = "".join(Path(job.result).suffixes)
    stem = job.name.removesuffix("".join(Path(job.name).suffixes[-1:]))
    return FileResponse(
        path,
        filename=f"{stem}.simple{suffix.removeprefix('.pdf')}",
        headers={
            "X-SeqLab-Sentences": str(job.sentences),
            "X-SeqLab-Changed": str(job.changed),
        },
        background=BackgroundTask(jobs.cancel, job.id) if forget else None,
    )


def _stored(file: UploadFile, path: Path) -> None:
    with path.open("wb") as target:
        shutil.copyfileobj(file.file, target, _BLOCK)


def _work(service: Service, task: str, arguments: dict[str, Any]) -> Work:
    """The work of a job, for the thread of jobs."""
    loop = asyncio.get_running_loop()
    limits = service.options.limits

    def work(folder: Path, note: Any, is_cancelled: Any) -> Outcome:
        output = folder / "out"
        done = 0

        def answer(sources: Sequence[SourceSentence], wish: Wish) -> list[Explanation]:
            nonlocal done
            future = asyncio.run_coroutine_threadsafe(_all(service, sources, wish), loop)
            explained = future.result()
            done += len(explained)
            note(done)
            return explained

        checked: Answer = answer
        bounds = Bounds(limits.job_seconds, limits.job_memory, is_cancelled)
        path, changed = service.sandbox.run(task, {**arguments, "output": output}, checked, bounds)
        return Outcome(path, changed)

    return work


async def _all(
    service: Service, sources: Sequence[SourceSentence], wish: Wish
) -> list[Explanation]:
    return [one async for batch in service.batcher.explained(sources, wish) for one in batch]
