"""How well complex words are known that were not learned from: CompLex and the rated words."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.resources.lexicon import Lexicon
from lexical_simplifier.stages.targets import WORD_FEATURES, ComplexWordModel
from seqlab.files import data_folder

FOLDS = 5
Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ComplexityScore:
    """How well values follow people's ratings; the mean error only where the scales agree."""

    words: int
    pearson: float
    spearman: float
    mean_error: float | None = None


def complex_word_scores(lexicon: Lexicon, data: Path | None = None) -> dict[str, ComplexityScore]:
    """`is_complex` on CompLex by folds in which no word is twice, and two simple measures."""
    # The build reads the benchmarks, so it is imported late.
    from lexical_simplifier.building.build import complex_words
    from lexical_simplifier.building.tagging import QuickTagger, read_tagged

    data = data or data_folder()
    tagger = QuickTagger().fit(read_tagged(data / "treebanks/ewt/en_ewt-ud-train.conllu.gz"))
    words, rows, shares = complex_words(
        lexicon, data / "lexical/complex2021_single_train.tsv", tagger
    )
    rated = np.array(shares, dtype=np.float32)
    folds = np.array([zlib.crc32(word.lower().encode()) % FOLDS for word in words])
    expected = np.zeros(len(rated), dtype=np.float32)
    for fold in range(FOLDS):
        train = folds != fold
        model = ComplexWordModel().fit(rows[train], rated[train].tolist())
        expected[~train] = model.predict(rows[~train])
    return {
        "`is_complex`": score(expected, rated, same_scale=True),
        "frequency only": score(-rows[:, WORD_FEATURES.index("zipf")], rated),
        "length only": score(rows[:, WORD_FEATURES.index("length")], rated),
    }


def estimate_scores(lexicon: Lexicon, data: Path | None = None) -> dict[str, ComplexityScore]:
    """Estimates of the complexity of rated words from the ratings of others."""
    from lexical_simplifier.building.entries import expected_complexity
    from lexical_simplifier.building.sources import read_ratings

    ratings = read_ratings((data or data_folder()) / "lexical/word_complexity.tsv")
    rows = {entry.word: row for row, entry in enumerate(lexicon.entries) if entry.word in ratings}
    places = np.array(list(rows.values()))
    rated = np.array([ratings[word] for word in rows], dtype=np.float32)
    facts = np.stack(
        [
            lexicon.zipf[places],
            lexicon.syllables[places],
            lexicon.lengths[places],
            lexicon.level[places],
        ],
        axis=1,
    )
    held_out = np.array([zlib.crc32(word.encode()) % FOLDS == 0 for word in rows])
    expected = expected_complexity(facts[~held_out], rated[~held_out], facts[held_out])
    return {
        "estimate": score(expected, rated[held_out], same_scale=True),
        "frequency only": score(-facts[held_out, 0], rated[held_out]),
        "length only": score(facts[held_out, 2], rated[held_out]),
    }


def score(values: Values, rated: Values, same_scale: bool = False) -> ComplexityScore:
    """Correlations of values with ratings, and their mean distance."""
    from scipy.stats import rankdata

    return ComplexityScore(
        words=len(rated),
        pearson=float(np.corrcoef(values, rated)[0, 1]),
        spearman=float(np.corrcoef(rankdata(values), rankdata(rated))[0, 1]),
        mean_error=float(np.abs(values - rated).mean()) if same_scale else None,
    )
