"""Features of the evidence for an edit, and of how well it fits between its neighbours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import FEATURES as LEXICAL_COLUMNS
from lexical_simplifier import CandidateSet, Request
from seqlab.editing.judge.records import Batch, Case
from seqlab.editing.judge.word_facts import EDGE, Resources
from seqlab.editing.propose import Entry, Option, Tagged, filled, has_auxiliary, unit
from seqlab.files import read_lines

Columns = dict[str, NDArray[np.float32]]
_NAN = float("nan")
_INVENTORY = (
    "seen", "kept_plain", "kept_easy", "count_plain", "count_easy", "share", "rank", "options",
    "log_odds", "deleted",
)  # fmt: skip
_SIDES = ("own", "left", "right", "both")
_LONGEST = 6


def inventory_features(batch: Batch, resources: Resources) -> Columns:
    """Counts of the phrase and of the substitution, alone and with its neighbours."""
    names = [f"{side}_{name}" for side in _SIDES for name in _INVENTORY]
    names += ["explained", "unexplained"]
    values = np.full((len(batch.cases), len(names)), np.nan, dtype=np.float32)
    units: dict[int, list[str]] = {}
    for row, case in enumerate(batch.cases):
        if case.operation == "split" or case.end - case.start > _LONGEST:
            continue
        text = batch.sentences[case.sentence]
        if case.sentence not in units:
            units[case.sentence] = [
                unit(*word) for word in zip(text.tokens, text.tags, text.lemmas, strict=True)
            ]
        own = units[case.sentence]
        numbers: list[float] = []
        for before, after in ((0, 0), (1, 0), (0, 1), (1, 1)):
            numbers += _evidence(text, own, case, before, after, resources)
        values[row] = (*numbers, *_explained(text, own, case, resources))
    return {f"inventory_{name}": values[:, k] for k, name in enumerate(names)}


def _evidence(
    text: Tagged, own: Sequence[str], case: Case, before: int, after: int, resources: Resources
) -> list[float]:
    start, end = case.start - before, case.end + after
    if start < 0 or end > len(own):
        return [_NAN] * len(_INVENTORY)
    entry = resources.inventory.entry(" ".join(own[start:end]))
    if entry is None:
        return [_NAN] * len(_INVENTORY)
    wanted = [
        *(token.lower() for token in text.tokens[start : case.start]),
        *(word.lower() for word in case.new),
        *(token.lower() for token in text.tokens[case.end : end]),
    ]
    return _numbers(entry, *_option(entry, text, (start, end), " ".join(wanted)))


def _option(
    entry: Entry, text: Tagged, span: tuple[int, int], wanted: str
) -> tuple[Option | None, int]:
    past = "VBD" in text.tags[slice(*span)]
    articles = wanted.replace("an ", "a ") if "an " in wanted else wanted
    for rank, option in enumerate(entry.options):
        template = option.template
        if not template:
            if not wanted:
                return option, rank
            continue
        auxiliary = past and has_auxiliary(template)
        if "/" not in template and not auxiliary:
            if template in (wanted, articles):
                return option, rank
        # Only templates that begin alike are worth inflecting.
        elif auxiliary or template[:1] == wanted[:1] or template.startswith("be/"):
            new = filled(template, text, *span)
            if new is not None and new in (wanted, articles):
                return option, rank
    return None, len(entry.options)


def _numbers(entry: Entry, option: Option | None, rank: int) -> list[float]:
    plain, easy = option.counts if option is not None else (0, 0)
    put = sum([other.put for other in entry.options])
    deleted = sum([other.put for other in entry.options if not other.template])
    return [
        math.log1p(entry.seen),
        (entry.kept[0] + 1) / (entry.seen + 2),
        (entry.kept[1] + 1) / (entry.seen + 2),
        math.log1p(plain),
        math.log1p(easy),
        (plain + easy) / (put + 0.5),
        float(min(rank, 20)),
        float(len(entry.options)),
        math.log((plain + easy + 0.1) / (2 * entry.seen - plain - easy + 1.0))
        if entry.seen
        else _NAN,
        deleted / (put + 0.5),
    ]


def _explained(
    text: Tagged, own: Sequence[str], case: Case, resources: Resources
) -> tuple[float, float]:
    """How well the words of the edit stand for each other one by one."""
    new = [word.lower() for word in case.new]
    if not new:
        return _NAN, _NAN
    found: set[str] = set()
    scores = []
    for place in range(case.start, case.end):
        word = text.tokens[place].lower()
        if word in new:
            scores.append(1.0)
            found.add(word)
            continue
        if not resources.is_content(word):
            continue
        best = 0.0
        entry = resources.inventory.entry(own[place])
        if entry is not None:
            total = sum([option.put for option in entry.options]) + 1.0
            for option in entry.options:
                for lemma in _lemmas(option.template):
                    for other in new:
                        if other == lemma or (len(lemma) > 2 and other.startswith(lemma[:-1])):
                            found.add(other)
                            best = max(best, option.put / total)
        scores.append(best)
    content = [word for word in new if resources.is_content(word)]
    missing = sum(word not in found for word in content)
    return (
        sum(scores) / len(scores) if scores else _NAN,
        missing / len(content) if content else 0.0,
    )


@lru_cache(maxsize=2048)
def _lemmas(template: str) -> tuple[str, ...]:
    return tuple(piece.split("/")[0] for piece in template.split(" "))


_COPIED = (
    "cosine", "retrofitted_cosine", "cosine_behind_best", "retrofitted_behind_best", "fit_gain",
    "fit_behind_best", "near_context", "near_context_gain", "wide_context_gain", "wordnet", "ppdb",
    "table", "table_share", "reverse", "sources", "shared_synonyms", "tag_share", "plain",
    "plain_first", "plain_place", "plain_unmet", "zipf_gain", "complexity_gain", "level_gain",
)  # fmt: skip
_COMPLEXITY = LEXICAL_COLUMNS.index("complexity")
_COPIED_COLUMNS = [LEXICAL_COLUMNS.index(name) for name in _COPIED]


def lexical_features(batch: Batch, resources: Resources) -> Columns:
    """What the lexical simplifier thinks of the new word, where it knows it as a candidate."""
    names = ("target", "candidate", "candidates", "hard", "score", "share", "rank", "lead")
    values = np.full((len(batch.cases), len(names) + len(_COPIED)), np.nan, dtype=np.float32)
    values[:, :2] = 0.0
    sets = _candidate_sets(batch, resources)
    bounds, scores = _scores(list(sets.values()), resources)
    numbers = {key: number for number, key in enumerate(sets)}
    for row, case in enumerate(batch.cases):
        key = (case.sentence, case.start, case.end)
        found = sets.get(key)
        if found is None:
            continue
        own = scores[bounds[numbers[key]] : bounds[numbers[key] + 1]]
        values[row, 0] = 1.0
        values[row, 2:4] = len(own), found.own[_COMPLEXITY]
        text = " ".join(case.new).lower()
        place = next((k for k, other in enumerate(found.texts) if other.lower() == text), None)
        if place is None:
            continue
        score = own[place]
        values[row, 1] = 1.0
        values[row, 4 : len(names)] = (
            score,
            1.0 / float(np.exp(own - score).sum()),
            np.count_nonzero(own > score),
            score - np.delete(own, place).max() if len(own) > 1 else 5.0,
        )
        values[row, len(names) :] = found.features[place, _COPIED_COLUMNS]
    return {f"lexical_{name}": values[:, k] for k, name in enumerate((*names, *_COPIED))}


def _candidate_sets(batch: Batch, resources: Resources) -> dict[tuple[int, int, int], CandidateSet]:
    """The lexical simplifier's candidates for every replaced span that it knows."""
    spans = dict.fromkeys(
        (case.sentence, case.start, case.end)
        for case in batch.cases
        if case.operation == "replace" and case.new and case.end - case.start <= _LONGEST
    )
    missing = [span for span in spans if span not in batch.candidates]
    requests = [
        Request(batch.sentences[s].tokens, (start, end), batch.sentences[s].tags)
        for s, start, end in missing
    ]
    looked_up = dict(zip(missing, resources.lexical.candidate_sets(requests), strict=True))
    sets = {span: batch.candidates.get(span) or looked_up.get(span) for span in spans}
    return {span: found for span, found in sets.items() if found is not None and found.texts}


