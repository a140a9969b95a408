"""Weights by pairwise ranking optimisation (Hopkins and May 2011): decode, sample, rank, repeat."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from seqlab.peers.paraphrase.checkpoint import Pool, Progress, read_progress, save_progress
from seqlab.peers.paraphrase.features import NAMES, START, Vector
from seqlab.peers.paraphrase.lattice import Candidate, Decoder, Lattice
from seqlab.peers.paraphrase.objectives import SentenceObjective
from seqlab.peers.paraphrase.options import TuningOptions
from seqlab.progress import track

# Pairs of outputs nearer to each other than this teach nothing.
_LEAST = 0.02


@dataclass(frozen=True)
class Tuned:
    """The best weights, and the objective after each round."""

    weights: Vector
    history: tuple[dict[str, float], ...]


def tune(
    lattices: Sequence[Lattice],
    objectives: Sequence[SentenceObjective],
    decoder: Decoder,
    options: TuningOptions,
    seed: int = 1,
    said: Callable[[str], None] = lambda line: None,
    work: Path | None = None,
) -> Tuned:
    """Weights under which the decoder's first outputs score highest on these sentences.

    What `work` keeps of every round is where a tuning that was killed goes on.
    """
    start = np.array([START.get(name, 0.0) for name in NAMES])
    fresh = Progress(
        -1, start, -1.0, start, [{} for _ in lattices], [], np.random.default_rng(seed)
    )
    now = (read_progress(work, len(lattices)) if work is not None else None) or fresh
    begun = time.monotonic() - (now.history[-1]["seconds"] if now.history else 0.0)
    for round_number in range(now.round_number + 1, options.iterations + 1):
        firsts = []
        for lattice, objective, pool in track(
            list(zip(lattices, objectives, now.pools, strict=True)), f"tuning {round_number}"
        ):
            found = decoder.nbest(lattice, now.weights, options.nbest)
            near = decoder.neighbours(lattice, found[0].path)
            for candidate in (*found, *_drawn(near, options.nbest, now.chance)):
                if candidate.words not in pool:
                    pool[candidate.words] = candidate.features, objective.score(candidate.words)
            firsts.append(pool[found[0].words][1])
        score = float(np.mean(firsts))
        seconds = time.monotonic() - begun
        now.history.append({"round": round_number, "score": score, "seconds": seconds})
        said(f"round {round_number}: {options.objective} {100 * score:.2f}")
        if score > now.best:
            now.best, now.best_weights = score, now.weights
        if round_number == options.iterations:
            break
        rows = _sampled(now.pools, options, now.chance)
        if not len(rows):
            break
        new = _ranked(rows, options.regularization)
        now.weights = options.mix * new + (1 - options.mix) * now.weights if round_number else new
        now.round_number = round_number
        if work is not None:
            save_progress(work, now)
    return Tuned(now.best_weights, tuple(now.history))


def _drawn(
    candidates: Sequence[Candidate], count: int, chance: np.random.Generator
) -> list[Candidate]:
    if len(candidates) <= count:
        return list(candidates)
    places = chance.choice(len(candidates), count, replace=False)
    return [candidates[place] for place in sorted(places)]


def _sampled(
    pools: Sequence[Pool],
    options: TuningOptions,
    chance: np.random.Generator,
) -> NDArray[np.float64]:
    """Differences of features, better output less worse, of the most different pairs."""
    rows = []
    for pool in pools:
        if len(pool) < 2:
            continue
        features = np.stack([vector for vector, _ in pool.values()])
        scores = np.array([score for _, score in pool.values()])
        one, two = chance.integers(len(pool), size=(2, options.samples))
        difference = scores[one] - scores[two]
        order = np.argsort(-np.abs(difference), kind="stable")[: options.kept]
        order = order[np.abs(difference[order]) > _LEAST]
        signs = np.sign(difference[order])[:, None]
        rows.append(signs * (features[one[order]] - features[two[order]]))
    return np.concatenate(rows) if rows else np.zeros((0, len(NAMES)))


def _ranked(rows: NDArray[np.float64], regularization: float) -> Vector:
    """Weights of a logistic regression that tells better from worse."""
    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    both = np.concatenate([rows, -rows]) / scale
    labels = np.repeat([1, 0], len(rows))
    ranker = LogisticRegression(C=1 / regularization, fit_intercept=False, max_iter=300)
    ranker.fit(both, labels)
    weights = ranker.coef_[0] / scale
    return np.asarray(weights / np.abs(weights).sum())
