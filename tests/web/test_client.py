"""The client against the service itself."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from seqlab.pipeline import Simplifier
from seqlab.web import Client, ServiceError, create_app

TEXT = "They commenced the work in order to assist the residents. It was discovered subsequently."


@pytest.fixture(scope="module")
def client(simplifier: Simplifier) -> Iterator[Client]:
    own = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(simplifier=simplifier), log_level="warning", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [own]})
    thread.start()
    with Client(f"http://127.0.0.1:{own.getsockname()[1]}") as client:
        yield client
    server.should_exit = True
    thread.join()


def test_it_says_what_the_library_says(client: Client, simplifier: Simplifier) -> None:
    assert client.simplify(TEXT, level="easy") == simplifier.simplify(TEXT, level="easy")
    assert client.simplify_all(["They left.", TEXT]) == ["They left.", simplifier.simplify(TEXT)]


def test_edits_can_be_refused(client: Client) -> None:
    edits = client.explain(TEXT, considered=True)
    assert client.apply(TEXT, edits, "none") == TEXT
    assert client.apply(TEXT, edits) == edits["text"]


def test_sentences_come_as_a_stream(client: Client) -> None:
    assert [one["id"] for one in client.stream(TEXT)] == [1, 2]


def test_a_document_is_written(client: Client, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"# Title\n\n{TEXT}\n")
    client.document(tmp_path / "a.md", tmp_path / "b.md", level="easy")
    assert (tmp_path / "b.md").read_text().startswith("# Title\n\nThey started")


def test_an_error_has_the_field_and_the_fix(client: Client) -> None:
    with pytest.raises(ServiceError, match="no level 'C2'") as error:
        client.simplify(TEXT, level="C2")
    assert (error.value.status, error.value.field) == (422, "level")
    assert client.model()["levels"] == ["plain", "easy"]


def test_a_service_that_is_not_there_is_named() -> None:
    with pytest.raises(ServiceError, match="is `seqlab serve` running"):
        Client("http://127.0.0.1:9", tries=1).model()
