"""Errors are one line that names the place, the value and the fix."""

from __future__ import annotations

import pickle

import pytest

from seqlab.errors import DataError, DataWarning


@pytest.mark.parametrize("kind", [DataError, DataWarning])
def test_a_located_message_survives_the_way_between_processes(
    kind: type[DataError] | type[DataWarning],
) -> None:
    error = kind("a.tsv", "three columns", line=7, value="x\ty\tz", fix="write two")
    sent = pickle.loads(pickle.dumps(error))
    assert type(sent) is kind
    assert str(sent) == str(error) == "a.tsv, line 7: three columns (got 'x\\ty\\tz'); write two"


def test_a_long_value_is_cut() -> None:
    assert len(str(DataError("a", "long", value="x" * 1000))) < 120
