"""`Generator`: fit on a levelled corpus, save and load a folder, rewrite sentences at a level."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

from seqlab.causal import (
    History,
    add_adapters,
    base_file,
    cue_numbers,
    load_base,
    merge_adapters,
    prompt_numbers,
)
from seqlab.devices import limit_torch
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, check_hashes, file_hash, read_text, write_hashes
from seqlab.peers.generator.batches import row_of
from seqlab.peers.generator.corpus import Example
from seqlab.peers.generator.generation import generate
from seqlab.peers.generator.options import GenerationOptions, GeneratorOptions
from seqlab.peers.generator.training import train
from seqlab.text import split_sentences

KIND = "generator"
ADAPTERS = "adapters.safetensors"
FILES = ("config.json", ADAPTERS)
_FIX = "train the model again, or copy its folder again"


class Generator:
    """A causal model whose adapters have learned to rewrite sentences."""

    def __init__(self, options: GeneratorOptions, model: Any, tokenizer: Any) -> None:
        self.options, self.model, self.tokenizer = options, model, tokenizer
        self.history: History = []

    @classmethod
    def fit(
        cls,
        examples: Sequence[Example],
        out: str | Path,
        options: GeneratorOptions | None = None,
        seed: int = 1,
        start: str | Path | None = None,
    ) -> Generator:
        """Train and write the folder `out`; a training that was cut short there is taken up.

        Args:
            examples: Sentences with their rewritings.
            out: The model folder.
            options: Base model, adapters and training.
            seed: Same seed, same result on the same machine; another, other batches.
            start: The folder of a model whose adapters training goes on from.
        """
        options, out = options or GeneratorOptions(), Path(out)
        limit_torch()
        work = out / "training"
        work.mkdir(parents=True, exist_ok=True)
        model, tokenizer = load_base(base_file(options.base), options.precision)
        torch.manual_seed(seed)
        learned = add_adapters(model, options.first_layer, options.rank)
        before = _started(learned, options, Path(start)) if start is not None else []
        longest = options.generation.longest
        rows = [row_of(tokenizer, own.source, own.targets) for own in examples]
        rows = [row for row in rows if len(row.prompt) <= longest]
        if not rows:
            raise UsageError(f"no training sentence of at most {longest} tokens")
        made = cls(options, model, tokenizer)
        made.history = _joined(before, train(model, learned, rows, work, options, seed))
        weights = {name: value.detach().to(torch.bfloat16) for name, value in learned.items()}
        _save(out, options, weights, made.history)
        shutil.rmtree(work)
        return cls.load(out)

    @classmethod
    def load(cls, folder: str | Path) -> Generator:
        """The model of a folder; its adapters are added into the base model's weights."""
        folder = Path(folder)
        check_hashes(folder, FILES, _FIX)
        limit_torch()
        config = json.loads(read_text(folder / "config.json"))
        options = _options(config["options"])
        file = base_file(options.base)
        if file_hash(file) != config["base_sha256"]:
            raise DataError(file, f"not the base model that {folder} was trained from", fix=_FIX)
        model, tokenizer = load_base(file, options.precision)
        _copy(folder, add_adapters(model, options.first_layer, options.rank))
        merge_adapters(model)
        made = cls(options, model, tokenizer)
        made.history = config["history"]
        return made

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels at which it writes, its default first."""
        return self.options.levels

    def simplify_sentences(
        self,
        sentences: Sequence[str],
        level: str | None = None,
        generation: GenerationOptions | None = None,
    ) -> list[str]:
        """One output for each text, sentence by sentence.

        What is too long to read or finds no end stays as it is.
        """
        level = level or self.levels[0]
        if level not in self.levels:
            raise UsageError(f"no level {level!r} in this model; it has {', '.join(self.levels)}")
        options = generation or self.options.generation
        texts = [split_sentences(text) or [text] for text in sentences]
        flat = list(chain.from_iterable(texts))
        cue = cue_numbers(self.tokenizer, level)
        prompts = [prompt_numbers(self.tokenizer, text) for text in flat]
        written = list(flat)
        short = [n for n, own in enumerate(prompts) if 2 < len(own) <= options.longest]
        short.sort(key=lambda n: len(prompts[n]))
        for first in range(0, len(short), options.batch_size):
            rows = short[first : first + options.batch_size]
            outputs = generate(
                self.model,
                [(*prompts[row], *cue) for row in rows],
                self.tokenizer.eos_token_id,
                options,
            )
            for row, numbers in zip(rows, outputs, strict=True):
                if numbers:
                    text = self.tokenizer.decode(numbers, skip_special_tokens=True)
                    written[row] = " ".join(text.split()) or flat[row]
        found = iter(written)
        return [" ".join(next(found) for _ in text) for text in texts]


def _copy(folder: Path, learned: Mapping[str, torch.nn.Parameter]) -> None:
    weights = load_file(folder / ADAPTERS)
    for name, value in learned.items():
        value.data.copy_(weights[name])


def _started(
    learned: Mapping[str, torch.nn.Parameter], options: GeneratorOptions, folder: Path
) -> History:
    """Give the adapters the weights of a folder; its history."""
    check_hashes(folder, FILES, _FIX)
    config = json.loads(read_text(folder / "config.json"))
    for name in ("base", "rank", "first_layer"):
        if config["options"][name] != (own := getattr(options, name)):
            has = config["options"][name]
            raise UsageError(f"{folder} has {name} {has}, not {own}: give the same")
    _copy(folder, learned)
    history: History = config["history"]
    return history


def _joined(before: History, after: History) -> History:
    """One history of two trainings: steps, seconds and tokens go on counting."""
    if not before:
        return after
    last = before[-1]
    counted = ("step", "seconds", "tokens")
    return [
        *before,
        *({k: v + last[k] if k in counted else v for k, v in one.items()} for one in after),
    ]


def _save(
    folder: Path, options: GeneratorOptions, weights: dict[str, torch.Tensor], history: History
) -> None:
    config = {
        "peer": KIND,
        "version": 1,
        "base_sha256": file_hash(base_file(options.base)),
        "options": asdict(options),
        "history": history,
    }
    part = folder / "adapters.part"
    save_file(weights, part)
    part.replace(folder / ADAPTERS)
    with atomic_write(folder / "config.json") as handle:
        handle.write(json.dumps(config, indent=1) + "\n")
    write_hashes(folder, FILES)


def _options(values: dict[str, Any]) -> GeneratorOptions:
    lists = {name: tuple(values[name]) for name in ("levels", "genres_off")}
    generation = GenerationOptions(**values["generation"])
    return GeneratorOptions(**{**values, **lists, "generation": generation})
