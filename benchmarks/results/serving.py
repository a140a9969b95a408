"""Write docs/results/serving.md: latency and throughput of the service, memory, and bad requests.

`--requests` and `--memory-requests` say how many are sent. Where other work runs, what counts is
the ratio to the library, which is called in turns with the service.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np

from benchmarks.serving.load import Load, load, pages, resident, running, sentences
from benchmarks.serving.probes import GUARDED, HURRIED, LIMITS, OPTIONS, RATED, Found, answers
from seqlab.files import atomic_write
from seqlab.pipeline import Simplifier
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.web import ServeOptions

PAGE = Path(__file__).resolve().parents[2] / "docs" / "results" / "serving.md"
CLIENTS = (1, 8, 32)
_TICKS = os.sysconf("SC_CLK_TCK")
_WORDS_A_DAY = 10_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=320, help="of one sentence, per row")
    parser.add_argument("--memory-requests", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3, help="of service and library in turns")
    parser.add_argument("--bad-requests-only", action="store_true", help="write that part again")
    options = parser.parse_args()
    if options.bad_requests_only:
        before = PAGE.read_text(encoding="utf-8").split("## Bad requests\n")[0].rstrip()
        _write([before, "", *_probes()])
        return
    parts = [
        "# The service under load, and under attack\n",
        provenance("make results-serving", "`corpora/sample`, original level", 1) + "\n",
        f"Load on the machine while this ran: {os.getloadavg()[1]:.1f} (5-minute average; "
        f"{os.cpu_count()} processors).\n",
    ]
    with running() as (address, pid):
        parts += _latency(address, options.requests)
        parts += _throughput(address, pid, options.rounds)
        parts += _broken(address, options.requests)
        parts += _memory(address, pid, options.memory_requests)
    parts += _probes()
    _write(parts)


def _write(parts: list[str]) -> None:
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(parts))
    print(PAGE.read_text(encoding="utf-8"))


def _latency(address: str, requests: int) -> Iterator[str]:
    rows = []
    for name, texts, count in (
        ("one sentence", sentences(), requests),
        ("a page of 300 words", pages(), max(len(CLIENTS) * 8, requests // 8)),
    ):
        for clients in CLIENTS:
            found = asyncio.run(load(address, texts, clients, max(count, clients)))
            rows.append([name, str(clients), str(len(found.latencies)), *_times(found)])
    yield "## Latency\n"
    yield "One process, one thread for the model, on loopback; each client sends when it has its "
    yield "answer. Milliseconds. What is not answered with 200 within 60 seconds is lost.\n"
    head = ["text", "clients", "requests", "p50", "p95", "p99", "requests/s", "lost"]
    yield as_markdown(head, rows) + "\n"


def _times(found: Load) -> list[str]:
    shares = [f"{found.percentile(share) * 1000:,.0f}" for share in (50, 95, 99)]
    return [*shares, f"{found.rate:.1f}", str(found.lost)]


def _throughput(address: str, pid: int, rounds: int) -> Iterator[str]:
    """The same sentences by the service and by the library, in turns."""
    texts = sentences()[:160]
    simplifier = Simplifier.load()
    simplifier.explain(texts[0])
    by_clock, by_processor, rates = [], [], []
    for _ in range(rounds):
        used, began = time.process_time(), time.perf_counter()
        for start in range(0, len(texts), 32):
            simplifier.simplify_sentences(texts[start : start + 32])
        own = (time.perf_counter() - began, time.process_time() - used)
        before = _processor_seconds(pid)
        found = asyncio.run(load(address, texts, 32, len(texts)))
        served = (found.seconds, _processor_seconds(pid) - before)
        by_clock.append(own[0] / served[0])
        by_processor.append(own[1] / served[1])
        rates.append((len(texts) / own[0], found.rate))
    words = sum(len(text.split()) for text in texts) / len(texts)
    second = float(np.median([rate for _, rate in rates]))
    yield "## Throughput beside the library\n"
    yield f"{len(texts)} sentences, {rounds} times in turns: the library in batches of 32, the "
    yield "service with 32 clients that send a sentence each; it also parses, explains and writes "
    yield "JSON with every edit.\n"
    rows = [
        [f"{library:.1f}", f"{served:.1f}", f"{clock:.2f}", f"{processor:.2f}"]
        for (library, served), clock, processor in zip(rates, by_clock, by_processor, strict=True)
    ]
    head = [
        "library, sentences/s",
        "service, sentences/s",
        "ratio by the clock",
        "ratio by processor time",
    ]
    yield as_markdown(head, rows) + "\n"
    yield f"Median ratio: **{np.median(by_clock):.2f}** by the clock, "
    yield f"**{np.median(by_processor):.2f}** by processor time. The mean sentence has {words:.1f} "
    yield f"words: {second * words:,.0f} words per second on this machine as it was. Ten million "
    yield f"words a day are {_WORDS_A_DAY / 86_400:.0f} words per second: "
    yield f"{_WORDS_A_DAY / 86_400 / (second * words):.2f} of such a process, day and night.\n"


def _broken(address: str, requests: int) -> Iterator[str]:
    found = asyncio.run(load(address, sentences(), 32, requests * 2, broken=0.01))
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(found.statuses.items()))
    failed = sum(count for status, count in found.statuses.items() if status >= 500)
    yield "## One broken request in a hundred\n"
    yield f"{requests * 2} requests of 32 clients. Answers by status: {statuses}. 5xx: {failed}. "
    yield f"Lost, or answered with another client's text: {found.lost}.\n"


def _memory(address: str, pid: int, requests: int) -> Iterator[str]:
    """Memory after each tenth of the requests; one in twenty goes through the model."""
    texts = ["They left early."] * 19 + [min(sentences(), key=len)]
    rows, sizes = [], []
    for tenth in range(10):
        found = asyncio.run(load(address, texts, 16, requests // 10))
        assert not found.lost
        sizes.append(resident(pid) / 1e6)
        rows.append([f"{(tenth + 1) * (requests // 10):,}", f"{sizes[-1]:.0f}"])
    yield f"## Memory over {requests:,} requests\n"
    yield "Sixteen clients; one request in twenty has a sentence for the model.\n"
    yield as_markdown(["requests", "resident MB"], rows) + "\n"
    yield f"From the first tenth to the last: {sizes[-1] - sizes[0]:+.1f} MB.\n"


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _probes() -> Iterator[str]:
    rows = []
    for found in asyncio.run(_attacked()):
        said = found.said or "an answer"
        after = f", Retry-After {found.retry_after}" if found.retry_after else ""
        mark = "" if found.status == found.probe.status else " (expected other)"
        rows.append([found.probe.sent, f"{found.status}{after}{mark}", said])
    yield "## Bad requests\n"
    yield f"Limits lowered for the purpose: {LIMITS.body:,} bytes of body, {LIMITS.upload:,} of "
    yield f"upload, {LIMITS.characters:,} characters, {LIMITS.sentences} sentences.\n"
    yield as_markdown(["sent", "came back", "with the words"], rows) + "\n"


async def _attacked() -> list[Found]:
    """What real processes answer to every probe."""
    clients: dict[ServeOptions, httpx.AsyncClient] = {}
    limits = [
        "--limits.body", str(LIMITS.body), "--limits.upload", str(LIMITS.upload),
        "--limits.unpacked", str(LIMITS.unpacked), "--limits.members", str(LIMITS.members),
        "--limits.characters", str(LIMITS.characters),
        "--limits.sentences", str(LIMITS.sentences), "--limits.items", str(LIMITS.items),
    ]  # fmt: skip
    more = {
        OPTIONS: [],
        GUARDED: ["--token", str(GUARDED.token)],
        HURRIED: ["--limits.seconds", str(HURRIED.limits.seconds)],
        RATED: ["--limits.per_minute", str(RATED.limits.per_minute)],
    }
    from contextlib import ExitStack

    with ExitStack() as stack:
        for options, arguments in more.items():
            address, _ = stack.enter_context(running(*limits, *arguments))
            clients[options] = httpx.AsyncClient(base_url=address)
        return await answers(clients)


if __name__ == "__main__":
    main()
