"""Features of the edit itself: its words, its place, what it deletes, what the tagger says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch, Case, Vector
from seqlab.editing.judge.word_facts import WORD_COLUMNS, Resources
from seqlab.editing.propose import (
    DELETED,
    GOES_ON,
    RARE,
    STAYS,
    SubstitutionProbabilities,
    Tagged,
)

Columns = dict[str, NDArray[np.float32]]
_REDUCED = WORD_COLUMNS[:-1]
_NEAR = 8
_NEGATIONS = frozenset({"not", "n't", "n’t", "no", "never", "none", "without", "nor", "neither"})

_LEVELS = ("plain", "easy")
_SUBSTITUTION = ("same", "rank", "best", "stays", "deleted", "rare", "begun", "inside", "after")


def word_features(batch: Batch, resources: Resources) -> Columns:
    """Frequency, length, ratings and keep rates, old and new; likeness of meaning."""
    size = len(batch.cases)
    width = len(_REDUCED)
    least = np.full((size, 2, width), np.nan, dtype=np.float32)
    most = np.full((size, 2, width), np.nan, dtype=np.float32)
    mean = np.full((size, 2, width), np.nan, dtype=np.float32)
    likeness = np.full((size, 5), np.nan, dtype=np.float32)
    vectors: dict[int, NDArray[np.float32]] = {}
    for row, case in enumerate(batch.cases):
        if case.operation == "split":
            continue
        text = batch.sentences[case.sentence]
        old = [token.lower() for token in text.tokens[case.start : case.end]]
        new = [word.lower() for word in case.new]
        for side, words in enumerate((old, new)):
            if len(words) == 1:
                facts = resources.facts(words[0])[:width]
                least[row, side] = most[row, side] = mean[row, side] = facts
            elif words:
                facts = np.stack([resources.facts(word)[:width] for word in words])
                least[row, side] = facts.min(axis=0)
                most[row, side] = facts.max(axis=0)
                mean[row, side] = facts.mean(axis=0)
        if case.sentence not in vectors:
            vectors[case.sentence] = _sentence_vectors(text, resources)
        likeness[row] = _likeness(vectors[case.sentence], case, old, new, resources)
    columns: Columns = {}
    for k, name in enumerate(_REDUCED):
        for which, values in (("min", least), ("max", most), ("mean", mean)):
            if (name, which) in _USED:
                columns[f"old_{name}_{which}"] = values[:, 0, k]
                columns[f"new_{name}_{which}"] = values[:, 1, k]
                columns[f"{name}_{which}_change"] = values[:, 1, k] - values[:, 0, k]
    for k, name in enumerate(("cosine", "best_cosine", "new_context", "old_context", "overlap")):
        columns[name] = likeness[:, k]
    return columns


_USED = {
    ("zipf", "min"), ("zipf", "mean"), ("length", "mean"), ("length", "max"), ("syllables", "max"),
    ("level", "max"), ("complexity", "max"), ("complexity", "mean"), ("simple_use", "mean"),
    ("kept_plain", "min"), ("kept_easy", "min"), ("kept_plain", "mean"), ("seen", "min"),
    ("gain_plain", "min"), ("gain_easy", "min"), ("gain_plain", "max"),
}  # fmt: skip


def _likeness(
    around: NDArray[np.float32], case: Case, old: list[str], new: list[str], resources: Resources
) -> tuple[float, float, float, float, float]:
    """Cosines of old and new words and of both with their context; letters that they share."""
    nan = float("nan")
    cosine = best = new_context = old_context = prefix = nan
    own = around[case.start : case.end]
    start, end = max(0, case.start - _NEAR), case.end + _NEAR
    context = around[start:end].sum(axis=0) - own.sum(axis=0)
    length = float(np.sqrt(context @ context))
    other = [v for word in new if (v := _content_vector(word, resources)) is not None]
    mean_old = _unit(own.sum(axis=0))
    if length > 1e-3:
        old_context = float(mean_old @ context) / length
    if other:
        stacked = np.stack(other)
        mean_new = _unit(stacked.sum(axis=0))
        cosine = float(mean_old @ mean_new)
        best = float((own @ stacked.T).max())
        if length > 1e-3:
            new_context = float(mean_new @ context) / length
    if old and new:
        prefix = max(_shared_prefix(a, b) for a in old for b in new)
    return cosine, best, new_context, old_context, prefix


def _sentence_vectors(text: Tagged, resources: Resources) -> NDArray[np.float32]:
    """A row for each token, all zero for function words and words without a vector."""
    size = resources.lexical.lexicon.vectors.shape[1]
    rows = np.zeros((len(text.tokens), size), dtype=np.float32)
    for place, token in enumerate(text.tokens):
        vector = _content_vector(token.lower(), resources)
        if vector is not None:
            rows[place] = vector
    return rows


def _content_vector(word: str, resources: Resources) -> NDArray[np.float32] | None:
    return resources.vector(word) if resources.is_content(word) else None


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    norm = float(np.sqrt(vector @ vector))
    unit: NDArray[np.float32] = vector / norm if norm else vector
    return unit


def _shared_prefix(first: str, second: str) -> float:
    size = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        size += 1
    return size / max(len(first), len(second))


def place_features(batch: Batch, resources: Resources) -> Columns:
    """Size of the edit, its place in the sentence, quotes, capitals, what it repeats."""
    names = (
        "is_delete", "is_split", "old_words", "new_words", "words_change", "characters_change",
        "place", "at_start", "at_end", "sentence_words", "quoted", "in_brackets", "hyphen",
        "capital", "all_lower", "repeats", "same_words", "new_inside_old", "old_function",
        "new_function", "old_content", "new_content", "negation", "old_article", "new_article",
        "same_first", "same_last", "commas",
    )  # fmt: skip
    values = np.zeros((len(batch.cases), len(names)), dtype=np.float32)
    marks = [_marks(text) for text in batch.sentences]
    lowered = [[token.lower() for token in text.tokens] for text in batch.sentences]
    for row, case in enumerate(batch.cases):
        text, lower = batch.sentences[case.sentence], lowered[case.sentence]
        quoted, bracketed = marks[case.sentence]
        old = lower[case.start : case.end]
        new = [word.lower() for word in case.new]
        old_content = sum(map(resources.is_content, old))
        new_content = sum(map(resources.is_content, new))
        near = {*lower[max(0, case.start - 10) : case.start], *lower[case.end : case.end + 10]}
        edges = (text.tokens[case.start - 1] if case.start else "") == "-" or (
            case.end < len(text.tokens) and text.tokens[case.end] == "-"
        )
        shared = len(set(old) & set(new))
        values[row] = (
            case.operation != "split" and not new,
            case.operation == "split",
            len(old),
            len(new),
            len(new) - len(old),
            sum(map(len, new)) - sum(map(len, old)),
            case.start / max(1, len(text.tokens)),
            case.start == 0,
            case.end >= len(text.tokens) - 1,
            len(text.tokens),
            any(quoted[case.start : case.end]),
            any(bracketed[case.start : case.end]),
            edges or "-" in old,
            any(token[:1].isupper() for token in text.tokens[case.start : case.end]),
            "".join(text.tokens[case.start : case.end]).islower(),
            sum(word in near and resources.is_content(word) for word in new),
            shared / max(1, len(old)),
            bool(new) and set(new) <= set(old),
            bool(old) and old_content == 0,
            bool(new) and new_content == 0,
            old_content,
            new_content,
            len(_NEGATIONS.intersection(old)) - len(_NEGATIONS.intersection(new)),
            bool(old) and old[0] in ("a", "an", "the"),
            bool(new) and new[0] in ("a", "an", "the"),
            bool(old and new) and old[0] == new[0],
            bool(old and new) and old[-1] == new[-1],
            old.count(","),
        )
    return {name: values[:, k] for k, name in enumerate(names)}


def _marks(text: Tagged) -> tuple[list[bool], list[bool]]:
    """Which tokens stand in quotation marks, and which in brackets."""
    quoted, bracketed = [], []
    quotes = brackets = 0
    for token in text.tokens:
        if token in ('"', "“", "``"):
            quotes = 1 - quotes if token == '"' else 1
        elif token in ("”", "''"):
            quotes = 0
        elif token in ("(", "["):
            brackets += 1
        elif token in (")", "]"):
            brackets = max(0, brackets - 1)
        quoted.append(quotes > 0)
        bracketed.append(brackets > 0)
    return quoted, bracketed


_NAMES = (
    "names", "numbers", "verbs", "comma_before", "comma_after", "opens_bracket", "opens_comma",
    "relative", "preposition", "participle", "share", "adverb", "adjective", "ends_sentence",
    "foreign", "content_share", "rarest", "determiner_before", "noun_after", "conjunction_before",
    "left_words",
)  # fmt: skip


def deletion_features(batch: Batch, resources: Resources) -> Columns:
    """Numbers of deletions; not known for other edits."""
    values = np.full((len(batch.cases), len(_NAMES)), np.nan, dtype=np.float32)
    for row, case in enumerate(batch.cases):
        if case.new or case.operation == "split" or case.start >= case.end:
            continue
        text = batch.sentences[case.sentence]
        tokens, tags = text.tokens, text.tags
        own = tags[case.start : case.end]
        words = [token.lower() for token in tokens[case.start : case.end]]
        first = 1 if len(words) > 1 and words[0] in (",", "(") else 0
        before = tokens[case.start - 1] if case.start else ""
        after = tokens[case.end] if case.end < len(tokens) else ""
        values[row] = (
            sum(tag.startswith("NNP") for tag in own),
            own.count("CD"),
            sum(tag.startswith("VB") for tag in own),
            before == ",",
            after == ",",
            words[0] in ("(", "["),
            words[0] == ",",
            own[first].startswith("W"),
            own[first] in ("IN", "TO"),
            own[first] in ("VBG", "VBN"),
            len(words) / len(tokens),
            own[first].startswith("RB"),
            own[first].startswith("JJ"),
            case.end >= len(tokens) - 1,
            own.count("FW"),
            sum(map(resources.is_content, words)) / len(words),
            min(float(resources.facts(word)[0]) for word in words),
            bool(case.start) and tags[case.start - 1] in ("DT", "PRP$", "POS"),
            case.end < len(tokens) and tags[case.end].startswith("NN"),
            before.lower() in ("and", "or", "but"),
            len(tokens) - len(words),
        )
    return {f"deletion_{name}": values[:, k] for k, name in enumerate(_NAMES)}


LEVELS = ("plain", "easy")
TAGGER_LABELS = ("plain_R", "plain_D", "easy_R", "easy_D")
SPLIT_LABELS = ("plain_S", "easy_S")
# A split point may be marked on either side of what is dropped there.
_NEAR_POINT = 3
_LOOK_AHEAD = 6
_STOPS = frozenset({".", "!", "?"})


def label_chances(
    probabilities: Mapping[str, NDArray[np.floating[Any]]], labels: Mapping[str, Sequence[str]]
) -> dict[str, Vector]:
    """A sentence's probabilities as the judge reads them, from the heads of the tagger.

    Args:
        probabilities: By head (`plain.operation`, `plain.split` …), a row for each token.
        labels: The labels of each head, in the order of the columns.
    """
    chances: dict[str, Vector] = {}
    for level in LEVELS:
        for head, wanted in ((f"{level}.operation", "RD"), (f"{level}.split", "S")):
            if head not in probabilities:
                continue
            columns = list(labels[head])
            for label in wanted:
                own = probabilities[head][:, columns.index(label)]
                chances[f"{level}_{label}"] = own.astype(np.float32)
    return chances


def tagger_features(batch: Batch, resources: Resources) -> Columns:
    """Probabilities of REPLACE and DELETE at both levels in the span and beside it; of splits."""
    names = [f"{label}_{which}" for label in TAGGER_LABELS for which in ("mean", "max", "min")]
    names += [f"{label}_{side}" for label in TAGGER_LABELS for side in ("left", "right")]
    names += list(SPLIT_LABELS)
    values = np.full((len(batch.cases), len(names)), np.nan, dtype=np.float32)
    if batch.chances is not None:
        for row, case in enumerate(batch.cases):
            chances = batch.chances[case.sentence]
            if not chances:
                continue
            if case.operation == "split":
                points = split_points(batch.sentences[case.sentence].tokens, case.after)
                values[row, -2:] = [_at_points(chances.get(name), points) for name in SPLIT_LABELS]
            elif case.start < case.end:
                values[row, :-2] = _span(chances, case.start, case.end)
    return {f"tagger_{name}": values[:, k] for k, name in enumerate(names)}


def _span(chances: Mapping[str, Vector], start: int, end: int) -> list[float]:
    inside: list[float] = []
    beside: list[float] = []
    for label in TAGGER_LABELS:
        own = chances[label]
        if end - start == 1:
            inside += [float(own[start])] * 3
        else:
            span = own[start:end]
            inside += [float(span.mean()), float(span.max()), float(span.min())]
        beside.append(float(own[start - 1]) if start else 0.0)
        beside.append(float(own[end]) if end < len(own) else 0.0)
    return [*inside, *beside]


def split_points(source: Sequence[str], after: Sequence[str]) -> list[int]:
    """The tokens of the source at which the sentences of `after` but the first begin."""
    points, place = [], 0
    lower = [token.lower() for token in source]
    for number, token in enumerate(after[:-1]):
        ahead = lower[place : place + _LOOK_AHEAD]
        if token in _STOPS and number:
            points.append(min(place, len(source) - 1))
        elif token.lower() in ahead:
            place += ahead.index(token.lower()) + 1
    return points


def _at_points(chances: Vector | None, points: Sequence[int]) -> float:
    """The least over the points of the highest probability near each."""
    if chances is None or not points:
        return float("nan")
    return min(float(chances[max(0, p - 1) : p + _NEAR_POINT].max(initial=0.0)) for p in points)


def substitution_features(batch: Batch) -> Columns:
    """For both levels how likely the labels say the same substitution, and what else they say."""
    size = len(_SUBSTITUTION)
    values = np.full((len(batch.cases), len(_LEVELS) * size), np.nan, dtype=np.float32)
    if batch.substitutions is not None:
        for row, case in enumerate(batch.cases):
            if case.operation == "split" or case.start >= case.end:
                continue
            told = batch.substitutions[case.sentence]
            for number, level in enumerate(_LEVELS):
                if level in told:
                    place = number * size
                    text = batch.sentences[case.sentence]
                    values[row, place : place + size] = _substitution_numbers(
                        told[level], text, case
                    )
    names = [f"{level}_{name}" for level in _LEVELS for name in _SUBSTITUTION]
    return {f"substitution_{name}": values[:, k] for k, name in enumerate(names)}


def _substitution_numbers(
    told: SubstitutionProbabilities, text: Tagged, case: Case
) -> tuple[float, ...]:
    wanted = " ".join(case.new).lower()
    texts = told.texts(text, case.start)
    shares = sorted(texts.values(), reverse=True)
    same = max((share for new, share in texts.items() if new.lower() == wanted), default=0.0)
    inside = [told.of(GOES_ON, place) for place in range(case.start + 1, case.end)]
    return (
        same,
        float(sum(share > same for share in shares)),
        shares[0] if shares else 0.0,
        told.of(STAYS, case.start),
        told.of(DELETED, case.start),
        told.of(RARE, case.start),
        told.of(GOES_ON, case.start),
        sum(inside) / len(inside) if inside else float("nan"),
        told.of(GOES_ON, case.end) if case.end < len(told.rows) else 0.0,
    )
