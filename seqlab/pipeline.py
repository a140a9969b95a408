"""`Simplifier`: text in, simpler text out. The one place that joins all stages for simplifying."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, repeat
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from lexical_simplifier import Change, LexicalSimplifier, Request
from seqlab.editing import (
    Cost,
    Edit,
    Explanation,
    Parsed,
    apply_edits,
    causal_cost,
    choose,
    connectives,
    deletion_score,
    deletions,
    events,
    fluency_guard,
    ngram_cost,
    splits,
)
from seqlab.errors import DataError, UsageError
from seqlab.files import read_text
from seqlab.syntax import Analysis, Syntax, load_syntax
from seqlab.text import Document, Token

OPERATIONS = ("split", "delete", "replace")
DEFAULT_FOLDER = Path(__file__).parent / "models" / "default"
# So many sentences are analysed and labelled together.
_BATCH = 512
# Longer sentences are lists or broken text: trees of them are not to be trusted.
_LONGEST = 120
# Surer than of any word that the list of plain words trusts.
_SURE = 0.95


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
        replace_chance: For each trust of the list of plain words (`always`, `usually`, `context`,
            `none` for words not in it), the confidence from which a simpler word is put.
        label_share: How much the labeller's certainty of REPLACE lowers that confidence.
        cost_margin: How much dearer, in nats a word, an edit may make a sentence for the
            language model that guards fluency.
    """

    split_length: dict[str, float] = field(default_factory=dict)
    delete_chance: dict[str, float] = field(default_factory=dict)
    replace_chance: dict[str, float] = field(default_factory=dict)
    label_share: float = 0.2
    cost_margin: float = 0.1


