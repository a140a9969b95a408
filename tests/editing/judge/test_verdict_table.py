"""What was said of the same substitution elsewhere."""

import math
from pathlib import Path

import pytest

from seqlab.editing.judge.records import Batch, Case
from seqlab.editing.judge.verdict_table import (
    VerdictTable,
    count_verdicts,
    stem,
    verdict_features,
)
from seqlab.editing.propose import Tagged
from seqlab.errors import DataError

TEXT = Tagged(
    ("They", "commenced", "work", "."), ("PRP", "VBD", "NN", "."), ("they", "commence", "work", ".")
)
EDIT = Case(0, 1, 2, ("started",))


def table() -> VerdictTable:
    return count_verdicts(
        [(TEXT, EDIT, "y", "one"), (TEXT, EDIT, "s", "two"), (TEXT, EDIT, "m", "two")]
    )


def test_verdicts_are_counted_by_substitution_whatever_its_form() -> None:
    assert table().look_up("pair commence/V>start") == (3, 2, 1)
    other = Case(0, 1, 2, ("starts",))
    assert list(table().counts) == list(count_verdicts([(TEXT, other, "y", "x")] * 3).counts)


def test_the_verdicts_of_a_document_are_no_evidence_for_itself() -> None:
    assert table().look_up("pair commence/V>start", without="two") == (1, 1, 1)
    assert table().look_up("pair commence/V>start", without="three") == (3, 2, 1)
    assert table().look_up("pair unknown>start", without="two") == (0, 0, 0)


def test_features_are_shares_drawn_to_the_prior_and_missing_without_verdicts() -> None:
    columns = verdict_features(Batch([TEXT], [EDIT, Case(0, 2, 3, ("jobs",))]), table())
    assert columns["verdicts_pair_judged"][0] == pytest.approx(math.log(4), rel=1e-5)
    assert columns["verdicts_pair_acceptable"][0] == pytest.approx((2 + 0.8) / 5, rel=1e-5)
    assert columns["verdicts_pair_judged"][1] == 0
    assert math.isnan(columns["verdicts_pair_acceptable"][1])
    within = verdict_features(Batch([TEXT], [EDIT], documents=["two"]), table())
    assert within["verdicts_pair_good"][0] > columns["verdicts_pair_good"][0]


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table().save(tmp_path / "verdicts.tsv.gz", ["a test"])
    assert VerdictTable.load(tmp_path / "verdicts.tsv.gz").counts == table().counts
    (tmp_path / "other.tsv").write_text("a\tb\n")
    with pytest.raises(DataError, match="not a table of verdicts"):
        VerdictTable.load(tmp_path / "other.tsv")


@pytest.mark.parametrize(
    ("word", "short"), [("started", "start"), ("Starts", "start"), ("uses", "use"), ("is", "is")]
)
def test_forms_of_a_word_share_a_stem(word: str, short: str) -> None:
    assert stem(word) == short
