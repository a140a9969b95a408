"""What trees, reader and labels say of judged edits: from this the blend learns to join them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.judge.judge import (
    Blend,
    Judge,
    blend_factors,
    feature_columns,
    kind_of,
    matrix,
)
from seqlab.editing.judge.reader import EditReader
from seqlab.editing.judge.records import Batch, Case, Row, case_of, tagged_texts
from seqlab.editing.judge.word_features import label_chances
from seqlab.editing.propose.label_splits import label_splits
from seqlab.editing.reading import SourceSentence, read
from seqlab.syntax import Analysis, Syntax
from seqlab.text import Token, tokenize

_CHUNK = 200
Evidence = dict[tuple[str, ...], tuple[float, ...]]


class Labels(Protocol):
    """A tagger, or what stands for one."""

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """The labels of each head."""
        ...

    def predict_proba(self, sentences: Any) -> Any:
        """Probabilities by head for each sentence."""
        ...


@dataclass(frozen=True)
class JudgedFactors:
    """Judged edits as the blend sees them, in the order of `rows`."""

    rows: list[Row]
    factors: NDArray[np.float64]
    kinds: list[str]

    @property
    def verdicts(self) -> list[str]:
        """The verdict on each edit."""
        return [row["verdict"] for row in self.rows]


def judged_factors(
    rows: Sequence[Row], judge: Judge, reader: EditReader, syntax: Syntax, tagger: Labels
) -> JudgedFactors:
    """The factors of judged edits, which none of those that speak of them may have seen.

    Args:
        rows: As in `edits`, with a `verdict`, and a `level` where it is not the plain one.
        judge: Its trees speak first.
        reader: Reads each edit in its sentence.
        syntax: Tags the sources.
        tagger: Labels them; of splits that its labels propose it says how likely they are.
    """
    by_source: dict[str, list[Row]] = {}
    for row in rows:
        by_source.setdefault(row["source"], []).append(row)
    sources = list(by_source)
    ordered: list[Row] = []
    kinds: list[str] = []
    parts: list[NDArray[np.float64]] = []
    for start in range(0, len(sources), _CHUNK):
        chunk = sources[start : start + _CHUNK]
        tagged, tokens = tagged_texts(chunk, syntax)
        words = [list(one.tokens) for one in tagged]
        probabilities = list(tagger.predict_proba(words))
        chances = [label_chances(one, tagger.labels) for one in probabilities]
        analyses = list(syntax.analyse(words))
        cases: dict[str, list[Case]] = {}
        own: dict[str, list[Row]] = {}
        for number, source in enumerate(chunk):
            places = [t.start for t in tokens[number]], [t.end for t in tokens[number]]
            known: Evidence = {}
            if any(row["operation"] == "split" for row in by_source[source]):
                known = _evidence(
                    tokens[number], analyses[number], probabilities[number], tagger.labels
                )
            for row in by_source[source]:
                case = case_of(row, number, *places)
                level = row.get("level", "plain")
                evidence = known.get(tuple(token.lower() for token in case.after), ())
                cases.setdefault(level, []).append(replace(case, evidence=evidence))
                own.setdefault(level, []).append(row)
        for level, of_level in cases.items():
            batch = Batch(tagged, of_level, chances)
            numbers = matrix(feature_columns(batch, judge.resources), judge.features)
            first = judge.judge_rows(numbers, level)
            parts.append(blend_factors(first, reader.read(batch, level=level), of_level))
            kinds += [kind_of(case, level) for case in of_level]
            ordered += own[level]
    return JudgedFactors(ordered, np.concatenate(parts), kinds)


def blended(blend: Blend, judged: JudgedFactors) -> NDArray[np.float64]:
    """Probabilities (edits, outputs) that a blend gives to judged edits."""
    return blend.join(judged.factors, judged.kinds)


def _evidence(
    tokens: Sequence[Token],
    analysis: Analysis,
    probabilities: Mapping[str, np.ndarray],
    labels: Mapping[str, tuple[str, ...]],
) -> Evidence:
    """By the text after it, what the labels say of each split that they propose."""
    reading = read(SourceSentence(tuple(tokens)), analysis, probabilities, labels)
    chances = reading.splits("plain")
    known: Evidence = {}
    for split in label_splits(reading.parsed, chances) if chances is not None else ():
        sentences = edited_sentences(tokens, [split.edit], reading.parsed.tags)
        texts = (word.text for words in sentences for word in words)
        after = tuple(token.lower() for text in texts for token in tokenize(text))
        known.setdefault(after, split.evidence)
    return known
