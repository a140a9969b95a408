"""`Batcher`: one thread with the model; what arrives together is simplified together.

Requests wait in a ring. Each round takes a share of sentences from every request with the same
wish as the first one, so a long text neither blocks short ones nor waits for them, and its first
sentences are there early. A request that arrives when nothing runs starts at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from seqlab.editing import Explanation, SourceSentence
from seqlab.pipeline import Simplifier, Wish
from seqlab.web.service.metrics import SENTENCES, Metrics
from seqlab.web.service.problems import Problem

# Sentences of a round; more would only make the first answer later.
ROUND = 32
# Fewer are not worth a round of their own while others wait.
_LEAST_SHARE = 2
_END = object()


@dataclass(eq=False)
class _Ticket:
    """A request on its way: its sentences still to be done, and the line back to who asked."""

    sources: deque[SourceSentence]
    wish: Wish
    key: Any
    loop: asyncio.AbstractEventLoop
    answers: asyncio.Queue[Any] = field(default_factory=asyncio.Queue)
    is_dropped: bool = False

    def send(self, value: object) -> None:
        # A loop that is closed has nobody left who waits.
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.answers.put_nowait, value)


class Batcher:
    """The model of a process, shared by all its requests."""

    def __init__(self, simplifier: Simplifier, metrics: Metrics, waiting: int) -> None:
        self.simplifier = simplifier
        self._metrics = metrics
        self._most_waiting = waiting
        self._ring: deque[_Ticket] = deque()
        self._changed = threading.Condition()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="seqlab-model", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Sentences that are not yet with the model."""
        return sum(len(ticket.sources) for ticket in list(self._ring))

    async def explained(
        self, sources: Sequence[SourceSentence], wish: Wish
    ) -> AsyncIterator[list[Explanation]]:
        """The sentences simplified, in order, a few at a time; `wish` must have been `checked`."""
        if not sources:
            return
        ticket = _Ticket(deque(sources), wish, _key(wish), asyncio.get_running_loop())
        self._admit(ticket)
        try:
            while (answer := await ticket.answers.get()) is not _END:
                if isinstance(answer, BaseException):
                    raise answer
                yield answer
        finally:
            # Whoever went away, or waited too long, leaves the rest undone.
            ticket.is_dropped = True

    def _admit(self, ticket: _Ticket) -> None:
        with self._changed:
            if self._is_closed:
                raise Problem(503, "the service is shutting down", retry_after=10)
            waiting = self.waiting
            if waiting and waiting + len(ticket.sources) > self._most_waiting:
                self._metrics.add("refused_total", reason="queue")
                raise Problem(
                    503,
                    "too many sentences are waiting for the model",
                    fix="send it again later, or send less at a time",
                    retry_after=5,
                )
            self._ring.append(ticket)
            self._changed.notify()

    def close(self) -> None:
        """Take nothing new; what waits is finished first."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._ring and not self._is_closed:
                    self._changed.wait()
                shares = self._next_round()
                if not shares and self._is_closed and not self._ring:
                    return
            if shares:
                self._do(shares)

    def _next_round(self) -> list[tuple[_Ticket, list[SourceSentence]]]:
        """Sentences of the first request, and of others that wish the same."""
        self._ring = deque(ticket for ticket in self._ring if not ticket.is_dropped)
        if not self._ring:
            return []
        key = self._ring[0].key
        alike = [ticket for ticket in self._ring if ticket.key == key]
        share = max(_LEAST_SHARE, ROUND // len(alike))
        shares, left = [], ROUND
        for ticket in alike:
            count = min(share, left, len(ticket.sources))
            if count:
                shares.append((ticket, [ticket.sources.popleft() for _ in range(count)]))
                left -= count
        # Who had a share goes to the end of the ring; who is done leaves it.
        served = {id(ticket) for ticket, _ in shares}
        rest = [ticket for ticket in self._ring if id(ticket) not in served]
        again = [ticket for ticket, _ in shares if ticket.sources]
        self._ring = deque([*rest, *again])
        return shares

    def _do(self, shares: list[tuple[_Ticket, list[SourceSentence]]]) -> None:
        sources = [source for _, own in shares for source in own]
        wish = shares[0][0].wish
        try:
            done = list(self.simplifier.rewrite(iter(sources), wish, alternatives=True))
        # Whatever it is, the thread must live on, and those who wait must hear of it.
        except BaseException as error:
            for ticket, _ in shares:
                ticket.is_dropped = True
                ticket.send(error)
            return
        self._metrics.observe("batch_sentences", len(sources), SENTENCES)
        self._metrics.add("sentences_total", len(sources))
        self._metrics.add("words_total", sum(len(one.tokens) for one in done))
        start = 0
        for ticket, own in shares:
            ticket.send(done[start : start + len(own)])
            start += len(own)
            if not ticket.sources:
                ticket.send(_END)


def _key(wish: Wish) -> Any:
    """What two wishes must share to be done together."""
    return (
        wish.strength,
        frozenset(word.lower() for word in wish.keep),
        tuple(wish.operations),
        wish.level,
        wish.decide,
        wish.protect,
        wish.terms.entries,
    )
