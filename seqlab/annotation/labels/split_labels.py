"""Labels of a sentence that was split and left as it was otherwise.

Two labels per token, read off by aligning the two word sequences: what is written before the token
(`split.insert`: nothing, a boundary with or without an opening, a word) and what becomes of the
token itself (`split.word`: kept, dropped, or given another form).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from seqlab.annotation.labels.split_slots import (
    BOUNDARY,
    DROP,
    KEEP,
    MOVE,
    NOTHING,
)
from seqlab.english import lemma

# Forms that a word may change into, in the order in which they are tried.
FORMS = ("VBD", "VBZ", "VBP", "VB", "VBN", "VBG", "NN", "NNS")
# Fewer words than these are not taken for a moved clause: they may be repeated by chance.
_SHORTEST_MOVE = 3
_STOPS = frozenset({".", "!", "?", "…"})
_QUOTES = frozenset({'"', "”", "’", "'", "''"})
_INFINITY = float("inf")


@dataclass(frozen=True, slots=True)
class SplitLabels:
    """One label of each kind for every token of the source; `insert` is still free text.

    `exact` is whether the labels say all that was done: nothing was written after the last token,
    and every changed word is a form of the old one.
    """

    insert: tuple[str, ...]
    word: tuple[str, ...]
    exact: bool


def split_labels(
    tokens: Sequence[str], tags: Sequence[str], sentences: Sequence[Sequence[str]]
) -> SplitLabels:
    """The labels that turn `tokens` into `sentences`, with openings as lowercase words.

    A clause inside the sentence that became the next sentence is labelled `M`, with its opening on
    its first word.
    """
    target = _with_boundaries(sentences)
    labels = _read_off(tokens, tags, target, list(range(len(tokens))))
    move = _moved(tokens, labels, target)
    if move is None:
        return labels
    (start, end), (first, last) = move
    # Without the moved words on both sides the rest aligns as it would have.
    opening = first
    while target[opening - 1] != BOUNDARY:
        opening -= 1
    others = [place for place in range(len(tokens)) if not start <= place < end]
    rest = _read_off(tokens, tags, [*target[: opening - 1], *target[last:]], others)
    insert, word = list(rest.insert), list(rest.word)
    insert[start] = " ".join(text.lower() for text in target[opening - 1 : first])
    word[start:end] = [MOVE] * (end - start)
    return SplitLabels(tuple(insert), tuple(word), rest.exact)


def _read_off(
    tokens: Sequence[str], tags: Sequence[str], target: Sequence[str], places: Sequence[int]
) -> SplitLabels:
    """The labels of the tokens at `places`, which become `target`."""
    insert = [NOTHING] * len(tokens)
    word = [KEEP] * len(tokens)
    pending: list[str] = []
    source = [tokens[place] for place in places]
    for operation, n, j in _alignment(source, [tags[place] for place in places], target):
        i = places[n] if n < len(places) else len(tokens)
        if operation == "insert":
            pending.append(target[j].lower())
        elif operation == "delete":
            word[i] = DROP
        else:
            if pending:
                insert[i], pending = " ".join(pending), []
            word[i] = KEEP if _same(tokens[i], target[j]) else _form(tokens[i], tags[i], target[j])
    for i in range(len(tokens) - 1):
        # A full stop inside the closing quotation mark: the boundary is behind the mark.
        if tokens[i] in _QUOTES and insert[i] == BOUNDARY and word[i] == KEEP:
            after = next((k for k in range(i + 1, len(tokens)) if word[k] != DROP), -1)
            if after > 0 and insert[after].startswith(BOUNDARY):
                insert[i] = NOTHING
    return SplitLabels(tuple(insert), tuple(word), not pending)


def _moved(
    tokens: Sequence[str], labels: SplitLabels, target: Sequence[str]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """A run of dropped words that ends another target sentence, and where it stands there."""
    lower = [text.lower() for text in target]
    ends = [place for place, text in enumerate(target) if text in _STOPS]
    place = 0
    while place < len(tokens):
        end = place
        while end < len(tokens) and labels.word[end] == DROP:
            end += 1
        for start in range(place, max(place, end - _SHORTEST_MOVE + 1)):
            for close in range(end, start + _SHORTEST_MOVE - 1, -1):
                run = [text.lower() for text in tokens[start:close]]
                for last in ends:
                    first = last - len(run)
                    if first > 1 and lower[first:last] == run and BOUNDARY in target[:first]:
                        return (start, close), (first, last)
        place = end + 1
    return None


@lru_cache(maxsize=50_000)
def inflected(word: str, tag: str, form: str) -> str | None:
    """`word`, tagged `tag`, in the form of another Penn tag; None for "be" and unknown words."""
    base = lemma(word, tag)
    if base == "be" or not word.isalpha():
        return None
    # lemminflect takes a second to import; who reads labels only should not wait for it.
    from lemminflect import getInflection

    forms = getInflection(base.lower(), tag=form, inflect_oov=False)
    return str(forms[0]) if forms else None


def _with_boundaries(sentences: Sequence[Sequence[str]]) -> list[str]:
    """All words of the sentences; every full stop but the last sentence's is a boundary."""
    words: list[str] = []
    for number, sentence in enumerate(sentences):
        words += sentence
        if number < len(sentences) - 1 and sentence[-1] != BOUNDARY:
            words.append(BOUNDARY)
    return words


