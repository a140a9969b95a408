"""The vicinity-driven search, step by step on matrices worked out by hand."""

import numpy as np
import pytest

from corpora.alignment.vicinity import blocks, nearest_cell, paragraph_path, vicinity


def links(groups):
    return [(group.sources, group.targets) for group in groups]


def test_the_search_starts_at_the_good_cell_nearest_to_the_upper_left():
    matrix = np.array([[0.1, 0.1, 0.9], [0.1, 0.5, 0.1], [0.9, 0.1, 0.1]])
    assert nearest_cell(matrix, 0.3) == (1, 1)


def test_no_good_cell_is_no_start():
    assert nearest_cell(np.zeros((2, 3)), 0.3) is None


def test_v1_steps_down_right_or_both_to_the_most_similar():
    matrix = np.array([[0.9, 0.1, 0.1], [0.1, 0.6, 0.8], [0.1, 0.1, 0.1]])
    assert list(paragraph_path(matrix, 0.3)) == [(0, 0), (1, 1), (1, 2)]


def test_v2_skips_one_paragraph_when_v1_finds_nothing():
    matrix = np.array([[0.9, 0, 0], [0, 0, 0], [0, 0.8, 0], [0, 0, 0.7]])
    assert list(paragraph_path(matrix, 0.3)) == [(0, 0), (2, 1), (3, 2)]


def test_v3_skips_as_far_as_it_must():
    matrix = np.zeros((6, 6))
    matrix[0, 0] = matrix[4, 3] = matrix[5, 5] = 0.9
    assert list(paragraph_path(matrix, 0.3)) == [(0, 0), (4, 3), (5, 5)]


def test_cells_in_one_row_or_column_make_one_block():
    path = iter([(0, 0), (0, 1), (1, 2), (2, 2), (4, 4)])
    assert list(blocks(path)) == [
        (slice(0, 1), slice(0, 2)),
        (slice(1, 3), slice(2, 3)),
        (slice(4, 5), slice(4, 5)),
    ]


def test_a_split_becomes_one_to_n():
    source = [["The harbour was closed by the storm and forty ships waited outside."]]
    target = [["The storm closed the harbour.", "Forty ships waited outside."]]
    # Words that every sentence of the two texts has weigh nothing, so others stand around.
    rest = ["Bread is dear.", "Schools teach chess.", "Trains ran late on Monday."]
    source, target = [*source, rest], [*target, rest]
    assert links(vicinity(source, target))[0] == ((0,), (0, 1))


def test_a_join_becomes_n_to_one():
    source = [["The storm closed the harbour.", "Forty ships waited outside."]]
    target = [["The harbour was closed by the storm and forty ships waited outside."]]
    rest = ["Bread is dear.", "Schools teach chess.", "Trains ran late on Monday."]
    assert links(vicinity([*source, rest], [*target, rest]))[0] == ((0, 1), (0,))


def test_sentences_are_sought_only_in_aligned_paragraphs():
    source = [["Owls hunt mice at night.", "The harbour stayed closed."], ["Bread is dear."]]
    target = [["Owls hunt mice at night."], ["Bread is dear.", "The harbour stayed closed."]]
    assert links(vicinity(source, target)) == [((0,), (0,)), ((2,), (1,))]


@pytest.mark.parametrize(("source", "target"), [([], []), ([["A cat."]], []), ([[]], [["A cat."]])])
def test_nothing_aligns_with_nothing(source, target):
    assert vicinity(source, target) == []
