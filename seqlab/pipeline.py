"""`Simplifier`: text in, simpler text out. The one place that joins all stages for simplifying.

A sentence goes one way: parsed, its fixed words found, its words labelled; edits are proposed,
judged, chosen and applied. Every caller (Python, command line, documents, service) comes through
`rewrite`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

import numpy as np

from lexical_simplifier import DEFAULT_FOLDER as LEXICAL_FOLDER
from lexical_simplifier import LexicalSimplifier, Stages
from seqlab.editing import (
    ALL_RULES,
    Cost,
    Decision,
    Edit,
    Explanation,
    Judge,
    LexicalTarget,
    Proposer,
    Reading,
    Revision,
    Rewritten,
    SourceSentence,
    SplitWriter,
    Verdict,
    causal_cost,
    changeable,
    decide_edits,
    decide_labels,
    edited_sentences,
    feedback_edits,
    head_of,
    joined_sentences,
    keep_together,
    label_chances,
    lexical_targets,
    ngram_cost,
    propose_edits,
    read,
    replaceable,
    second_look,
    substitution_chances,
    text_sentences,
    with_rewritings,
)
from seqlab.errors import DataWarning, UsageError, is_failure
from seqlab.model_folder import load_word_tagger, open_model
from seqlab.syntax import Syntax, load_syntax
from seqlab.terms import Entry, Terms, keep_entries
from seqlab.text import DEFAULT_PROTECTED, Document, ProtectedContent

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")
Span = tuple[int, int]
Decide = Literal["edits", "labels"]
OPERATIONS = ("split", "delete", "replace")
# So many sentences are analysed and labelled together.
_BATCH = 256


NO_TERMS = Terms()


class Labels(Protocol):
    """What gives the probabilities of the word labels (`seqlab.tagger.Tagger` does)."""

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """The labels of each head, in the order of the columns."""
        ...

    def predict_proba(
        self, sentences: Any, heads: Sequence[str] | None = None, states: bool = False
    ) -> Iterator[dict[str, np.ndarray]]:
        """Probabilities by head for each sentence, and the vectors behind them if asked."""
        ...

    def predict(
        self, sentences: Any, heads: Sequence[str] | None = None
    ) -> Iterator[dict[str, tuple[str, ...]]]:
        """Labels by head for each sentence."""
        ...


@dataclass(frozen=True)
class Wish:
    """What a caller asks for.

    Args:
        strength: 0 changes nothing, 1 the most; more never makes fewer edits.
        keep: Words that are neither deleted nor replaced.
        operations: Which of `split`, `delete` and `replace` are on.
        level: The level to write for, one of the model's; its first unless given.
        decide: `edits` judges each edit by a learned model; `labels` follows the tagger's labels.
        protect: What stays as it is: quotations, citations, headings, lists, code.
        terms: Terms that are kept or replaced in all their forms, whatever the model thinks.
    """

    strength: float = 0.5
    keep: Collection[str] = ()
    operations: Collection[str] = OPERATIONS
    level: str | None = None
    decide: Decide = "edits"
    protect: ProtectedContent = DEFAULT_PROTECTED
    terms: Terms = NO_TERMS


class Simplifier:
    """Simplifies text with a model; it holds no state between calls, so threads may share it."""

    def __init__(
        self,
        syntax: Syntax,
        tagger: Labels,
        lexical: LexicalSimplifier,
        judge: Judge,
        levels: Sequence[str] = (),
        cost: Cost | None = None,
    ) -> None:
        self.syntax = syntax
        self.tagger = tagger
        self.lexical = lexical
        self.judge = judge
        self.levels = tuple(levels)
        self.cost = cost or ngram_cost(lexical.ngrams)
        # Writes splits from the tagger's vectors; without one they are put together from labels.
        self.split_writer: SplitWriter | None = None
        # What a model may do, and which repairs follow, can be narrowed for experiments.
        self.operations: Collection[str] = OPERATIONS
        self.rules: Collection[str] = ALL_RULES
        # Another system whose rewritings are proposed beside our own edits, and what the judge's
        # word counts for those edits.
        self.proposer: Proposer | None = None
        self.proposer_trust = 1.0

    @classmethod
    def load(
        cls,
        name_or_path: str | Path = "default",
        language_model: str | Path | None = None,
        device: str = "auto",
        threads: int | None = None,
        critic: str | Path | None = None,
    ) -> Simplifier:
        """The simplifier of a model folder, or `default`, which is in the package.

        Args:
            name_or_path: A model folder, or `default`.
            language_model: A causal language model (folder or `.gguf` file) that takes the second
                look at each output in place of the n-gram model; slow.
            device: Where the tagger runs: `auto`, `cpu`, `cuda`, `cuda:N` or `mps`.
            threads: Threads of one prediction; one unless given.
            critic: The critic that is heard: `default` for the one in the package, or a folder of
                `seqlab critic`. More edits are found right; slow. None unless given.
        """
        model = open_model(name_or_path)
        cost = None if language_model is None else causal_cost(language_model)
        # Only our own backend can be told where to run.
        placed = {"device": device} if model.syntax == "embedded" else {}
        syntax = load_syntax(model.syntax, **placed)
        tagger = load_word_tagger(
            model.tagger, model.decisions, syntax, device=device, threads=threads
        )
        stages = dict(model.decisions.lexical)
        replaces = stages.pop("on", True)
        # The judge decides, so the lexical simplifier lets everything through.
        lexical = LexicalSimplifier.load(
            model.lexical or LEXICAL_FOLDER, stages=Stages(**stages), threshold=0.0, syntax=syntax
        )
        judge = Judge.load(model.judge, lexical)
        if critic:
            from seqlab.causal import heard

            judge = heard(judge, critic)
        simplifier = cls(syntax, tagger, lexical, judge, model.levels, cost)
        simplifier.operations = OPERATIONS if replaces else ("split", "delete")
        simplifier.split_writer = SplitWriter.load(model.splits)
        if (
            head_of("operation", simplifier.levels[0] if model.levels else None)
            not in tagger.labels
        ):
            heads = ", ".join(tagger.labels)
            raise UsageError(f"{model.path} labels no operations, only {heads}: use `seqlab tag`")
        return simplifier

    def simplify(self, text: str, strength: float = 0.5, **wish: Any) -> str:
        """`text` with its sentences simplified; everything between sentences stays as it is.

        Args:
            text: Any text, paragraphs and all.
            strength: 0 changes nothing, 1 the most; more never makes fewer edits.
            wish: `keep`, `operations`, `level`, `decide` and `protect`; see `Wish`.
        """
        asked = self.checked(Wish(strength, **wish))
        document = Document.parse(text)
        return _joined(document, self._outputs(text_sentences(document, asked.protect), asked))

    def simplify_sentences(
        self, sentences: Sequence[str], strength: float = 0.5, **wish: Any
    ) -> list[str]:
        """One output string for each input string, each taken for prose whatever its shape."""
        asked = self.checked(Wish(strength, **wish))
        prose = replace(asked.protect, headings=False, lists=False, code=False, numbers=False)
        documents = [Document.parse(sentence) for sentence in sentences]
        sources = (one for document in documents for one in text_sentences(document, prose))
        outputs = self._outputs(sources, asked)
        return [_joined(document, outputs) for document in documents]

    def explain(self, text: str, strength: float = 0.5, **wish: Any) -> list[Explanation]:
        """Every sentence with its labels, the edits considered and why each was taken or not."""
        asked = self.checked(Wish(strength, **wish))
        sources = text_sentences(Document.parse(text), asked.protect)
        return list(self.rewrite(sources, asked, alternatives=True))

    def judge_edits(
        self, rows: Sequence[Mapping[str, Any]], level: str | None = None
    ) -> list[Verdict]:
        """How likely each edit is good and acceptable, in its sentence at a level.

        Args:
            rows: With `source`, `start`, `end`, `new` and `operation`; a split with `after`.
            level: The reader's level.
        """
        asked = self.checked(Wish(level=level))

        def chances(sentences: Sequence[Sequence[str]]) -> Iterator[tuple[Any, Any]]:
            labels = self.tagger.labels
            for one in self.tagger.predict_proba([list(own) for own in sentences]):
                yield label_chances(one, labels), substitution_chances(one, labels)

        verdicts = self.judge.judge_edits(rows, self.syntax, chances, asked.level or "plain")
        return self.judge.corrected(feedback_edits(rows), verdicts)

    def rewrite(
        self, sources: Iterator[SourceSentence], wish: Wish, alternatives: bool = False
    ) -> Iterator[Explanation]:
        """Every sentence simplified as wished, with its reasons: the one path of all callers."""
        stream = iter(sources)
        while batch := list(islice(stream, _BATCH)):
            # A sentence that is left alone anyway is not parsed: its length may be anything.
            chosen = [place for place, source in enumerate(batch) if not source.reason_left]
            work = partial(self._explained, wish=wish)
            outcomes = isolated(work, [batch[n] for n in chosen], lambda source: source.text)
            explained = dict(zip(chosen, outcomes, strict=True))
            for place, source in enumerate(batch):
                one = explained.get(place) or Explanation.unchanged(source)
                yield one.with_alternatives() if alternatives else one

    def outputs(self, sources: Sequence[SourceSentence], wish: Wish) -> list[str]:
        """What sentences become; `wish` must have been `checked`."""
        return list(self._outputs(iter(sources), wish))

    def revisions(self, sources: Sequence[SourceSentence], wish: Wish) -> list[Revision]:
        """The same with where every character comes from, so that markup can follow its words."""
        if wish.strength == 0 and wish.decide == "edits":
            return [Revision(source.text) for source in sources]
        return [one.revision for one in self.rewrite(iter(sources), wish)]

    def _outputs(self, sources: Iterator[SourceSentence], wish: Wish) -> Iterator[str]:
        if wish.strength == 0 and wish.decide == "edits":
            return (source.text for source in sources)
        return (one.output for one in self.rewrite(sources, wish))

    def _explained(self, batch: Sequence[SourceSentence], wish: Wish) -> list[Explanation]:
        texts = [[token.text for token in source.tokens] for source in batch]
        analyses = list(self.syntax.analyse(texts))
        found = [
            wish.terms.find(own, one.tags) if wish.terms.entries else []
            for own, one in zip(texts, analyses, strict=True)
        ]
        # A term is not for the model to change; the glossary's word is put in at the end.
        batch = [
            replace(source, protected=(*source.protected, *(span for span, _ in own)))
            if own
            else source
            for source, own in zip(batch, found, strict=True)
        ]
        labelled = self.tagger.predict_proba(texts, states=self.split_writer is not None)
        readings = [
            read(source, analysis, chances, self.tagger.labels)
            for source, analysis, chances in zip(batch, analyses, labelled, strict=True)
        ]
        targets = self._targets(readings, wish)
        if wish.decide == "labels":
            head = head_of("operation", wish.level)
            inventory = self.judge.resources.inventory
            labels = (own[head] for own in self.tagger.predict(texts, [head]))
            decisions = [
                decide_labels(reading, of_words, wish.level, own, inventory, wish.operations)
                for reading, of_words, own in zip(readings, labels, targets, strict=True)
            ]
        else:
            known = self.judge.resources
            proposals = [
                propose_edits(
                    reading,
                    wish.level,
                    wish.operations,
                    own,
                    known.inventory,
                    known.verdicts.evidence,
                    self.lexical.ngrams.sentence_cost,
                    self.split_writer,
                )
                for reading, own in zip(readings, targets, strict=True)
            ]
            if self.proposer is not None:
                proposals = with_rewritings(readings, proposals, self.proposer, wish.operations)
            keep = frozenset(word.lower() for word in wish.keep)
            off = () if wish.protect.quotes else ("quotation",)
            decisions = decide_edits(
                readings,
                proposals,
                targets,
                self.judge,
                wish.strength,
                wish.level,
                keep,
                off,
                self.proposer_trust,
            )
            decisions = [
                second_look(reading, own, self.cost)
                for reading, own in zip(readings, decisions, strict=True)
            ]
        if self.proposer is not None:
            decisions = [
                keep_together(reading, own, self._applied(reading, own, wish).output)
                for reading, own in zip(readings, decisions, strict=True)
            ]
        return [
            self._applied(reading, [*_by_glossary(reading, terms), *own], wish)
            for reading, own, terms in zip(readings, decisions, found, strict=True)
        ]

    def _targets(self, readings: Sequence[Reading], wish: Wish) -> list[list[LexicalTarget]]:
        """The lexical simplifier's words for what is hard or what the tagger may want changed."""
        by_sentence: list[list[LexicalTarget]] = [[] for _ in readings]
        if "replace" in wish.operations:
            wanted = [replaceable(reading, wish.level) for reading in readings]
            allowed = [changeable(reading, wish.level) for reading in readings]
            tagged = [reading.tagged for reading in readings]
            for target in lexical_targets(tagged, self.lexical, wanted, allowed):
                by_sentence[target.sentence].append(target)
        return by_sentence

    def _applied(self, reading: Reading, decisions: list[Decision], wish: Wish) -> Explanation:
        parsed = reading.parsed
        tokens = parsed.tokens
        edits = [decision.edit for decision in decisions if decision.taken]
        source = reading.source.text
        words = (
            edited_sentences(tokens, edits, parsed.tags, self.rules, parsed.words) if edits else []
        )
        output = joined_sentences(tokens, words) if words else ""
        head = head_of("operation", wish.level)
        names = reading.labels.get(head, ())
        rows = reading.probabilities[head] if names else np.zeros((len(tokens), 0))
        probabilities = tuple(
            {label: round(p, 4) for label, p in zip(names, row, strict=True)}
            for row in rows.tolist()
        )
        return Explanation(
            source,
            output or source,
            tuple(token.text for token in tokens),
            reading.decided(wish.level, getattr(self.tagger, "thresholds", {})),
            probabilities,
            tuple(decisions),
            tags=tuple(reading.parsed.tags),
            rewritten=Rewritten(tokens, words) if output else None,
        )

    def checked(self, wish: Wish) -> Wish:
        """The wish with the model's default level, or an error that says what is wrong with it."""
        if isinstance(wish.keep, str) or isinstance(wish.operations, str):
            raise UsageError("keep and operations are lists of words, e.g. keep=['otters']")
        if not 0 <= wish.strength <= 1:
            raise UsageError(f"strength must be from 0 to 1 (got {wish.strength})")
        if unknown := [name for name in wish.operations if name not in OPERATIONS]:
            raise UsageError(f"no operation {unknown[0]!r}; known: {', '.join(OPERATIONS)}")
        if wish.decide not in ("edits", "labels"):
            raise UsageError(f"no way to decide {wish.decide!r}; known: edits, labels")
        if wish.level is not None and wish.level not in self.levels:
            known = f"it has {', '.join(self.levels)}" if self.levels else "the model has no levels"
            raise UsageError(f"no level {wish.level!r} in this model: {known}")
        # Kept words are kept in all their forms.
        terms = wish.terms + Terms(keep_entries(wish.keep)) if wish.keep else wish.terms
        allowed = tuple(name for name in wish.operations if name in self.operations)
        level = wish.level or (self.levels[0] if self.levels else None)
        return replace(wish, operations=allowed, level=level, terms=terms)


