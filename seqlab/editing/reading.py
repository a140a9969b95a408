"""What is known of a sentence before any edit is proposed.

`SourceSentence` is the sentence and what of it is fixed, `SplitProbabilities` what the tagger says
of splitting it, `Reading` all of that with the tree and the probabilities of the word labels.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from seqlab.annotation import BOUNDARY, INSERT_HEAD, KEEP, MOVE, NOTHING, OTHER_WORDS, WORD_HEAD
from seqlab.editing.edit import Edit, Span
from seqlab.editing.parsed import Parsed, Tagged
from seqlab.editing.propose.inventory import SubstitutionProbabilities
from seqlab.editing.propose.substitution_labels import SUBSTITUTION
from seqlab.syntax import Analysis
from seqlab.tagger import STATES, decide, threshold_row
from seqlab.text import (
    Document,
    Paragraph,
    ProtectedContent,
    Selector,
    Token,
    is_prose,
    protected_spans,
)


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """Tokens, and what of them is fixed.

    Args:
        tokens: The tokens of the sentence.
        protected: Spans of tokens that stay word for word: quotations, citations, addresses, code.
        links: Spans of tokens that may change but neither go nor be torn, as links are.
        left: Why the whole sentence is left alone, or nothing.
    """

    tokens: tuple[Token, ...]
    protected: tuple[Span, ...] = ()
    links: tuple[Span, ...] = ()
    left: str = ""

    @property
    def text(self) -> str:
        """The sentence as it is written."""
        last = self.tokens[-1].text if self.tokens else ""
        return "".join(token.text + token.space for token in self.tokens[:-1]) + last

    @property
    def reason_left(self) -> str:
        """Why the sentence is left alone; empty where it is not."""
        if self.left:
            return self.left
        return "" if is_prose(self.tokens) else "not a sentence of 4 to 120 words"

    def refusal(self, edit: Edit) -> str | None:
        """Which fixed part the edit would touch, or None."""
        if any(_touches(edit, span) for span in self.protected):
            return "protected content"
        if any(_tears(edit, span) for span in self.links):
            return "link"
        return None


def text_sentences(document: Document, protect: ProtectedContent) -> Iterator[SourceSentence]:
    """The sentences of a plain text; headings, lists, code and references are left alone."""
    selector = Selector(protect)
    alone = len(document.paragraphs) == 1
    for paragraph in document.paragraphs:
        taken = selector.takes_plain(paragraph.text, alone)
        left = "" if taken else "heading, list, table, code or note"
        spans = [] if left else protected_spans(paragraph.text, protect)
        yield from paragraph_sentences(paragraph, spans, left=left)


def paragraph_sentences(
    paragraph: Paragraph,
    protected: Iterable[Span],
    marks: Iterable[int] = (),
    left: str = "",
    links: Iterable[Span] = (),
) -> Iterator[SourceSentence]:
    """The sentences of a paragraph; offsets count its characters.

    Args:
        paragraph: The paragraph.
        protected: What may not change.
        marks: Where inline markup stands; inside a word, it fixes the word.
        left: Why nothing may change.
        links: What may change, but neither go nor be torn.
    """
    fixed, places, linked = list(protected), sorted(marks), list(links)
    base = paragraph.start
    for sentence in paragraph.sentences:
        start, end = sentence.start - base, sentence.end - base
        own = [span for span in fixed if span[0] < end and span[1] > start]
        inner = [place for place in places if start < place < end]
        if not left and any(first <= start and end <= last for first, last in own):
            yield SourceSentence(sentence.tokens, left="protected content")
            continue
        own_links = [span for span in linked if span[0] < end and span[1] > start]
        if not own and not inner and not own_links:
            yield SourceSentence(sentence.tokens, left=left)
            continue
        starts = [token.start - base for token in sentence.tokens]
        ends = [token.end - base for token in sentence.tokens]
        spans = [(bisect_right(ends, first), bisect_left(starts, last)) for first, last in own]
        # Markup inside a word fixes the word.
        split_words = [
            place - 1
            for place in (bisect_right(starts, mark) for mark in inner)
            if place and any(starts[place - 1] < mark < ends[place - 1] for mark in inner)
        ]
        spans += [(place, place + 1) for place in split_words]
        yield SourceSentence(
            sentence.tokens,
            tuple(sorted({span for span in spans if span[0] < span[1]})),
            tuple(
                (bisect_right(ends, first), bisect_left(starts, last)) for first, last in own_links
            ),
            left,
        )


def _touches(edit: Edit, span: Span) -> bool:
    """Whether a protected span would not come through the edit whole and in one piece."""
    start, end = span
    if edit.operation != "split":
        return edit.span[0] < end and start < edit.span[1]
    if any(start <= place < end for place in (*edit.dropped, *edit.changes)):
        return True
    if any(start < place < end for place in (edit.cut, *edit.inserts)):
        return True
    if edit.cut >= 0:
        return False
    inside = edit.span[0] <= start and end <= edit.span[1]
    return not inside and edit.span[0] < end and start < edit.span[1]


def _tears(edit: Edit, link: Span) -> bool:
    """Whether the edit would take a link away, or a part of it into other words."""
    start, end = link
    if start >= end:
        return False
    if edit.operation == "split":
        if edit.cut >= 0:
            return all(n in edit.dropped for n in range(start, end))
        inside = edit.span[0] <= start and end <= edit.span[1]
        around = start <= edit.span[0] and edit.span[1] <= end
        return not inside and edit.span[0] < end and start < edit.span[1] and not around
    if edit.operation == "delete":
        return edit.span[0] <= start and end <= edit.span[1]
    within = start <= edit.span[0] and edit.span[1] <= end
    return not within and edit.span[0] < end and start < edit.span[1]


@dataclass(frozen=True, slots=True)
class SplitProbabilities:
    """What a tagger says of a sentence: tokens by labels, for both heads.

    `points`, where a model has it, is how likely an editor of one level splits before each token.
    `boundary` is how likely a new sentence begins before each token, `states` the vectors that
    the heads read, where they are known.
    """

    insert: np.ndarray
    insert_labels: tuple[str, ...]
    word: np.ndarray
    word_labels: tuple[str, ...]
    points: np.ndarray | None = None
    states: np.ndarray | None = None
    boundary: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        columns = list(label_columns(self.insert_labels)[0])
        object.__setattr__(self, "boundary", self.insert[:, columns].sum(axis=1))

    def of_word(self, label: str) -> np.ndarray:
        """How likely each token has a label of the word head."""
        if label not in self.word_labels:
            return np.zeros(len(self.word))
        return np.asarray(self.word[:, self.word_labels.index(label)])

    def chance_of_word(self, place: int, label: str) -> float:
        """How likely a token has a label of the word head."""
        return float(self.word[place][self.word_labels.index(label)])

    def chance_of_insert(self, place: int, label: str) -> float:
        """How likely a label is inserted before a token."""
        return float(self.insert[place][self.insert_labels.index(label)])

    def beside_cuts(self) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
        """For each token the likeliest change of it, and the likeliest insertion without a cut."""
        changes = [n for n, of in enumerate(self.word_labels) if of not in (KEEP, MOVE)]
        words = list(label_columns(self.insert_labels)[1])
        return (
            _best(self.word, changes, self.word_labels, KEEP),
            _best(self.insert, words, self.insert_labels, NOTHING),
        )


@lru_cache(maxsize=8)
def label_columns(labels: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The columns of labels with a boundary, and of known insertions without one."""
    boundary = tuple(n for n, label in enumerate(labels) if is_boundary(label))
    words = tuple(
        n
        for n, label in enumerate(labels)
        if n not in boundary and label not in (NOTHING, OTHER_WORDS)
    )
    return boundary, words


