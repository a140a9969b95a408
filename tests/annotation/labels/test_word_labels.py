"""Word-level operations on hand-worked pairs (thesis Algorithms 1 and 2, Figures 3.1 and 3.3)."""

from __future__ import annotations

import itertools
import random

import pytest

from seqlab.alignment import from_pharaoh
from seqlab.annotation import AnnotationOptions, WordLabels, word_labels
from seqlab.annotation.labels.reorder import _outside_increasing

PLAIN = AnnotationOptions(same_place="off", reorder="off")


def labels(
    source: str, target: str, links: str, options: AnnotationOptions = PLAIN, **tags: list[str]
) -> WordLabels:
    return word_labels(source.split(), target.split(), from_pharaoh(links), options, **tags)


def test_keep_delete_replace_add() -> None:
    found = labels("the big physician came", "a doctor came today", "2-1 3-2")
    assert "".join(found.source) == "DDRC"
    assert "".join(found.target) == "ACCA"


def test_one_word_for_two_and_two_for_one_are_replaced() -> None:
    assert "".join(labels("he died", "he passed away", "0-0 1-1 1-2").source) == "CR"
    many = "he put up with it", "he endured it", "0-0 1-1 2-1 3-1 4-2"
    assert "".join(labels(*many).source) == "CRRRC"


def test_a_kept_word_inside_a_replaced_phrase_is_replaced_unless_switched_off() -> None:
    pair = "sales tax", "tax", "0-0 1-0"
    assert "".join(labels(*pair).source) == "RR"
    off = AnnotationOptions(same_place="off", reorder="off", phrase_replaced=False)
    assert "".join(labels(*pair, options=off).source) == "RC"


def test_case_counts_only_when_asked() -> None:
    strict = AnnotationOptions(same_place="off", reorder="off", ignore_case=False)
    assert labels("However The", "the", "1-0").source == ("D", "C")
    assert labels("However The", "the", "1-0", strict).source == ("D", "R")


def test_delete_and_add_at_the_same_place_become_replace() -> None:
    pair = "the lethal dose was small", "the deadly dose was small", "0-0 2-2 3-3 4-4"
    tags = ["DT", "JJ", "NN", "VBD", "JJ"]
    for place in ("index", "gap"):
        options = AnnotationOptions(same_place=place, reorder="off")  # type: ignore[arg-type]
        found = labels(*pair, options, source_tags=tags, target_tags=tags)
        assert "".join(found.source) == "CRCCC"
        assert "".join(found.target) == "CCCCC"
        assert (1, 1) in found.links
        other = ["DT", "NN", "NN", "VBD", "JJ"]
        kept = labels(*pair, options, source_tags=tags, target_tags=other)
        assert "".join(kept.source) == "CDCCC"


def test_the_gap_is_the_same_place_also_after_a_deletion() -> None:
    pair = "yes , the lethal dose", "the deadly dose", "2-0 4-2"
    tags = {"source_tags": ["UH", ",", "DT", "JJ", "NN"], "target_tags": ["DT", "JJ", "NN"]}
    index = labels(*pair, AnnotationOptions(same_place="index"), **tags)
    gap = labels(*pair, AnnotationOptions(same_place="gap"), **tags)
    assert "".join(index.source) == "DDCDC"
    assert "".join(gap.source) == "DDCRC"


HERSHEY = (
    "Hershey left no heirs when he died in 1945 , giving to charity most of his fortune .",
    "Hershey died in 1945 and gave most of his fortune to charity .",
    "0-0 6-1 7-2 8-3 10-5 11-10 12-11 13-6 14-7 15-8 16-9 17-12",
)


def test_figure_3_1() -> None:
    """In the figure: deletions, `giving` replaced, `to charity` moved, `and` added."""
    found = labels(*HERSHEY, AnnotationOptions())
    assert "".join(found.source) == "CDDDDDCCCDRMMCCCCC"
    assert "".join(found.target) == "CCCCACCCCCMMC"


def test_algorithm_2_by_relative_index_moves_both_sides_of_a_swap() -> None:
    found = labels(*HERSHEY, AnnotationOptions(reorder="relative-index"))
    assert "".join(found.source) == "CDDDDDCCCDRMMMMMMC"