def _by_glossary(reading: Reading, terms: Sequence[tuple[Span, Entry]]) -> list[Decision]:
    """The replacements that a glossary asks for, but in quotations and other fixed words."""
    decisions = []
    tokens, tags = reading.parsed.tokens, reading.parsed.tags
    spans = [span for span, _ in terms]
    fixed = [span for span in reading.source.protected if span not in spans]
    for (start, end), entry in terms:
        inside = any(first < end and start < last for first, last in fixed)
        if entry.simple is None or inside:
            continue
        text = entry.replacement([token.text for token in tokens[start:end]], tags[start:end])
        edit = Edit("replace", "glossary", (start, end), text, sure=True)
        decisions.append(Decision(edit, Verdict(1.0, 1.0), True, entry.reason, 0.0))
    return decisions


def _joined(document: Document, outputs: Iterator[str]) -> str:
    pieces = [document.leading]
    for sentence in document.sentences:
        pieces += next(outputs), sentence.tokens[-1].space
    return "".join(pieces)


def isolated(
    work: Callable[[Sequence[Item]], Sequence[Outcome]],
    items: Sequence[Item],
    shown: Callable[[Item], str],
) -> list[Outcome | None]:
    """What `work` makes of the items, done together; None for each one that it fails on.

    Where the batch fails, each item is tried alone, and a warning names those that fail, whatever
    the library below did: raise any exception, or panic.

    Args:
        work: Gives one outcome for each item of a batch.
        items: What is to be done.
        shown: An item as the warning names it.
    """
    if not items:
        return []
    try:
        return _counted(work, items)
    except BaseException as error:
        if not is_failure(error):
            raise
    outcomes: list[Outcome | None] = []
    for item in items:
        try:
            outcomes += _counted(work, [item])
        except BaseException as error:
            if not is_failure(error):
                raise
            outcomes.append(None)
            why = f"{type(error).__name__}: {error}".splitlines()[0]
            warnings.warn(
                DataWarning("sentence", f"left as it is: {why}", value=shown(item)), stacklevel=2
            )
    return outcomes


def _counted(
    work: Callable[[Sequence[Item]], Sequence[Outcome]], items: Sequence[Item]
) -> list[Outcome | None]:
    outcomes = list(work(items))
    if len(outcomes) != len(items):
        raise ValueError(f"{len(outcomes)} outcomes for {len(items)} items")
    return [*outcomes]
