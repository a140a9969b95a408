"""Alignment by dynamic programming: splits, joins, gaps, moves, and what always holds."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora.alignment import METHODS, align_texts
from corpora.alignment.dynamic import dynamic

RIVER = "The river burst its banks on Sunday after three days of heavy rain."
ROAD = "Engineers closed the coastal road because the bridge had cracked."
SCHOOL = "Pupils at the village school moved their lessons to the town library."
MAYOR = "The mayor promised that repairs would begin before Christmas."
INSURERS = "Insurers estimate the damage at forty million pounds."


def links(source, target, **options):
    return [(group.sources, group.targets) for group in dynamic(source, target, **options)]


def test_identical_texts_align_one_to_one_with_similarity_one():
    groups = dynamic([[RIVER, ROAD], [SCHOOL]], [[RIVER, ROAD], [SCHOOL]])
    assert [(group.sources, group.targets) for group in groups] == [
        ((0,), (0,)),
        ((1,), (1,)),
        ((2,), (2,)),
    ]
    assert [group.similarity for group in groups] == pytest.approx([1, 1, 1])


def test_a_sentence_split_in_three():
    target = [
        [
            RIVER,
            "The village school had to move.",
            "Its pupils take lessons elsewhere.",
            "They are in the town library.",
            MAYOR,
        ]
    ]
    assert links([[RIVER, SCHOOL, MAYOR]], target)[1] == ((1,), (1, 2, 3))


def test_two_sentences_joined():
    source = [[RIVER, "Engineers closed the coastal road.", "The bridge had cracked.", MAYOR]]
    assert links(source, [[RIVER, ROAD, MAYOR]]) == [((0,), (0,)), ((1, 2), (1,)), ((3,), (2,))]


def test_deleted_and_added_sentences_stay_alone():
    source = [[RIVER, ROAD, INSURERS, MAYOR]]
    target = [["This is a story about water.", RIVER, ROAD, MAYOR]]
    assert links(source, target) == [((0,), (1,)), ((1,), (2,)), ((3,), (3,))]


def test_a_neighbour_that_adds_nothing_does_not_join_a_group():
    source = [[RIVER, ROAD]]
    target = [["The river burst its banks on Sunday.", "Nobody was hurt.", ROAD]]
    assert links(source, target) == [((0,), (0,)), ((1,), (2,))]


def test_a_moved_sentence_is_linked_out_of_order():
    source = [[RIVER, ROAD, SCHOOL, MAYOR, INSURERS]]
    target = [[INSURERS, RIVER, ROAD, SCHOOL, MAYOR]]
    assert ((4,), (0,)) in links(source, target)
    assert len(links(source, target)) == 5


def test_paragraphs_do_not_confine_the_search():
    source = [[RIVER, ROAD], [SCHOOL, MAYOR]]
    target = [[RIVER], [ROAD, SCHOOL], [MAYOR]]
    assert links(source, target) == [((n,), (n,)) for n in range(4)]


def test_a_higher_threshold_keeps_fewer_pairs():
    source, target = [[RIVER, ROAD]], [[RIVER, "They shut the road by the sea as a bridge broke."]]
    assert len(links(source, target, threshold=0.1)) == 2
    assert links(source, target, threshold=0.9) == [((0,), (0,))]


@pytest.mark.parametrize(
    ("source", "target"),
    [([], []), ([["A cat."]], []), ([], [["A cat."]]), ([[]], [[]]), ([["…"]], [["!"]])],
)
def test_nothing_aligns_with_nothing(source, target):
    assert dynamic(source, target) == []


def test_one_sentence_aligns_with_one_sentence():
    assert links([[RIVER]], [["The river burst its banks on Sunday."]]) == [((0,), (0,))]


vocabulary = ["river", "road", "rain", "school", "bread", "owl", "the", "a", "of", "."]
sentence = st.lists(st.sampled_from(vocabulary), max_size=7).map(" ".join)
text = st.lists(st.lists(sentence, max_size=4), max_size=4)


@settings(max_examples=100, deadline=None)
@given(text, text, st.sampled_from(sorted(METHODS)))
def test_every_sentence_is_in_one_group_at_most(source, target, method):
    groups = align_texts(source, target, method)
    sources = [number for group in groups for number in group.sources]
    targets = [number for group in groups for number in group.targets]
    assert len(set(sources)) == len(sources)
    assert len(set(targets)) == len(targets)
    assert all(0 <= number < sum(map(len, source)) for number in sources)
    assert all(0 <= number < sum(map(len, target)) for number in targets)
    assert sources == sorted(sources)
    for group in groups:
        assert min(len(group.sources), len(group.targets)) == 1
        assert 0 < group.similarity <= 1 + 1e-9
    assert align_texts(source, target, method) == groups


@pytest.mark.parametrize("method", sorted(METHODS))
def test_shuffling_costs_no_sentence_its_uniqueness(method):
    text = [RIVER, ROAD, SCHOOL, MAYOR, INSURERS]
    shuffled = random.Random(3).sample(text, 5)
    groups = align_texts([text], [shuffled], method)
    assert all(text[g.sources[0]] == shuffled[g.targets[0]] for g in groups)
