"""The critic: a causal language model taught by judged edits to name their verdicts.

It reads an edit as `branches` write it, and what the state at the branch's last piece, the first
that is old again, says of the four verdicts is learned: small adapters and a linear map. The folder
has these alone, in a few bits each; the model itself comes with its own package.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from seqlab.causal.adapters import add_adapters, merge_adapters
from seqlab.causal.base import base_file, check_packages, load_base
from seqlab.causal.branches import BranchedText, branched, states_of
from seqlab.causal.options import CriticOptions
from seqlab.causal.pieces import rows_of_step
from seqlab.causal.steps import History, take_steps
from seqlab.devices import limit_torch
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, check_hashes, file_hash, read_text, write_hashes

# Good, correct without gain, meaning changed, ungrammatical: see corpora/verdicts.
VERDICTS = "ysmg"
FILES = ("config.json", "weights.safetensors")
_VERSION = 1
_FIX = "run `seqlab critic` again, or copy its folder again"
_HEAD = ("head.weight", "head.bias")
# Adapters are kept in whole numbers from this below zero to this above it.
_MOST = 15
Chances = NDArray[np.float32]


@dataclass(frozen=True)
class JudgedText:
    """A sentence with the texts that single edits make of it, and the verdict on each."""

    source: str
    level: str
    outputs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Row:
    """A judged sentence in numbers, with the numbers of the verdicts."""

    text: BranchedText
    verdicts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.text)


class Critic:
    """Names the verdict on edits, with probabilities."""

    # Longer sentences, in pieces, are not read: no sentence of 120 words has so many.
    longest = 800

    def __init__(self, model: Any, head: nn.Linear, tokenizer: Any) -> None:
        self.model, self.head, self.tokenizer = model, head, tokenizer

    def chances(
        self,
        level: str,
        sentences: Sequence[str],
        outputs: Sequence[Sequence[str]],
    ) -> list[Chances | None]:
        """For each sentence the probabilities of the verdicts on each of its outputs.

        Sentences are read one by one: side by side, their padding would move the last digits, and
        the same sentence would not have the same text everywhere.
        """
        found: list[Chances | None] = []
        with torch.inference_mode():
            for one in zip(sentences, outputs, strict=True):
                text = branched(self.tokenizer, *one, level)
                if not text.branches or len(text.copy) > self.longest:
                    found.append(None)
                    continue
                told = _scores(self.model, self.head, [text], self.tokenizer.eos_token_id)
                found.append(told.softmax(-1).numpy())
        return found

    @classmethod
    def fit(
        cls,
        out: str | Path,
        judged: Sequence[JudgedText],
        options: CriticOptions | None = None,
        seed: int = 1,
    ) -> Critic:
        """Train and write the folder `out`; a training that was cut short there is taken up."""
        options, out = options or CriticOptions(), Path(out)
        limit_torch()
        model, tokenizer = load_base(base_file(options.base), options.precision)
        rows = _rows(tokenizer, judged, options, seed)
        if not rows:
            raise UsageError(f"no judged sentence of at most {options.longest} tokens")
        torch.manual_seed(seed)
        learned = add_adapters(model, options.first_layer, options.rank, options.parts)
        head = nn.Linear(model.config.hidden_size, len(VERDICTS))
        learned |= dict(zip(_HEAD, head.parameters(), strict=True))

        def step_loss(step: int) -> tuple[Tensor, int]:
            own = rows_of_step(rows, step, options.batch_size, seed)
            scores = _scores(model, head, [row.text for row in own], tokenizer.eos_token_id)
            wanted = torch.tensor([verdict for row in own for verdict in row.verdicts])
            return nn.functional.cross_entropy(scores, wanted), sum(map(len, own))

        work = out / "training"
        history = take_steps(learned, step_loss, work, options)
        _save(out, options, learned, history)
        shutil.rmtree(work)
        return cls.load(out)

    @classmethod
    def load(cls, folder: str | Path) -> Critic:
        """The critic of a folder; its adapters are added into the base model's weights."""
        folder = Path(folder)
        check_hashes(folder, FILES, _FIX)
        limit_torch()
        options, base_hash = _options(folder)
        file = base_file(options.base)
        if file_hash(file) != base_hash:
            raise DataError(file, f"not the base model that {folder} was trained from", fix=_FIX)
        model, tokenizer = load_base(file, options.precision)
        learned = add_adapters(model, options.first_layer, options.rank, options.parts)
        head = nn.Linear(model.config.hidden_size, len(VERDICTS)).requires_grad_(False)
        learned |= dict(zip(_HEAD, head.parameters(), strict=True))
        try:
            weights = _unpacked(load_file(folder / FILES[1]))
            for name, value in learned.items():
                value.data.copy_(weights[name])
        except (SafetensorError, KeyError, RuntimeError) as error:
            raise DataError(folder / FILES[1], f"no critic's weights: {error}", fix=_FIX) from None
        merge_adapters(model)
        return cls(model, head, tokenizer)


