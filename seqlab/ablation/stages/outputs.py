"""Test pairs → what a system makes of their complex sides, one output a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from corpora import Pair, read_pairs
from lexical_simplifier import LexicalSimplifier, Request, Stages
from seqlab.ablation.stages import Work
from seqlab.ablation.stages.variant_tagger import VariantLabeller, word_label
from seqlab.annotation import LabelledPair, read_labelled
from seqlab.editing import ALL_RULES, assemble
from seqlab.errors import DataError
from seqlab.files import atomic_write
from seqlab.pipeline import Simplifier
from seqlab.text import Document, Token


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
    """The product, with the variant's labeller and lexical simplifier in it."""
    settings, product = work.settings["simplification"], _product()
    labeller = VariantLabeller(work.inputs["tagger"], work.settings, product.syntax)
    lexical = _lexical(work.settings["lexical"], product.syntax, threshold=0.0)
    simplifier = Simplifier(product.syntax, labeller, product.settings, lexical)
    operations = [
        name
        for name in settings["operations"]
        if name != "replace" or work.settings["lexical"]["on"]
    ]
    sources = [pair.source for pair in pairs]
    return simplifier.simplify_sentences(sources, settings["strength"], operations=operations)


def _labels(work: Work, pairs: Sequence[Pair]) -> list[str]:
    """What is labelled DELETE goes, and what is labelled REPLACE is looked up (thesis 3.2.3)."""
    syntax = _product().syntax
    labeller = VariantLabeller(work.inputs["tagger"], work.settings, syntax)
    lexical = None
    if work.settings["lexical"]["on"]:
        lexical = _lexical(work.settings["lexical"], syntax)
    documents = [Document.parse(pair.source) for pair in pairs]
    sentences = [sentence.tokens for document in documents for sentence in document.sentences]
    words = [tuple(token.text for token in sentence) for sentence in sentences]
    tags = [analysis.tags for analysis in syntax.analyse(words)]
    labels = list(labeller.predict(words))
    wanted = [
        (row, Request(words[row], place, tags[row]))
        for row, of_words in enumerate(labels)
        for place, label in enumerate(of_words)
        if label == "R"
    ]
    replacements: list[dict[int, str]] = [{} for _ in sentences]
    if lexical is not None and wanted:
        found = lexical.replace_batch([request for _, request in wanted])
        for (row, request), text in zip(wanted, found, strict=True):
            if text is not None and isinstance(request.index, int):
                replacements[row][request.index] = text
    rules = _rules(work)
    made = iter(
        assemble(sentence, labels[row], replacements[row], tags[row], rules)
        for row, sentence in enumerate(sentences)
    )
    return [" ".join(next(made) for _ in document.sentences) for document in documents]


def _semi_oracle(work: Work, pairs: Sequence[Pair]) -> list[str]:
    """The silver labels of the test pairs and their own replacements, carried out."""
    labelled = list(read_labelled(work.inputs["test"] / "test.jsonl"))[: len(pairs)]
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


def _lookup(work: Work, pairs: Sequence[Pair]) -> list[str]:
    from seqlab.peers import read_table, simplified

    table = read_table(work.inputs["baseline"])
    return [simplified(pair.source, table) for pair in pairs]


def _transformer(work: Work, pairs: Sequence[Pair]) -> list[str]:
    from seqlab.peers import translate

    return translate(work.inputs["baseline"], [pair.source for pair in pairs])


SYSTEMS: dict[str, Callable[[Work, Sequence[Pair]], list[str]]] = {
    "pipeline": _pipeline,
    "labels": _labels,
    "semi-oracle": _semi_oracle,
    "identity": _identity,
    "cut": _cut,
    "lookup": _lookup,
    "transformer": _transformer,
}


@cache
def _product() -> Simplifier:
    """The simplifier that ships; one process loads it once for all variants."""
    return Simplifier.load()


def _rules(work: Work) -> list[str]:
    off = work.settings["simplification"]["rules_off"]
    return [name for name in ALL_RULES if name not in off]


def _lexical(
    settings: Mapping[str, Any], syntax: Any, threshold: float | None = None
) -> LexicalSimplifier:
    stages = Stages(**{name: value for name, value in settings.items() if name != "on"})
    return LexicalSimplifier.load(stages=stages, threshold=threshold, syntax=syntax)