def _best(
    rows: np.ndarray, columns: list[int], labels: tuple[str, ...], default: str
) -> list[tuple[str, float]]:
    if not columns:
        return [(default, 0.0)] * len(rows)
    part = rows[:, columns]
    best = part.argmax(axis=1)
    return [
        (labels[columns[column]], float(part[place, column])) for place, column in enumerate(best)
    ]


def is_boundary(label: str) -> bool:
    """Whether a label of the insertion head begins a sentence."""
    return label.startswith(BOUNDARY)


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence with its tree, and what the tagger says of its words.

    Args:
        source: The sentence, and what of it is fixed.
        parsed: Its tokens with their tree.
        tagged: Its tokens with tags and lemmas.
        probabilities: Of every head of the tagger, tokens by labels.
        labels: The labels of every head, in the order of the columns.
        substitutions: What the tagger says of substitutions, by level.
    """

    source: SourceSentence
    parsed: Parsed
    tagged: Tagged
    probabilities: Mapping[str, np.ndarray]
    labels: Mapping[str, tuple[str, ...]]
    substitutions: Mapping[str, SubstitutionProbabilities] = field(default_factory=dict)

    def chance(self, head: str, label: str) -> np.ndarray:
        """How likely each token has a label; zeros where the model has no such head or label."""
        if head not in self.labels or label not in self.labels[head]:
            return np.zeros(len(self.parsed.tokens), dtype=np.float32)
        return np.asarray(self.probabilities[head][:, self.labels[head].index(label)])

    def decided(
        self, level: str | None, thresholds: Mapping[str, Mapping[str, float]]
    ) -> tuple[str, ...]:
        """The tagger's decision on every word, by the tuned thresholds of its heads."""
        head = head_of("operation", level)
        if head not in self.labels:
            return ("C",) * len(self.parsed.tokens)
        names, rows = self.labels[head], self.probabilities[head]
        tuned = thresholds.get(head)
        if tuned:
            numbers = decide(rows, threshold_row(names, tuned), names.index("C"))
        else:
            numbers = rows.argmax(axis=1)
        return tuple(names[int(number)] for number in numbers)

    def splits(self, level: str | None) -> SplitProbabilities | None:
        """What the tagger says of splitting; None where the model never learned it."""
        if INSERT_HEAD not in self.labels or WORD_HEAD not in self.labels:
            return None
        head = head_of("split", level)
        points = 1.0 - self.chance(head, "-") if head in self.labels else None
        return SplitProbabilities(
            self.probabilities[INSERT_HEAD],
            self.labels[INSERT_HEAD],
            self.probabilities[WORD_HEAD],
            self.labels[WORD_HEAD],
            points,
            self.probabilities.get(STATES),
        )


def head_of(task: str, level: str | None) -> str:
    """The tagger's head for a task: `plain.operation`, or `operation` in a model without levels."""
    return f"{level}.{task}" if level else task


def substitution_chances(
    probabilities: Mapping[str, np.ndarray], labels: Mapping[str, Sequence[str]]
) -> dict[str, SubstitutionProbabilities]:
    """The probabilities of a sentence's substitution labels, by level."""
    ending = f".{SUBSTITUTION}"
    return {
        head.removesuffix(ending): SubstitutionProbabilities(rows, tuple(labels[head]))
        for head, rows in probabilities.items()
        if head.endswith(ending)
    }


def read(
    source: SourceSentence,
    analysis: Analysis,
    probabilities: Mapping[str, np.ndarray],
    labels: Mapping[str, Sequence[str]],
) -> Reading:
    """The reading of one sentence."""
    tagged = Tagged(tuple(analysis.tokens), tuple(analysis.tags), tuple(analysis.lemmas))
    own = {head: tuple(names) for head, names in labels.items()}
    parsed = Parsed(source.tokens, analysis.tree)
    substitutions = substitution_chances(probabilities, own)
    return Reading(source, parsed, tagged, probabilities, own, substitutions)
