"""`ParaphraseSimplifier`: rules, weights and a decoder; a model folder without code."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from lexical_simplifier import LexicalSimplifier
from seqlab.editing import assemble
from seqlab.errors import DataError
from seqlab.files import atomic_write, check_hashes, read_text, write_hashes
from seqlab.peers.paraphrase.features import NAMES, Vector
from seqlab.peers.paraphrase.lattice import Arc, Decoder, Lattice, build_lattice
from seqlab.peers.paraphrase.options import ParaphraseOptions, TuningOptions
from seqlab.peers.paraphrase.rules import Phrase, Rule, read_rules, write_rules
from seqlab.syntax import Syntax, load_syntax
from seqlab.text import Document, Token, encodable

KIND = "paraphrase"
FILES = ("config.json", "rules.tsv.gz")
# A longer sentence is left as it is: every path through it would be too much.
LONGEST = 120


class ParaphraseSimplifier:
    """Rewrites sentences by the paraphrase rules that its weights like best."""

    def __init__(
        self,
        table: Mapping[Phrase, Sequence[Rule]],
        weights: Vector,
        options: ParaphraseOptions,
        history: Sequence[Mapping[str, float]] = (),
        syntax: Syntax | None = None,
    ) -> None:
        self.table, self.weights, self.options = table, weights, options
        self.history = tuple(history)
        self.syntax = syntax or load_syntax("embedded")
        self.decoder = Decoder(LexicalSimplifier.load(syntax=self.syntax).ngrams, options.beam)

    def simplify_sentences(self, sentences: Sequence[str]) -> list[str]:
        """The best output for each text."""
        return [own[0][0] for own in self.nbest(sentences, 1)]

    def nbest(self, sentences: Sequence[str], count: int) -> list[list[tuple[str, float]]]:
        """At most `count` outputs with their scores for each text, the best first."""
        documents = [Document.parse(encodable(text)) for text in sentences]
        tokens = [one.tokens for document in documents for one in document.sentences]
        found = iter(self._sentences(tokens, count))
        outputs = []
        for text, document in zip(sentences, documents, strict=True):
            of_text = [next(found) for _ in document.sentences]
            outputs.append(_combined(of_text, count) or [(text, 0.0)])
        return outputs

    def lattices(self, sentences: Sequence[Sequence[str]]) -> list[Lattice]:
        """Tokenised sentences as lattices of rules."""
        tags = [analysis.tags for analysis in self.syntax.analyse([list(s) for s in sentences])]
        longest = self.options.longest
        return [
            build_lattice(words, own, self.table, longest if len(words) <= LONGEST else 0)
            for words, own in zip(sentences, tags, strict=True)
        ]

    def _sentences(
        self, sentences: Sequence[Sequence[Token]], count: int
    ) -> list[list[tuple[str, float]]]:
        lattices = self.lattices([[token.text for token in own] for own in sentences])
        outputs = []
        for tokens, lattice in zip(sentences, lattices, strict=True):
            found = self.decoder.nbest(lattice, self.weights, count)
            outputs.append(
                [(_text(tokens, one.path), float(one.features @ self.weights)) for one in found]
            )
        return outputs

    def save(self, folder: str | Path) -> None:
        """Write rules, weights and options."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        write_rules(folder / "rules.tsv.gz", self.table)
        config = {
            "peer": KIND,
            "version": 1,
            "weights": dict(zip(NAMES, map(float, self.weights), strict=True)),
            "options": asdict(self.options),
            "history": [dict(one) for one in self.history],
        }
        with atomic_write(folder / "config.json") as handle:
            json.dump(config, handle, ensure_ascii=False, indent=1)
        write_hashes(folder, FILES)

    @classmethod
    def load(cls, folder: str | Path) -> ParaphraseSimplifier:
        """The model of a folder."""
        folder = Path(folder)
        check_hashes(folder, FILES, "train the model again, or copy its folder again")
        config = json.loads(read_text(folder / "config.json"))
        if config.get("peer") != KIND:
            raise DataError(folder, "is no paraphrase model", value=str(config.get("peer")))
        plain: dict[str, Any] = dict(config["options"])
        tuning = TuningOptions(**plain.pop("tuning"))
        lists: dict[str, Any] = {
            name: tuple(v) if isinstance(v, list) else v for name, v in plain.items()
        }
        weights = np.array([config["weights"].get(name, 0.0) for name in NAMES])
        options = ParaphraseOptions(tuning=tuning, **lists)
        return cls(read_rules(folder / "rules.tsv.gz"), weights, options, config["history"])


def _text(tokens: Sequence[Token], path: Sequence[Arc]) -> str:
    """A path as text; articles and capitals are repaired as for every system."""
    labels, replacements = ["C"] * len(tokens), dict[int, str]()
    for arc in path:
        size = arc.end - arc.start
        labels[arc.start : arc.end] = ["R" if arc.rule.target else "D"] * size
        if arc.rule.target:
            replacements[arc.start] = " ".join(arc.rule.target)
            replacements.update((place, "") for place in range(arc.start + 1, arc.end))
    return assemble(list(tokens), labels, replacements)


def _combined(
    sentences: Sequence[Sequence[tuple[str, float]]], count: int
) -> list[tuple[str, float]]:
    """The n-best of a text from those of its sentences: the first of all others with each."""
    if not sentences:
        return []
    ranked = [
        (
            " ".join(own[min(number, len(own) - 1)][0] for own in sentences),
            sum(own[min(number, len(own) - 1)][1] for own in sentences),
        )
        for number in range(min(count, max(map(len, sentences))))
    ]
    return list(dict.fromkeys(ranked))
