"""`QualityEstimator`: grammaticality, meaning, simplicity, overall quality, without references."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.judge import Forest
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, check_hashes, read_text, write_hashes
from seqlab.level import LevelEstimator
from seqlab.quality.pair_features import PAIR_FEATURES, pair_features
from seqlab.quality.reading import Reader
from seqlab.quality.tag_model import TagModel

DEFAULT_FOLDER = Path(__file__).resolve().parent.parent / "models" / "quality"
FORMAT = "seqlab.quality/2"
ASPECTS = ("grammaticality", "meaning", "simplicity", "overall")
_FILES = ("quality.json", "forests.safetensors")
_FIX = "take an unaltered copy of the model folder, or train it again: seqlab quality OUT"
# So many pairs are read together.
_BATCH = 256

Rows = NDArray[np.float32]
# In the order of the columns; what the level estimate says comes last.
FEATURE_NAMES = (*PAIR_FEATURES, "hardness", "hardness change", "ease")


@dataclass(frozen=True, slots=True)
class Quality:
    """What an output is worth, each from 0 (bad) to 1 (good).

    Grammaticality is of the output alone; meaning is how much of the original's is kept;
    simplicity is how easy the output reads, not how much easier it became; overall is good where
    all three are.
    """

    grammaticality: float
    meaning: float
    simplicity: float
    overall: float

    def to_json(self) -> dict[str, float]:
        """The four numbers by name, to three digits."""
        return {name: round(value, 3) for name, value in asdict(self).items()}


NOTHING = Quality(0.0, 0.0, 0.0, 0.0)


class PairReader:
    """Turns pairs of texts into rows of features, with the models that ship.

    Args:
        tags: How usual sequences of tags are; the estimator's own.
    """

    def __init__(self, tags: TagModel) -> None:
        lexical = LexicalSimplifier.load()
        self.tags = tags
        self._reader = Reader(lexical=lexical, tags=tags)
        self._levels = LevelEstimator.load(lexical=lexical)

    def rows(self, pairs: Sequence[tuple[str, str]]) -> Rows:
        """One row of features per pair, in columns of `FEATURE_NAMES`."""
        rows = []
        for start in range(0, len(pairs), _BATCH):
            lot = pairs[start : start + _BATCH]
            sides = self._reader.read([text for pair in lot for text in pair])
            levels = self._levels.predict([text for pair in lot for text in pair])
            for place in range(len(lot)):
                first, second = sides[2 * place : 2 * place + 2]
                before, after = levels[2 * place : 2 * place + 2]
                values = pair_features(first, second, self._reader.knowledge)
                values["hardness"] = after.hardness
                values["hardness change"] = after.hardness - before.hardness
                values["ease"] = after.ease
                rows.append([values[name] for name in FEATURE_NAMES])
        return np.array(rows, dtype=np.float32).reshape(len(rows), len(FEATURE_NAMES))


class QualityEstimator:
    """Estimates the quality of outputs: `QualityEstimator.load().predict([(source, output)])`."""

    def __init__(
        self,
        forests: Mapping[str, Forest],
        reader: PairReader,
        features: Sequence[str] = FEATURE_NAMES,
        notes: Mapping[str, Any] | None = None,
    ) -> None:
        self.forests = dict(forests)
        self.features = tuple(features)
        self.reader = reader
        self.notes = dict(notes or {})

    @classmethod
    def load(cls, folder: str | Path = DEFAULT_FOLDER) -> QualityEstimator:
        """The estimator of a folder; by default the one that ships."""
        from safetensors import SafetensorError
        from safetensors.numpy import load

        folder = Path(folder)
        if not folder.is_dir():
            raise UsageError(f"no model folder {folder}; train one: seqlab quality OUT")
        check_hashes(folder, _FILES, _FIX)
        try:
            content = json.loads(read_text(folder / "quality.json"))
            if content.get("format") != FORMAT:
                raise ValueError(f"its format is {content.get('format')!r}, not {FORMAT!r}")
            arrays = load((folder / "forests.safetensors").read_bytes())
            forests = {
                name: Forest.from_arrays(_under(name, arrays)) for name in content["forests"]
            }
            tags = TagModel.from_arrays(content["tags"], _under("tags", arrays))
            features = content["features"]
            if tuple(features) != FEATURE_NAMES:
                raise ValueError("it was trained on other features than this version's")
        except (KeyError, TypeError, ValueError, AttributeError, SafetensorError) as error:
            raise DataError(folder, f"not a quality model: {error}", fix=_FIX) from None
        return cls(forests, PairReader(tags), features, content.get("notes", {}))

    def save(self, folder: str | Path) -> None:
        """Write the model's files and their hashes."""
        from safetensors.numpy import save

        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        names, trigrams = self.reader.tags.to_arrays()
        parts = {name: forest.to_arrays() for name, forest in self.forests.items()}
        arrays = {
            f"{name}.{key}": np.ascontiguousarray(value)
            for name, part in {**parts, "tags": trigrams}.items()
            for key, value in part.items()
        }
        with atomic_write(folder / "forests.safetensors", "wb") as handle:
            handle.write(save(arrays))
        content = {
            "format": FORMAT,
            "forests": list(self.forests),
            "features": list(self.features),
            "tags": names,
            "notes": self.notes,
        }
        with atomic_write(folder / "quality.json") as handle:
            json.dump(content, handle, ensure_ascii=False, indent=1)
            handle.write("\n")
        write_hashes(folder, _FILES)

    def predict(self, pairs: Iterable[tuple[str, str]]) -> list[Quality]:
        """The quality of each output, given its original.

        An output without words is worth nothing; one that is its original has kept all of it.
        """
        listed = _checked(pairs)
        found = [NOTHING] * len(listed)
        places = [place for place, (_, output) in enumerate(listed) if _has_words(output)]
        if not places:
            return found
        chosen = [listed[place] for place in places]
        rows = self.reader.rows(chosen)
        for place, quality in zip(places, self._qualities(rows), strict=True):
            original, output = listed[place]
            if original.split() == output.split():
                quality = Quality(
                    quality.grammaticality,
                    1.0,
                    quality.simplicity,
                    _overall(quality.grammaticality, 1.0, quality.simplicity)
                    if "overall" not in self.forests
                    else quality.overall,
                )
            found[place] = quality
        return found

    def _qualities(self, rows: Rows) -> list[Quality]:
        columns = {name: np.clip(f.predict(rows), 0, 1) for name, f in self.forests.items()}
        ease = rows[:, self.features.index("ease")].astype(np.float64)
        grammar, meaning = columns["grammaticality"], columns["meaning"]
        # Broken text is not easy to read, however short its words.
        simplicity = columns.get("simplicity", ease * (0.5 + 0.5 * grammar))
        overall = columns.get("overall", _overall(grammar, meaning, simplicity))
        table = np.stack([grammar, meaning, simplicity, overall], axis=1).astype(np.float64)
        return [Quality(*map(float, row)) for row in table]


def _under(name: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays of one part of the file, by their own names."""
    start = f"{name}."
    return {key.removeprefix(start): own for key, own in arrays.items() if key.startswith(start)}


def _overall(grammar: Any, meaning: Any, simplicity: Any) -> Any:
    """Good where all is good, bad where meaning or simplicity is: the rule behind QATS's labels."""
    return meaning * simplicity * (0.5 + 0.5 * grammar)


def _checked(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    listed = []
    for number, pair in enumerate(pairs, start=1):
        if isinstance(pair, str) or len(pair) != 2 or not all(isinstance(t, str) for t in pair):
            raise UsageError(f"pair {number} is not two texts, (source, output): {pair!r:.80}")
        original, output = pair
        if not _has_words(original):
            raise UsageError(f"pair {number}: the source has no words (got {original!r:.40})")
        listed.append((original, output))
    return listed


def _has_words(text: str) -> bool:
    return any(character.isalnum() for character in text)
