"""`MulTSS`: fit on tasks, save and load a folder, rewrite sentences for a task."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

from seqlab.devices import limit_torch
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, check_hashes, read_text, write_hashes
from seqlab.peers.multss.embeddings import start_embeddings
from seqlab.peers.multss.network import Transformer
from seqlab.peers.multss.options import MulTSSOptions, NetworkOptions, SearchOptions
from seqlab.peers.multss.search import SecondSentence, search
from seqlab.peers.multss.tasks import TextPair, shares
from seqlab.peers.multss.training import mean_loss, train
from seqlab.peers.multss.vocabulary import END, START, UNKNOWN, Vocabulary
from seqlab.text import split_sentences

KIND = "multss"
FILES = ("config.json", "vocabulary.model", "weights.safetensors")
# A piece that ends a sentence, with a quotation mark or bracket after it or not.
_STOP = re.compile("▁?[.!?][\"'”’)]?")
# Shorter sentences are not forced into two.
_LEAST_WORDS = 10
_FIX = "train the model again, or copy its folder again"


class MulTSS:
    """One model for several rewriting tasks."""

    def __init__(self, options: MulTSSOptions, vocabulary: Vocabulary, model: Transformer) -> None:
        self.options, self.vocabulary, self.model = options, vocabulary, model
        self.tasks = vocabulary.tasks
        self.history: list[dict[str, float]] = []

    @classmethod
    def fit(
        cls,
        train_pairs: Mapping[str, Sequence[TextPair]],
        valid_pairs: Mapping[str, Sequence[TextPair]],
        out: str | Path,
        options: MulTSSOptions | None = None,
        seed: int = 1,
        start: str | Path | None = None,
    ) -> MulTSS:
        """Train and write the folder `out`; a training that was cut short there is taken up.

        Args:
            train_pairs: Source and target texts of each task; the first task is the main one.
            valid_pairs: The same for choosing the checkpoint.
            out: The model folder.
            options: Size, training and search.
            seed: Same seed, same result on the same machine.
            start: The folder of a model whose vocabulary and weights training starts from.
        """
        options, out = options or MulTSSOptions(), Path(out)
        limit_torch()
        torch.manual_seed(seed)
        work = out / "training"
        work.mkdir(parents=True, exist_ok=True)
        vocabulary, model = _beginning(train_pairs, options, work, start)
        made = cls(options, vocabulary, model)
        numbered = {task: made._numbered(task, pairs) for task, pairs in train_pairs.items()}
        if empty := [task for task, pairs in numbered.items() if not pairs]:
            longest = options.network.longest
            raise UsageError(f"task {empty[0]!r} has no pair of at most {longest} pieces")
        chances = shares(
            {task: len(pairs) for task, pairs in numbered.items()},
            options.mixing,
            options.temperature,
        )
        main = next(iter(train_pairs))
        held_out = list(valid_pairs.get(main, ()))[: options.check_sentences]

        def check(network: Transformer) -> float:
            return made._checked(main, held_out)

        made.history = train(model, numbered, chances, work, options, seed, check)
        model.eval()
        made.save(out)
        shutil.rmtree(work)
        return made

    def simplify_sentences(
        self, sentences: Sequence[str], task: str | None = None, search_options: Any = None
    ) -> list[str]:
        """One output for each text, sentence by sentence; what is too long stays as it is."""
        task = task or self.tasks[0]
        if task not in self.tasks:
            raise UsageError(f"no task {task!r} in this model; it has {', '.join(self.tasks)}")
        options: SearchOptions = search_options or self.options.search
        texts = [split_sentences(text) or [text] for text in sentences]
        flat = list(chain.from_iterable(texts))
        encoded = [self._source(task, text) for text in flat]
        written = list(flat)
        fit_in = [n for n, own in enumerate(encoded) if 2 < len(own) <= self._longest]
        fit_in.sort(key=lambda n: len(encoded[n]))
        self.model.eval()

        def write(chosen: Sequence[int], second: SecondSentence | None = None) -> None:
            for first in range(0, len(chosen), options.batch_size):
                rows = chosen[first : first + options.batch_size]
                sources, never = [encoded[row] for row in rows], self.vocabulary.task_numbers
                found = search(self.model, sources, options, list(never.values()), second)
                for row, (numbers, places) in zip(rows, found, strict=True):
                    written[row] = self._text(flat[row], numbers, places) or written[row]

        write(fit_in)
        if task in options.two_sentences:
            single = [n for n in fit_in if _may_be_split(flat[n]) and _is_single(written[n])]
            write(single, self._second_sentence())
        outputs = iter(written)
        return [" ".join(next(outputs) for _ in text) for text in texts]

    def save(self, folder: str | Path) -> None:
        """Write weights, vocabulary and options; nothing in them can run code."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        weights = {name: value.contiguous() for name, value in self.model.state_dict().items()}
        save_file(weights, folder / "weights.safetensors")
        self.vocabulary.save(folder / "vocabulary.model")
        config = {
            "peer": KIND,
            "version": 1,
            "tasks": list(self.tasks),
            "options": asdict(self.options),
            "history": self.history,
        }
        with atomic_write(folder / "config.json") as handle:
            json.dump(config, handle, ensure_ascii=False, indent=1)
        write_hashes(folder, FILES)

    @classmethod
    def load(cls, folder: str | Path) -> MulTSS:
        """The model of a folder."""
        folder = Path(folder)
        limit_torch()
        check_hashes(folder, FILES, _FIX)
        config = json.loads(read_text(folder / "config.json"))
        if config.get("peer") != KIND:
            raise DataError(folder, "is no MulTSS model", value=str(config.get("peer")))
        plain = dict(config["options"])
        network = NetworkOptions(**plain.pop("network"))
        options = MulTSSOptions(network, SearchOptions(**plain.pop("search")), **plain)
        vocabulary = Vocabulary.load(folder / "vocabulary.model", config["tasks"])
        model = Transformer(network, len(vocabulary))
        model.load_state_dict(load_file(folder / "weights.safetensors"))
        model.eval()
        made = cls(options, vocabulary, model)
        made.history = config["history"]
        return made

    def _second_sentence(self) -> SecondSentence:
        """The pieces that end and open sentences, for a search that must write two."""
        pieces = [self.vocabulary.piece(number) for number in range(len(self.vocabulary))]

        def began(numbers: Sequence[int]) -> bool:
            return not _is_single(self.vocabulary.decode([pieces[number] for number in numbers]))

        return SecondSentence(
            torch.tensor([n for n, piece in enumerate(pieces) if _STOP.fullmatch(piece)]),
            torch.tensor([n for n, p in enumerate(pieces) if p[:1] == "▁" and p[1:2].isupper()]),
            began,
        )

    @property
    def _longest(self) -> int:
        return self.options.network.longest

    def _source(self, task: str, text: str) -> list[int]:
        return [self.vocabulary.task_numbers[task], *self.vocabulary.encode(text), END]

    def _numbered(self, task: str, pairs: Sequence[TextPair]) -> list[tuple[list[int], list[int]]]:
        """Pairs as numbers; those longer than the model reads are left out, never cut."""
        told = self.tasks[0] if self.options.pool else task
        numbered = (
            (self._source(told, source), [START, *self.vocabulary.encode(target), END])
            for source, target in pairs
        )
        return [
            (source, target)
            for source, target in numbered
            if 2 < len(source) <= self._longest and 2 < len(target) <= self._longest
        ]

    def _text(self, source: str, numbers: Sequence[int], places: Sequence[int]) -> str:
        originals = ["", *self.vocabulary.pieces(source), ""]
        pieces = [
            originals[place] if number == UNKNOWN else self.vocabulary.piece(number)
            for number, place in zip(numbers, places, strict=True)
        ]
        return self.vocabulary.decode(pieces)

    def _checked(self, task: str, pairs: Sequence[TextPair]) -> float:
        """How good the model is on validation pairs, by the measure that was asked for."""
        if not pairs:
            raise UsageError(
                f"select: {self.options.select} needs validation pairs of the task {task!r}: "
                "give some, or select: last"
            )
        if self.options.select == "loss":
            return -mean_loss(self.model, self._numbered(task, pairs))
        from seqlab.evaluation import load_metrics

        sources, targets = [source for source, _ in pairs], [target for _, target in pairs]
        outputs = self.simplify_sentences(sources, task, SearchOptions(beam=1))
        [metric] = load_metrics([self.options.select])
        return float(metric.corpus(sources, outputs, [targets]).value)