class Simplifier:
    """Simplifies text with a model; it holds no state between calls, so threads may share it."""

    def __init__(
        self,
        syntax: Syntax,
        labeller: Labeller,
        settings: Settings,
        lexical: LexicalSimplifier | None = None,
        levels: Sequence[str] = (),
        cost: Cost | None = None,
        quotes: bool = False,
    ) -> None:
        self.syntax = syntax
        self.labeller = labeller
        self.settings = settings
        self.lexical = lexical
        self.levels = tuple(levels)
        self.cost = ngram_cost(lexical.ngrams) if cost is None and lexical is not None else cost
        # Guards that are not asked: quoted words stay as they were said, unless `quotes`.
        self._off = ("quotation",) if quotes else ()
        self._columns = labeller.labels["operation"]

    @classmethod
    def load(
        cls,
        name_or_path: str | Path = "default",
        language_model: str | Path | None = None,
        quotes: bool = False,
        device: str = "auto",
    ) -> Simplifier:
        """The simplifier of a model folder, or `default`, which is in the package.

        Args:
            name_or_path: A model folder, or `default`.
            language_model: A causal language model (folder or `.gguf` file) that guards fluency
                in place of the n-gram model; slow.
            quotes: Replace words in quotations too.
            device: `auto`, `cpu`, `cuda`, `cuda:N` or `mps`; `auto` is the GPU if there is one.
        """
        from seqlab.tagger import Tagger

        folder = DEFAULT_FOLDER if name_or_path == "default" else Path(name_or_path)
        file = folder / "simplifier.json"
        if not file.is_file():
            raise UsageError(f"no simplifier in {folder}: it has no file simplifier.json")
        values = json.loads(read_text(file))
        try:
            settings = Settings(**values["settings"])
            placed = {"device": device} if values["syntax"] == "embedded" else {}
            syntax = load_syntax(values["syntax"], **placed)
        except (KeyError, TypeError) as error:
            raise DataError(file, f"not a simplifier: {error}") from None
        cost = None if language_model is None else causal_cost(language_model)
        # The bar is held here, by strength, so the lexical simplifier lets more through.
        lexical = LexicalSimplifier.load(threshold=0.0, syntax=syntax)
        labeller = Tagger.load(folder / "operations", device)
        return cls(syntax, labeller, settings, lexical, values.get("levels", ()), cost, quotes)

    def simplify(
        self,
        text: str,
        strength: float = 0.5,
        keep: Collection[str] = (),
        operations: Collection[str] = OPERATIONS,
        level: str | None = None,
    ) -> str:
        """`text` with its sentences simplified; everything between sentences stays as it is.

        Args:
            text: Any text, paragraphs and all.
            strength: 0 changes nothing, 1 the most; more never makes fewer edits.
            keep: Words that are neither deleted nor replaced.
            operations: Which of `split`, `delete` and `replace` are on.
            level: The level to write for, where the model was trained with levels.
        """
        return self.simplify_sentences([text], strength, keep, operations, level)[0]

    def simplify_sentences(
        self,
        sentences: Sequence[str],
        strength: float = 0.5,
        keep: Collection[str] = (),
        operations: Collection[str] = OPERATIONS,
        level: str | None = None,
    ) -> list[str]:
        """One output string for each input string."""
        if self._checked(strength, operations, level, keep) == 0:
            return list(sentences)
        documents = [Document.parse(sentence) for sentence in sentences]
        every = [part.tokens for document in documents for part in document.sentences]
        found = self._explained(every, strength, keep, operations, level)
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
        level: str | None = None,
    ) -> list[Explanation]:
        """Every sentence with its labels, the edits considered and why each was taken or not."""
        self._checked(strength, operations, level, keep)
        tokens = [sentence.tokens for sentence in Document.parse(text).sentences]
        return list(self._explained(tokens, strength, keep, operations, level, alternatives=True))

    def _explained(
        self,
        sentences: Sequence[tuple[Token, ...]],
        strength: float,
        keep: Collection[str],
        operations: Collection[str],
        level: str | None = None,
        alternatives: bool = False,
    ) -> Iterator[Explanation]:
        kept = frozenset(word.lower() for word in keep)
        stream = iter(sentences)
        while batch := list(islice(stream, _BATCH)):
            texts = [[token.text for token in tokens] for tokens in batch]
            analyses = list(self.syntax.analyse(texts))
            every = alternatives or strength >= self._least_for_unlisted()
            replaces = "replace" in operations
            changes = self._changes(batch, analyses, every) if replaces else repeat(())
            labelled = self.labeller.predict_proba(_levelled(texts, level), ["operation"])
            for tokens, analysis, chances, words in zip(
                batch, analyses, labelled, changes, strict=False
            ):
                found = self._sentence(
                    tokens, analysis, chances["operation"], words, strength, kept, operations
                )
                yield self._with_alternatives(found, analysis) if alternatives else found

    def _least_for_unlisted(self) -> float:
        """The strength below which no word outside the list of plain words can pass its bar."""
        settings = self.settings
        bars = [settings.replace_chance.get(trust, np.inf) for trust in ("context", "none")]
        return 0.5 + min(bars) - settings.label_share - 1.0

    def _sentence(
        self,
        tokens: tuple[Token, ...],
        analysis: Analysis,
        chances: np.ndarray,
        changes: Sequence[Change],
        strength: float,
        keep: Collection[str],
        operations: Collection[str],
    ) -> Explanation:
        probabilities = tuple(
            {label: round(float(p), 4) for label, p in zip(self._columns, row, strict=True)}
            for row in chances
        )
        parsed = Parsed(tokens, analysis.tree)
        prose = is_prose(tokens)
        scored = self._scored(parsed, probabilities, changes, operations) if prose else []
        guard = fluency_guard(parsed, self.cost, self.settings.cost_margin) if self.cost else None
        decisions = choose(scored, parsed, 1.0 - strength, keep, guard, self._off)
        taken = [decision.edit for decision in decisions if decision.taken and strength > 0]
        gap = next((t.space for t in tokens if t.space), " ")
        source = "".join(t.text + t.space for t in tokens[:-1]) + tokens[-1].text
        output = gap.join(apply_edits(tokens, taken, parsed.tags)) if taken else source
        best = tuple(max(row, key=lambda label: row[label]) for row in probabilities)
        words = tuple(token.text for token in tokens)
        return Explanation(source, output, words, best, probabilities, tuple(decisions))

    def _scored(
        self,
        parsed: Parsed,
        probabilities: Sequence[dict[str, float]],
        changes: Sequence[Change],
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
        if "replace" in operations:
            sure = 0.5 + _SURE - settings.replace_chance.get("always", np.inf)
            scored += [(edit, sure) for edit in (*connectives(parsed), *events(parsed))]
        for change in changes:
            trust = change.substitute.trust or "none"
            edit = Edit(
                "replace",
                trust if trust != "none" else "word",
                (change.start, change.end),
                change.substitute.text,
                sure=trust == "always",
            )
            sure = change.substitute.confidence or 0.0
            # What the labeller would replace too may be a little less sure.
            wanted = float(np.mean([probabilities[i]["R"] for i in range(*edit.span)]))
            bar = settings.replace_chance.get(trust, np.inf) - settings.label_share * wanted
            scored.append((edit, 0.5 + sure - bar))
        return [(edit, float(min(1.0, score))) for edit, score in scored if score > 0]

    def _changes(
        self, batch: Sequence[tuple[Token, ...]], analyses: Sequence[Analysis], every: bool
    ) -> list[Sequence[Change]]:
        """The simpler words of each sentence; all of a batch are judged together."""
        if self.lexical is None:
            return [()] * len(batch)
        prose = [place for place, tokens in enumerate(batch) if is_prose(tokens)]
        asked = [Request(analyses[place].tokens, 0, analyses[place].tags) for place in prose]
        found: list[Sequence[Change]] = [()] * len(batch)
        for place, (_, changes) in zip(
            prose, self.lexical.simplify_batch(asked, complexity=np.inf), strict=True
        ):
            found[place] = changes
        if every:
            # Beside the listed words, never in their place: more strength keeps what less did.
            for place, (_, changes) in zip(prose, self.lexical.simplify_batch(asked), strict=True):
                found[place] = [*found[place], *_apart(changes, found[place])]
        return found

    def _with_alternatives(self, found: Explanation, analysis: Analysis) -> Explanation:
        if self.lexical is None:
            return found
        spans = [d.edit.span for d in found.decisions if d.edit.operation == "replace"]
        others = {
            span: tuple(
                (other.text, other.reason)
                for other in self.lexical.substitutes(found.tokens, span, analysis.tags)[:6]
            )
            for span in spans
        }
        return replace(found, alternatives=others)

    def _checked(
        self,
        strength: float,
        operations: Collection[str],
        level: str | None,
        keep: Collection[str] = (),
    ) -> float:
        if isinstance(keep, str) or isinstance(operations, str):
            raise UsageError("keep and operations are lists of words, e.g. keep=['otters']")
        if not 0 <= strength <= 1:
            raise UsageError(f"strength must be from 0 to 1 (got {strength})")
        if unknown := [name for name in operations if name not in OPERATIONS]:
            raise UsageError(f"no operation {unknown[0]!r}; known: {', '.join(OPERATIONS)}")
        if level is not None and level not in self.levels:
            known = f"it knows {', '.join(self.levels)}" if self.levels else "it knows none"
            raise UsageError(f"no level {level!r} in this model: {known}; leave the level out")
        return strength if operations else 0.0


def _apart(changes: Sequence[Change], others: Sequence[Change]) -> list[Change]:
    """The changes that touch none of the others."""
    return [
        change
        for change in changes
        if all(change.end <= other.start or other.end <= change.start for other in others)
    ]


def _levelled(texts: list[list[str]], level: str | None) -> Any:
    """Sentences that carry the level as a feature, as the labeller was trained to read it."""
    if level is None:
        return texts
    from seqlab.tagger import LabelledSentence

    return [
        LabelledSentence(tuple(text), features={"level": (level,) * len(text)}) for text in texts
    ]


def is_prose(tokens: Sequence[Token]) -> bool:
    """Whether the sentence is running text of a length that trees can be trusted for."""
    letters = sum(token.text.isalpha() for token in tokens)
    return 4 <= len(tokens) <= _LONGEST and letters * 2 >= len(tokens)
