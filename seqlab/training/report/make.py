"""Label scores, text scores and examples on held-out articles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpora import Pair, ReadOptions, open_corpus, read_pairs
from seqlab.evaluation import Segments, load_metrics
from seqlab.files import data_folder, read_text
from seqlab.model_folder import DEFAULT_FOLDER, tagger_folder
from seqlab.pipeline import Decide, Simplifier
from seqlab.tagger import LabelledSentence
from seqlab.training.settings import TrainSettings

METRICS = ("sari", "bleu", "fkgl")
EXAMPLES = 10
# The shipped model's own held-out data, where they are there.
OWN_TEST = "levels"


@dataclass(frozen=True)
class LabelTable:
    """Precision, recall and F1 of the labels of one head."""

    head: str
    sentences: int
    accuracy: float
    macro_f1: float
    rows: tuple[tuple[str, float, float, float, int], ...]
    # The same head of the model that the training started from.
    before: float | None = None


@dataclass(frozen=True)
class TextScore:
    """A system's scores on the held-out pairs of one level of one set of data."""

    data: str
    level: str
    system: str
    scores: dict[str, float]
    same: float
    pairs: int


@dataclass(frozen=True)
class Example:
    """A held-out sentence before and after."""

    level: str
    source: str
    edits: str
    labels: str
    reference: str


@dataclass(frozen=True)
class Report:
    """What `train` shows after training."""

    folder: str
    training: str
    lexical: str
    labels: tuple[LabelTable, ...]
    texts: tuple[TextScore, ...]
    examples: tuple[Example, ...]


def make_report(
    folder: Path,
    settings: TrainSettings,
    tests: Sequence[LabelledSentence],
    pairs_file: Path,
    most: int,
) -> Report:
    """Score the model in `folder` beside the shipped one, and beside the one it started from."""
    content = json.loads(read_text(folder / "model.json"))
    metrics = json.loads(read_text(folder / "tagger" / "metrics.json"))
    said = (
        f"{metrics['train_sentences']:,} training sentences, {metrics['epochs']} epochs "
        f"(best: {metrics['best_epoch']}), {metrics['seconds']:.0f} s, "
        f"{metrics['train_tokens_per_second']:,} tokens/s"
    )
    choice = content["provenance"]["lexical"]
    lexical = f"{choice['chosen']}, {choice['replacements']:,} replacements in the training part"
    if "own_first_right" in choice:
        lexical += (
            f"; first candidate right on validation articles: shipped "
            f"{choice['shipped_first_right']:.3f}, own {choice['own_first_right']:.3f}"
        )
    labels = tuple(_label_tables(folder, tests, settings))
    texts: list[TextScore] = []
    examples: list[Example] = []
    pairs = _some(list(read_pairs(pairs_file)), most) if most else []
    operations = [head for head in content["components"]["tagger"]["heads"] if "operation" in head]
    if pairs and operations:
        this, shipped = Simplifier.load(folder), Simplifier.load()
        started = bool(settings.start)
        texts += _text_scores("held-out articles", pairs, this, shipped, started)
        examples = list(_examples(this, pairs))
        if settings.start and (own := _own_test_pairs(most)):
            texts += _text_scores("the shipped model's held-out data", own, this, shipped, started)
    return Report(str(folder), said, lexical, labels, tuple(texts), tuple(examples))


def _label_tables(
    folder: Path, tests: Sequence[LabelledSentence], settings: TrainSettings
) -> Iterator[LabelTable]:
    from seqlab.tagger import Tagger, evaluate

    if not tests:
        return
    before: dict[str, float] = {}
    if settings.start:
        older = Tagger.load(tagger_folder(settings.start), device="cpu")
        known = [
            LabelledSentence(
                s.tokens, {h: own for h, own in s.labels.items() if h in older.labels}, s.features
            )
            for s in tests
        ]
        before = {head: score.macro_f1 for head, score in evaluate(older, known).items()}
    tagger = Tagger.load(folder / "tagger", device="cpu")
    for head, score in evaluate(tagger, tests).items():
        if not any(head in sentence.labels for sentence in tests):
            continue
        rows = sorted(score.by_label, key=lambda row: -row.support)[:12]
        yield LabelTable(
            head,
            sum(head in sentence.labels for sentence in tests),
            score.accuracy,
            score.macro_f1,
            tuple((r.label, r.precision, r.recall, r.f1, r.support) for r in rows),
            before.get(head),
        )


def _some(pairs: list[Pair], most: int) -> list[Pair]:
    """At most so many, from all over the data, those that were changed first."""
    changed = [pair for pair in pairs if pair.sources != pair.targets] or pairs
    return changed[:: max(1, len(changed) // most)][:most]


def _level(pair: Pair) -> str:
    return pair.levels[1] if pair.levels else ""


def _by_level(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    found: dict[str, list[Pair]] = {}
    for pair in pairs:
        found.setdefault(_level(pair), []).append(pair)
    return found


def _text_scores(
    data: str, pairs: Sequence[Pair], this: Simplifier, shipped: Simplifier, started: bool
) -> Iterator[TextScore]:
    """A model that goes on from another stands beside the shipped one in both ways to decide."""
    groups = _by_level(pairs)
    if not any(level in this.levels for level in groups):
        groups = {"": list(pairs)}
    for level, own in groups.items():
        sources = [pair.source for pair in own]
        outputs = {
            "unchanged": sources,
            "the model that ships": simplified(shipped, sources, level),
            "this model, decide: edits": simplified(this, sources, level),
            "this model, decide: labels": simplified(this, sources, level, "labels"),
        }
        if started:
            name = "the model that ships, decide: labels"
            outputs[name] = simplified(shipped, sources, level, "labels")
        for system, texts in outputs.items():
            same = sum(a == b for a, b in zip(sources, texts, strict=True)) / len(own)
            yield TextScore(data, level, system, text_scores(own, texts), same, len(own))


def simplified(
    simplifier: Simplifier, sources: Sequence[str], level: str, decide: Decide = "edits"
) -> list[str]:
    """What a model writes for a level, or for its own first one where it does not know that."""
    chosen = level if level in simplifier.levels else None
    return simplifier.simplify_sentences(sources, level=chosen, decide=decide)


def text_scores(pairs: Sequence[Pair], outputs: Sequence[str]) -> dict[str, float]:
    """SARI, BLEU and FKGL of outputs against the simple sides of pairs."""
    originals = [" ".join(pair.source.split()) for pair in pairs]
    references = [" ".join(pair.target.split()) for pair in pairs]
    texts = [" ".join(text.split()) or o for text, o in zip(outputs, originals, strict=True)]
    segments = Segments(originals, texts, [references])
    scores: dict[str, float] = {}
    for name, metric in zip(METRICS, load_metrics(list(METRICS)), strict=True):
        totals: Any = metric.counts(segments).sum(axis=0)
        scores[name] = float(metric.combine(totals)[0])
    return scores


def _examples(simplifier: Simplifier, pairs: Sequence[Pair]) -> Iterator[Example]:
    for pair in _some(list(pairs), EXAMPLES):
        edits, labels = (
            simplified(simplifier, [pair.source], _level(pair), decide)[0]
            for decide in ("edits", "labels")
        )
        yield Example(_level(pair), pair.source, edits, labels, pair.target)


def _own_test_pairs(most: int) -> list[Pair]:
    path = data_folder() / OWN_TEST
    if not (path / "levels.jsonl.gz").is_file() or not DEFAULT_FOLDER.is_dir():
        return []
    corpus = open_corpus(path, options=ReadOptions(part="test"))
    return _some(list(corpus.pairs("all")), most)
