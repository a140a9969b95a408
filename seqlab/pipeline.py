"""`Simplifier`: text in, simpler text out. The one place that joins all stages for simplifying."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from seqlab.assembly import (
    Decision,
    Edit,
    Parsed,
    choose,
    deletion_score,
    deletions,
    execute,
    executed,
    splits,
)
from seqlab.errors import DataError, UsageError
from seqlab.files import read_text
from seqlab.syntax import Analysis, Syntax, load_syntax
from seqlab.text import Document, Token

if TYPE_CHECKING:
    from lexical_simplifier import LexicalSimplifier

OPERATIONS = ("split", "delete", "replace")
DEFAULT_FOLDER = Path(__file__).parent / "models" / "default"
# So many sentences are analysed and labelled together.
_BATCH = 512
# Longer sentences are lists or broken text: trees of them are not to be trusted.
_LONGEST = 120


class Labeller(Protocol):
    """What gives the probabilities of the word labels (`seqlab.tagger.Tagger` does)."""

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """The labels of each head, in the order of the columns."""
        ...

    def predict_proba(
        self, sentences: Any, heads: Sequence[str] | None = None
    ) -> Iterator[dict[str, np.ndarray]]:
        """Probabilities by head for each sentence."""
        ...


@dataclass(frozen=True)
class Settings:
    """Where each decision falls at strength 0.5; all are chosen on development data.

    Args:
        split_length: For each kind of split, the tokens from which a sentence is split.
        delete_chance: For each kind of span, the mean probability of DELETE from which it goes.
        replace_chance: The confidence from which a simpler word is put.
        label_share: How much the labeller's certainty of REPLACE lowers that confidence.
        cost_margin: How much dearer, in nats a word, an edit may make a sentence for the
            n-gram model.
    """

    split_length: dict[str, float]
    delete_chance: dict[str, float]
    replace_chance: float = 0.5
    label_share: float = 0.2
    cost_margin: float = 0.1


@dataclass(frozen=True, slots=True)
class Explanation:
    """One sentence: what stood, what came out, and every edit considered with the reason."""

    source: str
    output: str
    tokens: tuple[str, ...]
    labels: tuple[str, ...]
    probabilities: tuple[dict[str, float], ...]
    decisions: tuple[Decision, ...]

    def to_json(self) -> dict[str, Any]:
        """The explanation as plain values."""
        return {
            "source": self.source,
            "output": self.output,
            "tokens": [
                {"text": text, "label": label, "probabilities": chances}
                for text, label, chances in zip(
                    self.tokens, self.labels, self.probabilities, strict=True
                )
            ],
            "edits": [
                {
                    "operation": decision.edit.operation,
                    "kind": decision.edit.kind,
                    "span": list(decision.edit.span),
                    "words": " ".join(self.tokens[slice(*decision.edit.span)]),
                    "text": decision.edit.text,
                    "score": round(decision.score, 3),
                    "taken": decision.taken,
                    "reason": decision.reason,
                }
                for decision in self.decisions
            ],
        }


class Simplifier:
    """Simplifies text with a model; it holds no state between calls, so threads may share it."""

    def __init__(
        self,
        syntax: Syntax,
        labeller: Labeller,
        settings: Settings,
        lexical: LexicalSimplifier | None = None,
    ) -> None:
        self.syntax = syntax
        self.labeller = labeller
        self.settings = settings
        self.lexical = lexical
        self._columns = labeller.labels["operation"]

    @classmethod
    def load(cls, name_or_path: str | Path = "default") -> Simplifier:
        """The simplifier of a model folder, or `default`, which is in the package."""
        from lexical_simplifier import LexicalSimplifier
        from seqlab.tagger import Tagger

        folder = DEFAULT_FOLDER if name_or_path == "default" else Path(name_or_path)
        file = folder / "simplifier.json"
        if not file.is_file():
            raise UsageError(f"no simplifier in {folder}: it has no file simplifier.json")
        values = json.loads(read_text(file))
        try:
            settings = Settings(**values["settings"])
            syntax = load_syntax(values["syntax"])
        except (KeyError, TypeError) as error:
            raise DataError(file, f"not a simplifier: {error}") from None
        # The bar is held here, by strength, so the lexical simplifier lets more through.
        lexical = LexicalSimplifier.load(threshold=0.0, syntax=syntax)
        return cls(syntax, Tagger.load(folder / "operations", "cpu"), settings, lexical)

    def simplify(
        self,
        text: str,
        strength: float = 0.5,
        keep: Collection[str] = (),
        operations: Collection[str] = OPERATIONS,
    ) -> str:
        """`text` with its sentences simplified; everything between sentences stays as it is.

        Args:
            text: Any text, paragraphs and all.
            strength: 0 changes nothing, 1 the most; more never makes fewer edits.
            keep: Words that are neither deleted nor replaced.
            operations: Which of `split`, `delete` and `replace` are on.
        """
        document = Document.parse(text)
        if _checked(strength, operations) == 0:
            return text
        pieces = [document.leading]
        tokens = [sentence.tokens for sentence in document.sentences]
        for sentence, found in zip(
            tokens, self._explained(tokens, strength, keep, operations), strict=True
        ):
            pieces += found.output, sentence[-1].space
        return "".join(pieces)

    def simplify_sentences(
        self,
        sentences: Sequence[str],
        strength: float = 0.5,
        keep: Collection[str] = (),
        operations: Collection[str] = OPERATIONS,
    ) -> list[str]:
        """One output string for each input string."""
        if _checked(strength, operations) == 0:
            return list(sentences)
        documents = [Document.parse(sentence) for sentence in sentences]
        every = [part.tokens for document in documents for part in document.sentences]
        found = self._explained(every, strength, keep, operations)
        outputs = []
        for document in documents:
            pieces = [document.leading]
            for part in document.sentences:
                pieces += next(found).output, part.tokens[-1].space
            outputs.append("".join(pieces))
        return outputs

    def explain(
        self,
        text: str,
        strength: float = 0.5,
        keep: Collection[str] = (),
        operations: Collection[str] = OPERATIONS,
    ) -> list[Explanation]:
        """Every sentence with its labels, the edits considered and why each was taken or not."""
        _checked(strength, operations)
        tokens = [sentence.tokens for sentence in Document.parse(text).sentences]
        return list(self._explained(tokens, strength, keep, operations))

    def _explained(
        self,
        sentences: Sequence[tuple[Token, ...]],
        strength: float,
        keep: Collection[str],
        operations: Collection[str],
    ) -> Iterator[Explanation]:
        kept = frozenset(word.lower() for word in keep)
        stream = iter(sentences)
        while batch := list(islice(stream, _BATCH)):
            texts = [[token.text for token in tokens] for tokens in batch]
            analyses = self.syntax.analyse(texts)
            labelled = self.labeller.predict_proba(texts, ["operation"])
            for tokens, analysis, chances in zip(batch, analyses, labelled, strict=True):
                yield self._sentence(
                    tokens, analysis, chances["operation"], strength, kept, operations
                )

    def _sentence(
        self,
        tokens: tuple[Token, ...],
        analysis: Analysis,
        chances: np.ndarray,
        strength: float,
        keep: Collection[str],
        operations: Collection[str],
    ) -> Explanation:
        probabilities = tuple(
            {label: round(float(p), 4) for label, p in zip(self._columns, row, strict=True)}
            for row in chances
        )
        parsed = Parsed(tokens, analysis.tree)
        scored = self._scored(parsed, probabilities, operations) if _is_prose(tokens) else []
        decisions = choose(scored, parsed, 1.0 - strength, keep, self._is_fluent(parsed))
        taken = [decision.edit for decision in decisions if decision.taken and strength > 0]
        gap = next((t.space for t in tokens if t.space), " ")
        source = "".join(t.text + t.space for t in tokens[:-1]) + tokens[-1].text
        output = gap.join(execute(tokens, taken, parsed.tags)) if taken else source
        best = tuple(max(row, key=lambda label: row[label]) for row in probabilities)
        words = tuple(token.text for token in tokens)
        return Explanation(source, output, words, best, probabilities, tuple(decisions))

    def _scored(
        self,
        parsed: Parsed,
        probabilities: Sequence[dict[str, float]],
        operations: Collection[str],
    ) -> list[tuple[Edit, float]]:
        """Every edit with a score: 0.5 is the bar at strength 0.5, and 1 − strength at any."""
        settings, scored = self.settings, []
        if "split" in operations:
            for edit in splits(parsed):
                over = len(parsed.tokens) - settings.split_length.get(edit.kind, np.inf)
                scored.append((edit, 0.5 + over / 40))
        if "delete" in operations:
            for edit in deletions(parsed):
                bar = settings.delete_chance.get(edit.kind, np.inf)
                scored.append((edit, 0.5 + deletion_score(edit, probabilities) - bar))
        if "replace" in operations and self.lexical is not None:
            words = [token.text for token in parsed.tokens]
            for change in self.lexical.simplify(words, parsed.tags)[1]:
                edit = Edit("replace", "word", (change.start, change.end), change.substitute.text)
                sure = change.substitute.confidence or 0.0
                # What the labeller would replace too may be a little less sure.
                wanted = float(np.mean([probabilities[i]["R"] for i in range(*edit.span)]))
                eased = settings.replace_chance - settings.label_share * wanted
                scored.append((edit, 0.5 + sure - eased))
        return [(edit, float(min(1.0, score))) for edit, score in scored if score > 0]

    def _is_fluent(self, parsed: Parsed) -> Any:
        """Whether an edit keeps the sentence as usual, for the n-gram model, as it was."""
        if self.lexical is None:
            return None
        model, margin = self.lexical.ngrams, self.settings.cost_margin

        def cost(edits: Sequence[Edit]) -> float:
            parts = executed(parsed.tokens, edits, parsed.tags)
            words = [word.text for part in parts for word in part]
            return model.sentence_cost(words) if words else np.inf

        def fluent(taken: Sequence[Edit], edit: Edit) -> bool:
            if edit.operation == "split":
                return True
            return cost([*taken, edit]) <= cost(taken) + margin

        return fluent


def _is_prose(tokens: Sequence[Token]) -> bool:
    """Whether the sentence is running text of a length that trees can be trusted for."""
    letters = sum(token.text.isalpha() for token in tokens)
    return 4 <= len(tokens) <= _LONGEST and letters * 2 >= len(tokens)


def _checked(strength: float, operations: Collection[str]) -> float:
    if not 0 <= strength <= 1:
        raise UsageError(f"strength must be from 0 to 1 (got {strength})")
    if unknown := [name for name in operations if name not in OPERATIONS]:
        raise UsageError(f"no operation {unknown[0]!r}; known: {', '.join(OPERATIONS)}")
    return strength if operations else 0.0
