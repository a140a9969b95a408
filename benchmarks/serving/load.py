"""Many clients at once: how long answers take, how many there are, and whether any is lost."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLE = ROOT / "corpora" / "sample"
# What a client that is broken sends.
BROKEN: tuple[tuple[str, bytes], ...] = (
    ("/v1/simplify", b'{"text": '),
    ("/v1/simplify", b'{"text": "a", "strength": 7}'),
    ("/v1/simplify", b'{"text": "a", "level": "none"}'),
    ("/v1/nothing", b"{}"),
    ("/v1/simplify", b"\xff\xfe"),
)


@dataclass(frozen=True)
class Load:
    """What came back of a number of requests."""

    clients: int
    seconds: float
    latencies: tuple[float, ...]
    statuses: Counter[int]
    lost: int

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """Seconds within which such a share of the answers came."""
        return float(np.percentile(self.latencies, share))


@contextmanager
def running(*arguments: str) -> Iterator[tuple[str, int]]:
    """The service in a process of its own: its address and its process id."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(ROOT / "run.py"), "serve", "--port", "0", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    assert process.stdout is not None
    found = re.search(r"at (http://\S+);", process.stdout.readline())
    assert found is not None
    try:
        while True:
            try:
                httpx.get(f"{found[1]}v1/health", timeout=60).raise_for_status()
                break
            except httpx.TransportError:
                time.sleep(0.5)
        yield found[1], process.pid
    finally:
        process.terminate()
        process.wait(120)


def sentences() -> list[str]:
    """Sentences of the sample corpus, at their original level."""
    from seqlab.text import Document, is_prose

    found = []
    for path in sorted(SAMPLE.rglob("*.0.txt")):
        for sentence in Document.parse(path.read_text(encoding="utf-8")).sentences:
            if is_prose(sentence.tokens):
                found.append(sentence.text)
    return found


def pages(words: int = 300) -> list[str]:
    """Texts of about a page each."""
    found, page = [], ""
    for sentence in sentences():
        page = f"{page} {sentence}".strip()
        if len(page.split()) >= words:
            found.append(page)
            page = ""
    return found


async def load(
    address: str, texts: Sequence[str], clients: int, requests: int, broken: float = 0.0
) -> Load:
    """Send so many requests by so many clients, a share of them broken.

    An answer counts as lost if it does not come, or is not about the text that was sent.
    """
    chance = random.Random(clients)
    work = iter([(n, chance.random() < broken) for n in range(requests)])
    latencies: list[float] = []
    statuses: Counter[int] = Counter()
    lost = 0

    async def client() -> None:
        nonlocal lost
        async with httpx.AsyncClient(base_url=address, timeout=600) as http:
            for number, is_broken in work:
                text = texts[number % len(texts)]
                path, content = (
                    BROKEN[number % len(BROKEN)]
                    if is_broken
                    else ("/v1/simplify", json.dumps({"text": text}).encode())
                )
                began = time.perf_counter()
                try:
                    answer = await http.post(path, content=content, headers=_JSON)
                except httpx.TransportError:
                    lost += 1
                    continue
                latencies.append(time.perf_counter() - began)
                statuses[answer.status_code] += 1
                if not is_broken:
                    lost += not _is_about(answer, text)

    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    return Load(clients, time.perf_counter() - began, tuple(latencies), statuses, lost)


_JSON = {"Content-Type": "application/json"}


def _is_about(answer: httpx.Response, text: str) -> bool:
    if answer.status_code != 200:
        return False
    result: dict[str, Any] = answer.json()["results"][0]
    return " ".join(one["text"] for one in result["sentences"]) == text


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    number = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(number) * os.sysconf("SC_PAGE_SIZE")
