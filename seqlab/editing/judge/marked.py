"""Edits written into their sentence, so that a tagger can read them and label each with a verdict.

    The talks « commenced ¦ started ¦ opened » in May « , and were ¦ . They were » held in Rome .

Between the marks stand the old words, then what is put for them; several proposals for the same
words stand side by side. The label of a proposal is that of the `¦` before it; where the question
is whether an easy text may do without the words, `†` stands in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from seqlab.tagger import IGNORED, LabelledSentence

# Single word pieces of the encoder that hardly any text has.
OPEN, CLOSE = "«", "»"
OR = {"plain": "¦", "easy": "†"}
# The head that reads verdicts, and its labels: good, correct, meaning, grammar.
VERDICT = "verdict"
STOPS = frozenset({".", "!", "?"})
_PLAIN = {OPEN: '"', CLOSE: '"', "¦": "|", "†": "*"}
# Tokens `start` to `end`, and what may stand for them.
Options = tuple[int, int, Sequence[Sequence[str]]]


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


def copies(
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
