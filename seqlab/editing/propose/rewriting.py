"""Another system's rewriting as edits: aligned and annotated as training pairs are.

Replacements, deletions and sentence boundaries that lead from a sentence to its rewriting become
edits, which the judge and the guards accept or refuse one by one like our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache

from seqlab.alignment import Aligner, load_aligner
from seqlab.annotation import LabelledPair, annotate
from seqlab.editing.edit import SHORTEST_PART, STOPS, Edit, Word
from seqlab.editing.explanation import Decision
from seqlab.editing.parsed import Parsed
from seqlab.editing.propose.label_splits import LabelSplit
from seqlab.editing.reading import Reading
from seqlab.english import word_list
from seqlab.text import split_sentences, tokenize

# The kind of all edits that come from another system.
PROPOSER = "proposer"
Proposer = Callable[[Sequence[str]], Sequence[str]]
_NAMES = frozenset({"NNP", "NNPS"})
_QUOTES = frozenset('"“”«»') | {"``", "''"}
# Words that a split may leave out where the new sentence begins.
_JOINTS = frozenset({"CC", ",", ":", "IN", "WDT", "WP", "WRB"})


def with_rewritings(
    readings: Sequence[Reading],
    proposals: Sequence[tuple[list[Edit], dict[int, LabelSplit]]],
    proposer: Proposer,
    operations: Collection[str],
) -> list[tuple[list[Edit], dict[int, LabelSplit]]]:
    """Our proposals with those of another system after them, none twice."""
    outputs = proposer([reading.source.text for reading in readings])
    joined: list[tuple[list[Edit], dict[int, LabelSplit]]] = []
    for reading, (own, by_labels), output in zip(readings, proposals, outputs, strict=True):
        known = {(edit.operation, edit.span, edit.text, edit.cut) for edit in own}
        new = [
            edit
            for edit in rewriting_edits(reading.parsed, output)
            if edit.operation in operations
            and (edit.operation, edit.span, edit.text, edit.cut) not in known
        ]
        joined.append(([*own, *new], by_labels))
    return joined


def rewriting_edits(parsed: Parsed, output: str) -> list[Edit]:
    """The edits that lead from a sentence to its rewriting, as far as single edits can."""
    source = [token.text for token in parsed.tokens]
    sentences = [tokens for text in split_sentences(output) if (tokens := tokenize(text))]
    if not sentences or [word for own in sentences for word in own] == source:
        return []
    flat = [word for own in sentences for word in own]
    [links] = _aligner().align([(tuple(source), tuple(flat))])
    pair = annotate([source], sentences, links)
    return [*_replacements(pair), *_deletions(pair), *_splits(pair, parsed)]


def keep_together(reading: Reading, decisions: list[Decision], output: str) -> list[Decision]:
    """The decisions, without the other system's edits where the output as a whole went astray."""
    theirs = [one for one in decisions if one.taken and one.edit.kind == PROPOSER]
    if not theirs or holds_together(reading.parsed, output):
        return decisions
    return [
        replace(one, taken=False, reason="guard: whole sentence") if one in theirs else one
        for one in decisions
    ]


def holds_together(parsed: Parsed, output: str) -> bool:
    """Whether numbers, negations, hedges, quotation marks and the order of names are the same."""
    words = tokenize(output)
    lower = [word.lower() for word in words]
    for listed in (word_list("negations"), word_list("hedges")):
        if _counted(parsed.lower, listed) != _counted(lower, listed):
            return False
    if _counted(parsed.lower, _QUOTES) != _counted(lower, _QUOTES):
        return False
    if _numbers([token.text for token in parsed.tokens]) != _numbers(words):
        return False
    names = [
        token.text for token, tag in zip(parsed.tokens, parsed.tags, strict=True) if tag in _NAMES
    ]
    known = set(names)
    after = [word for word in words if word in known]
    # A name may be written again at the opening of a new sentence, not before another.
    return list(dict.fromkeys(after)) == list(dict.fromkeys(names))


@cache
def _aligner() -> Aligner:
    return load_aligner("light")


def _replacements(pair: LabelledPair) -> list[Edit]:
    edits = []
    for sources, targets in pair.replacements:
        if _is_run(sources) and _is_run(targets):
            text = " ".join(pair.target_tokens[place] for place in targets)
            span = sources[0], sources[-1] + 1
            if text.lower() != " ".join(pair.source_tokens[slice(*span)]).lower():
                edits.append(Edit("replace", PROPOSER, span, text))
    return edits


def _deletions(pair: LabelledPair) -> list[Edit]:
    edits, start = [], 0
    while start < len(pair.source_labels):
        end = start
        while end < len(pair.source_labels) and pair.source_labels[end] == "D":
            end += 1
        if end > start and pair.source_tokens[end - 1] not in STOPS:
            edits.append(Edit("delete", PROPOSER, (start, end)))
        start = max(end, start + 1)
    return edits


def _splits(pair: LabelledPair, parsed: Parsed) -> list[Edit]:
    """A cut for each new sentence of the rewriting, with the words that it opens with."""
    by_target = {j: i for i, j in sorted(pair.links, reverse=True)}
    edits = []
    ends = (*pair.target_starts[1:], len(pair.target_tokens))
    for first, end in zip(pair.target_starts[1:], ends[1:], strict=False):
        linked = next((j for j in range(first, min(first + 4, end)) if j in by_target), None)
        if linked is None:
            continue
        cut = by_target[linked]
        if not SHORTEST_PART <= cut <= len(parsed.tokens) - SHORTEST_PART:
            continue
        lead = tuple(Word(pair.target_tokens[j]) for j in range(first, linked))
        dropped, place = [], cut - 1
        while place > 0 and pair.source_labels[place] == "D" and parsed.tags[place] in _JOINTS:
            dropped.append(place)
            place -= 1
        span = 0, len(parsed.tokens)
        edits.append(
            Edit("split", PROPOSER, span, lead=lead, dropped=tuple(sorted(dropped)), cut=cut)
        )
    return edits


def _is_run(places: Sequence[int]) -> bool:
    return places[-1] - places[0] + 1 == len(places)


def _counted(words: Sequence[str], listed: Collection[str]) -> Counter[str]:
    return Counter(word for word in words if word in listed)


def _numbers(words: Sequence[str]) -> Counter[str]:
    return Counter(word for word in words if any(character.isdigit() for character in word))
