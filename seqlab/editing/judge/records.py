"""What is judged: one edit of one sentence, from a proposal or from a row of text; and verdicts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import CandidateSet
from seqlab.editing.propose import SubstitutionProbabilities, Tagged
from seqlab.errors import UsageError
from seqlab.syntax import Syntax
from seqlab.text import Document, Token, tokenize

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Probabilities that an edit is good (correct and easier) and acceptable (correct)."""

    good: float
    acceptable: float


@dataclass(frozen=True, slots=True)
class Case:
    """An edit of the sentence number `sentence`: its tokens `start` to `end` become `new`.

    `new` is empty for a deletion; `after` is the whole text after a split, as tokens.
    """

    sentence: int
    start: int
    end: int
    new: tuple[str, ...] = ()
    operation: str = "replace"
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Batch:
    """Edits with their sentences, judged together.

    `chances` are, for each sentence, the tagger's probabilities by label name (an array over the
    tokens each), and `substitutions` those of its substitution labels by level; None where there
    is no tagger. `candidates` are the lexical simplifier's for
    (sentence, start, end) where proposing has them already. `documents` name, while a judge is
    fitted, the document of each case: what was said in it does not count as evidence. `texts` gives
    the sentence of a case, by its number, before and after that edit alone.
    """

    sentences: Sequence[Tagged]
    cases: Sequence[Case]
    chances: Sequence[Mapping[str, Vector]] | None = None
    candidates: Mapping[tuple[int, int, int], CandidateSet] = field(default_factory=dict)
    substitutions: Sequence[Mapping[str, SubstitutionProbabilities]] | None = None
    documents: Sequence[str] | None = None
    texts: Callable[[int], tuple[str, str]] | None = None


# What another model says of cases of a batch, given by number, at a level: the probabilities of the
# four verdicts, a row each.
Opinion = Callable[[Batch, Sequence[int], str], NDArray[np.float64]]


Row = Mapping[str, Any]
_FIELDS = ("source", "start", "end", "new", "operation")


def tagged_texts(texts: Sequence[str], syntax: Syntax) -> tuple[list[Tagged], list[list[Token]]]:
    """Each text as one row of tagged tokens, whatever sentences it holds, and its tokens."""
    documents = [Document.parse(text) for text in texts]
    sentences = [sentence for document in documents for sentence in document.sentences]
    analyses = iter(syntax.analyse([[t.text for t in s.tokens] for s in sentences]))
    tagged, tokens = [], []
    for document in documents:
        own = [next(analyses) for _ in document.sentences]
        ends: list[int] = []
        for analysis in own:
            ends.append((ends[-1] if ends else 0) + len(analysis.tokens))
        tagged.append(
            Tagged(
                tuple(token for a in own for token in a.tokens),
                tuple(tag for a in own for tag in a.tags),
                tuple(lemma for a in own for lemma in a.lemmas),
                tuple(ends),
            )
        )
        tokens.append([token for s in document.sentences for token in s.tokens])
    return tagged, tokens


def check_rows(rows: Iterable[Row]) -> None:
    """Refuse rows that describe no edit, each by its number and the field at fault."""
    for number, row in enumerate(rows, start=1):
        if missing := [name for name in _FIELDS if name not in row]:
            if missing == ["new"] and row.get("operation") in ("delete", "split"):
                continue
            raise UsageError(f"edit {number} has no field {missing[0]!r}")
        if row["operation"] not in ("replace", "delete", "split"):
            raise UsageError(
                f"edit {number}: no operation {row['operation']!r}; known: replace, delete, split"
            )
        if row["operation"] == "split":
            if not row.get("after"):
                raise UsageError(f"edit {number}: a split needs the text `after` it")
        elif not 0 <= row["start"] < row["end"] <= len(row["source"]):
            raise UsageError(
                f"edit {number}: characters {row['start']} to {row['end']} are not in its source"
            )


def case_of(row: Row, sentence: int, starts: Sequence[int], ends: Sequence[int]) -> Case:
    """The edit of a row over tokens whose first and last characters are given."""
    if row["operation"] == "split":
        return Case(sentence, 0, 0, (), "split", tuple(tokenize(row["after"])))
    start = bisect_right(ends, row["start"])
    end = max(start + 1, bisect_left(starts, row["end"]))
    new = tuple(row.get("new", "").split())
    return Case(sentence, start, end, new, "replace" if new else "delete")


def texts_of(row: Row) -> tuple[str, str]:
    """The text of a row before and after its edit; what is deleted takes the space before along."""
    source = row["source"]
    if row["operation"] == "split":
        return source, row["after"]
    start, end, new = row["start"], row["end"], row.get("new", "")
    if new:
        return source, source[:start] + new + source[end:]
    if not source[:start].strip():
        rest = source[end:].lstrip(" ,")
        return source, rest[:1].upper() + rest[1:]
    return source, source[:start].rstrip() + source[end:]
