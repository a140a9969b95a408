"""`/v1/simplify` and `/v1/apply`: texts in, simpler texts out, with every edit as data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from seqlab.desk import (
    BadEdits,
    TextManuscript,
    accepted_edits,
    accepted_ids,
    applied_text,
    edits_of,
    sentence_record,
    sentence_text,
)
from seqlab.errors import UsageError
from seqlab.pipeline import Wish
from seqlab.web.service.answers import (
    check_length,
    checked_wish,
    head_values,
    parsed_texts,
    sentence_values,
    summary_values,
)
from seqlab.web.service.problems import Problem
from seqlab.web.service.readability import readability
from seqlab.web.service.schemas import ApplyAnswer, ApplyRequest, SimplifyAnswer, SimplifyRequest
from seqlab.web.service.scoring import estimated
from seqlab.web.service.state import Service, service_of

router = APIRouter()
_LINES = "application/x-ndjson"


@router.post(
    "/v1/simplify",
    response_model=SimplifyAnswer,
    tags=["simplify"],
    summary="Simplify a text, or a list of texts",
)
async def simplify(request: Request, body: SimplifyRequest) -> Response:
    """Every sentence simplified as wished, with its edits and their reasons.

    Each result is an edits file, as `seqlab simplify --edits` writes it, with the text and its
    readability. With `stream` the answer is one JSON object per line: `{"result": 0, "head": …}`,
    `{"result": 0, "sentence": …}` as soon as a sentence is done, `{"result": 0, "summary": …}` when
    a text is, or `{"problem": …}` last.
    """
    service = service_of(request)
    wish = checked_wish(service.simplifier, body)
    texts = await asyncio.to_thread(parsed_texts, service.options.limits, body, wish)
    records = _sentences(service, texts, wish, body)
    heads = [head_values(one, wish) for one in texts]
    if body.stream:
        return StreamingResponse(_streamed(records, heads, texts), media_type=_LINES)
    sentences: list[list[dict[str, Any]]] = [[] for _ in texts]
    async for number, sentence in records:
        sentences[number].append(sentence)
    results = [
        {**head, "sentences": own, **summary_values(one, own)}
        for head, one, own in zip(heads, texts, sentences, strict=True)
    ]
    answer = {"model": service.options.model, "level": wish.level, "results": results}
    # Typed above for the documentation; checking our own answer again would cost as much again.
    content = json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return Response(content, media_type="application/json")


@router.post(
    "/v1/apply",
    response_model=ApplyAnswer,
    tags=["simplify"],
    summary="Make a text from its edits, all of them or some",
)
async def apply(request: Request, body: ApplyRequest) -> ApplyAnswer:
    """The text with just the edits that are accepted; needs no model, so it is quick."""
    service = service_of(request)
    try:
        edits = edits_of(body.edits)
        accepted = accepted_ids(edits, body.accept)
    except BadEdits as error:
        raise Problem(
            422, str(error), field="edits", fix="send a result of /v1/simplify with `considered`"
        ) from None
    except UsageError as error:
        raise Problem(422, str(error), field="accept") from None
    check_length(service.options.limits, [body.text], len(edits.sentences))
    try:
        applied = applied_text(edits, body.text, accepted)
    except UsageError as error:
        raise Problem(422, str(error), field="text", fix="send the text of the edits") from None
    outputs = [sentence_text(one, accepted) for one in edits.sentences]
    return ApplyAnswer.model_validate(
        {
            "text": applied,
            "sentences": [
                {
                    "id": one.id,
                    "output": output,
                    "made": [edit.id for edit in accepted_edits(one, accepted)],
                }
                for one, output in zip(edits.sentences, outputs, strict=True)
            ],
            "after": readability(outputs).model_dump(),
        }
    )


async def _sentences(
    service: Service, texts: list[TextManuscript], wish: Wish, body: SimplifyRequest
) -> AsyncIterator[tuple[int, dict[str, Any]]]:
    """The sentences of all texts, each with the number of its text."""
    places = [
        (text, number, place)
        for text, one in enumerate(texts)
        for number, place in enumerate(one.places(), start=1)
    ]
    ahead = iter(places)
    sources = [place.source for _, _, place in places]
    async for batch in service.timed(service.batcher.explained(sources, wish)):
        done = []
        for explained in batch:
            text, number, place = next(ahead)
            record = sentence_record(number, place.paragraph, place.base, place.source, explained)
            done.append((text, sentence_values(record, wish.level, body.considered)))
        if body.quality:
            pairs = [(sentence["text"], sentence["output"]) for _, sentence in done]
            for (_, sentence), own in zip(
                done, await service.in_thread(estimated, pairs), strict=True
            ):
                sentence["quality"] = own.model_dump()
        for one in done:
            yield one


async def _streamed(
    records: AsyncIterator[tuple[int, dict[str, Any]]],
    heads: list[dict[str, Any]],
    texts: list[TextManuscript],
) -> AsyncIterator[bytes]:
    sentences: list[list[dict[str, Any]]] = [[] for _ in texts]
    try:
        for number, head in enumerate(heads):
            yield _line({"result": number, "head": head})
        async for number, sentence in records:
            sentences[number].append(sentence)
            yield _line({"result": number, "sentence": sentence})
        for number, (one, own) in enumerate(zip(texts, sentences, strict=True)):
            yield _line(
                {"result": number, "summary": await asyncio.to_thread(summary_values, one, own)}
            )
    except Problem as problem:
        yield _line({"problem": problem.body()})


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
