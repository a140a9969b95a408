"""Numbers, units and dates as words."""

from __future__ import annotations

from functools import cache

from seqlab.english.word_lists import word_list


@cache
def number_words() -> frozenset[str]:
    """Words for a number or a share, in lowercase: `ten`, `third`, `half`, `dozen`."""
    numbers = word_list("cardinals") | word_list("magnitudes") | word_list("ordinals")
    return numbers | {"zero", "one", "half", "quarter", "once", "twice"}


@cache
def measure_words() -> frozenset[str]:
    """Words for units of measure and of time, in lowercase: another one is another quantity."""
    measures = word_list("units") | word_list("units_of_time")
    return measures | {"dozen", "dozens", "half", "quarter", "degree", "degrees"}


@cache
def months() -> frozenset[str]:
    """The months in lowercase."""
    return frozenset(month.lower() for month in word_list("months"))


@cache
def weekdays() -> frozenset[str]:
    """The days of the week in lowercase."""
    return frozenset(day.lower() for day in word_list("weekdays"))
