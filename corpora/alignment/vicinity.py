"""The vicinity-driven method of Paetzold and Specia (2016): paragraphs first, then sentences.

Thesis, section 2.2.2: in a matrix of TF-IDF cosines, start at the cell nearest to [0, 0] that
passes a threshold; from each cell on, look into vicinity V1 (one step on either or both sides:
1-1, 1-N and N-1), then V2 (skip one), then V3 (the nearest good cell anywhere ahead).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corpora.alignment.group import Group, Text, sentences_of
from corpora.alignment.similarity import Floats, JoinedCosine, tfidf, words

# The values of MASSAlign, the authors' own implementation.
PARAGRAPH_THRESHOLD = 0.3
SENTENCE_THRESHOLD = 0.2
# By how much a group's similarity may fall when a sentence joins it.
SLACK = 0.05

Cell = tuple[int, int]


def vicinity(source: Text, target: Text, *, threshold: float | None = None) -> list[Group]:
    """Groups of sentences inside paragraphs that were aligned by the same search.

    Args:
        source: Paragraphs of sentences of the complex text.
        target: Paragraphs of sentences of the simple text.
        threshold: Least cosine of two sentences.
    """
    least = SENTENCE_THRESHOLD if threshold is None else threshold
    source = [paragraph for paragraph in source if paragraph]
    target = [paragraph for paragraph in target if paragraph]
    if not source or not target:
        return []
    cosine = JoinedCosine.of(tfidf(sentences_of(source), sentences_of(target), words))
    source_starts = np.cumsum([0, *(len(paragraph) for paragraph in source)])
    target_starts = np.cumsum([0, *(len(paragraph) for paragraph in target)])
    matrix = cosine.matrix()
    # As in MASSAlign, paragraphs are as alike as their most similar sentences.
    paragraphs = np.maximum.reduceat(
        np.maximum.reduceat(matrix, source_starts[:-1], axis=0), target_starts[:-1], axis=1
    )
    groups: list[Group] = []
    for rows, columns in blocks(paragraph_path(paragraphs, PARAGRAPH_THRESHOLD)):
        first = (int(source_starts[rows.start]), int(target_starts[columns.start]))
        last = (source_starts[rows.stop], target_starts[columns.stop])
        block = matrix[first[0] : last[0], first[1] : last[1]]
        groups += _sentence_groups(cosine, block, first, least)
    return groups


def nearest_cell(matrix: Floats, threshold: float, after: Cell = (-1, -1)) -> Cell | None:
    """The cell past `after` in both directions, and fewest steps from it, that passes."""
    row, column = after[0] + 1, after[1] + 1
    rows, columns = np.nonzero(matrix[row:, column:] >= threshold)
    if not len(rows):
        return None
    # Among equally near cells the one nearest the diagonal, then the more similar.
    order = np.lexsort(
        (-matrix[row:, column:][rows, columns], np.abs(rows - columns), rows + columns)
    )
    return int(rows[order[0]]) + row, int(columns[order[0]]) + column


def paragraph_path(matrix: Floats, threshold: float) -> Iterator[Cell]:
    """The cells of aligned paragraphs, from the upper left to the lower right."""
    cell = nearest_cell(matrix, threshold)
    while cell is not None:
        yield cell
        cell = (
            _best_step(matrix, cell, ((1, 1), (1, 0), (0, 1)), threshold)  # V1
            or _best_step(matrix, cell, ((1, 2), (2, 1)), threshold)  # V2
            or nearest_cell(matrix, threshold, cell)  # V3
        )


def _best_step(
    matrix: Floats, cell: Cell, steps: tuple[Cell, ...], threshold: float
) -> Cell | None:
    """The most similar of the cells that these steps reach, if it passes."""
    reached = [(cell[0] + down, cell[1] + right) for down, right in steps]
    inside = [
        (row, column) for row, column in reached if row < len(matrix) and column < matrix.shape[1]
    ]
    best = max(inside, key=lambda place: matrix[place], default=None)
    return best if best is not None and matrix[best] >= threshold else None


def blocks(path: Iterator[Cell]) -> Iterator[tuple[slice, slice]]:
    """Runs of cells that share a row or a column, as ranges of paragraphs.

    A chain such as 1-2, 2-2, 2-3 makes one block, so that no sentence lies in two.
    """
    first = last = next(path, None)
    if first is None or last is None:
        return
    for cell in path:
        if cell[0] != last[0] and cell[1] != last[1]:
            yield slice(first[0], last[0] + 1), slice(first[1], last[1] + 1)
            first = cell
        last = cell
    yield slice(first[0], last[0] + 1), slice(first[1], last[1] + 1)


def _sentence_groups(
    cosine: JoinedCosine, matrix: Floats, first: Cell, threshold: float
) -> Iterator[Group]:
    """The search over the sentences of one block of paragraphs.

    Args:
        cosine: Of any runs of sentences.
        matrix: Cosines of the block's sentences.
        first: Numbers of the block's first sentences.
        threshold: Least cosine.
    """
    end = (first[0] + matrix.shape[0], first[1] + matrix.shape[1])
    cell = nearest_cell(matrix, threshold)
    while cell is not None:
        row, column = first[0] + cell[0], first[1] + cell[1]
        rows, columns = _grown(cosine, slice(row, row + 1), slice(column, column + 1), end)
        yield Group(
            tuple(range(rows.start, rows.stop)),
            tuple(range(columns.start, columns.stop)),
            cosine(rows, columns),
        )
        # Nearest first, so the 1-1 step of V1 comes before V2 and V2 before V3.
        cell = nearest_cell(
            matrix, threshold, (rows.stop - 1 - first[0], columns.stop - 1 - first[1])
        )


def _grown(cosine: JoinedCosine, rows: slice, columns: slice, end: Cell) -> tuple[slice, slice]:
    """V1's 1-N and N-1: take in next sentences of one side while the joined text stays similar.

    The joined text must also be more similar than the next sentences of both sides are to each
    other, or these begin a group of their own.
    """
    similarity = cosine(rows, columns)
    while True:
        next_row = slice(rows.stop, rows.stop + 1)
        next_column = slice(columns.stop, columns.stop + 1)
        more_rows, more_columns = rows.stop < end[0], columns.stop < end[1]
        least = similarity - SLACK
        if more_rows and more_columns:
            least = max(least, cosine(next_row, next_column))
        candidates = []
        if more_rows and columns.stop - columns.start == 1:
            candidates.append((slice(rows.start, next_row.stop), columns))
        if more_columns and rows.stop - rows.start == 1:
            candidates.append((rows, slice(columns.start, next_column.stop)))
        best = max(candidates, key=lambda runs: cosine(*runs), default=None)
        if best is None or cosine(*best) <= least:
            return rows, columns
        rows, columns = best
        similarity = cosine(rows, columns)
