"""Alignment by dynamic programming over the whole text, with moved sentences linked afterwards.

The monotone alignment with the highest total similarity is found exactly, over the moves 1-1,
1-2, 2-1, 1-3, 3-1 and leaving a sentence out, as Gale and Church (1993) do with lengths. Two
similarities are mixed: the cosine of character trigrams, which sees inflected and misspelt forms
as near, and the share of the lighter side's IDF mass that the other side covers, which stays high
where a long sentence was cut down. Paragraphs do not confine the search, but a group that
crosses a paragraph's end pays for it. Sentences left over on both sides that are very similar
have been moved, and are linked out of order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from corpora.alignment.group import Group, Text, paragraph_of_sentences, sentences_of
from corpora.alignment.similarity import Floats, stems, tfidf, trigrams

# How many sentences a move takes of each side; on equal scores the earlier wins.
MOVES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1))


@dataclass(frozen=True, slots=True)
class DynamicSettings:
    """What was tuned on the development part of OneStopEnglish (docs/alignment.md)."""

    # Least similarity of a group.
    threshold: float = 0.25
    # Least similarity of two sentences that are linked out of order.
    moved_threshold: float = 0.50
    # Share of the trigram cosine in the mixture; the rest is coverage.
    cosine_share: float = 0.5
    # IDF mass added to the lighter side, so that two shared words make no match of short sentences.
    coverage_damping: float = 6.0
    # Least similarity of each sentence of a group to the other side, and how much more it must
    # be for each point by which the group's cosine falls when the sentence joins.
    member_threshold: float = 0.25
    dilution_weight: float = 2.0
    # What a paragraph's end inside a group costs.
    paragraph_cost: float = 0.05
    # What the distance between relative positions in the two texts costs.
    position_cost: float = 0.1


def dynamic(
    source: Text,
    target: Text,
    *,
    threshold: float | None = None,
    settings: DynamicSettings | None = None,
) -> list[Group]:
    """Groups of the best monotone alignment, and links between moved sentences.

    Args:
        source: Paragraphs of sentences of the complex text.
        target: Paragraphs of sentences of the simple text.
        threshold: Least similarity of a group, in place of the tuned one.
        settings: The other weights.
    """
    settings = settings or DynamicSettings()
    least = settings.threshold if threshold is None else threshold
    similarities = _similarities(source, target, settings)
    if not similarities:
        return []
    groups = _best_path(similarities, least, settings.position_cost)
    groups += _moved(similarities[1, 1], groups, max(least, settings.moved_threshold))
    return sorted(groups, key=lambda group: (group.sources, group.targets))


def _similarities(
    source: Text, target: Text, settings: DynamicSettings
) -> dict[tuple[int, int], Floats]:
    """For each move, the similarity of the groups that begin at every pair of sentences."""
    source_sentences, target_sentences = sentences_of(source), sentences_of(target)
    if not source_sentences or not target_sentences:
        return {}
    grams = tfidf(source_sentences, target_sentences, trigrams)
    masses = tfidf(source_sentences, target_sentences, stems, binary=True)
    rows, columns = len(source_sentences), len(target_sentences)
    ends = (_paragraph_ends(source), _paragraph_ends(target))
    cosines: dict[tuple[int, int], Floats] = {}
    similarities: dict[tuple[int, int], Floats] = {}
    for high, wide in MOVES:
        if high > rows or wide > columns:
            continue
        cosine = _cosine(_joined(grams.source, high), _joined(grams.target, wide))
        coverage = _coverage(
            _joined(masses.source, high, union=True),
            _joined(masses.target, wide, union=True),
            settings.coverage_damping,
        )
        mixed = settings.cosine_share * cosine + (1 - settings.cosine_share) * coverage
        if high + wide > 2:
            earned = _earned((high, wide), cosine, cosines, similarities[1, 1], settings)
            crossed = np.add.outer(_ends_inside(ends[0], high), _ends_inside(ends[1], wide))
            mixed = np.where(earned, mixed - settings.paragraph_cost * crossed, 0.0)
        cosines[high, wide] = cosine
        similarities[high, wide] = mixed
    return similarities


def _earned(
    move: tuple[int, int],
    cosine: Floats,
    cosines: dict[tuple[int, int], Floats],
    single: Floats,
    settings: DynamicSettings,
) -> npt.NDArray[np.bool_]:
    """Where every sentence of a group has earned its place.

    Each is like the other side by itself; and more so where the joined text is less like it
    than the joined text without the first or last sentence.
    """
    high, wide = move
    rows, columns = cosine.shape
    weakest = np.minimum.reduce(
        [
            single[down : down + rows, right : right + columns]
            for down in range(high)
            for right in range(wide)
        ]
    )
    smaller = cosines[max(high - 1, 1), max(wide - 1, 1)]
    down, right = min(high - 1, 1), min(wide - 1, 1)
    without = np.maximum(
        smaller[:rows, :columns], smaller[down : down + rows, right : right + columns]
    )
    diluted = np.maximum(without - cosine, 0)
    earned: npt.NDArray[np.bool_] = (
        weakest >= settings.member_threshold + settings.dilution_weight * diluted
    )
    return earned


def _joined(matrix: sparse.csr_matrix, size: int, *, union: bool = False) -> sparse.csr_matrix:
    """The vectors of every `size` neighbouring sentences joined: added up, or their union."""
    count = matrix.shape[0] - size + 1
    joined = matrix[:count]
    for offset in range(1, size):
        other = matrix[offset : offset + count]
        joined = joined.maximum(other) if union else joined + other
    return joined


def _cosine(source: sparse.csr_matrix, target: sparse.csr_matrix) -> Floats:
    norms = np.sqrt(np.outer(_squares(source), _squares(target)))
    dots: Floats = (source @ target.T).toarray()
    return np.divide(dots, norms, out=np.zeros_like(dots), where=norms > 0)


def _coverage(source: sparse.csr_matrix, target: sparse.csr_matrix, damping: float) -> Floats:
    """Shared IDF mass over the lighter side's, which for √IDF rows are dot product and square."""
    lighter = np.minimum.outer(_squares(source), _squares(target))
    heavier = np.maximum.outer(_squares(source), _squares(target))
    shared: Floats = (source @ target.T).toarray()
    # Two shared words must not make a match of a short sentence and a long one.
    base = np.minimum(lighter + damping, heavier)
    return np.divide(shared, base, out=np.zeros_like(shared), where=base > 0)


