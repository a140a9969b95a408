"""Errors as `application/problem+json` (RFC 9457), each with the field and the fix."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from seqlab.errors import DataError, SeqLabError, shortened

MEDIA_TYPE = "application/problem+json"


class Problem(Exception):
    """A request that is not answered, and why.

    Args:
        status: The HTTP status.
        detail: What is wrong, in one sentence.
        field: The part of the request that is wrong.
        fix: What to do.
        retry_after: Seconds after which it may be sent again.
        errors: Single faults, where there are several.
    """

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        field: str = "",
        fix: str = "",
        retry_after: float | None = None,
        errors: Sequence[Mapping[str, str]] = (),
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.field, self.fix = status, detail, field, fix
        self.retry_after = retry_after
        self.errors = list(errors)

    def body(self) -> dict[str, Any]:
        """The members of the problem document."""
        values: dict[str, Any] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
        }
        for name in ("field", "fix", "errors"):
            if getattr(self, name):
                values[name] = getattr(self, name)
        return values

    def headers(self) -> dict[str, str]:
        """The headers that go with it."""
        headers = {}
        if self.retry_after is not None:
            headers["Retry-After"] = str(max(1, math.ceil(self.retry_after)))
        if self.status == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = "Bearer"
        return headers

    def response(self) -> JSONResponse:
        """The answer."""
        return JSONResponse(self.body(), self.status, self.headers(), MEDIA_TYPE)


def of_data_error(error: DataError, field: str, name: str) -> Problem:
    """A document that cannot be read; the path on this machine is nobody's business."""
    place = name if error.line is None else f"{name}, line {error.line}"
    detail = f"{place}: {error.reason}"
    if error.value is not None:
        detail += f" (got {shortened(error.value)!r})"
    return Problem(422, detail, field=field, fix=error.fix)


def add_handlers(app: FastAPI) -> None:
    """Make the application answer every error as a problem."""

    async def on_problem(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Problem)
        return error.response()

    async def on_invalid(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        return _invalid(error).response()

    async def on_mistake(request: Request, error: Exception) -> JSONResponse:
        if isinstance(error, DataError):
            return of_data_error(error, "", "request").response()
        return Problem(422, " ".join(str(error).split())).response()

    async def on_http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        detail, fix = str(error.detail), ""
        if error.status_code == HTTPStatus.NOT_FOUND:
            detail, fix = f"nothing at {shortened(request.url.path)}", "see /docs for what there is"
        if error.status_code == HTTPStatus.BAD_REQUEST:
            # What the framework says of a body that its parsers give up on.
            fix = "send what /docs describes for this path"
            return Problem(422, "the body cannot be read", field="body", fix=fix).response()
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            detail = f"{request.method} is not for {shortened(request.url.path)}"
            fix = "see /docs for its method"
        response = Problem(error.status_code, detail, fix=fix).response()
        response.headers.update(error.headers or {})
        return response

    async def on_fault(request: Request, error: Exception) -> JSONResponse:
        # The traceback goes to the log; it may not carry anybody's text.
        return Problem(500, "the service failed on this request", fix="report it").response()

    app.add_exception_handler(Problem, on_problem)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(SeqLabError, on_mistake)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_fault)


def _invalid(error: RequestValidationError) -> Problem:
    """What pydantic found, without the values: they may be somebody's text."""
    faults = []
    for one in error.errors():
        place = ".".join(str(part) for part in one["loc"][1:]) or str(one["loc"][0])
        said = str(one["msg"])
        if one["type"] == "json_invalid":
            place, said = "body", f"not JSON: {one.get('ctx', {}).get('error', 'unreadable')}"
        faults.append({"field": shortened(place), "detail": said})
    first = faults[0]
    more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
    return Problem(
        422,
        f"{first['field']}: {first['detail']}{more}",
        field=first["field"],
        fix="see /docs for the fields, their types and bounds",
        errors=faults if more else (),
    )