def _alignment(
    source: Sequence[str], tags: Sequence[str], target: Sequence[str]
) -> list[tuple[str, int, int]]:
    """The cheapest edits, which keep what is inserted together and behind a boundary.

    `state` is 1 after an insertion: going on with it costs less than beginning another.
    """
    n, m = len(source), len(target)
    cost = [[[_INFINITY] * 2 for _ in range(m + 1)] for _ in range(n + 1)]
    back: dict[tuple[int, int, int], tuple[int, int, int, str]] = {}
    cost[0][0][0] = 0.0

    def reach(now: tuple[int, int, int], to: tuple[int, int, int], name: str, more: float) -> None:
        total = cost[now[0]][now[1]][now[2]] + more
        if total < cost[to[0]][to[1]][to[2]]:
            cost[to[0]][to[1]][to[2]] = total
            back[to] = (*now, name)

    for i in range(n + 1):
        for j in range(m + 1):
            for state in (0, 1):
                if cost[i][j][state] == _INFINITY:
                    continue
                now = (i, j, state)
                if i < n and j < m:
                    if _same(source[i], target[j]):
                        reach(now, (i + 1, j + 1, 0), "match", 0.0)
                    elif _may_inflect(source[i], tags[i], target[j]):
                        reach(now, (i + 1, j + 1, 0), "match", 0.9)
                if i < n:
                    reach(now, (i + 1, j, state), "delete", 1.0 + 0.01 * state)
                if j < m:
                    more = 0.0 if target[j] == BOUNDARY else 1.0 if state else 1.5
                    reach(now, (i, j + 1, 1), "insert", more)
    state = min((0, 1), key=lambda s: cost[n][m][s])
    place, steps = (n, m, state), []
    while place[:2] != (0, 0):
        i, j, state, name = back[place]
        steps.append((name, i, j))
        place = (i, j, state)
    return steps[::-1]


def _same(one: str, other: str) -> bool:
    return one.lower() == other.lower()


def _may_inflect(word: str, tag: str, other: str) -> bool:
    if len(word) < 3 or word[0].lower() != other[0].lower() or tag[:2] not in ("VB", "NN", "JJ"):
        return False
    return any(inflected(word.lower(), _verbal(tag), form) == other.lower() for form in FORMS)


def _form(word: str, tag: str, other: str) -> str:
    for form in FORMS:
        if inflected(word.lower(), _verbal(tag), form) == other.lower():
            return form
    raise ValueError(f"{other!r} is no form of {word!r}")


def _verbal(tag: str) -> str:
    """A tag to look the lemma up by: "including" is a verb, whatever the tagger says."""
    return "VBG" if tag == "IN" else tag
