"""`train_model`: from a training configuration to a complete model folder and its report."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpora import PARTS
from seqlab.annotation import LabelledPair
from seqlab.errors import DataError, UsageError
from seqlab.model_folder import is_model, model_path, write_hashes
from seqlab.tagger import LabelledSentence, read_sentences
from seqlab.training.chain import Chain, chain, sentences_node, with_start
from seqlab.training.config import resolve_path, to_plain
from seqlab.training.edits import edits_file, read_edits
from seqlab.training.execute.cache import Done
from seqlab.training.execute.node import Node
from seqlab.training.report import Report, make_report, write_report
from seqlab.training.run import CACHE, do_nodes
from seqlab.training.settings import LabelSettings, TrainSettings
from seqlab.training.stages.sentences import sentences_of_pairs

_PARTS = ("tagger", "lexical", "judge")
_OF_A_MODEL = (
    *_PARTS, "model.json", "decisions.json", "settings.yaml", "MODEL_CARD.md", "report.md",
    "report.html", "config.yaml",
)  # fmt: skip


@dataclass(frozen=True)
class SplitSentences:
    """Labelled sentences in three parts, none sharing a document with another."""

    train: list[LabelledSentence]
    valid: list[LabelledSentence]
    test: list[LabelledSentence]


def labelled_sentences(settings: TrainSettings, cache: str | Path = CACHE) -> SplitSentences:
    """The labelled sentences of a configuration's data, doing whatever stages they lack."""
    node = sentences_node(with_start(settings))
    done = do_nodes(_unique(node), cache)[node.id]
    return SplitSentences(*(list(read_sentences(done.folder / f"{part}.jsonl")) for part in PARTS))


def label_sentences(
    pairs: Iterable[LabelledPair], labels: LabelSettings
) -> Iterator[LabelledSentence]:
    """What the tagger learns from labelled pairs, by the stage that every training goes through."""
    return sentences_of_pairs(pairs, to_plain(labels))


def train_model(
    settings: TrainSettings,
    out: str | Path,
    cache: str | Path = CACHE,
    report_pairs: int = 150,
) -> Report:
    """Train, write the model folder `out`, and report what the model does on held-out articles.

    Args:
        settings: The training configuration.
        out: The model folder.
        cache: Where finished stages are kept; `ablate` shares it.
        report_pairs: So many held-out pairs are simplified for the report; 0 for none.
    """
    check_start(settings)
    check_named_files(settings)
    if report_pairs < 0:
        raise UsageError(f"report_pairs must be 0 or more (got {report_pairs})")
    check_place(Path(out))
    steps = chain(settings)
    done = do_nodes(steps.nodes().values(), cache)
    folder = copy_model(done[steps.model.id], out, _told(steps, done))
    tests = list(read_sentences(done[steps.sentences.id].folder / "test.jsonl"))
    pairs = done[steps.held_out.id].folder / "test.jsonl"
    report = make_report(folder, settings, tests, pairs, report_pairs)
    write_report(folder, report)
    write_hashes(folder)
    return report


def copy_model(done: Done, out: str | Path, steps: Sequence[Mapping[str, Any]] = ()) -> Path:
    """Copy a finished model out of the cache; `steps` that led to it go into model.json."""
    out = Path(out)
    for name in _PARTS:
        if (out / name).exists():
            shutil.rmtree(out / name)
    shutil.copytree(
        done.folder, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns("stage.json")
    )
    write_hashes(out, steps)
    return out


def check_start(settings: TrainSettings) -> None:
    """Raise a `UsageError` if the model to start from cannot be."""
    if settings.start and not model_path(settings.start).is_dir():
        raise UsageError(f"no model folder {settings.start} to start from; `default` ships")
    if settings.training.start:
        raise UsageError("training.start is set by `start`; give --start FOLDER")


def check_place(out: Path) -> None:
    """Raise a `UsageError` now if the model folder could not be written after hours of work.

    Parts of an earlier model are replaced, so a folder with anything else in it is refused.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        reason = "" if os.access(out, os.W_OK | os.X_OK) else "it may not be written to"
        others = sorted(path.name for path in out.iterdir() if path.name not in _OF_A_MODEL)
        if others and not is_model(out):
            reason = f"holds {others[0]}, which is no part of a model"
    except OSError as error:
        reason = error.strerror or str(error)
    if reason:
        raise UsageError(f"{out}: {reason}; name another place for the model")


def check_named_files(settings: TrainSettings) -> None:
    """Raise a `DataError` now if a file is not there that only the last stages would look for."""
    judge = settings.judge
    named = {
        "judge.splits": judge.splits,
        "judge.more": judge.more,
        "judge.easy": judge.easy,
        "judge.taken": judge.taken,
        "export.pieces": settings.export.pieces,
    }
    for key, name in named.items():
        if name and not resolve_path(name).is_file():
            raise DataError(resolve_path(name), "no such file", fix=f"check {key}")
    if judge.edits:
        read_edits(judge.edits)
        if not edits_file(judge.corpus, "levels.jsonl").is_file():
            raise DataError(resolve_path(judge.corpus), "no such file", fix="check judge.corpus")


def _told(steps: Chain, done: Mapping[str, Done]) -> list[dict[str, Any]]:
    return [
        {"stage": node.stage, "key": done[key].folder.name, "seconds": done[key].seconds}
        for key, node in steps.nodes().items()
    ]


def _unique(node: Node) -> list[Node]:
    return list({one.id: one for one in node.with_inputs()}.values())
