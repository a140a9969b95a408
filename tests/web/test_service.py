"""The service: what it answers, how it batches, streams, works through jobs, and stops."""

from __future__ import annotations

import asyncio
import io
import json
import threading
import time
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from benchmarks.serving.files import docx
from seqlab.editing import text_sentences
from seqlab.errors import DataWarning, UsageError
from seqlab.pipeline import Simplifier, Wish
from seqlab.text import DEFAULT_PROTECTED, Document
from seqlab.web import RequestLimits, ServeOptions
from seqlab.web.service.answers import checked_wish
from seqlab.web.service.batching import Batcher
from seqlab.web.service.metrics import Metrics
from seqlab.web.service.problems import Problem
from seqlab.web.service.schemas import WishBody
from tests.web.running import client_of

TEXT = (
    "Approximately 3,000 residents assisted the police in order to locate the missing child, who "
    "was subsequently discovered in a nearby village.\n\nThey left 😀 early. They commenced the "
    "work in order to assist everybody."
)


@pytest.fixture(scope="module")
def answered(simplifier: Simplifier) -> dict[str, Any]:
    """What the service says to a number of requests, gathered in one life of it."""

    async def collect() -> dict[str, Any]:
        found: dict[str, Any] = {}
        async with client_of(simplifier) as client:

            async def post(path: str, **request: Any) -> httpx.Response:
                return await client.post(path, timeout=120, **request)

            plain = await post("/v1/simplify", json={"text": TEXT, "considered": True})
            found["plain"] = plain.json()
            found["list"] = (await post("/v1/simplify", json={"text": [TEXT, "", TEXT]})).json()
            words = {"text": TEXT, "keep": ["assist"], "glossary": {"resident": "local"}}
            found["words"] = (await post("/v1/simplify", json=words)).json()
            stream = await post("/v1/simplify", json={"text": TEXT, "stream": True})
            found["lines"] = [json.loads(line) for line in stream.text.splitlines()]
            body = {"text": TEXT, "edits": found["plain"]["results"][0]}
            for accept in ("all", "none"):
                found[accept] = (await post("/v1/apply", json={**body, "accept": accept})).json()
            file = {"file": ("a.docx", docx(TEXT.split("\n")[0]))}
            found["docx"] = (await post("/v1/documents", files=file)).content
            tracked = await post("/v1/documents", files=file, data={"tracked": "true"})
            found["tracked"] = tracked.content
            found["job"] = await _job(client, file)
            edits = await post("/v1/documents/edits", files=file)
            refused = await post(
                "/v1/documents/apply", files=file, data={"edits": edits.text, "accept": "none"}
            )
            found["refused"] = refused.content
            found["exported"] = (await post("/v1/export", json={"text": "One.\n\nTwo."})).content
            scores = {
                "outputs": ["They began."],
                "originals": ["They commenced."],
                "references": [["They began."]],
                "metrics": ["sari", "bleu"],
            }
            found["scores"] = (await post("/v1/evaluate", json=scores)).json()
            pairs = [{"source": "They commenced.", "output": "They began."}]
            found["quality"] = (await post("/v1/quality", json={"pairs": pairs})).json()
            rated = await post("/v1/simplify", json={"text": TEXT, "quality": True})
            found["rated"] = rated.json()["results"][0]["sentences"]
            found["models"] = (await client.get("/v1/models")).json()
            found["metrics"] = (await client.get("/v1/metrics")).text
            found["page"] = await client.get("/")
            found["openapi"] = (await client.get("/v1/openapi.json")).json()
        return found

    return asyncio.run(collect())


async def _job(client: httpx.AsyncClient, file: dict[str, Any]) -> list[Any]:
    started = await client.post("/v1/documents", files=file, data={"job": "true"})
    place = started.headers["location"]
    while (state := (await client.get(place)).json())["state"] in ("waiting", "running"):
        await asyncio.sleep(0.05)
    result = await client.get(f"{place}/result")
    await client.delete(place)
    return [started, state, result, (await client.get(place)).status_code]


def docx_text(content: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(content)).read("word/document.xml").decode()