def _options(folder: Path) -> tuple[CriticOptions, str]:
    """How a critic was trained, and the hash of its base model."""
    try:
        config = json.loads(read_text(folder / FILES[0]))
        if config["version"] != _VERSION:
            version = str(config["version"])
            raise DataError(folder, "another version of critic", value=version, fix=_FIX)
        values = config["options"]
        options = CriticOptions(**{**values, "parts": tuple(values["parts"])})
        return options, str(config["base_sha256"])
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(folder / FILES[0], f"no critic's: {error}", fix=_FIX) from None


def check_base(folder: Path) -> None:
    """Refuse a critic whose base model, or what reads it, is not installed."""
    options, _ = _options(folder)
    check_packages()
    base_file(options.base)


def is_trained(folder: str | Path) -> bool:
    """Whether a folder has a critic that is trained to the end."""
    return (Path(folder) / FILES[0]).is_file()


def _scores(model: Any, head: nn.Linear, texts: Sequence[BranchedText], padding: int) -> Tensor:
    """The scores of the verdicts on all edits, text by text."""
    states = states_of(model, texts, padding)
    rows = [row for row, text in enumerate(texts) for _ in text.branches]
    ends = [end for text in texts for end in text.ends]
    scores: Tensor = head(states[rows, ends].float())
    return scores


def _rows(
    tokenizer: Any, judged: Sequence[JudgedText], options: CriticOptions, seed: int
) -> list[_Row]:
    """Sentences in numbers; of one with many edits some, drawn by seed and place."""
    rows = []
    for number, own in enumerate(judged):
        chance = random.Random(f"{seed}.{number}")
        outputs = chance.sample(own.outputs, min(options.most, len(own.outputs)))
        text = branched(tokenizer, own.source, [output for output, _ in outputs], own.level)
        if len(text.copy) <= options.longest and outputs:
            rows.append(_Row(text, tuple(VERDICTS.index(letter) for _, letter in outputs)))
    return rows


def _packed(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Adapters in small whole numbers, with a scale for each rank; the head in 16 bits."""
    packed = {}
    for name, value in weights.items():
        if name in _HEAD:
            packed[name] = value.detach().to(torch.bfloat16)
            continue
        # What belongs to one rank is a row of `down` and a column of `up`.
        across = 1 if name.endswith("down") else 0
        scale = value.detach().abs().amax(across, keepdim=True).clamp_min(1e-12) / _MOST
        packed[name] = (value.detach() / scale).round().to(torch.int8)
        packed[f"{name}.scale"] = scale
    return packed


def _unpacked(packed: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights that `_packed` packed."""
    return {
        name: value * packed[f"{name}.scale"] if f"{name}.scale" in packed else value
        for name, value in packed.items()
        if not name.endswith(".scale")
    }


def _save(
    out: Path, options: CriticOptions, weights: Mapping[str, Tensor], history: History
) -> None:
    part = out / "weights.part"
    save_file(_packed(weights), part)
    part.replace(out / FILES[1])
    config = {
        "version": _VERSION,
        "base_sha256": file_hash(base_file(options.base)),
        "options": asdict(options),
        "history": history,
    }
    with atomic_write(out / FILES[0]) as handle:
        handle.write(json.dumps(config, indent=1) + "\n")
    write_hashes(out, FILES)
