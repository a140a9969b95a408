"""The simulation of growth does what queues do."""

from __future__ import annotations

from benchmarks.growth import Rates, simulate

RATES = Rates(words=1000, loading=5, driver=0.001)


def test_time_is_linear_in_documents_and_shrinks_with_workers() -> None:
    one, ten = (simulate(count, 1, RATES, death_hours=1e9) for count in (1000, 10_000))
    assert 9 < ten.hours / one.hours < 11
    assert abs(ten.hours * 3600 - 10_000 * 500 / 1000) < 400
    eight = simulate(10_000, 8, RATES, death_hours=1e9)
    assert 7.5 < ten.hours / eight.hours < 8.01


def test_a_slow_driver_bounds_the_growth() -> None:
    slow = Rates(words=1000, loading=0, driver=0.1)
    found = simulate(10_000, 512, slow)
    assert found.hours * 3600 >= 10_000 * 0.1
    assert found.efficiency < 0.05


def test_deaths_cost_time() -> None:
    calm, deadly = (simulate(10_000, 4, RATES, death_hours=hours) for hours in (1e9, 0.1))
    assert calm.deaths == 0
    assert deadly.deaths > 0
    assert deadly.hours > calm.hours