def _scores(
    sets: Sequence[CandidateSet], resources: Resources
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The ranker's scores of all candidates in a row, and where those of each target begin."""
    if not sets:
        return np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.float32)
    bounds = np.concatenate([[0], np.cumsum([len(found.texts) for found in sets])])
    scores = resources.lexical.ranker.predict(np.concatenate([found.features for found in sets]))
    return bounds, scores


_START, _END = "<s>", "</s>"
# Neighbours in an order in which like tags stand together, so that a threshold parts classes.
_TAG_ORDER = (
    "", EDGE, ".", ",", ":", "``", "''", "(", ")", "-LRB-", "-RRB-", "HYPH", "SYM", "LS", "$", "#",
    "CD", "DT", "PDT", "PRP$", "POS", "WP$", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "NNPS", "PRP",
    "EX", "WP", "WDT", "FW", "UH", "VBZ", "VBP", "VBD", "MD", "VB", "TO", "VBN", "VBG", "RP", "IN",
    "WRB", "RB", "RBR", "RBS", "CC",
)  # fmt: skip
_NUMBER = {tag: number for number, tag in enumerate(_TAG_ORDER)}


def tag_number(tag: str) -> float:
    """A Penn tag as a number, like tags near each other."""
    return float(_NUMBER.get(tag, 0))


