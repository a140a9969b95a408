"""All rivals by one door: train one, load the model folder of any, let it rewrite sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from seqlab.errors import DataError, UsageError
from seqlab.files import SUMS, atomic_write, check_hashes, file_hash, read_text
from seqlab.peers.generator.options import GeneratorOptions
from seqlab.peers.multss.options import MulTSSOptions
from seqlab.peers.multss.tasks import TaskSource, read_tasks
from seqlab.peers.paraphrase.options import ParaphraseOptions

_FIX = "train the model again, or copy its folder again"
_BEGUN = "begun.json"


class Peer(Protocol):
    """A system that rewrites sentences."""

    def simplify_sentences(self, sentences: Sequence[str]) -> list[str]:
        """One output for each input."""
        ...


class _OfTask:
    """A MulTSS model asked for one of its tasks."""

    def __init__(self, folder: Path, task: str | None) -> None:
        from seqlab.peers.multss.model import MulTSS

        self.model = MulTSS.load(folder)
        if task is not None and task not in self.model.tasks:
            known = ", ".join(self.model.tasks)
            raise UsageError(f"no task {task!r} in {folder}; it has {known}")
        self.simplify_sentences = partial(self.model.simplify_sentences, task=task)


class _OfLevel:
    """A generator asked for one of its levels."""

    def __init__(self, folder: Path, level: str | None) -> None:
        from seqlab.peers.generator.model import Generator

        self.model = Generator.load(folder)
        if level is not None and level not in self.model.levels:
            known = ", ".join(self.model.levels)
            raise UsageError(f"no level {level!r} in {folder}; it has {known}")
        self.simplify_sentences = partial(self.model.simplify_sentences, level=level)


def load_peer(name: str | Path, level: str | None = None) -> Peer:
    """The rival of a model folder.

    `FOLDER:TASK` names the task of a MulTSS model, `FOLDER:LEVEL` the level of a generator; without
    one a generator writes for `level`.
    """
    folder, task = _folder_and_task(name)
    if not (folder / "config.json").is_file():
        raise DataError(folder, "no rival's model folder", fix="train one with `seqlab peer fit`")
    check_hashes(folder, ("config.json",), _FIX)
    kind = json.loads(read_text(folder / "config.json")).get("peer")
    if kind == "multss":
        return _OfTask(folder, task)
    if kind == "generator":
        return _OfLevel(folder, task or level)
    if kind == "paraphrase":
        from seqlab.peers.paraphrase.model import ParaphraseSimplifier

        return ParaphraseSimplifier.load(folder)
    raise DataError(folder, "config.json names no known rival", value=str(kind))


def rival_hash(name: str | Path) -> str:
    """What tells a rival from one trained otherwise; empty where it is not trained yet."""
    folder, _ = _folder_and_task(name)
    return file_hash(folder / SUMS) if (folder / SUMS).is_file() else ""


def _folder_and_task(name: str | Path) -> tuple[Path, str | None]:
    text = str(name)
    folder, task = Path(text), None
    if not folder.is_dir() and ":" in text:
        before, _, task = text.rpartition(":")
        folder = Path(before)
    return folder, task


def begin(out: str | Path, settings: Mapping[str, Any]) -> None:
    """Note what a training is begun with; one with other settings is not taken up by this one."""
    work = Path(out) / "training"
    told = {name: json.loads(json.dumps(value, default=_plain)) for name, value in settings.items()}
    if (work / _BEGUN).is_file():
        before = json.loads(read_text(work / _BEGUN))
        if other := [name for name in told if before.get(name) != told[name]]:
            raise UsageError(
                f"{out} holds a training that was begun with other {other[0]}: remove {work}, "
                "or give another --out"
            )
    work.mkdir(parents=True, exist_ok=True)
    with atomic_write(work / _BEGUN) as handle:
        handle.write(json.dumps(told, indent=1) + "\n")


def _plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)


def fit_multss(
    tasks: Mapping[str, Sequence[TaskSource]],
    out: str | Path,
    options: MulTSSOptions,
    seed: int = 1,
    start: str | Path | None = None,
) -> str:
    """Train MulTSS on its tasks; gives a line that says how it went."""
    train, valid = read_tasks(tasks, "train"), read_tasks(tasks, "valid")
    from seqlab.peers.multss.model import MulTSS

    begin(out, {"tasks": dict(tasks), "options": options, "seed": seed, "start": start})
    made = MulTSS.fit(train, valid, out, options, seed, start)
    last = made.history[-1]
    minutes = last["seconds"] / 60
    return f"{out}: {last['step']:.0f} steps, loss {last['loss']:.2f}, {minutes:.1f} minutes"


def fit_generator(
    out: str | Path, options: GeneratorOptions, seed: int = 1, start: str | Path | None = None
) -> str:
    """Train the adapters of a causal model; gives a line that says how it went."""
    from seqlab.peers.generator.corpus import divided, read_examples
    from seqlab.peers.generator.model import Generator

    examples, _ = divided(read_examples(options, "train"), options.hold_back)
    begin(out, {"options": options, "seed": seed, "start": start})
    last = Generator.fit(examples, out, options, seed, start).history[-1]
    minutes = last["seconds"] / 60
    return f"{out}: {last['step']:.0f} steps, loss {last['loss']:.2f}, {minutes:.1f} minutes"


def fit_paraphrase(out: str | Path, options: ParaphraseOptions, seed: int = 1) -> str:
    """Collect rules and tune weights; gives a line that says how it went."""
    from seqlab.peers.paraphrase.fit import fit

    begin(out, {"options": options, "seed": seed})
    return fit(Path(out), options, seed)


def nbest_lines(folder: str | Path, sentences: Sequence[str], count: int) -> list[str]:
    """Sentence number, score and output of the best outputs of the paraphrase system."""
    from seqlab.peers.paraphrase.model import ParaphraseSimplifier

    found = ParaphraseSimplifier.load(Path(folder)).nbest(sentences, count)
    return [
        f"{number}\t{score:.4f}\t{text}" for number, own in enumerate(found) for text, score in own
    ]
