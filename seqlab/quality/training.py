"""The estimator trained: on corrupted rewritings and rated outputs, and on people's ratings.

What ships learns grammaticality and meaning from rewritings of `levels`, corrupted by known
amounts, and from `outputs` (rated by language models), simplicity through the level estimate; no
rating by a person, since those sets are for research only. Where a user has them, the same command
learns all four aspects from them, with what the shipped model says as further features.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge import Forest, forest_of
from seqlab.files import data_folder, read_jsonl
from seqlab.quality.corruption import corrupted
from seqlab.quality.data import RATED_SETS, RatedPair, read_rated
from seqlab.quality.estimator import ASPECTS, PairReader, QualityEstimator, Rows
from seqlab.quality.tag_model import TagModel
from seqlab.syntax import load_syntax
from seqlab.text import tokenize

# What an editor's rewriting keeps of the meaning, as judged by readers of `levels`.
_KEPT = {"source": 1.0, "plain": 0.95, "easy": 0.85}
_FAULTS = (0, 0, 1, 1, 2, 3, 4)
_BASES = ("source", "source", "plain", "easy")
_POOL = 3000
# From so many sentences the usual sequences of tags are learned.
_TAGGED = 10_000


@dataclass(frozen=True)
class Examples:
    """Rows of features with ratings by aspect (NaN where not rated), a weight and a group each."""

    rows: Rows
    ratings: NDArray[np.float64]
    weights: NDArray[np.float64]
    groups: tuple[str, ...]

    def __add__(self, other: Examples) -> Examples:
        return Examples(
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.ratings, other.ratings]),
            np.concatenate([self.weights, other.weights]),
            self.groups + other.groups,
        )

    def part(self, chosen: NDArray[Any]) -> Examples:
        """Some of them, by place or mask."""
        places = np.arange(len(self.rows))[chosen]
        groups = tuple(self.groups[place] for place in places)
        return Examples(self.rows[places], self.ratings[places], self.weights[places], groups)


def corrupted_pairs(count: int, seed: int, folder: str | Path | None = None) -> list[RatedPair]:
    """Rewritings of the training part of `levels` with none to four faults each."""
    rows = _rows(folder)
    draw = random.Random(seed)
    draw.shuffle(rows)
    pool = [token for row in rows[:_POOL] for token in tokenize(row["source"])]
    pairs = []
    for row in rows[:count]:
        base, faults = draw.choice(_BASES), draw.choice(_FAULTS)
        tokens, grammar, meaning = corrupted(tokenize(row[base]), faults, pool, draw)
        ratings = {"grammaticality": grammar, "meaning": meaning * _KEPT[base]}
        output = " ".join(tokens) if faults else row[base]
        pairs.append(RatedPair(row["source"], output, ratings, "corrupted", row["document"]))
    return pairs


def tag_model(count: int = _TAGGED, folder: str | Path | None = None) -> TagModel:
    """Sequences of tags in sources and rewritings of the training part of `levels`."""
    texts = [row[name] for row in _rows(folder) for name in ("source", "plain")]
    random.Random(0).shuffle(texts)
    sentences = [tokens for text in texts[:count] if (tokens := tokenize(text))]
    return TagModel.fit(analysis.tags for analysis in load_syntax().analyse(sentences))


def _rows(folder: str | Path | None) -> list[dict[str, Any]]:
    path = Path(folder or data_folder()) / "levels" / "levels.jsonl.gz"
    return [row for _, row in read_jsonl(path) if row["part"] == "train" and not row.get("quoted")]


def examples(pairs: Sequence[RatedPair], reader: PairReader, weight: float = 1.0) -> Examples:
    """Rated pairs as rows; outputs without words are left out."""
    kept = [pair for pair in pairs if any(map(str.isalnum, pair.output))]
    return Examples(
        reader.rows([(pair.original, pair.output) for pair in kept]),
        np.array([[pair.ratings.get(name, np.nan) for name in ASPECTS] for pair in kept]),
        np.full(len(kept), weight),
        tuple(pair.group for pair in kept),
    )


def fit_shipped(given: Examples, reader: PairReader, seed: int = 0) -> QualityEstimator:
    """Grammaticality and meaning as trees; the rest follows from them and from the level."""
    forests = {
        name: _forest(given, ASPECTS.index(name), seed) for name in ("grammaticality", "meaning")
    }
    return QualityEstimator(forests, reader)


def with_opinion(given: Examples, shipped: QualityEstimator) -> Examples:
    """The rows with the shipped model's four numbers as further columns."""
    said = np.array([list(one.to_json().values()) for one in shipped._qualities(given.rows)])
    rows = np.concatenate([given.rows, said.astype(np.float32)], axis=1)
    return Examples(rows, given.ratings, given.weights, given.groups)


def fit_research(given: Examples, seed: int = 0, members: int = 3) -> dict[str, list[Any]]:
    """For each aspect, models of people's ratings: several boosted forests, averaged."""
    return {
        name: [_boosted(given, column, seed + member, small=True) for member in range(members)]
        for column, name in enumerate(ASPECTS)
    }


def research_predictions(models: dict[str, list[Any]], rows: Rows) -> NDArray[np.float64]:
    """(rows, aspects), each between 0 and 1."""
    columns = [np.mean([model.predict(rows) for model in models[name]], axis=0) for name in ASPECTS]
    return np.asarray(np.clip(np.stack(columns, axis=1), 0, 1))


def _forest(given: Examples, column: int, seed: int) -> Forest:
    return forest_of(_boosted(given, column, seed))


def _boosted(given: Examples, column: int, seed: int, small: bool = False) -> Any:
    from sklearn.ensemble import HistGradientBoostingRegressor

    rated = ~np.isnan(given.ratings[:, column])
    model = HistGradientBoostingRegressor(
        max_iter=100 if small else 200,
        learning_rate=0.05,
        max_leaf_nodes=8 if small else 12,
        min_samples_leaf=10 if small else 20,
        max_features=0.3 if small else 0.15,
        random_state=seed,
    )
    return model.fit(given.rows[rated], given.ratings[rated, column], given.weights[rated])


def rated_examples(names: Sequence[str], reader: PairReader) -> dict[str, Examples]:
    """The rows of the named sets."""
    return {name: examples(read_rated(name), reader) for name in names}


def shipping_sets() -> list[str]:
    """The rated sets whose licence lets a shipped model learn from them."""
    return [name for name, own in RATED_SETS.items() if own.ships]


def train_shipped(folder: str | Path, count: int, seed: int) -> QualityEstimator:
    """Train what ships and write it to a folder."""
    reader = PairReader(tag_model())
    rated = [pair for name in shipping_sets() for pair in read_rated(name) if pair.part != "test"]
    # Simplicity of `outputs` is how much easier an output became: another question.
    given = examples(corrupted_pairs(count, seed), reader) + examples(rated, reader)
    estimator = fit_shipped(given, reader, seed)
    estimator.notes = {
        "data": "levels (corrupted), outputs (rated by language models, test part left out)",
        "licence": "CC BY-SA 4.0",
        "rows": len(given.rows),
        "corrupted": count,
        "seed": seed,
        "tagger": _tagger_hash(),
    }
    estimator.save(folder)
    return estimator


def _tagger_hash() -> str:
    """Which network read the sentences; another one means training again."""
    from seqlab.files import file_hash
    from seqlab.model_folder import DEFAULT_FOLDER, tagger_folder

    return file_hash(tagger_folder(DEFAULT_FOLDER) / "model.onnx")