def _is_single(text: str) -> bool:
    return len(split_sentences(text)) < 2


def _may_be_split(text: str) -> bool:
    return len(text.split()) >= _LEAST_WORDS


def _beginning(
    pairs: Mapping[str, Sequence[TextPair]],
    options: MulTSSOptions,
    work: Path,
    start: str | Path | None,
) -> tuple[Vocabulary, Transformer]:
    """Vocabulary and first weights; a training that is taken up keeps its vocabulary."""
    tasks = tuple(pairs)
    known = tuple(dict.fromkeys((*tasks, *options.reserved)))
    if start is not None:
        old = MulTSS.load(start)
        if missing := [task for task in tasks if task not in old.tasks]:
            raise UsageError(f"{start} has no task {missing[0]!r}: it has {', '.join(old.tasks)}")
        if old.options.network != options.network:
            raise UsageError(f"{start} is of another size: give the same `network` as it has")
        order = (*tasks, *(task for task in old.tasks if task not in tasks))
        return Vocabulary(old.vocabulary.data, order), old.model
    path = work / "vocabulary.model"
    if not path.is_file():
        lines = (text for own in pairs.values() for pair in own for text in pair)
        Vocabulary.learn(lines, options.vocabulary, known).save(path)
    vocabulary = Vocabulary.load(path, known)
    model = Transformer(options.network, len(vocabulary))
    start_embeddings(model, vocabulary, options.embeddings)
    return vocabulary, model