def _squares(matrix: sparse.csr_matrix) -> Floats:
    return np.asarray(matrix.multiply(matrix).sum(axis=1), dtype=np.float64).ravel()


def _paragraph_ends(text: Text) -> Floats:
    """For every sentence, 1 if a new paragraph begins after it."""
    return (np.diff(paragraph_of_sentences(text)) > 0).astype(np.float64)


def _ends_inside(ends: Floats, size: int) -> Floats:
    """For every run of `size` sentences, how many paragraphs end inside."""
    if size == 1:
        return np.zeros(len(ends) + 1)
    return np.convolve(ends, np.ones(size - 1), mode="valid")


def _best_path(
    similarities: dict[tuple[int, int], Floats], least: float, position_cost: float
) -> list[Group]:
    """The monotone alignment with the highest sum of similarities above `least`.

    A cell needs only cells of earlier anti-diagonals, so each of these is one array operation.
    """
    rows, columns = similarities[1, 1].shape
    moves = list(similarities)
    best = np.zeros((rows + 1, columns + 1))
    taken = np.full((rows + 1, columns + 1), -1, dtype=np.int8)
    for diagonal in range(1, rows + columns + 1):
        down = np.arange(max(0, diagonal - columns), min(rows, diagonal) + 1)
        right = diagonal - down
        value = np.maximum(
            np.where(down > 0, best[down - 1, right], 0.0),
            np.where(right > 0, best[down, right - 1], 0.0),
        )
        choice: npt.NDArray[np.int8] = np.full(len(down), -1, dtype=np.int8)
        for number, (high, wide) in enumerate(moves):
            fits = np.flatnonzero((down >= high) & (right >= wide))
            row, column = down[fits] - high, right[fits] - wide
            distance = np.abs(row / rows - column / columns)
            gain = (
                (high + wide)
                / 2
                * (similarities[high, wide][row, column] - least - position_cost * distance)
            )
            total = best[row, column] + gain
            better = (gain > 0) & (total > value[fits])
            value[fits[better]] = total[better]
            choice[fits[better]] = number
        best[down, right] = value
        taken[down, right] = choice
    groups = []
    row, column = rows, columns
    while row and column:
        if taken[row, column] < 0:
            if best[row - 1, column] >= best[row, column - 1]:
                row -= 1
            else:
                column -= 1
            continue
        high, wide = moves[taken[row, column]]
        row, column = row - high, column - wide
        similarity = float(similarities[high, wide][row, column])
        groups.append(
            Group(tuple(range(row, row + high)), tuple(range(column, column + wide)), similarity)
        )
    return groups[::-1]


def _moved(matrix: Floats, groups: list[Group], least: float) -> list[Group]:
    """Links between sentences that no group holds, the most similar first."""
    free_rows = np.ones(matrix.shape[0], dtype=bool)
    free_columns = np.ones(matrix.shape[1], dtype=bool)
    for group in groups:
        free_rows[list(group.sources)] = False
        free_columns[list(group.targets)] = False
    rows, columns = np.nonzero((matrix >= least) & np.outer(free_rows, free_columns))
    links = []
    for place in np.argsort(-matrix[rows, columns], kind="stable"):
        row, column = int(rows[place]), int(columns[place])
        if free_rows[row] and free_columns[column]:
            free_rows[row] = free_columns[column] = False
            links.append(Group((row,), (column,), float(matrix[row, column])))
    return links
