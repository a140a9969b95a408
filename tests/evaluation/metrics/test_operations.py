"""Operation F1: perfect against itself, best of several references, absent operations."""

from __future__ import annotations

import pytest

from seqlab.errors import UsageError
from seqlab.evaluation import Operations

ORIGINAL = "The old man quickly purchased a big house ."
SIMPLE = "The man bought a big house ."


def test_an_output_equal_to_a_reference_gets_every_operation_it_has() -> None:
    score = Operations(aligner="exact", absent="skip").sentence(
        ORIGINAL, SIMPLE, ["The house .", SIMPLE]
    )
    assert score.parts["DELETE"] == score.parts["COPY"] == 100


def test_copying_deletes_and_adds_nothing() -> None:
    score = Operations(aligner="exact").sentence(ORIGINAL, ORIGINAL, [SIMPLE])
    assert score.parts["DELETE"] == score.parts["REPLACE"] == score.parts["ADD"] == 0
    assert 0 < score.parts["COPY"] < 100


def test_absent_operations_count_zero_as_in_the_thesis_or_not_at_all() -> None:
    arguments = ([ORIGINAL] * 2, [ORIGINAL, "The man ."], [[ORIGINAL, "The man ."]])
    as_thesis = Operations(aligner="exact").corpus(*arguments)
    skipping = Operations(aligner="exact", absent="skip").corpus(*arguments)
    assert as_thesis.parts["DELETE"] == pytest.approx(50)
    assert skipping.parts["DELETE"] == pytest.approx(100)
    assert "absent:skip" in str(skipping.signature)


def test_additions_are_compared_as_words() -> None:
    score = Operations(aligner="exact").sentence(
        "He left .", "He left early today .", ["He left early ."]
    )
    assert score.parts["ADD"] == pytest.approx(100 * 2 / 3)


def test_published_systems_rank_as_in_the_thesis(turk) -> None:
    # Thesis Table 3.13: Hybrid deletes most like the references and replaces least like them.
    originals, references, systems = turk
    metric = Operations()
    part = slice(0, 60)
    columns = [column[part] for column in references[:3]]
    parts = {
        name: metric.corpus(originals[part], systems[name][part], columns).parts
        for name in ("Hybrid", "SBMT-SARI")
    }
    assert parts["Hybrid"]["DELETE"] > parts["SBMT-SARI"]["DELETE"]
    assert parts["Hybrid"]["REPLACE"] < parts["SBMT-SARI"]["REPLACE"]
    assert parts["Hybrid"]["COPY"] < parts["SBMT-SARI"]["COPY"]


def test_unknown_treatment_of_absence_is_refused() -> None:
    with pytest.raises(UsageError, match="zero, skip"):
        Operations(absent="one")  # type: ignore[arg-type]
