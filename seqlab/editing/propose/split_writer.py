"""`SplitWriter`: what to drop, insert and inflect for one cut, written step by step.

The labels of a tagger are chosen word by word, each without knowing the others. A split needs
several that go together ("[, who → .  She] is a doctor[, → .]"). The writer reads the vectors that
the tagger's heads read and writes a script, step by step: a word of the sentence and what becomes
of it, each step knowing those before. A beam of scripts with their probabilities comes back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text

FILES = ("config.json", "weights.safetensors")
FORMAT = "seqlab.split-writer/1"
# What is written before a word, and what becomes of the word itself: prefixes of steps.
INSERT, WORD = "i:", "w:"
# How far from the cut, and from the last step, a word may be to be told apart.
FAR, AHEAD = 16, 15
# Scripts longer than this were not seen; so many are kept at each step, and come from so many
# words and so many things to do with each.
_LONGEST, _BEAM, _PLACES, _CHOICES = 12, 8, 4, 5
# What is less likely, as a logarithm, is not written to its end.
_LEAST = -4.6
_LARGEST = 127
_NEVER = -1e4
Vector = NDArray[np.float32]
Weights = Mapping[str, Vector]
_FIX = "train the model again, or take an unaltered copy"


@dataclass(frozen=True, slots=True)
class Script:
    """Steps in the order of their words, and how likely they are, given the cut.

    A step is the place of a word, and what is done: `i:. it` writes an opening before it, `w:X`
    drops it, `w:VBD` makes it a past tense.
    """

    probability: float
    steps: tuple[tuple[int, str], ...]

    @property
    def words(self) -> dict[int, str]:
        """The labels of words that do not stay as they are."""
        return {place: step.removeprefix(WORD) for place, step in self.steps if step[:2] == WORD}

    @property
    def inserts(self) -> dict[int, str]:
        """What is written before words."""
        return {place: step.removeprefix(INSERT) for place, step in self.steps if step[:2] != WORD}


@dataclass(frozen=True)
class SplitWriter:
    """Writes scripts for cuts of a sentence.

    Args:
        steps: What can be done with a word.
        tags: Numbers of part-of-speech tags; others have the number 0.
        weights: By the names that they have in training.
    """

    steps: tuple[str, ...]
    tags: Mapping[str, int]
    weights: Weights

    def scripts(
        self, states: Vector, tags: Sequence[str], cuts: Sequence[int]
    ) -> list[list[Script]]:
        """For each cut the likeliest scripts, the likeliest first.

        Args:
            states: The vectors of the sentence's words that the tagger's heads read.
            tags: Their Penn tags.
            cuts: The words at which a new sentence begins.
        """
        if not cuts:
            return []
        search = _Search(self, states, tags, np.asarray(cuts))
        return search.run()

    def save(self, folder: str | Path) -> None:
        """Write the folder; weights in 8 bits, with a scale for each row."""
        from safetensors.numpy import save

        folder = Path(folder)
        stored: dict[str, Any] = {}
        for name, value in self.weights.items():
            if value.ndim < 2:
                stored[name] = value.astype(np.float32)
                continue
            scale = np.maximum(np.abs(value).max(axis=1, keepdims=True), 1e-8) / _LARGEST
            stored[name] = np.round(value / scale).astype(np.int8)
            stored[f"{name}.scale"] = scale.astype(np.float32)
        with atomic_write(folder / FILES[1], "wb") as handle:
            handle.write(save(stored))
        config = {"format": FORMAT, "steps": list(self.steps), "tags": dict(self.tags)}
        with atomic_write(folder / FILES[0]) as handle:
            json.dump(config, handle, ensure_ascii=False, indent=1)
            handle.write("\n")

    @classmethod
    def load(cls, folder: str | Path) -> SplitWriter | None:
        """The writer of a folder, or None where there is none."""
        from safetensors import SafetensorError
        from safetensors.numpy import load_file

        config_file, weights_file = (Path(folder) / name for name in FILES)
        if not config_file.is_file():
            return None
        try:
            config = json.loads(read_text(config_file))
            if config["format"] != FORMAT:
                raise DataError(
                    config_file, f"this version reads {FORMAT}", value=config["format"], fix=_FIX
                )
            known = config["steps"]
            if not all(isinstance(step, str) and step[:2] in (INSERT, WORD) for step in known):
                raise ValueError("steps begin with i: or w:")
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataError(config_file, f"no split writer: {error}", fix=_FIX) from None
        try:
            stored = load_file(weights_file)
            if len(known) != len(stored["chosen.bias"]):
                raise ValueError(f"{len(known)} steps, weights of {len(stored['chosen.bias'])}")
            weights = {
                name: (value * stored[f"{name}.scale"] if value.dtype == np.int8 else value)
                for name, value in stored.items()
                if not name.endswith(".scale")
            }
            return cls(tuple(config["steps"]), dict(config["tags"]), weights)
        except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
            raise DataError(weights_file, f"no split writer: {error}", fix=_FIX) from None


class _Search:
    """A beam search for all cuts of one sentence side by side."""

    def __init__(
        self, writer: SplitWriter, states: Vector, tags: Sequence[str], cuts: NDArray[np.int64]
    ) -> None:
        self.writer, self.cuts = writer, cuts
        own = self.weights = writer.weights
        count = len(tags)
        numbers = [writer.tags.get(tag, 0) for tag in tags]
        words = (
            linear(own, "states", states) + (own["tags.weight"] @ own["of_tags.weight"].T)[numbers]
        )
        distance = np.clip(np.arange(count)[None] - cuts[:, None], -FAR, FAR) + FAR
        memory = np.tanh(normalized(words[None] + own["distance.weight"][distance], own))
        # (cuts, words, size)
        self.memory = memory
        self.keys = linear(own, "keys", memory)
        self.choices = linear(own, "of_word", memory)
        self.at_cut = memory[np.arange(len(cuts)), cuts]
        self.of_cut = self.at_cut @ own["of_cut.weight"].T
        start = np.concatenate([self.at_cut, memory.mean(axis=1)], axis=1)
        self.start = np.tanh(linear(own, "start", start))

    def run(self) -> list[list[Script]]:
        """The scripts of all cuts."""
        kinds = np.array([step.startswith(WORD) for step in self.writer.steps])
        number = len(self.cuts)
        done: list[list[tuple[float, tuple[tuple[int, int], ...]]]] = [[] for _ in range(number)]
        # Rows of all beams together: whose cut, log-probability, state, last word, last kind.
        cut = np.arange(number)
        total = np.zeros(number, dtype=np.float32)
        state = self.start
        last = np.zeros(number, dtype=np.int64)
        closed = np.zeros(number, dtype=bool)
        begun = np.zeros(number, dtype=bool)
        scripts: list[tuple[tuple[int, int], ...]] = [()] * number
        for _ in range(_LONGEST + 1):
            pointed, stops = self._pointers(cut, state, last, closed)
            for row, stop in enumerate(stops.tolist()):
                if begun[row]:
                    done[cut[row]].append((float(total[row]) + stop, scripts[row]))
            places = highest(pointed, _PLACES)
            rows = np.repeat(np.arange(len(cut)), places.shape[1])
            flat = places.reshape(-1)
            chances = self._chances(cut[rows], flat, state[rows])
            # Behind what is written before a word only the word itself can follow there.
            same = (flat == last[rows]) & begun[rows]
            chances[same[:, None] & ~kinds[None]] = _NEVER
            picked = highest(chances, _CHOICES)
            scores = (total[rows] + pointed[rows, flat])[:, None] + np.take_along_axis(
                chances, picked, axis=1
            )
            rows, flat = (np.repeat(own, picked.shape[1]) for own in (rows, flat))
            chosen, scores = picked.reshape(-1), scores.reshape(-1)
            kept = self._kept(cut[rows], scores, done)
            if not len(kept):
                break
            rows, flat, chosen, total = rows[kept], flat[kept], chosen[kept], scores[kept]
            state = self._next(cut[rows], flat, chosen, state[rows])
            scripts = [
                (*scripts[row], (place, step))
                for row, place, step in zip(
                    rows.tolist(), flat.tolist(), chosen.tolist(), strict=True
                )
            ]
            cut, last, closed = cut[rows], flat, kinds[chosen]
            begun = np.ones(len(cut), dtype=bool)
        steps = self.writer.steps
        return [
            [
                Script(float(np.exp(score)), tuple((place, steps[step]) for place, step in script))
                for score, script in sorted(own, key=lambda one: -one[0])[:_BEAM]
            ]
            for own in done
        ]

    def _pointers(
        self, cut: NDArray[Any], state: Vector, last: NDArray[Any], closed: NDArray[Any]
    ) -> tuple[Vector, Vector]:
        """Log-probabilities of the next word, and of having done all."""
        own, count = self.weights, self.memory.shape[1]
        ahead = np.arange(count)[None] - last[:, None]
        asked = linear(own, "asked", state)
        met = self.keys[cut] + asked[:, None] + own["ahead.weight"][np.clip(ahead, -1, AHEAD) + 1]
        scores = np.maximum(met, 0.0) @ own["pointer.weight"][0] + own["pointer.bias"][0]
        scores[(ahead < 0) | (closed[:, None] & (ahead == 0))] = _NEVER
        stop = linear(own, "stop", state)
        both = log_softmax(np.concatenate([scores, stop], axis=1))
        return both[:, :-1], both[:, -1]

    def _chances(self, cut: NDArray[Any], place: NDArray[Any], state: Vector) -> Vector:
        """Log-probabilities of what is done with words."""
        own = self.weights
        met = self.choices[cut, place] + self.of_cut[cut] + state @ own["of_state.weight"].T
        return log_softmax(linear(own, "chosen", np.maximum(met, 0.0)))

    def _next(
        self, cut: NDArray[Any], place: NDArray[Any], step: NDArray[Any], state: Vector
    ) -> Vector:
        """The state after a step."""
        own = self.weights
        given = [self.memory[cut, place], self.at_cut[cut], own["steps.weight"][step]]
        into = np.concatenate(given, axis=1) @ own["cell.weight_ih"].T + own["cell.bias_ih"]
        back = state @ own["cell.weight_hh"].T + own["cell.bias_hh"]
        size = state.shape[1]
        reset = sigmoid(into[:, :size] + back[:, :size])
        update = sigmoid(into[:, size : 2 * size] + back[:, size : 2 * size])
        new = np.tanh(into[:, 2 * size :] + reset * back[:, 2 * size :])
        return np.asarray((1 - update) * new + update * state)

    @staticmethod
    def _kept(
        cut: NDArray[Any], scores: Vector, done: list[list[tuple[float, Any]]]
    ) -> NDArray[np.int64]:
        """The best rows of each cut that may still come before a script that is done."""
        kept: list[int] = []
        for number, own in enumerate(done):
            rows = np.flatnonzero((cut == number) & (scores > _LEAST))
            best = rows[np.argsort(-scores[rows], kind="stable")[:_BEAM]]
            if len(own) >= _BEAM:
                least = sorted((score for score, _ in own), reverse=True)[_BEAM - 1]
                best = best[scores[best] > least]
            kept += best.tolist()
        return np.array(kept, dtype=np.int64)


def linear(weights: Weights, name: str, rows: Vector) -> Vector:
    """A linear layer."""
    return np.asarray(rows @ weights[f"{name}.weight"].T + weights[f"{name}.bias"])


def normalized(rows: Vector, weights: Weights) -> Vector:
    """Layer normalisation."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
    return np.asarray(centred / spread * weights["norm.weight"] + weights["norm.bias"])


def log_softmax(scores: Vector) -> Vector:
    """Log-probabilities over the last dimension."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))


def sigmoid(values: Vector) -> Vector:
    """The logistic function, without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * values)))


def highest(values: Vector, count: int) -> NDArray[np.int64]:
    """The columns of the highest values of each row, the first where they are equal."""
    if values.shape[1] > count:
        found = np.sort(np.argpartition(-values, count - 1, axis=1)[:, :count], axis=1)
    else:
        found = np.broadcast_to(np.arange(values.shape[1]), values.shape)
    order = np.argsort(-np.take_along_axis(values, found, axis=1), axis=1, kind="stable")
    return np.take_along_axis(found, order, axis=1)