def fluency_features(batch: Batch, resources: Resources) -> Columns:
    """Log-probabilities of the words around and in the edit, before and after it."""
    ngrams = resources.lexical.ngrams
    windows: list[list[str]] = []
    for case in batch.cases:
        text = batch.sentences[case.sentence]
        left = [_START, _START, *text.tokens[max(0, case.start - 2) : case.start]][-2:]
        right = [*text.tokens[case.end : case.end + 2], _END, _END][:2]
        # Of long deletions the edges matter; what is cut is long in any case.
        old = text.tokens[case.start : case.end][:12]
        windows.append([*left, *old, *right])
        windows.append([*left, *case.new, *right])
    sizes = np.array([len(window) - 2 for window in windows], dtype=np.int64)
    flat = ngrams.hashes(word for window in windows for word in window)
    starts = np.concatenate([[0], np.cumsum(sizes + 2)])[:-1]
    where = np.concatenate([np.arange(s, s + n) for s, n in zip(starts, sizes, strict=True)])
    scores = ngrams.log_probabilities(flat[where], flat[where + 1], flat[where + 2])
    ends = np.cumsum(sizes)
    begins = ends - sizes
    total = np.add.reduceat(scores, begins)
    least = np.minimum.reduceat(scores, begins)
    values = np.stack(
        [
            total,
            total / sizes,
            least,
            scores[begins],
            scores[ends - 2],
            scores[ends - 1],
        ],
        axis=1,
    ).astype(np.float32)
    before, after = values[0::2], values[1::2]
    columns: Columns = {}
    for k, name in enumerate(("total", "mean", "least", "first", "next", "second")):
        columns[f"ngram_{name}"] = after[:, k]
        columns[f"ngram_{name}_change"] = after[:, k] - before[:, k]
    splits = np.array([case.operation == "split" for case in batch.cases])
    for column in columns.values():
        column[splits] = np.nan
    return columns


