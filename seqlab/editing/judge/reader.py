"""`Reader`: edits read in their sentence by a second tagger, and mixed with what the trees say.

The trees of the judge see numbers: counts, frequencies, tags, the labels of the sentence as it was.
The reader sees words: the sentence with the edits written into it, and labels each with a verdict.
What counts is both: for every kind of edit a logistic regression, fitted on edits of documents that
neither had seen.

    The talks « commenced ¦ started ¦ opened » in May « , and were ¦ . They were » held in Rome .

Between the marks stand the old words, then what is put for them; several proposals for the same
words stand side by side. The label of a proposal is that of the `¦` before it; where the question
is whether an easy text may do without the words, `†` stands in its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch, Opinion, Verdict
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text
from seqlab.tagger import IGNORED, LabelledSentence

# Single word pieces of the encoder that hardly any text has.
OPEN, CLOSE = "«", "»"
OR = {"plain": "¦", "easy": "†"}
# The adapters that a reader may have: what it learned on of splits, and of words and deletions.
SPLITS, WORDS = "splits", "words"
# The head that reads verdicts, and its labels: good, correct, meaning, grammar.
VERDICT = "verdict"
STOPS = frozenset({".", "!", "?"})
_PLAIN = {OPEN: '"', CLOSE: '"', "¦": "|", "†": "*"}
# Tokens `start` to `end`, and what may stand for them.
Options = tuple[int, int, Sequence[Sequence[str]]]
# Verdicts in the order of the columns: good, correct, meaning, grammar.
LETTERS = ("y", "s", "m", "g")
FOLDER, WEIGHTS = "reader", "reader.json"
# What the trees think this unlikely is not read: it would not be made anyway.
LEAST_READ = {"replace": 0.3, "delete": 0.3, "easy": 0.3, "split": 0.15, "label": 0.15}
# So many splits of a sentence, and so many copies of it with words marked, are read.
MOST_SPLITS, MOST_COPIES = 4, 2
_EDGE = 1e-3
Table = NDArray[np.float64]
# The weights of an output: of the constant, of the trees' two log-odds and of the reader's two.
Weights = tuple[float, float, float, float, float]


def mark(
    tokens: Sequence[str], options: Sequence[Options], level: str = "plain"
) -> tuple[list[str], list[list[int]]]:
    """The sentence with options that do not overlap, in order; and the places of their labels."""
    words: list[str] = []
    places: list[list[int]] = []
    done = 0
    for start, end, texts in options:
        words += [_PLAIN.get(token, token) for token in tokens[done:start]]
        words += [OPEN, *(_PLAIN.get(token, token) for token in tokens[start:end])]
        own = []
        for text in texts:
            own.append(len(words))
            words += [OR[level], *text]
        words.append(CLOSE)
        places.append(own)
        done = end
    words += [_PLAIN.get(token, token) for token in tokens[done:]]
    return words, places


def mark_split(tokens: Sequence[str], after: Sequence[str]) -> tuple[list[str], int]:
    """The sentence with all that a split changes marked, and the place of the split's label.

    The label stands where the first new sentence is closed.
    """
    matcher = SequenceMatcher(
        None, [token.lower() for token in tokens], [token.lower() for token in after], False
    )
    options: list[Options] = []
    cut = -1
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal":
            continue
        if cut < 0 and STOPS.intersection(after[first:last]):
            cut = len(options)
        options.append((start, end, [after[first:last]]))
    words, places = mark(tokens, options)
    if not places:
        return words, 0
    return words, places[max(cut, 0)][0]


def marked_copies(
    tokens: Sequence[str], edits: Sequence[tuple[int, int, Sequence[str]]], level: str = "plain"
) -> Iterator[tuple[list[str], dict[int, int]]]:
    """Copies of a sentence that hold all its edits, and the places of their labels by number.

    Edits (tokens `start` to `end` become `new`) of the same words stand side by side; of others
    that overlap, each needs a copy of its own. The edits given first are in the first copies.
    """
    for group in pack([(start, end) for start, end, _ in edits]):
        spans: dict[tuple[int, int], list[int]] = {}
        for number in group:
            spans.setdefault(edits[number][:2], []).append(number)
        ordered = sorted(spans)
        options = [(*span, [edits[number][2] for number in spans[span]]) for span in ordered]
        words, places = mark(tokens, options, level)
        yield (
            words,
            {
                number: place
                for span, own in zip(ordered, places, strict=True)
                for number, place in zip(spans[span], own, strict=True)
            },
        )


def pack(spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Numbers of spans in as few groups as come easily: in none do two different spans overlap.

    Equal spans go together; the spans given first go into the first groups.
    """
    groups: list[dict[tuple[int, int], list[int]]] = []
    for number, span in enumerate(spans):
        for group in groups:
            if span in group or all(o[1] <= span[0] or span[1] <= o[0] for o in group):
                group.setdefault(span, []).append(number)
                break
        else:
            groups.append({span: [number]})
    return [[n for own in group.values() for n in own] for group in groups]