def test_the_service_says_what_the_library_says(answered, simplifier: Simplifier) -> None:
    result = answered["plain"]["results"][0]
    assert result["text"] == simplifier.simplify(TEXT)
    assert [one["text"] for one in answered["list"]["results"]] == [
        result["text"],
        "",
        result["text"],
    ]
    assert result["before"]["grade"] > result["after"]["grade"]


def test_offsets_of_edits_count_characters_of_the_text(answered) -> None:
    result = answered["plain"]["results"][0]
    edits = 0
    for sentence in result["sentences"]:
        start = result["paragraphs"][sentence["paragraph"]]["start"]
        for edit in sentence["edits"]:
            edits += 1
            assert TEXT[start + edit["start"] : start + edit["end"]] == edit["old"]
    assert edits > 5


def test_a_stream_gives_the_same_sentence_by_sentence(answered) -> None:
    lines = answered["lines"]
    assert [next(iter(set(line) - {"result"})) for line in lines] == [
        "head",
        "sentence",
        "sentence",
        "sentence",
        "summary",
    ]
    assert lines[-1]["summary"]["text"] == answered["plain"]["results"][0]["text"]


def test_words_are_kept_and_chosen_in_all_their_forms(answered) -> None:
    text = answered["words"]["results"][0]["text"]
    assert "locals assisted the police" in text
    assert "assist everybody" in text


def test_the_name_of_a_file_among_the_words_to_keep_is_not_opened(
    simplifier: Simplifier, tmp_path
) -> None:
    file = tmp_path / "words.txt"
    file.write_text("commenced\n")
    body = WishBody(keep=[str(file)])
    wish = checked_wish(simplifier, body)
    assert simplifier.checked(wish).terms.find(["They", "commenced", "it"]) == []
    assert not wish.keep


def test_edits_can_be_applied_all_or_none(answered) -> None:
    assert answered["none"]["text"] == TEXT
    assert answered["all"]["text"] == answered["plain"]["results"][0]["text"]


def test_documents_come_back_in_their_format(answered) -> None:
    simple = docx_text(answered["docx"])
    assert "About 3,000 residents helped" in simple
    assert "<w:ins " in docx_text(answered["tracked"])
    assert "<w:del " in docx_text(answered["tracked"])
    assert "Approximately 3,000 residents assisted" in docx_text(answered["refused"])
    assert "One." in docx_text(answered["exported"])


def test_a_job_tells_how_far_it_is_and_is_forgotten_when_deleted(answered) -> None:
    started, state, result, afterwards = answered["job"]
    assert started.status_code == 202
    assert (state["state"], state["sentences"], state["changed"]) == ("done", 1, 1)
    assert docx_text(result.content) == docx_text(answered["docx"])
    assert afterwards == 404


def test_scores_carry_signatures(answered) -> None:
    scores = answered["scores"]["scores"]
    assert scores["SARI"]["low"] <= scores["SARI"]["score"] <= scores["SARI"]["high"]
    assert scores["SARI"]["parts"]
    assert "|" in scores["BLEU"]["signature"]


def test_quality_is_estimated_without_references(answered) -> None:
    names = {"grammaticality", "meaning", "simplicity", "overall"}
    for one in (*answered["quality"]["results"], *(s["quality"] for s in answered["rated"])):
        assert set(one) == names
        assert all(0 <= value <= 1 for value in one.values())


def test_metrics_count_requests_and_sentences(answered) -> None:
    text = answered["metrics"]
    assert 'seqlab_requests_total{method="POST",route="/v1/simplify",status="200"} 5' in text
    assert "# TYPE seqlab_request_seconds histogram" in text
    for line in text.splitlines():
        assert line.startswith("#") or float(line.rsplit(" ", 1)[1]) >= 0


def test_the_page_may_load_nothing_from_elsewhere(answered) -> None:
    page = answered["page"]
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http://" not in page.text
    assert "https://" not in page.text


def test_every_call_is_described(answered) -> None:
    paths = answered["openapi"]["paths"]
    for path in ("simplify", "apply", "documents", "evaluate", "quality", "models", "health"):
        assert f"/v1/{path}" in paths
    # The one who cancels must know the levels.
    assert answered["models"]["models"][0]["levels"] == ["plain", "easy"]


