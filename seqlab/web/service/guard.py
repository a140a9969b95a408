"""`Guard`: what stands between the network and the application.

It checks by what name and from which page the service is called, the token, how many requests a
client has under way and how long the body is, before any of it is parsed. It adds the headers that
keep browsers strict, counts, and writes a log line without a word of anybody's text.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from seqlab.web.options import ServeOptions, is_loopback
from seqlab.web.service.metrics import SECONDS, Metrics
from seqlab.web.service.problems import Problem
from seqlab.web.service.time_limit import Expired, time_limit

log = logging.getLogger("seqlab.web")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
_MINUTE = 60.0
# What may be asked without the token: whether the service lives, and the pages, which hold no data.
_OPEN_API = ("/v1/health", "/v1/openapi.json")
_UPLOADS = ("/v1/documents", "/v1/documents/edits", "/v1/documents/apply", "/v1/apply")
_HARMLESS = ("GET", "HEAD", "OPTIONS")


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, options: ServeOptions, metrics: Metrics) -> None:
        self._app, self._options, self._metrics = app, options, metrics
        self._clients = _Clients(options.limits.per_client, options.limits.per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or turn it away."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send, self._limit(scope), self._options.limits.arrival)
        client = scope["client"][0] if scope.get("client") else ""
        self._metrics.add("requests_under_way")
        try:
            headers = {
                name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
            }
            self._check(scope, headers)
            with self._clients.counted(client):
                await self._app(scope, exchange.receive, exchange.send)
        except Problem as problem:
            self._metrics.add("refused_total", reason=str(problem.status))
            if not exchange.started:
                await problem.response()(scope, receive, exchange.send)
        finally:
            self._metrics.add("requests_under_way", -1)
            self._note(scope, exchange)

    def _limit(self, scope: Scope) -> int:
        limits = self._options.limits
        return limits.upload if scope["path"] in _UPLOADS else limits.body

    def _check(self, scope: Scope, headers: Mapping[str, str]) -> None:
        options, host = self._options, headers.get("host", "")
        if is_loopback(options.host) and not self._is_own_name(host):
            raise Problem(
                421,
                "the service does not answer to this host name",
                field="Host",
                fix="call it by 127.0.0.1 or localhost, or start it with --hosts NAME",
            )
        origin = headers.get("origin")
        if origin and scope["method"] not in _HARMLESS and origin not in options.cors:
            # A page of another site may not send forms here, though it could not read the answer.
            # "null" is what a form sends under our own policy of no referrer.
            same_site = headers.get("sec-fetch-site") in ("same-origin", "none")
            if urlsplit(origin).netloc != host and not (origin == "null" and same_site):
                raise Problem(
                    403,
                    "pages of other sites may not use this service",
                    field="Origin",
                    fix="start it with --cors ORIGIN if this one may",
                )
        path = scope["path"]
        if options.token and path.startswith("/v1/") and path not in _OPEN_API:
            given = headers.get("authorization", "").removeprefix("Bearer ")
            if not hmac.compare_digest(given.encode(), options.token.encode()):
                raise Problem(
                    401,
                    "the token is missing or wrong",
                    field="Authorization",
                    fix="send the header `Authorization: Bearer TOKEN`",
                )
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > self._limit(scope):
            raise too_large(self._limit(scope))

    def _is_own_name(self, host: str) -> bool:
        name = urlsplit(f"//{host}").hostname or ""
        return is_loopback(name) or name in self._options.hosts

    def _note(self, scope: Scope, exchange: _Exchange) -> None:
        route = getattr(scope.get("route"), "path", "") or "other"
        seconds = time.perf_counter() - exchange.began
        status = str(exchange.status)
        self._metrics.add("requests_total", method=scope["method"], route=route, status=status)
        self._metrics.observe("request_seconds", seconds, SECONDS, route=route)
        self._metrics.flush()
        log.info("%s %s %s %.0f ms", scope["method"], route, status, seconds * 1000)


class _Exchange:
    """One request and its answer, watched."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, limit: int, seconds: float
    ) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._limit, self._size = limit, 0
        self._until = time.monotonic() + seconds
        self._is_complete = False
        self._fault: Problem | None = None
        self._is_replaced = False
        self.began = time.perf_counter()
        self.started = False
        # What is said of a client that went away before the answer.
        self.status = 499

    async def receive(self) -> Message:
        """The next piece of the body; one that is too long or too slow ends it."""
        if self._is_complete:
            return await self._receive()
        try:
            async with time_limit(max(0.0, self._until - time.monotonic())):
                message = await self._receive()
        except Expired:
            self._fault = Problem(408, "the body did not arrive in time", fix="send it again")
            return {"type": "http.disconnect"}
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            self._is_complete = not message.get("more_body", False)
            if self._size > self._limit:
                self._fault = too_large(self._limit)
                return {"type": "http.disconnect"}
        return message

    async def send(self, message: Message) -> None:
        """Pass the answer on with our headers; a body that was refused is answered so."""
        if self._is_replaced:
            return
        if self._fault is not None and not self.started:
            fault, self._fault, self._is_replaced = self._fault, None, False
            response = fault.response()
            response.headers["connection"] = "close"
            await response(self._scope, self._receive, self._passed)
            self._is_replaced = True
            return
        await self._passed(message)

    async def _passed(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started, self.status = True, message["status"]
            own = {name.decode("latin-1").lower() for name, _ in message.get("headers", [])}
            message["headers"] = [
                *message.get("headers", []),
                *((n.encode(), v.encode()) for n, v in _HEADERS.items() if n not in own),
            ]
        await self._send(message)


@dataclass
class _Clients:
    """How many requests each client has under way, and sent in the last minute."""

    most: int
    per_minute: int

    def __post_init__(self) -> None:
        self._under_way: dict[str, int] = defaultdict(int)
        self._times: dict[str, deque[float]] = {}

    def counted(self, client: str) -> _Counted:
        """A block in which a request of a client is under way, or a 429."""
        if self._under_way[client] >= self.most:
            raise Problem(
                429,
                f"more than {self.most} requests of this client are under way",
                fix="wait for answers before sending more",
                retry_after=1,
            )
        if self.per_minute:
            self._check_rate(client)
        return _Counted(self._under_way, client)

    def _check_rate(self, client: str) -> None:
        now = time.monotonic()
        times = self._times.setdefault(client, deque())
        while times and now - times[0] > _MINUTE:
            times.popleft()
        if len(times) >= self.per_minute:
            raise Problem(
                429,
                f"more than {self.per_minute} requests of this client in a minute",
                fix="send fewer",
                retry_after=_MINUTE - (now - times[0]),
            )
        times.append(now)
        # Clients of whom nothing was heard for a minute are forgotten.
        if len(self._times) > 10_000:
            self._times = {k: v for k, v in self._times.items() if v and now - v[-1] < _MINUTE}


@dataclass
class _Counted:
    under_way: dict[str, int]
    client: str

    def __enter__(self) -> None:
        self.under_way[self.client] += 1

    def __exit__(self, *_: object) -> None:
        self.under_way[self.client] -= 1
        if not self.under_way[self.client]:
            del self.under_way[self.client]


def too_large(limit: int) -> Problem:
    """A body over the limit."""
    return Problem(
        413,
        f"the body has more than {limit:,} bytes",
        field="body",
        fix="send less at a time, or have the limit raised (--limits.body, --limits.upload)",
    )
