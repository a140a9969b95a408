"""Texts to answers, without a network: what the service and the Ray deployment share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from seqlab.desk import (
    TAKEN,
    EditsFile,
    SentenceRecord,
    TextManuscript,
    sentence_record,
    settings_of,
)
from seqlab.editing import Explanation
from seqlab.errors import UsageError
from seqlab.pipeline import Simplifier, Wish
from seqlab.terms import Entry, Terms
from seqlab.web.options import RequestLimits
from seqlab.web.service.problems import Problem
from seqlab.web.service.readability import readability, why_hard
from seqlab.web.service.schemas import SimplifyRequest, WishBody

_KEEP = ("", "keep")


def checked_wish(simplifier: Simplifier, body: WishBody) -> Wish:
    """What a request wishes, or a problem that names the field."""
    # Not as `keep`: there the name of a file stands for its lines, and files are not for clients.
    entries = [Entry(term, reason="keep") for term in body.keep if term.strip()]
    entries += [
        Entry(term, None if word.strip().lower() in _KEEP else word.strip())
        for term, word in body.glossary.items()
    ]
    wish = Wish(
        body.strength,
        operations=tuple(body.operations),
        level=body.level,
        decide=body.decide,
        terms=Terms(tuple(entries)),
    )
    try:
        return simplifier.checked(wish)
    except UsageError as error:
        raise Problem(422, str(error), field="level", fix="see /v1/models") from None


def check_length(limits: RequestLimits, texts: list[str], sentences: int = 0) -> None:
    """Refuse texts over the limits."""
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


def parsed_texts(limits: RequestLimits, body: SimplifyRequest, wish: Wish) -> list[TextManuscript]:
    """The texts of a request as sentences, or a problem where they are too long."""
    own = [body.text] if isinstance(body.text, str) else body.text
    check_length(limits, own)
    texts = [TextManuscript(text, wish.protect) for text in own]
    check_length(limits, own, sum(len(one.places()) for one in texts))
    return texts


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


def head_values(one: TextManuscript, wish: Wish) -> dict[str, Any]:
    """A result without its sentences: an edits file, as `seqlab simplify --edits` writes it."""
    file = EditsFile(one.document, settings_of(wish, ("text",)), tuple(one.paragraphs()), ())
    return file.to_json()


def summary_values(one: TextManuscript, sentences: list[dict[str, Any]]) -> dict[str, Any]:
    """The text as it is written now, and its readability."""
    outputs = [str(sentence["output"]) for sentence in sentences]
    return {
        "text": one.written(outputs).decode("utf-8", "backslashreplace"),
        "before": readability([place.source.text for place in one.places()]).model_dump(),
        "after": readability(outputs).model_dump(),
    }


def answer_of(
    model: str,
    texts: list[TextManuscript],
    wish: Wish,
    explained: Iterator[Explanation],
    body: SimplifyRequest,
) -> dict[str, Any]:
    """The whole answer; `explained` gives the sentences of all texts in order."""
    results = []
    for text in texts:
        sentences = [
            sentence_values(
                sentence_record(number, place.paragraph, place.base, place.source, next(explained)),
                wish.level,
                body.considered,
            )
            for number, place in enumerate(text.places(), start=1)
        ]
        results.append(
            {**head_values(text, wish), "sentences": sentences, **summary_values(text, sentences)}
        )
    return {"model": model, "level": wish.level, "results": results}


def batch_answers(
    name: str, simplifier: Simplifier, limits: RequestLimits, bodies: Sequence[SimplifyRequest]
) -> list[Any]:
    """The answer or the problem of each request; those with one wish go to the model together."""
    answers: list[Any] = [None] * len(bodies)
    alike: dict[str, list[int]] = defaultdict(list)
    for place, body in enumerate(bodies):
        alike[body.model_dump_json(exclude={"text"})].append(place)
    for places in alike.values():
        try:
            wish = checked_wish(simplifier, bodies[places[0]])
        except Problem as problem:
            for place in places:
                answers[place] = problem
            continue
        taken = []
        for place in places:
            try:
                taken.append((place, parsed_texts(limits, bodies[place], wish)))
            except Problem as problem:
                answers[place] = problem
        every = [one for _, texts in taken for text in texts for one in text.places()]
        done = simplifier.rewrite((one.source for one in every), wish, alternatives=True)
        for place, texts in taken:
            answers[place] = answer_of(name, texts, wish, done, bodies[place])
    return answers
