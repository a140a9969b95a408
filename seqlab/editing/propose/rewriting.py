"""Another system's rewriting as edits: cut where both texts say the same, and annotated.

Between the words that a sentence and its rewriting share in order lie the regions that differ. A
region is a replacement, a deletion, or, where a new sentence begins in it, a split with the words
that it opens with. What word alignment finds inside a region is proposed beside it, since a part
of a bold change may be right. The judge and the guards accept or refuse each like our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from seqlab.alignment import Aligner, load_aligner
from seqlab.annotation import LabelledPair, annotate
from seqlab.editing.edit import LEANING, OPENERS, PROPOSER, SHORTEST_PART, STOPS, Edit, Word
from seqlab.editing.explanation import Decision
from seqlab.editing.parsed import FINITE, Parsed
from seqlab.editing.propose.label_splits import LabelSplit
from seqlab.editing.reading import Reading
from seqlab.english import (
    capitalized,
    has_form,
    lemma,
    uncapitalized,
    verb_form,
    word_list,
    word_table,
)
from seqlab.text import split_sentences, tokenize

Proposer = Callable[[Sequence[str]], Sequence[str]]
_NAMES = frozenset({"NNP", "NNPS"})
_QUOTES = frozenset('"“”«»') | {"``", "''"}
_SIGNS = LEANING | OPENERS | _QUOTES
# Words that a split may leave out where the new sentence begins.
_JOINTS = frozenset({"CC", ",", ":", "IN", "WDT", "WP", "WRB"})
# What a condition says is lost with them.
_CONDITIONS = frozenset({"if", "unless", "until", "without", "provided", "except", "or"})
# After these a verb that opens a new sentence is finite.
_SUBJECTS = frozenset({"he", "she", "it", "they", "this", "these", "we", "you", "i", "there"})
_FINITE_FORMS = ("VBZ", "VBD", "VBP")
# What a region may hold at most to be one edit: words taken away, and words put for them.
_MOST_OLD, _MOST_NEW = 8, 10
# How much it counts that texts share a word in order: a name or noun more than an article.
_SHARED_WORD, _SHARED_SMALL, _SHARED_SIGN = 2.0, 1.0, 0.6
# Shared neighbours count more than shared words apart.
_RUN = 0.5


@dataclass(frozen=True)
class _Region:
    """Source tokens `start` to `end` against target tokens `first` to `last`."""

    start: int
    end: int
    first: int
    last: int


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
        known = {edit_key(edit) for edit in own}
        new = [
            edit
            for edit in rewriting_edits(reading.parsed, output)
            if edit.operation in operations and edit_key(edit) not in known
        ]
        joined.append(([*own, *new], by_labels))
    return joined


def edit_key(edit: Edit) -> tuple[object, ...]:
    """What two edits that do the same have in common, whoever proposed them."""
    lead = tuple(word.lower for word in edit.lead)
    return edit.operation, edit.span if edit.cut < 0 else edit.cut, edit.text.lower(), lead


def rewriting_edits(parsed: Parsed, output: str) -> list[Edit]:
    """The edits that lead from a sentence to its rewriting, as far as single edits can."""
    source = [token.text for token in parsed.tokens]
    sentences = [tokens for text in split_sentences(output) if (tokens := tokenize(text))]
    flat = [word for own in sentences for word in own]
    if not flat or flat == source:
        return []
    starts, total = [], 0
    for own in sentences:
        starts.append(total)
        total += len(own)
    edits: list[Edit] = []
    regions = _regions(source, flat, starts)
    for region in regions:
        breaks = [start for start in starts[1:] if region.first < start <= region.last]
        if not breaks:
            edits += _changed(region, source, flat)
        elif len(breaks) == 1:
            edits += _split(region, breaks[0], flat, parsed)
    edits += _bridged(regions, source, flat, starts)
    [links] = _aligner().align([(tuple(source), tuple(flat))])
    pair = annotate([source], sentences, links)
    # A form that only the new sentence asks for is no edit of its own.
    formed = {place for edit in edits for place in edit.changes}
    edits += [
        edit
        for edit in (*_replacements(pair), *_deletions(pair))
        if formed.isdisjoint(range(*edit.span))
    ]
    return list({edit_key(edit): edit for edit in reversed(edits)}.values())[::-1]


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
            old = pair.source_tokens[slice(*span)]
            # A preposition alone is exchanged only together with the word that asks for it.
            if text.lower() != " ".join(old).lower() and _has_content(old):
                edits.append(Edit("replace", PROPOSER, span, text))
    return edits


def _deletions(pair: LabelledPair) -> list[Edit]:
    edits, start = [], 0
    while start < len(pair.source_labels):
        end = start
        while end < len(pair.source_labels) and pair.source_labels[end] == "D":
            end += 1
        old = pair.source_tokens[start:end]
        if _has_content(old) and old[-1] not in STOPS:
            edits.append(Edit("delete", PROPOSER, (start, end)))
        start = max(end, start + 1)
    return edits


def _is_run(places: Sequence[int]) -> bool:
    return places[-1] - places[0] + 1 == len(places)


def _counted(words: Sequence[str], listed: Collection[str]) -> Counter[str]:
    return Counter(word for word in words if word in listed)


def _numbers(words: Sequence[str]) -> Counter[str]:
    return Counter(word for word in words if any(character.isdigit() for character in word))


def _regions(source: Sequence[str], target: Sequence[str], starts: Sequence[int]) -> list[_Region]:
    """What lies between the tokens that both texts share in order."""
    # The stop before a new sentence stands for nothing in the source.
    stops = {start - 1 for start in starts[1:]}
    shared = [*_shared(source, target, stops), (len(source), len(target))]
    regions, before, behind = [], 0, 0
    for place, other in shared:
        if place > before or other > behind:
            regions.append(_Region(before, place, behind, other))
        before, behind = place + 1, other + 1
    return regions


def _shared(
    source: Sequence[str], target: Sequence[str], without: Collection[int]
) -> list[tuple[int, int]]:
    """The best sequence of tokens common to both, words in runs before words alone."""
    one, two = [word.lower() for word in source], [word.lower() for word in target]
    rows, columns = len(one), len(two)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    # The value of the best sequence that ends with this very pair.
    ending = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    small = word_list("repeatable_words")
    for i in range(1, rows + 1):
        word = one[i - 1]
        weight = _SHARED_SIGN if word in _SIGNS else _SHARED_SMALL
        if word not in small and word not in _SIGNS:
            weight = _SHARED_WORD
        for j in range(1, columns + 1):
            value = max(best[i - 1][j], best[i][j - 1])
            if word == two[j - 1] and j - 1 not in without:
                run = ending[i - 1][j - 1]
                own = weight + max(best[i - 1][j - 1], run + _RUN if run else 0.0)
                ending[i][j] = own
                value = max(value, own)
            best[i][j] = value
    pairs, i, j = [], rows, columns
    while i and j:
        if ending[i][j] and ending[i][j] == best[i][j]:
            pairs.append((i - 1, j - 1))
            i, j = i - 1, j - 1
        elif best[i - 1][j] >= best[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def _changed(region: _Region, source: Sequence[str], target: Sequence[str]) -> Iterator[Edit]:
    """A region within a sentence as a replacement or a deletion."""
    start, end, first, last = region.start, region.end, region.first, region.last
    while start < end and first < last and source[end - 1] in _SIGNS and target[last - 1] in _SIGNS:
        end, last = end - 1, last - 1
    if start == end:
        # Words that were only added are put with the word that they follow.
        if not start or last - first > 3 or source[start - 1] in _SIGNS:
            return
        start, first = start - 1, first - 1
    old, new = source[start:end], target[first:last]
    if not new:
        if not _SIGNS.issuperset(old) and old[-1] not in STOPS:
            yield Edit("delete", PROPOSER, (start, end))
        return
    small = len(old) <= _MOST_OLD and len(new) <= _MOST_NEW
    words = not _SIGNS.issuperset(old) and not STOPS.intersection(old)
    if small and words and not _SIGNS.intersection(new):
        yield Edit("replace", PROPOSER, (start, end), _as_in(old, new))


def _bridged(
    regions: Sequence[_Region], source: Sequence[str], target: Sequence[str], starts: Sequence[int]
) -> Iterator[Edit]:
    """Two regions with a single shared word between them as one edit: "due to the fact" …"""
    small = word_list("repeatable_words")
    for one, two in pairwise(regions):
        joined = _Region(one.start, two.end, one.first, two.last)
        inside = any(joined.first < start <= joined.last for start in starts[1:])
        between = source[one.end : two.start]
        if len(between) != 1 or inside or between[0].lower() not in small:
            continue
        yield from _changed(joined, source, target)


def _split(region: _Region, begins: int, target: Sequence[str], parsed: Parsed) -> Iterator[Edit]:
    """A region in which a new sentence begins, as a cut with the words that it opens with."""
    source = [token.text for token in parsed.tokens]
    ends, lead = target[region.first : begins - 1], list(target[begins : region.last])
    places = list(range(region.start, region.end))
    dropped = []
    while places and _is_joint(places[0], parsed):
        dropped.append(places.pop(0))
    changes: dict[int, str] = {}
    if ends and not places:
        return
    if len(places) == 1 and not ends:
        # The verb that the new sentence begins with was there in another form.
        verb = next((n for n, word in enumerate(lead) if _alike(places[0], word, parsed)), None)
        if verb is not None:
            changes, lead = {places[0]: " ".join(lead[verb:])}, lead[:verb]
        elif lead:
            own = lead.pop()
            if own not in _SIGNS and own.lower() != source[places[0]].lower():
                yield Edit("replace", PROPOSER, (places[0], places[0] + 1), own)
    elif places:
        # What both sides of the cut say in other words is left to other edits.
        places, lead = places[-1:], []
    cut = places[0] if places else region.end
    if not SHORTEST_PART <= cut <= len(source) - SHORTEST_PART:
        return
    opening = _opening(lead)
    if not changes and not _goes_on(opening, cut, parsed):
        return
    yield Edit(
        "split",
        PROPOSER,
        (0, len(source)),
        lead=opening,
        dropped=tuple(dropped) if not ends else (),
        changes=changes,
        cut=cut,
    )


def _is_joint(place: int, parsed: Parsed) -> bool:
    """Whether a token only joins what it stands between: "nor" and "unless" say more."""
    word = parsed.lower[place]
    if word in word_list("negations") or word in _CONDITIONS:
        return False
    return parsed.tags[place] in _JOINTS or parsed.tokens[place].text in _SIGNS


def _alike(place: int, word: str, parsed: Parsed) -> bool:
    """Whether a word is another form of a verb of the source."""
    tag = parsed.tags[place]
    if not tag.startswith("VB"):
        return False
    verb = lemma(parsed.lower[place], tag)
    return any(verb_form(verb, "VB", form) == word.lower() for form in _FINITE_FORMS)


def _goes_on(opening: Sequence[Word], cut: int, parsed: Parsed) -> bool:
    """Whether the source goes on as the opening asks: a subject needs a verb, a verb has one."""
    if not opening:
        return True
    rest = [tag for tag in parsed.tags[cut:] if not tag.startswith("RB")]
    if any(word.tag in FINITE for word in opening):
        # "They can be | able-bodied Muslims are …": a clause needs no second verb.
        claimed = sum(tag in ("WDT", "WP", "WRB") for tag in rest)
        return sum(tag in FINITE for tag in rest) <= claimed
    if opening[-1].lower in _SUBJECTS:
        return bool(rest) and rest[0] in FINITE
    return True


def _opening(words: Sequence[str]) -> tuple[Word, ...]:
    """The words that open a new sentence, with the tags by which their verbs are known."""
    opening: list[Word] = []
    for text in words:
        lower = text if opening else uncapitalized(text)
        tag = word_table("tags_of_openings").get(lower, "")
        if not tag and opening and opening[-1].lower in _SUBJECTS:
            tag = next((form for form in _FINITE_FORMS if has_form(lower, form)), "")
        opening.append(Word(lower, " ", tag, -1, lower))
    return tuple(opening)


def _as_in(old: Sequence[str], new: Sequence[str]) -> str:
    """The new words with a capital where the old ones had one."""
    text = " ".join(new)
    if new[0][:1].isupper() and not old[0][:1].isupper() and new[0] != "I":
        return text
    return capitalized(text) if old[0][:1].isupper() and new[0][:1].islower() else text


def _has_content(words: Sequence[str]) -> bool:
    small = word_list("repeatable_words")
    return any(word.lower() not in small and word not in _SIGNS for word in words)
