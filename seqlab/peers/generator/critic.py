"""The critic: the generator's model taught by judged edits to name their verdicts.

It reads an edit as `branches` write it, and what the state at the branch's last piece, the first
that is old again, says of the four verdicts is learned: adapters of its own on the generator's
model, and a linear map. The generator itself stays as it is.
"""

from __future__ import annotations

import copy
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
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, check_hashes, file_hash, read_text, write_hashes
from seqlab.peers.generator.adapters import add_adapters, merge_adapters
from seqlab.peers.generator.batches import rows_of_step
from seqlab.peers.generator.branches import BranchedText, branched, groups_of, states_of
from seqlab.peers.generator.model import ADAPTERS, Generator
from seqlab.peers.generator.options import CriticOptions
from seqlab.peers.generator.training import History, take_steps

FOLDER = "critic"
# Good, correct without gain, meaning changed, ungrammatical: see corpora/verdicts.
VERDICTS = "ysmg"
FILES = ("config.json", "weights.safetensors")
_FIX = "run `seqlab peer advise` again"
_HEAD = ("head.weight", "head.bias")
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

    def __init__(self, model: Any, head: nn.Linear, tokenizer: Any, longest: int) -> None:
        self.model, self.head, self.tokenizer, self.longest = model, head, tokenizer, longest

    def chances(
        self,
        level: str,
        sentences: Sequence[str],
        outputs: Sequence[Sequence[str]],
        pieces: int = 2000,
    ) -> list[Chances | None]:
        """For each sentence the probabilities of the verdicts on each of its outputs."""
        texts = [
            branched(self.tokenizer, *one, level) for one in zip(sentences, outputs, strict=True)
        ]
        found: list[Chances | None] = [None] * len(texts)
        read = [n for n, own in enumerate(texts) if len(own.copy) <= self.longest and own.branches]
        read.sort(key=lambda n: len(texts[n]))
        with torch.inference_mode():
            for group in groups_of(read, [len(own) for own in texts], pieces):
                rows = [texts[n] for n in group]
                told = _scores(self.model, self.head, rows, self.tokenizer.eos_token_id)
                start, table = 0, told.softmax(-1).numpy()
                for number in group:
                    end = start + len(texts[number].branches)
                    found[number], start = table[start:end], end
        return found

    @classmethod
    def fit(
        cls,
        generator: Generator,
        folder: str | Path,
        judged: Sequence[JudgedText],
        options: CriticOptions | None = None,
        seed: int = 1,
    ) -> Critic:
        """Train, and write the critic into the generator's folder; one cut short is taken up."""
        options, out = options or CriticOptions(), Path(folder) / FOLDER
        model, tokenizer = copy.deepcopy(generator.model), generator.tokenizer
        longest = generator.options.generation.longest
        rows = _rows(tokenizer, judged, longest, options.most, seed)
        if not rows:
            raise UsageError(f"no judged sentence of at most {longest} tokens")
        torch.manual_seed(seed)
        learned = add_adapters(model, options.first_layer, options.rank)
        head = nn.Linear(model.config.hidden_size, len(VERDICTS))
        learned |= dict(zip(_HEAD, head.parameters(), strict=True))

        def step_loss(step: int) -> tuple[Tensor, int]:
            own = rows_of_step(rows, step, options.batch_size, seed)
            scores = _scores(model, head, [row.text for row in own], tokenizer.eos_token_id)
            wanted = torch.tensor([verdict for row in own for verdict in row.verdicts])
            return nn.functional.cross_entropy(scores, wanted), sum(map(len, own))

        work = out / "training"
        history = take_steps(learned, step_loss, work, options)
        weights = {name: value.detach().to(torch.bfloat16) for name, value in learned.items()}
        _save(out, folder, options, weights, history)
        shutil.rmtree(work)
        return cls.load(folder, generator)

    @classmethod
    def load(cls, folder: str | Path, generator: Generator) -> Critic:
        """The critic in a generator's folder."""
        out = Path(folder) / FOLDER
        check_hashes(out, FILES, _FIX)
        config = json.loads(read_text(out / "config.json"))
        if config["generator"] != file_hash(Path(folder) / ADAPTERS):
            raise DataError(out, "was trained from another generator", fix=_FIX)
        options = CriticOptions(**config["options"])
        model = copy.deepcopy(generator.model)
        weights = load_file(out / "weights.safetensors")
        for name, value in add_adapters(model, options.first_layer, options.rank).items():
            value.data.copy_(weights[name])
        merge_adapters(model)
        head = nn.Linear(model.config.hidden_size, len(VERDICTS))
        for name, value in zip(_HEAD, head.parameters(), strict=True):
            value.data.copy_(weights[name])
        return cls(model, head, generator.tokenizer, generator.options.generation.longest)


def has_critic(folder: str | Path) -> bool:
    """Whether a generator's folder has a critic that is trained to the end."""
    return (Path(folder) / FOLDER / FILES[0]).is_file()


def _scores(model: Any, head: nn.Linear, texts: Sequence[BranchedText], padding: int) -> Tensor:
    """The scores of the verdicts on all edits, text by text."""
    states = states_of(model, texts, padding)
    rows = [row for row, text in enumerate(texts) for _ in text.branches]
    ends = [end for text in texts for end in text.ends]
    scores: Tensor = head(states[rows, ends].float())
    return scores


def _rows(
    tokenizer: Any, judged: Sequence[JudgedText], longest: int, most: int, seed: int
) -> list[_Row]:
    """Sentences in numbers; of one with many edits some, drawn by seed and place."""
    rows = []
    for number, own in enumerate(judged):
        chance = random.Random(f"{seed}.{number}")
        outputs = chance.sample(own.outputs, min(most, len(own.outputs)))
        text = branched(tokenizer, own.source, [output for output, _ in outputs], own.level)
        if len(text.copy) <= longest and outputs:
            rows.append(_Row(text, tuple(VERDICTS.index(letter) for _, letter in outputs)))
    return rows


def _save(
    out: Path,
    folder: str | Path,
    options: CriticOptions,
    weights: Mapping[str, Tensor],
    history: History,
) -> None:
    part = out / "weights.part"
    save_file(dict(weights), part)
    part.replace(out / "weights.safetensors")
    config = {
        "generator": file_hash(Path(folder) / ADAPTERS),
        "options": asdict(options),
        "history": history,
    }
    with atomic_write(out / "config.json") as handle:
        handle.write(json.dumps(config, indent=1) + "\n")
    write_hashes(out, FILES)