def test_deletions_and_additions_alone_move_nothing() -> None:
    pair = "a b c d e", "x b y y d", "1-1 3-4"
    for reorder in ("relative-index", "increasing"):
        options = AnnotationOptions(same_place="off", reorder=reorder)  # type: ignore[arg-type]
        assert "".join(labels(*pair, options).source) == "DCDCD"


def test_figure_3_3_one_wrong_link_spoils_algorithm_2_but_not_the_increasing_run() -> None:
    """A word wrongly linked to one further on: everything between shifts by one."""
    pair = (
        "it is where the old captain was born long ago",
        "the old captain was born long ago there",
        "1-3 3-0 4-1 5-2 7-4 8-5 9-6",
    )
    relative = labels(*pair, AnnotationOptions(same_place="off", reorder="relative-index"))
    increasing = labels(*pair, AnnotationOptions(same_place="off", reorder="increasing"))
    assert relative.source.count("M") == 3
    assert increasing.source.count("M") == 0
    assert increasing.source[1] == relative.source[1] == "R"


def test_replace_wins_over_reorder_unless_told_otherwise() -> None:
    pair = "quickly he ran home", "he ran home fast", "0-3 1-0 2-1 3-2"
    assert "".join(labels(*pair, AnnotationOptions()).source) == "RCCC"
    assert "".join(labels(*pair, AnnotationOptions(replace_wins=False)).source) == "MCCC"


def test_a_moved_comma_is_no_reordering_unless_told_so() -> None:
    pair = "a , b c d", "a b c , d", "0-0 1-3 2-1 3-2 4-4"
    assert "".join(labels(*pair, AnnotationOptions()).source) == "CCCCC"
    assert "".join(labels(*pair, AnnotationOptions(move_punctuation=True)).source) == "CMCCC"


def test_the_increasing_run_is_the_heaviest_there_is() -> None:
    chance = random.Random(5)
    for _ in range(300):
        size = chance.randrange(1, 7)
        weights = [chance.choice([1, 2, 5, 10]) for _ in range(size)]
        links = {(i, chance.randrange(6)) for i in range(size) if chance.random() < 0.8}
        kept = {i for i, _ in links} - _outside_increasing(weights, links)
        places = sorted(links)
        best = max(
            sum(weights[i] for i, _ in chosen)
            for count in range(len(places) + 1)
            for chosen in itertools.combinations(places, count)
            if [j for _, j in chosen] == sorted(j for _, j in chosen)
        )
        assert sum(weights[i] for i in kept) == best


@pytest.mark.parametrize("reorder", ["relative-index", "increasing"])
@pytest.mark.parametrize(
    ("source", "target", "links"),
    [
        ("", "", ""),
        ("", "a b", ""),
        ("a b", "", ""),
        (". , ;", "; .", "0-1 2-0"),
        ("the the the", "the the", "0-0 1-1"),
        (" ".join(map(str, range(500))), " ".join(map(str, range(499, -1, -1))), "0-499 499-0"),
    ],
    ids=["empty", "no source", "no target", "punctuation", "repeats", "500 words"],
)
def test_odd_pairs_get_labels_of_the_right_length(
    reorder: str, source: str, target: str, links: str
) -> None:
    options = AnnotationOptions(reorder=reorder)  # type: ignore[arg-type]
    found = labels(source, target, links, options)
    assert len(found.source) == len(source.split())
    assert len(found.target) == len(target.split())


def test_a_link_outside_the_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="link 3-0 is outside a pair of 2 and 1 words"):
        labels("a b", "a", "3-0")


def test_a_word_said_again_is_kept_and_its_copy_added() -> None:
    found = labels(
        "Linz is near Wels", "Linz is a town . Linz is near Wels", "0-0 0-5 1-1 1-6 2-7 3-8"
    )
    assert "".join(found.source) == "CCCC"
    assert "".join(found.target).count("A") == 5
    off = AnnotationOptions(same_place="off", reorder="off", repeats=False)
    assert labels("a b", "a a b", "0-0 0-1 1-2", off).source == ("R", "C")


def test_two_commas_made_one_are_one_kept_and_one_deleted() -> None:
    found = labels("he , uh , left", "he , left", "0-0 1-1 3-1 4-2")
    assert sorted(found.source) == ["C", "C", "C", "D", "D"]


def test_a_word_beside_its_copy_still_makes_a_phrase() -> None:
    assert labels("he held it", "he held back it", "0-0 1-1 1-2 2-3").source == ("C", "R", "C")
