"""`/v1/simplify` and `/v1/apply`: texts in, simpler texts out, with every edit as data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from seqlab.desk import (
    TAKEN,
    BadEdits,
    SentenceRecord,
    accepted_edits,
    accepted_ids,
    applied_text,
    edits_of,
    sentence_record,
    sentence_text,
)
from seqlab.editing import Explanation, SourceSentence, text_sentences
from seqlab.errors import UsageError
from seqlab.pipeline import Wish
from seqlab.text import Document
from seqlab.web.service.problems import Problem
from seqlab.web.service.readability import readability, why_hard
from seqlab.web.service.schemas import (
    ApplyAnswer,
    ApplyRequest,
    SimplifyAnswer,
    SimplifyRequest,
    WishBody,
)
from seqlab.web.service.state import Service, service_of

router = APIRouter()
_LINES = "application/x-ndjson"
_KEEP = ("", "keep")


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, parsed: its paragraphs, and its sentences with the number of their paragraph."""

    text: str
    document: Document
    sources: tuple[SourceSentence, ...]
    paragraphs: tuple[int, ...]

    @classmethod
    def of(cls, text: str, wish: Wish) -> _Text:
        document = Document.parse(text)
        numbers = [n for n, one in enumerate(document.paragraphs) for _ in one.sentences]
        sources = tuple(text_sentences(document, wish.protect))
        return cls(text, document, sources, tuple(numbers))

    def record(self, place: int, explained: Explanation) -> SentenceRecord:
        paragraph = self.paragraphs[place]
        base = self.document.paragraphs[paragraph].start
        return sentence_record(place + 1, paragraph, base, self.sources[place], explained)


@router.post(
    "/v1/simplify",
    response_model=SimplifyAnswer,
    tags=["simplify"],
    summary="Simplify a text, or a list of texts",
)
async def simplify(request: Request, body: SimplifyRequest) -> Response:
    """Every sentence simplified as wished, with its edits and their reasons.

    With `stream` the answer is one JSON object per line: `{"result": 0, "sentence": …}` as soon as
    a sentence is done, `{"result": 0, "summary": …}` when a text is, or `{"problem": …}` last.
    """
    service = service_of(request)
    wish = checked_wish(service, body)
    texts = await asyncio.to_thread(_texts, service, body, wish)
    records = _sentences(service, texts, wish, body)
    if body.stream:
        return StreamingResponse(_streamed(service, records, texts), media_type=_LINES)
    results = [_head(one) for one in texts]
    async for number, sentence in records:
        results[number]["sentences"].append(sentence)
    answer = {
        "model": service.options.model,
        "level": wish.level,
        "results": [_closed(one, result) for one, result in zip(texts, results, strict=True)],
    }
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
    source = body.edits.get("text_before")
    if not isinstance(source, str):
        source = "\n\n".join(one.text for one in edits.paragraphs)
    check_length(service, [source], len(edits.sentences))
    outputs = [sentence_text(one, accepted) for one in edits.sentences]
    return ApplyAnswer.model_validate(
        {
            "text": applied_text(edits, source, accepted),
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


def checked_wish(service: Service, body: WishBody) -> Wish:
    """What a request wishes, or a problem that names the field."""
    kept = [term for term, word in body.glossary.items() if word.strip().lower() in _KEEP]
    wish = Wish(
        body.strength, (*body.keep, *kept), tuple(body.operations), body.level, body.decide
    )
    try:
        return service.simplifier.checked(wish)
    except UsageError as error:
        raise Problem(422, str(error), field="level", fix="see /v1/models") from None


def check_length(service: Service, texts: list[str], sentences: int = 0) -> None:
    """Refuse texts over the limits."""
    limits = service.options.limits
    if len(texts) > limits.items:
        raise Problem(
            413,
            f"a list of {len(texts):,} texts; at most {limits.items:,} are taken",
            field="text",
            fix="send several requests",
        )
    characters = sum(map(len, texts))
    for name, count, most in (
        ("characters", characters, limits.characters),
        ("sentences", sentences, limits.sentences),
    ):
        if count > most:
            raise Problem(
                413,
                f"{count:,} {name}; at most {most:,} are taken",
                field="text",
                fix="send it as a document (/v1/documents), or in parts",
            )


def _texts(service: Service, body: SimplifyRequest, wish: Wish) -> list[_Text]:
    own = [body.text] if isinstance(body.text, str) else body.text
    check_length(service, own)
    texts = [_Text.of(text, wish) for text in own]
    check_length(service, own, sum(len(one.sources) for one in texts))
    return texts


async def _sentences(
    service: Service, texts: list[_Text], wish: Wish, body: SimplifyRequest
) -> AsyncIterator[tuple[int, dict[str, Any]]]:
    """The sentences of all texts, each with the number of its text."""
    sources = [source for one in texts for source in one.sources]
    places = _places(texts)
    async for batch in service.timed(service.batcher.explained(sources, wish)):
        for explained in batch:
            number, place = next(places)
            record = texts[number].record(place, explained)
            yield number, sentence_values(record, wish.level, body.considered)
        if body.quality:
            raise Problem(501, "quality estimation is not in this version", field="quality")


def _places(texts: list[_Text]) -> Iterator[tuple[int, int]]:
    for number, one in enumerate(texts):
        for place in range(len(one.sources)):
            yield number, place


def sentence_values(record: SentenceRecord, level: str | None, considered: bool) -> dict[str, Any]:
    """A sentence as the answer has it; what was not done, and how, only where asked for."""
    values = record.to_json()
    if not record.left:
        values["hard"] = why_hard(record.output, level)
    if not considered:
        values.pop("tokens", None)
        values["edits"] = [one for one in values["edits"] if one["state"] == TAKEN]
        for edit in values["edits"]:
            edit.pop("plan", None)
            edit.pop("conflicts_with", None)
    return values


def _head(one: _Text) -> dict[str, Any]:
    paragraphs = [{"text": own.text, "start": own.start} for own in one.document.paragraphs]
    return {"text": "", "paragraphs": paragraphs, "sentences": []}


def _closed(one: _Text, result: dict[str, Any]) -> dict[str, Any]:
    """The result with its text and its readability."""
    pieces, outputs = [one.document.leading], []
    for source, sentence in zip(one.sources, result["sentences"], strict=True):
        pieces += sentence["output"], source.tokens[-1].space
        outputs.append(sentence["output"])
    result["text"] = "".join(pieces)
    result["before"] = readability([source.text for source in one.sources]).model_dump()
    result["after"] = readability(outputs).model_dump()
    return result


async def _streamed(
    service: Service, records: AsyncIterator[tuple[int, dict[str, Any]]], texts: list[_Text]
) -> AsyncIterator[bytes]:
    results = [_head(one) for one in texts]
    try:
        for number, result in enumerate(results):
            yield _line({"result": number, "paragraphs": result["paragraphs"]})
        async for number, sentence in records:
            results[number]["sentences"].append(sentence)
            yield _line({"result": number, "sentence": sentence})
        for number, (one, result) in enumerate(zip(texts, results, strict=True)):
            closed = _closed(one, result)
            summary = {name: closed[name] for name in ("text", "before", "after")}
            yield _line({"result": number, "summary": summary})
    except Problem as problem:
        yield _line({"problem": problem.body()})


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