def labelled(words: Sequence[str], verdicts: dict[int, str], document: str) -> LabelledSentence:
    """A marked sentence with the verdicts at their places; all other tokens teach nothing."""
    labels = tuple(verdicts.get(place, IGNORED) for place in range(len(words)))
    return LabelledSentence(tuple(words), {VERDICT: labels}, document=document)


def kind_of(operation: str, level: str, by_labels: bool = False) -> str:
    """Its operation; `label` for a split by labels, `easy` for a deletion at that level."""
    if operation == "split":
        return "label" if by_labels else "split"
    return "easy" if operation == "delete" and level == "easy" else operation


def last_kind(kind: str) -> str:
    """Under which name the last word has trees for a kind of edits."""
    return "word" if kind in ("replace", "delete") else kind


class _Texts:
    """Marked texts, each once, and for each case the text that it is read in and its place."""

    def __init__(self, cases: int) -> None:
        self.numbers: dict[tuple[str, ...], int] = {}
        self.places: list[tuple[int, int] | None] = [None] * cases

    def put(self, case: int, words: Sequence[str], place: int) -> None:
        """A case is read in this text, at this place."""
        number = self.numbers.setdefault(tuple(words), len(self.numbers))
        self.places[case] = number, place


@dataclass(frozen=True, eq=False)
class Reader:
    """A tagger that labels marked edits with verdicts, and how much it counts beside the trees.

    Args:
        tagger: Has the head `verdict`.
        weights: By kind of edit and output (`good`, `acceptable`).
    """

    tagger: Any
    weights: Mapping[str, Mapping[str, Weights]]

    def mixed(
        self, batch: Batch, verdicts: Sequence[Verdict], kinds: Sequence[str]
    ) -> tuple[list[Verdict], dict[int, Table]]:
        """The verdicts of the trees on the cases of a batch, joined with those of the reader.

        Beside them what the reader alone says, by the numbers of the cases that it read.
        """
        chosen = self._worth_reading(batch, verdicts, kinds)
        mixed = list(verdicts)
        told: dict[int, Table] = {}
        if not chosen:
            return mixed, told
        read = self.read(batch, chosen, [kinds[n] for n in chosen])
        rows = mix_features([verdicts[n] for n in chosen], read)
        for number, row, own in zip(chosen, rows, read, strict=True):
            if own.sum() > 0:
                mixed[number] = mixed_verdict(row, self.weights[kinds[number]])
                told[number] = own
        return mixed, told

    def read(
        self,
        batch: Batch,
        numbers: Sequence[int],
        kinds: Sequence[str],
        copies: int | None = MOST_COPIES,
    ) -> Table:
        """Probabilities of the verdicts on cases of a batch; zeros for a case that is not read.

        Edits of the same words cannot stand in one copy of the sentence; so many copies are read.
        """
        # Two splits may write the same text, which is read but once.
        splits, words = _Texts(len(numbers)), _Texts(len(numbers))
        groups: dict[tuple[int, bool], list[int]] = {}
        for k, number in enumerate(numbers):
            case = batch.cases[number]
            tokens = batch.sentences[case.sentence].tokens
            if case.operation == "split":
                text, place = mark_split(tokens, case.after)
                splits.put(k, text, place)
            else:
                groups.setdefault((case.sentence, kinds[k] == "easy"), []).append(k)
        for (sentence, easy), own in groups.items():
            level = "easy" if easy else "plain"
            edits = [
                (case.start, case.end, case.new) for case in (batch.cases[numbers[k]] for k in own)
            ]
            tokens = batch.sentences[sentence].tokens
            for text, marks in islice(marked_copies(tokens, edits, level), copies):
                for n, place in marks.items():
                    words.put(own[n], text, place)
        return self._told(splits, SPLITS) + self._told(words, WORDS)

    def _told(self, texts: _Texts, adapter: str) -> Table:
        """Probabilities of the verdicts, with what a reader learned on of edits like these."""
        rows = np.zeros((len(texts.places), len(LETTERS)))
        if not texts.numbers:
            return rows
        found = self.tagger.predict_proba(list(texts.numbers), [VERDICT], adapter=adapter)
        told = [one[VERDICT] for one in found]
        # A reader of few edits may know no more than some of the verdicts.
        columns = [LETTERS.index(letter) for letter in self.tagger.labels[VERDICT]]
        for k, where in enumerate(texts.places):
            if where is not None:
                number, place = where
                rows[k, columns] = told[number][place]
        return rows

    def _worth_reading(
        self, batch: Batch, verdicts: Sequence[Verdict], kinds: Sequence[str]
    ) -> list[int]:
        """Numbers of the cases to be read, the likeliest first."""
        likely = [
            n
            for n, (verdict, kind) in enumerate(zip(verdicts, kinds, strict=True))
            if kind in self.weights and verdict.acceptable >= LEAST_READ[kind]
        ]
        likely.sort(key=lambda n: -verdicts[n].acceptable)
        splits: dict[int, int] = {}
        chosen = []
        for number in likely:
            case = batch.cases[number]
            if case.operation == "split":
                if not case.after or splits.get(case.sentence, 0) >= MOST_SPLITS:
                    continue
                splits[case.sentence] = splits.get(case.sentence, 0) + 1
            chosen.append(number)
        return chosen

    def save(self, folder: str | Path) -> None:
        """Write the weights; the tagger's folder is written by whoever trained it."""
        with atomic_write(Path(folder) / WEIGHTS) as handle:
            json.dump(self.weights, handle, indent=1)
            handle.write("\n")

    @classmethod
    def load(cls, folder: str | Path) -> Reader | None:
        """The reader of a judge's folder, or None where it has none."""
        file = Path(folder) / WEIGHTS
        if not file.is_file():
            return None
        try:
            stored = json.loads(read_text(file))
            weights = {
                kind: {output: five(values) for output, values in own.items()}
                for kind, own in stored.items()
            }
        except (ValueError, AttributeError, TypeError) as error:
            raise DataError(
                file, f"not a reader's weights: {error}", fix="train it again"
            ) from None
        from seqlab.tagger import Tagger

        return cls(Tagger.load(Path(folder) / FOLDER, "cpu"), weights)


