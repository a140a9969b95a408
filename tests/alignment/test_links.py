"""Links in Pharaoh form and their scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.alignment import (
    from_pharaoh,
    link_score,
    read_pharaoh,
    to_pharaoh,
    write_pharaoh,
)
from seqlab.errors import DataError
from seqlab.matches import Matches


def test_links_are_written_in_order_and_read_back(tmp_path: Path) -> None:
    links = [{(10, 2), (0, 1), (2, 0)}, set()]
    assert to_pharaoh(links[0]) == "0-1 2-0 10-2"
    path = tmp_path / "links.txt"
    assert write_pharaoh(path, links) == 2
    assert list(read_pharaoh(path)) == links


@pytest.mark.parametrize("bad", ["3", "a-1", "1-", "-1-2"])
def test_an_unreadable_link_is_named_with_its_line(tmp_path: Path, bad: str) -> None:
    path = tmp_path / "links.txt"
    path.write_text(f"0-0\n0-0 {bad}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 2: not a link"):
        list(read_pharaoh(path))
    with pytest.raises(ValueError, match=bad):
        from_pharaoh(bad)


def test_link_f1_counts_over_all_pairs() -> None:
    score = link_score([{(0, 0), (1, 1)}, {(0, 1)}], [{(0, 0)}, {(0, 1), (1, 1), (2, 2)}])
    assert score == Matches(correct=2, predicted=3, gold=4)
