"""Test pairs → what a system makes of their complex sides, one output per line."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from corpora import Pair, read_pairs
from seqlab.ablation.stages.tests import REFERENCES, read_references_of
from seqlab.annotation import LabelledPair, read_labelled
from seqlab.editing import ALL_RULES, assemble
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_lines, write_jsonl
from seqlab.model_folder import word_label
from seqlab.pipeline import Simplifier
from seqlab.text import Document, Token
from seqlab.training.config import resolve_path
from seqlab.training.stages import Work


def run(work: Work) -> None:
    """Write `outputs.txt`."""
    settings = work.settings["simplification"]
    most = settings["sentences"] or None
    pairs = list(read_pairs(work.inputs["pairs"] / "test.jsonl"))[:most]
    outputs = SYSTEMS[settings["system"]](work, pairs)
    with atomic_write(work.out / "outputs.txt") as handle:
        for pair, output in zip(pairs, outputs, strict=True):
            # A sentence of which nothing would be left stays as it is.
            handle.write(" ".join((output if output.strip() else pair.source).split()) + "\n")


def _pipeline(work: Work, pairs: Sequence[Pair]) -> list[str]:
    """The variant's model, as anyone would use it, at the level of each pair where it has it."""
    settings, simplifier = work.settings["simplification"], Simplifier.load(work.inputs["model"])
    simplifier.rules = _rules(work)
    on = work.settings["lexical"]["on"]
    operations = [name for name in settings["operations"] if name != "replace" or on]
    outputs = [""] * len(pairs)
    levels = [pair.levels[1] if pair.levels else "" for pair in pairs]
    for level in dict.fromkeys(levels):
        rows = [row for row, own in enumerate(levels) if own == level]
        texts = simplifier.simplify_sentences(
            [pairs[row].source for row in rows],
            settings["strength"],
            operations=operations,
            level=level if level in simplifier.levels else None,
            decide=settings["decide"],
        )
        for row, text in zip(rows, texts, strict=True):
            outputs[row] = text
    return outputs


def _semi_oracle(work: Work, pairs: Sequence[Pair]) -> list[str]:
    """The silver labels of the test pairs and their own replacements, carried out."""
    labelled = list(read_labelled(work.inputs["pairs"] / "labelled.jsonl"))[: len(pairs)]
    return [
        _obeyed(pair, record, _rules(work)) for pair, record in zip(pairs, labelled, strict=True)
    ]


def _obeyed(pair: Pair, labelled: LabelledPair, rules: Sequence[str]) -> str:
    tokens: list[Token] = list(Document.parse(pair.source).tokens)
    if len(tokens) != len(labelled.source_tokens):
        raise DataError("semi-oracle", "test labels are not of the text's words", value=pair.source)
    replacements: dict[int, str] = {}
    for sources, targets in labelled.replacements:
        replacements[sources[0]] = " ".join(labelled.target_tokens[j] for j in targets)
        replacements.update((place, "") for place in sources[1:])
    labels = [word_label(label) for label in labelled.source_labels]
    return assemble(tokens, labels, replacements, labelled.source_tags or (), rules)


def _identity(work: Work, pairs: Sequence[Pair]) -> list[str]:
    return [pair.source for pair in pairs]


def _cut(work: Work, pairs: Sequence[Pair]) -> list[str]:
    """The first words of each sentence, and a full stop."""
    outputs = []
    for pair in pairs:
        words = pair.source.split()
        kept = words[: max(1, round(work.settings["baseline"]["keep"] * len(words)))]
        whole = len(kept) == len(words)
        outputs.append(pair.source if whole else " ".join(kept).rstrip(",;:–—-. ") + ".")
    return outputs


def _random(work: Work, pairs: Sequence[Pair]) -> list[str]:
    """Each sentence without some of its words, whichever they are."""
    chance, keep = random.Random(1), work.settings["baseline"]["keep"]
    return [
        " ".join(word for word in pair.source.split() if chance.random() < keep) for pair in pairs
    ]


def _lookup(work: Work, pairs: Sequence[Pair]) -> list[str]:
    from seqlab.peers import read_table, simplified

    table = read_table(work.inputs["baseline"])
    return [simplified(pair.source, table) for pair in pairs]


def _transformer(work: Work, pairs: Sequence[Pair]) -> list[str]:
    from seqlab.peers import translate

    return translate(work.inputs["baseline"], [pair.source for pair in pairs])


def _rival(work: Work, pairs: Sequence[Pair]) -> list[str]:
    from seqlab.peers import load_peer

    texts = [pair.source for pair in pairs]
    for name in work.settings["simplification"]["rival"]:
        texts = load_peer(name).simplify_sentences(texts)
    return texts


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """A file of outputs."""
    own = settings["simplification"]
    return [resolve_path(name) for name in own["rival"] if own["system"] == "published"]


def _published(work: Work, pairs: Sequence[Pair]) -> list[str]:
    [path] = outside_files(work.settings)
    lines = list(read_lines(path))[: len(pairs)]
    if len(lines) != len(pairs):
        fix = "line N must be the output for sentence N of the test set"
        raise DataError(path, f"{len(lines)} outputs for {len(pairs)} sentences", fix=fix)
    return lines


def _reference(work: Work, pairs: Sequence[Pair]) -> list[str]:
    """One of the references of each sentence; the others are kept for scoring it."""
    chance, outputs, others = random.Random(1), [], []
    for references in read_references_of(work.inputs["pairs"], pairs):
        place = chance.randrange(len(references))
        outputs.append(references[place])
        rest = [*references[:place], *references[place + 1 :]]
        others.append({"references": rest or references})
    write_jsonl(work.out / REFERENCES, others)
    return outputs


SYSTEMS: dict[str, Callable[[Work, Sequence[Pair]], list[str]]] = {
    "pipeline": _pipeline,
    "semi-oracle": _semi_oracle,
    "identity": _identity,
    "cut": _cut,
    "random": _random,
    "lookup": _lookup,
    "rival": _rival,
    "published": _published,
    "reference": _reference,
    "transformer": _transformer,
}


def _rules(work: Work) -> list[str]:
    off = work.settings["simplification"]["rules_off"]
    return [name for name in ALL_RULES if name not in off]