def form_features(batch: Batch, resources: Resources) -> Columns:
    """Tags around and in the edit, and whether the new words can have tags that fit there."""
    names = (
        "left2_tag", "left_tag", "right_tag", "right2_tag", "old_first_tag", "old_last_tag",
        "new_first_tag", "new_last_tag", "tag_cost", "tag_cost_change", "first_tag_kept",
        "last_tag_kept", "head_tag_kept", "old_verbs", "new_verbs", "old_nouns", "new_nouns",
        "old_prepositions", "new_prepositions", "finite_change", "number_change", "left_word",
        "right_word",
    )  # fmt: skip
    values = np.full((len(batch.cases), len(names)), np.nan, dtype=np.float32)
    for row, case in enumerate(batch.cases):
        if case.operation != "split":
            values[row] = _forms(batch.sentences[case.sentence], case, resources)
    return {name: values[:, k] for k, name in enumerate(names)}


def _forms(text: Tagged, case: Case, resources: Resources) -> tuple[float, ...]:
    tags = text.tags
    left = (EDGE, EDGE, *tags[max(0, case.start - 2) : case.start])[-2:]
    right = (*tags[case.end : case.end + 2], EDGE, EDGE)[:2]
    old = tags[case.start : case.end]
    words = tuple(word.lower() for word in case.new)
    words_table = resources.words
    cost, new = words_table.best_tags((left[0], left[1]), words, (right[0], right[1]))
    before = words_table.tag_cost((*left, *old, *right))
    nan = float("nan")
    return (
        tag_number(left[0]),
        tag_number(left[1]),
        tag_number(right[0]),
        tag_number(right[1]),
        tag_number(old[0]) if old else nan,
        tag_number(old[-1]) if old else nan,
        tag_number(new[0]) if new else nan,
        tag_number(new[-1]) if new else nan,
        cost / (len(new) + 2),
        cost - before,
        _can_be(words[0], old[0], resources) if words and old else nan,
        _can_be(words[-1], old[-1], resources) if words and old else nan,
        _head_kept(old, words, resources) if words and old else nan,
        _count(old, "VB"),
        _count(new, "VB"),
        _count(old, "NN"),
        _count(new, "NN"),
        _count(old, "IN") + _count(old, "TO"),
        _count(new, "IN") + _count(new, "TO"),
        _finite(new) - _finite(old),
        _count(new, "NNS") - _count(old, "NNS"),
        _word_number(text.tokens[case.start - 1] if case.start else ""),
        _word_number(text.tokens[case.end] if case.end < len(tags) else ""),
    )


def _can_be(word: str, tag: str, resources: Resources) -> float:
    """The share of a word's uses that have a tag; not known for words never seen."""
    tags = resources.words[word].tags
    if not tags:
        return float("nan")
    return sum(share for own, share in tags if own == tag)


def _head_kept(old: tuple[str, ...], words: tuple[str, ...], resources: Resources) -> float:
    """How well some new word can have the tag of the first verb or else the last noun replaced."""
    verbs = [tag for tag in old if tag.startswith("VB")]
    nouns = [tag for tag in old if tag in ("NN", "NNS")]
    head = verbs[0] if verbs else nouns[-1] if nouns else old[-1]
    shares = [_can_be(word, head, resources) for word in words]
    known = [share for share in shares if share == share]
    return max(known) if known else float("nan")


def _count(tags: tuple[str, ...], start: str) -> int:
    return sum([tag.startswith(start) for tag in tags])


def _finite(tags: tuple[str, ...]) -> int:
    return sum(tag in ("VBD", "VBZ", "VBP", "MD") for tag in tags)


@lru_cache(maxsize=1)
def _neighbours() -> dict[str, float]:
    lines = read_lines(Path(__file__).parent / "neighbour_words.txt")
    words = [line for line in lines if not line.startswith("#")]
    return {word: float(number) for number, word in enumerate(words, start=1)}


def _word_number(token: str) -> float:
    """Which of the words that decide about their neighbours a token is; 0 for all others."""
    return _neighbours().get(token.lower(), 0.0)