@dataclass(frozen=True, eq=False)
class Hearing:
    """The opinion of another model, and how much it counts beside the judge's own word.

    Args:
        ask: Gives the probabilities of the verdicts on cases of a batch at a level, a row each; no
            numbers for what it does not read.
        weights: By kind of edit and output, as a reader's.
    """

    ask: Opinion
    weights: Mapping[str, Mapping[str, Weights]]

    def mixed(
        self, batch: Batch, verdicts: Sequence[Verdict], kinds: Sequence[str]
    ) -> list[Verdict]:
        """The judge's verdicts on the cases of a batch, joined with the other's opinion."""
        asked: dict[str, list[int]] = {}
        for number, (verdict, kind) in enumerate(zip(verdicts, kinds, strict=True)):
            if kind in self.weights and verdict.acceptable >= LEAST_READ[kind]:
                asked.setdefault("easy" if kind == "easy" else "plain", []).append(number)
        mixed = list(verdicts)
        for level, numbers in asked.items():
            told = self.ask(batch, numbers, level)
            own = self.joined([verdicts[n] for n in numbers], told, [kinds[n] for n in numbers])
            for number, verdict in zip(numbers, own, strict=True):
                mixed[number] = verdict
        return mixed

    def joined(
        self, verdicts: Sequence[Verdict], told: Table, kinds: Sequence[str]
    ) -> list[Verdict]:
        """Verdicts joined with what was told of each; what was not read is not made.

        The bars of a judge that hears another are for verdicts that were joined.
        """
        rows = mix_features(verdicts, told)
        return [
            Verdict(0.0, 0.0) if np.isnan(row).any() else mixed_verdict(row, self.weights[kind])
            for row, kind in zip(rows, kinds, strict=True)
        ]


def mixed_verdict(row: Table, weights: Mapping[str, Weights]) -> Verdict:
    """What a row of `mix_features` says of an edit by the weights of its kind."""
    good, acceptable = (
        float(1 / (1 + np.exp(-row @ np.array(weights[output]))))
        for output in ("good", "acceptable")
    )
    return Verdict(min(good, acceptable), acceptable)


def mix_features(verdicts: Sequence[Verdict], read: Table) -> Table:
    """A constant, and log-odds of good and acceptable: the judge's so far and the reader's."""
    trees = np.array([[verdict.good, verdict.acceptable] for verdict in verdicts]).reshape(-1, 2)
    reader = np.stack([read[:, 0], read[:, 0] + read[:, 1]], axis=1)
    chances = np.clip(np.concatenate([trees, reader], axis=1), _EDGE, 1 - _EDGE)
    odds = np.log(chances / (1 - chances))
    return np.concatenate([np.ones((len(odds), 1)), odds], axis=1)


def fit_mix(rows: Table, letters: Sequence[str], regularization: float = 1.0) -> dict[str, Weights]:
    """The weights of one kind of edits, from the rows of `mix_features` and their verdicts."""
    from sklearn.linear_model import LogisticRegression

    weights: dict[str, Weights] = {}
    for output, right in (("good", "y"), ("acceptable", "ys")):
        truth = np.array([letter in right for letter in letters])
        model: Any = LogisticRegression(C=regularization, fit_intercept=True)
        model.fit(rows[:, 1:], truth)
        weights[output] = five([float(model.intercept_[0]), *map(float, model.coef_[0])])
    return weights


def five(values: Sequence[float]) -> Weights:
    """The weights of an output, as they are kept."""
    one, two, three, four, five = (round(float(value), 5) for value in values)
    return one, two, three, four, five
