"""Whatever is killed, filled or poisoned: the others are done, and a new start ends the same."""

from __future__ import annotations

import pytest

from benchmarks.reliability import chaos

pytestmark = pytest.mark.chaos


@pytest.mark.parametrize("engine", ["local", "ray"])
def test_kills_at_random_moments_change_no_byte(engine: str) -> None:
    *_, record = chaos.kills(engine, count=6, seed=3, documents=30)
    assert record["tried"] >= 6
    assert record["lost"] == 0, record


@pytest.mark.parametrize("name", chaos.SCENARIOS)
def test_the_run_survives(name: str) -> None:
    record = chaos.SCENARIOS[name]()
    assert record["tried"] == record["survived"], record
