"""What trees say of edits that a model made or wanted to make, in documents of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from seqlab.editing import label_chances, substitution_chances
from seqlab.editing.fitting import (
    Judge,
    JudgedEdit,
    JudgedEdits,
    Resources,
    Sources,
    SplitWriter,
    Told,
    Verdict,
    feature_rows,
    matrix,
    proposed_splits,
    row_features,
)
from seqlab.progress import track
from seqlab.syntax import Syntax
from seqlab.tagger import Tagger
from seqlab.training.edits import Row, read_taken


@dataclass(frozen=True)
class MadeEdits:
    """What trees say of edits that a model made or wanted to make, in documents of their own."""

    judge: Judge
    tables: Resources
    syntax: Syntax
    tagger: Tagger
    writer: SplitWriter | None = None

    def read(self, name: str, with_splits: bool = True) -> tuple[JudgedEdits, Sources]:
        """The edits of a file, with their sentences.

        Without `with_splits` these are left out: a reader may have learned from them.
        """
        words, easy, splits = read_taken(name)
        splits = splits if with_splits else []
        sources = Sources.of([*words, *easy], self.syntax, labels_of(self.tagger))
        cuts: list[JudgedEdit] = []
        if self.judge.splits is not None:
            own, features = split_rows(splits, self.syntax, self.tagger, (), self.writer)
            table = feature_rows(features, self.judge.splits.features)
            cuts = judged_edits(own, self.judge.splits.judge(features), table)
        edits = JudgedEdits(
            self._words(words, sources, "plain"), self._words(easy, sources, "easy"), cuts
        )
        return edits, sources

    def _words(self, rows: Sequence[Row], sources: Sources, level: str) -> list[JudgedEdit]:
        if not rows:
            return []
        features = matrix(row_features(rows, sources, self.tables), self.judge.features)
        return judged_edits(rows, self.judge.judge_rows(features, level), features)


def judged_edits(
    rows: Sequence[Row], verdicts: Sequence[Verdict], features: np.ndarray
) -> list[JudgedEdit]:
    """Judged edits with what the trees say of them, and their features."""
    return [JudgedEdit(*one) for one in zip(rows, verdicts, features, strict=True)]


def split_rows(
    rows: Sequence[Row],
    syntax: Syntax,
    tagger: Tagger,
    seen: Collection[str],
    writer: SplitWriter | None = None,
) -> tuple[list[Row], list[dict[str, float]]]:
    """The judged splits that the tagger's labels propose again, with their features.

    A tagger says too much of the sentences that it was trained on: these are left out.
    """
    fresh = [row for row in rows if row["document"] not in seen]
    texts = list(dict.fromkeys(row["source"] for row in fresh))
    proposed = proposed_splits(texts, syntax, tagger, writer=writer)
    found = dict(zip(texts, track(proposed, "propose splits", len(texts)), strict=True))
    kept = [row for row in fresh if row["after"] in found[row["source"]]]
    return kept, [found[row["source"]][row["after"]] for row in kept]


def labels_of(tagger: Tagger) -> Callable[[Sequence[Sequence[str]]], Iterator[Told]]:
    """What a tagger says of sentences, as the judge reads it."""

    def told(sentences: Sequence[Sequence[str]]) -> Iterator[Told]:
        for one in tagger.predict_proba([list(own) for own in sentences]):
            yield label_chances(one, tagger.labels), substitution_chances(one, tagger.labels)

    return told
