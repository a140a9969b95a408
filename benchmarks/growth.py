"""What many documents on many workers would take, simulated from measured rates.

Lots of documents of random sizes go to workers that are free, as in `seqlab.documents`. One driver
hands them out and notes each document, which takes it a measured moment; workers take time to load
the model, and die at times, when their lot is done again by a new one.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass

LOT_DOCUMENTS = 16


@dataclass(frozen=True)
class Rates:
    """Measured on one machine.

    Args:
        words: Words a second of one worker.
        loading: Seconds until a worker has its model.
        driver: Seconds the driver spends on a document.
    """

    words: float
    loading: float
    driver: float


@dataclass(frozen=True)
class Estimate:
    """What came out of a simulation."""

    hours: float
    worker_hours: float
    efficiency: float
    deaths: int


def simulate(
    documents: int,
    workers: int,
    rates: Rates,
    words: int = 500,
    death_hours: float = 10.0,
    seed: int = 0,
) -> Estimate:
    """The time for so many documents of about `words` words.

    A worker dies about once in `death_hours`. Sizes spread as those of real documents do: most are
    small, some ten times as large (log-normal, sigma 0.8).
    """
    chance = random.Random(seed)
    free = [(rates.loading, number) for number in range(workers)]
    heapq.heapify(free)
    driver = work = end = 0.0
    deaths = 0
    # mean of a log-normal is exp(mu + sigma²/2); so the mean size is `words`
    scale = 2.718281828 ** (-(0.8**2) / 2) * words
    remaining = documents
    while remaining:
        size = min(LOT_DOCUMENTS, remaining)
        remaining -= size
        lot = sum(scale * chance.lognormvariate(0, 0.8) for _ in range(size)) / rates.words
        now, number = heapq.heappop(free)
        driver = max(driver, now) + size * rates.driver
        now = driver
        while chance.random() < lot / 3600 / death_hours:
            deaths += 1
            now += chance.random() * lot + rates.loading
        work += lot
        end = max(end, now + lot)
        heapq.heappush(free, (now + lot, number))
    return Estimate(end / 3600, end / 3600 * workers, work / (end * workers), deaths)
