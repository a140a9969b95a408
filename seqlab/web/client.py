"""`Client`: the service from Python, with the same words as `seqlab.Simplifier`."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx

from seqlab.errors import SeqLabError

_BUSY = (429, 503)


class ServiceError(SeqLabError):
    """What the service said instead of an answer; `status`, `field` and `fix` are its own."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.field = str(body.get("field", ""))
        self.fix = str(body.get("fix", ""))
        detail = str(body.get("detail", "the service did not answer"))
        super().__init__(f"{status}: {detail}" + (f"; {self.fix}" if self.fix else ""))


class Client:
    """A connection to a service.

    Args:
        address: Where it is.
        token: What it asks for, if it does.
        timeout: Seconds to wait for one answer.
        tries: How often a request is sent while the service is busy (429, 503).
    """

    def __init__(
        self,
        address: str = "http://127.0.0.1:8000",
        token: str | None = None,
        timeout: float = 120.0,
        tries: int = 5,
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._tries = tries
        self._http = httpx.Client(base_url=address, headers=headers, timeout=timeout)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def simplify(self, text: str, **wish: Any) -> str:
        """The text, simpler; `wish` is `level`, `strength`, `keep` and what else /docs lists."""
        return str(self.explain(text, **wish)["text"])

    def simplify_all(self, texts: Sequence[str], **wish: Any) -> list[str]:
        """Many texts with one request."""
        answer = self._post("/v1/simplify", {"text": list(texts), **wish}).json()
        return [str(result["text"]) for result in answer["results"]]

    def explain(self, text: str, **wish: Any) -> dict[str, Any]:
        """The text with its sentences, edits and readability."""
        result = self._post("/v1/simplify", {"text": text, **wish}).json()["results"][0]
        assert isinstance(result, dict)
        return result

    def stream(self, text: str, **wish: Any) -> Iterator[dict[str, Any]]:
        """The sentences of a long text, each as soon as it is done."""
        body = {"text": text, "stream": True, **wish}
        with self._http.stream("POST", "/v1/simplify", json=body) as answer:
            if answer.is_error:
                answer.read()
            _raise(answer)
            for line in answer.iter_lines():
                part = json.loads(line)
                if "problem" in part:
                    raise ServiceError(part["problem"]["status"], part["problem"])
                if "sentence" in part:
                    yield part["sentence"]

    def apply(self, text: str, edits: dict[str, Any], accept: str = "marked") -> str:
        """The text with some of the edits that `explain(text, considered=True)` gave."""
        body = {"text": text, "edits": edits, "accept": accept}
        return str(self._post("/v1/apply", body).json()["text"])

    def document(self, source: str | Path, target: str | Path, **wish: Any) -> None:
        """Simplify a document; the target has the same format. Long ones are waited for."""
        path = Path(source)
        with path.open("rb") as handle:
            answer = self._sent(
                "POST", "/v1/documents", files={"file": (path.name, handle.read())}, data=wish
            )
        if answer.status_code == 202:
            answer = self._waited(answer.json()["id"])
        Path(target).write_bytes(answer.content)

    def quality(self, pairs: Sequence[tuple[str, str]]) -> list[dict[str, float]]:
        """Grammaticality, meaning, simplicity and overall quality of (source, output) pairs."""
        body = {"pairs": [{"source": source, "output": output} for source, output in pairs]}
        return list(self._post("/v1/quality", body).json()["results"])

    def evaluate(
        self,
        outputs: Sequence[str],
        originals: Sequence[str],
        references: Sequence[Sequence[str]] = (),
        metrics: Sequence[str] = (),
    ) -> dict[str, dict[str, Any]]:
        """Scores by the metric's name."""
        body = {
            "outputs": list(outputs),
            "originals": list(originals),
            "references": [list(lines) for lines in references],
            "metrics": list(metrics),
        }
        return dict(self._post("/v1/evaluate", body).json()["scores"])

    def model(self) -> dict[str, Any]:
        """The model that answers: its levels, formats and limits."""
        return dict(self._sent("GET", "/v1/models").json()["models"][0])

    def _waited(self, identity: str) -> httpx.Response:
        while True:
            state = self._sent("GET", f"/v1/jobs/{identity}").json()["state"]
            if state not in ("waiting", "running"):
                return self._sent("GET", f"/v1/jobs/{identity}/result")
            time.sleep(0.5)

    def _post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        return self._sent("POST", path, json=body)

    def _sent(self, method: str, path: str, **request: Any) -> httpx.Response:
        """The answer; a service that is busy is asked again when it says so."""
        for left in range(self._tries - 1, -1, -1):
            try:
                answer = self._http.request(method, path, **request)
            except httpx.TransportError as error:
                fix = f"is `seqlab serve` running at {self._http.base_url}?"
                raise ServiceError(0, {"detail": str(error), "fix": fix}) from None
            if answer.status_code not in _BUSY or not left:
                break
            time.sleep(float(answer.headers.get("Retry-After", 1)))
        _raise(answer)
        return answer


def _raise(answer: httpx.Response) -> None:
    if answer.is_success:
        return
    try:
        body = answer.json()
    except ValueError:
        body = {"detail": answer.reason_phrase}
    raise ServiceError(answer.status_code, body)
