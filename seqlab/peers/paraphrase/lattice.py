"""A sentence as a lattice of rules, and a beam search for its best paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import NGramModel
from seqlab.peers.paraphrase.features import PLACE, Vector, is_open, rule_features
from seqlab.peers.paraphrase.rules import Phrase, Rule

START, END = "<s>", "</s>"


@dataclass(frozen=True, slots=True)
class Arc:
    """A rule applied at a place, with its features but the language model's."""

    start: int
    end: int
    rule: Rule
    features: Vector


@dataclass(frozen=True, slots=True)
class Lattice:
    """The words of a sentence in lowercase, and every arc beside keeping them."""

    words: tuple[str, ...]
    arcs: tuple[Arc, ...]

    def output(self, path: Sequence[Arc]) -> list[str]:
        """The words that a path writes."""
        written: list[str] = []
        place = 0
        for arc in path:
            written += (*self.words[place : arc.start], *arc.rule.target)
            place = arc.end
        return [*written, *self.words[place:]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A path, what it writes and its features."""

    path: tuple[Arc, ...]
    words: tuple[str, ...]
    features: Vector


def build_lattice(
    words: Sequence[str],
    tags: Sequence[str],
    table: Mapping[Phrase, Sequence[Rule]],
    longest: int,
) -> Lattice:
    """All rules that match somewhere; names and numbers are left alone."""
    lower = tuple(word.lower() for word in words)
    arcs = []
    for start in range(len(lower)):
        for end in range(start + 1, min(len(lower), start + longest) + 1):
            own = table.get(lower[start:end])
            if own and is_open(tags[start:end]):
                arcs += [
                    Arc(start, end, rule, rule_features(rule, tags[start:end])) for rule in own
                ]
    return Lattice(lower, tuple(arcs))


class Decoder:
    """The best paths of a lattice under weights; the language model sees what is written."""

    def __init__(self, model: NGramModel, beam: int = 30, options_kept: int = 10) -> None:
        self.model, self.beam, self.options_kept = model, beam, options_kept
        self._scores: dict[tuple[str, str, str], float] = {}

    def nbest(self, lattice: Lattice, weights: Vector, count: int) -> list[Candidate]:
        """At most `count` different outputs, the best first."""
        arcs = self._useful(lattice, weights)
        size = len(lattice.words)
        weight = float(weights[PLACE["language_model"]])
        stacks: list[dict[tuple[str, ...], _Hypothesis]] = [{} for _ in range(size + 1)]
        stacks[0][()] = _Hypothesis(0.0, (START, START), ())
        for place in range(size):
            kept = sorted(stacks[place].values(), key=lambda one: -one.score)[: self.beam]
            keep = (place + 1, (lattice.words[place],), 0.0, None)
            steps = [keep, *((arc.end, arc.rule.target, s, arc) for arc, s in arcs.get(place, ()))]
            for hypothesis in kept:
                for end, target, score, arc in steps:
                    total, state = hypothesis.score + score, hypothesis.state
                    for word in target:
                        total += weight * self._log(*state, word)
                        state = state[1], word
                    path = hypothesis.path if arc is None else (*hypothesis.path, arc)
                    # Hypotheses that wrote other words stay apart: their outputs differ.
                    key = tuple(f"{own.start} {' '.join(own.rule.target)}" for own in path)
                    old = stacks[end].get(key)
                    if old is None or old.score < total:
                        stacks[end][key] = _Hypothesis(total, state, path)
        final = sorted(stacks[size].values(), key=lambda one: -one.score)
        return self._distinct(lattice, [one.path for one in final], count)

    def neighbours(self, lattice: Lattice, path: Sequence[Arc]) -> list[Candidate]:
        """The outputs one rule away from a path: one more, one fewer, another in its place."""
        paths = [tuple(path[:n]) + tuple(path[n + 1 :]) for n in range(len(path))]
        for arc in lattice.arcs:
            apart = [own for own in path if own.end <= arc.start or arc.end <= own.start]
            if arc not in path:
                paths.append(tuple(sorted((*apart, arc), key=lambda own: own.start)))
        return self._distinct(lattice, paths, len(paths))

    def candidates(self, lattice: Lattice, paths: Sequence[tuple[Arc, ...]]) -> list[Candidate]:
        """Paths with what they write and all their features."""
        outputs = [lattice.output(path) for path in paths]
        base = self._log_sum(lattice.words)
        found = []
        for path, words in zip(paths, outputs, strict=True):
            features = np.sum([arc.features for arc in path], axis=0) if path else _nothing()
            features = np.array(features)
            features[PLACE["language_model"]] = self._log_sum(words) - base
            found.append(Candidate(path, tuple(words), features))
        return found

    def _distinct(
        self, lattice: Lattice, paths: Sequence[tuple[Arc, ...]], count: int
    ) -> list[Candidate]:
        chosen: dict[tuple[str, ...], tuple[Arc, ...]] = {}
        for path in paths:
            words = tuple(lattice.output(path))
            if words and len(chosen) < count:
                chosen.setdefault(words, path)
        return self.candidates(lattice, list(chosen.values()))

    def _useful(self, lattice: Lattice, weights: Vector) -> dict[int, list[tuple[Arc, float]]]:
        """The arcs by their start, for each span those with the highest scores of their own."""
        if not lattice.arcs:
            return {}
        scores = np.stack([arc.features for arc in lattice.arcs]) @ weights
        by_span: dict[tuple[int, int], list[tuple[Arc, float]]] = {}
        for arc, score in zip(lattice.arcs, scores.tolist(), strict=True):
            by_span.setdefault((arc.start, arc.end), []).append((arc, score))
        by_start: dict[int, list[tuple[Arc, float]]] = {}
        for (start, _), own in by_span.items():
            best = sorted(own, key=lambda one: -one[1])[: self.options_kept]
            by_start.setdefault(start, []).extend(best)
        return by_start

    def _log_sum(self, words: Sequence[str]) -> float:
        padded = [START, START, *words, END]
        return sum(self._log(*padded[n : n + 3]) for n in range(len(padded) - 2))

    def _log(self, second: str, first: str, word: str) -> float:
        key = second, first, word
        value = self._scores.get(key)
        if value is None:
            value = self._scores[key] = self._looked_up(key)
        return value

    def _looked_up(self, key: tuple[str, str, str]) -> float:
        hashes = self.model.hashes(key)
        scores: NDArray[np.float64] = self.model.log_probabilities(*hashes.reshape(3, 1))
        return float(scores[0])


@dataclass(frozen=True, slots=True)
class _Hypothesis:
    score: float
    state: tuple[str, str]
    path: tuple[Arc, ...]


def _nothing() -> Vector:
    return np.zeros(len(PLACE))
