"""Where tuning stood after a round, so that a tuning that was killed goes on from there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save

from seqlab.files import atomic_write
from seqlab.peers.paraphrase.features import Vector

# Outputs of one sentence that tuning has seen: their words, features and score.
Pool = dict[tuple[str, ...], tuple[Vector, float]]
_FILE = "tuning.safetensors"


@dataclass
class Progress:
    """All that the next round depends on."""

    round_number: int
    weights: Vector
    best: float
    best_weights: Vector
    pools: list[Pool]
    history: list[dict[str, float]]
    chance: np.random.Generator


def save_progress(folder: Path, progress: Progress) -> None:
    """Write where tuning stands."""
    owners = [number for number, pool in enumerate(progress.pools) for _ in pool]
    entries = [entry for pool in progress.pools for entry in pool.values()]
    arrays = {
        "weights": progress.weights,
        "best_weights": progress.best_weights,
        "owners": np.array(owners, dtype=np.int32),
        "features": np.stack([vector for vector, _ in entries]),
        "scores": np.array([score for _, score in entries]),
    }
    rest = {
        "round": progress.round_number,
        "best": progress.best,
        "history": progress.history,
        "chance": progress.chance.bit_generator.state,
        "words": [list(words) for pool in progress.pools for words in pool],
    }
    whole = {name: np.ascontiguousarray(own) for name, own in arrays.items()}
    with atomic_write(folder / _FILE, "wb") as handle:
        handle.write(save(whole, metadata={"rest": json.dumps(rest)}))


def read_progress(folder: Path, sentences: int) -> Progress | None:
    """What `save_progress` wrote, or None where there is nothing."""
    if not (folder / _FILE).is_file():
        return None
    with safe_open(folder / _FILE, framework="np") as stored:
        rest = json.loads(stored.metadata()["rest"])
        names = stored.keys()
        arrays = {name: stored.get_tensor(name) for name in names}
    pools: list[Pool] = [{} for _ in range(sentences)]
    entries: Sequence[list[str]] = rest["words"]
    for number, words in enumerate(entries):
        owner = int(arrays["owners"][number])
        pools[owner][tuple(words)] = arrays["features"][number], float(arrays["scores"][number])
    chance = np.random.default_rng()
    chance.bit_generator.state = rest["chance"]
    return Progress(
        rest["round"],
        arrays["weights"],
        rest["best"],
        arrays["best_weights"],
        pools,
        rest["history"],
        chance,
    )
