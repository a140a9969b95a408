"""Every bad request that the service promises to survive, and what it must answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from benchmarks.serving import files
from seqlab.web import RequestLimits, ServeOptions

TOKEN = "a-token-for-the-probes"
LIMITS = RequestLimits(
    body=20_000,
    upload=200_000,
    unpacked=1_000_000,
    members=50,
    characters=5_000,
    sentences=40,
    items=20,
)
OPTIONS = ServeOptions(limits=LIMITS)
GUARDED = replace(OPTIONS, token=TOKEN)
HURRIED = replace(OPTIONS, limits=replace(LIMITS, seconds=0.001))
RATED = replace(OPTIONS, limits=replace(LIMITS, per_minute=3))
_JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Probe:
    """A request, and the status that must come back."""

    sent: str
    status: int
    method: str = "POST"
    path: str = "/v1/simplify"
    options: ServeOptions = OPTIONS
    request: Mapping[str, Any] = field(default_factory=dict)
    # Sent so many times; the last answer counts.
    times: int = 1


def _text(sent: str, status: int, body: Any, **more: Any) -> Probe:
    return Probe(sent, status, request={"json": body}, **more)


def _raw(sent: str, status: int, content: Any, **more: Any) -> Probe:
    return Probe(sent, status, request={"content": content, "headers": _JSON}, **more)


def _file(sent: str, status: int, name: str, content: bytes, **more: Any) -> Probe:
    return Probe(
        sent, status, path="/v1/documents", request={"files": {"file": (name, content)}}, **more
    )


async def _pieces() -> Any:
    for _ in range(30):
        yield b" " * 1_000


SENTENCE = files.SENTENCE
PROBES = (
    _raw("a body over the limit", 413, b" " * 30_000),
    Probe("a body over the limit, in pieces of unknown number", 413, request={"content": _pieces}),
    _raw("no JSON", 422, b'{"text": '),
    _raw("JSON nested 9,000 deep", 422, b'{"text": ' + b"[" * 9_000 + b"]" * 9_000 + b"}"),
    _raw("bytes that are not UTF-8", 422, b'{"text": "\xff\xfe"}'),
    _raw("half a surrogate pair", 422, rb'{"text": "a \ud800 b"}'),
    _raw("a strength that is no number (NaN)", 422, b'{"text": "a", "strength": NaN}'),
    _raw("a number of 5,000 digits", 422, b'{"text": "a", "strength": ' + b"9" * 5_000 + b"}"),
    _text("a strength of 2", 422, {"text": "a", "strength": 2}),
    _text("a level that the model has not", 422, {"text": "a", "level": "C2"}),
    _text("an operation that there is not", 422, {"text": "a", "operations": ["rhyme"]}),
    _text("a field that there is not", 422, {"text": "a", "stregnth": 1}),
    _text("no text", 422, {}),
    _text("a number for a text", 422, {"text": 5}),
    _text("a list in a list", 422, {"text": [["a"]]}),
    _text("a term of 300 characters to keep", 422, {"text": "a", "keep": ["x" * 300]}),
    _text("more characters than are taken", 413, {"text": "word " * 2_000}),
    _text("more sentences than are taken", 413, {"text": "They went home again. " * 50}),
    _text("more texts than are taken", 413, {"text": ["a"] * 30}),
    _text("an empty text", 200, {"text": ""}),
    _text(
        "control characters, emoji, Arabic", 200, {"text": "\x00\x07 😀 مرحبا \u202e They left."}
    ),
    _text("a word of 4,000 letters", 200, {"text": "x" * 4_000}),
    _text("more than there is time for", 503, {"text": SENTENCE * 5}, options=HURRIED),
    _text(
        "a fourth request where three a minute are taken",
        429,
        {"text": "a"},
        options=RATED,
        times=4,
    ),
    _text("no token", 401, {"text": "a"}, options=GUARDED),
    Probe(
        "a wrong token",
        401,
        options=GUARDED,
        request={"json": {"text": "a"}, "headers": {"Authorization": "Bearer no"}},
    ),
    Probe(
        "another host name (DNS rebinding)",
        421,
        request={"json": {"text": "a"}, "headers": {"Host": "evil.example"}},
    ),
    Probe(
        "a request of another site's page",
        403,
        request={"json": {"text": "a"}, "headers": {"Origin": "https://evil.example"}},
    ),
    Probe(
        "a preflight of another site's page",
        405,
        method="OPTIONS",
        request={
            "headers": {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        },
    ),
    Probe("a path that there is not", 404, method="GET", path="/v1/nothing"),
    Probe("a method that the path has not", 405, method="GET"),
    Probe(
        "a path that leads out of the page's files",
        404,
        method="GET",
        path="/page/%2e%2e/%2e%2e/options.py",
    ),
    Probe("a job that there is not", 404, method="GET", path="/v1/jobs/nothing"),
    _file("a file of an unknown format", 415, "a.exe", b"MZ"),
    _file("a file whose name leads elsewhere", 200, "../../etc/a.txt", SENTENCE.encode()),
    _file("a DOCX that is none", 422, "a.docx", b"no archive"),
    _file("a DOCX cut off in the middle", 422, "a.docx", files.docx()[:400]),
    _file("a DOCX that unpacks to 5 MB (limit 1 MB)", 413, "a.docx", files.bomb(5_000_000)),
    _file("the same, and its directory lies", 422, "a.docx", files.lying_bomb(5_000_000)),
    _file("a DOCX with 100 members (limit 50)", 413, "a.docx", files.crowded(100)),
    _file("a DOCX with a member `../../outside.txt`", 422, "a.docx", files.leading_out()),
    _file("a DOCX with an external entity", 200, "a.docx", files.external_entity()),
    _file("a DOCX with entities that grow to a billion", 422, "a.docx", files.laughs()),
    _file("a .gz that unpacks to 5 MB (limit 1 MB)", 413, "a.txt.gz", files.packed(5_000_000)),
    _file("a .gz that is none", 422, "a.txt.gz", b"no archive"),
    _file("a PDF that is none", 422, "a.pdf", b"%PDF-1.7 nothing"),
    _file("a text that is not UTF-8", 422, "a.txt", b"caf\xe9 au lait"),
    _file("an upload over the limit", 413, "a.txt", b"a" * 300_000),
    Probe("a form without a file", 422, path="/v1/documents", request={"data": {"level": "plain"}}),
    Probe(
        "a form without its boundary",
        422,
        path="/v1/documents",
        request={"content": b"x", "headers": {"Content-Type": "multipart/form-data"}},
    ),
    _text("edits that are none", 422, {"text": "a", "edits": {"format": "x"}}, path="/v1/apply"),
    _text(
        "fewer outputs than originals",
        422,
        {"outputs": ["a"], "originals": ["a", "b"]},
        path="/v1/evaluate",
    ),
    _text(
        "a metric that there is not",
        422,
        {"outputs": ["a"], "originals": ["a"], "metrics": ["rouge"]},
        path="/v1/evaluate",
    ),
    _text(
        "a metric without its references",
        422,
        {"outputs": ["a"], "originals": ["a"], "metrics": ["sari"]},
        path="/v1/evaluate",
    ),
)


@dataclass(frozen=True)
class Found:
    """What came back."""

    probe: Probe
    status: int
    kind: str
    body: bytes
    retry_after: str

    @property
    def said(self) -> str:
        """The detail of a problem."""
        if not self.kind.startswith("application/problem+json"):
            return ""
        return str(json.loads(self.body)["detail"])


async def answers(clients: Mapping[ServeOptions, httpx.AsyncClient]) -> list[Found]:
    """What comes back for every probe."""
    return [await _answer(clients[probe.options], probe) for probe in PROBES]


async def _answer(client: httpx.AsyncClient, probe: Probe) -> Found:
    request = dict(probe.request)
    if callable(request.get("content")):
        request["content"] = request["content"]()
    for _ in range(probe.times):
        answer = await client.request(probe.method, probe.path, timeout=60, **request)
        await asyncio.sleep(0)
    return Found(
        probe,
        answer.status_code,
        answer.headers.get("content-type", ""),
        answer.content,
        answer.headers.get("retry-after", ""),
    )


def all_options() -> Iterator[ServeOptions]:
    """The options that the probes need, each once."""
    yield from dict.fromkeys(probe.options for probe in PROBES)
