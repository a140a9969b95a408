"""What the kind of a pair says about its sentences."""

import pytest

from corpora import Pair


@pytest.mark.parametrize(
    ("sources", "targets", "kind"),
    [
        (("A.",), ("A.",), "identical"),
        (("A.", "B."), ("A.", "B."), "identical"),
        (("A.",), ("B.",), "1-1"),
        (("A.",), ("A.", "B."), "1-N"),
        (("A.", "B."), ("A.",), "N-1"),
        (("A.", "B."), ("A.", "C."), "N-N"),
    ],
)
def test_kind(sources, targets, kind):
    assert Pair(sources, targets).kind == kind