class Slow:
    """Counts what goes to the model together; each call takes a moment."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def rewrite(self, sources: Iterator[Any], wish: Wish, alternatives: bool = False) -> Any:
        own = list(sources)
        self.batches.append(len(own))
        time.sleep(0.02)
        return [_Done(source.text) for source in own]


class _Done:
    def __init__(self, text: str) -> None:
        self.output, self.tokens = text, text.split()


def sentences(count: int, word: str = "home") -> list[Any]:
    text = " ".join(f"They went {word} {number} times." for number in range(count))
    return list(text_sentences(Document.parse(text), DEFAULT_PROTECTED))


def test_requests_that_wait_go_to_the_model_together_and_none_is_mixed_up() -> None:
    model = Slow()

    async def ask(batcher: Batcher, word: str, count: int) -> list[str]:
        own = sentences(count, word)
        stream = batcher.explained(own, Wish())
        return [one.output async for batch in stream for one in batch]

    async def collect() -> list[list[str]]:
        batcher = Batcher(model, Metrics(), 10_000)  # type: ignore[arg-type]
        asked = [ask(batcher, f"word{n}", 100 if n == 0 else 1) for n in range(20)]
        results = await asyncio.gather(*asked)
        await asyncio.to_thread(batcher.close)
        return results

    results = asyncio.run(collect())
    for n, own in enumerate(results):
        assert own == [one.text for one in sentences(100 if n == 0 else 1, f"word{n}")]
    # Far fewer calls than requests, and no call larger than a round.
    assert len(model.batches) <= 7
    assert max(model.batches) <= 32


class Held(Slow):
    """Works on nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def rewrite(self, sources: Iterator[Any], wish: Wish, alternatives: bool = False) -> Any:
        own = list(sources)
        self.batches.append(len(own))
        self.go.wait(10)
        return [_Done(source.text) for source in own]


def test_a_full_queue_turns_requests_away_and_those_inside_are_served() -> None:
    async def collect() -> tuple[int, Problem]:
        model = Held()
        batcher = Batcher(model, Metrics(), 50)  # type: ignore[arg-type]

        async def ask(many: int) -> int:
            return sum([len(batch) async for batch in batcher.explained(sentences(many), Wish())])

        working = asyncio.create_task(ask(1))
        while not model.batches:
            await asyncio.sleep(0.005)
        waiting = asyncio.create_task(ask(40))
        await asyncio.sleep(0)
        with pytest.raises(Problem) as refused:
            await ask(40)
        model.go.set()
        count = await working + await waiting
        await asyncio.to_thread(batcher.close)
        return count, refused.value

    count, problem = asyncio.run(collect())
    assert count == 41
    assert problem.status == 503
    assert problem.headers()["Retry-After"] == "5"


def test_who_goes_away_leaves_the_rest_undone() -> None:
    model = Slow()

    async def collect() -> None:
        batcher = Batcher(model, Metrics(), 10_000)  # type: ignore[arg-type]
        stream = batcher.explained(sentences(500), Wish())
        await anext(stream)
        await stream.aclose()
        await asyncio.to_thread(batcher.close)

    asyncio.run(collect())
    assert sum(model.batches) < 500


def test_a_sentence_that_fails_is_logged_without_its_text(
    simplifier: Simplifier, caplog, recwarn
) -> None:
    import warnings

    async def warn() -> None:
        async with client_of(simplifier):
            warnings.warn(DataWarning("sentence", "left as it is", value="my secret"), stacklevel=1)

    with caplog.at_level("WARNING", logger="seqlab.web"):
        asyncio.run(warn())
    assert "left as it is" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"host": "0.0.0.0"}, "give --token"),
        ({"host": "192.168.1.5", "token": "short"}, "at least 16"),
        ({"port": 70_000}, "--port must be"),
        ({"workers": 0}, "--workers must be"),
        ({"cors": ("*",)}, "there is no \\*"),
    ],
)
def test_unsafe_options_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        ServeOptions(**options).checked()


@pytest.mark.parametrize("options", [{"host": "::1"}, {"host": "0.0.0.0", "open": True}])
def test_safe_or_open_options_are_taken(options: dict[str, Any]) -> None:
    assert ServeOptions(**options).checked()


def test_limits_must_be_numbers_above_none() -> None:
    with pytest.raises(UsageError, match=r"limits\.seconds must be more than 0"):
        RequestLimits(seconds=float("nan"))
