"""What an output shows beside its original: lengths, edits, words, fluency, meaning, labels.

Every feature is a number for any two texts, the empty one included, so that a row always has the
same columns; `PAIR_FEATURES` names them in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from seqlab.alignment import is_content, is_punctuation
from seqlab.english import count_syllables
from seqlab.evaluation import common_subsequence, text_similarity
from seqlab.files import read_word_list
from seqlab.level import WordKnowledge, zipf
from seqlab.quality.alignment_features import alignment_features
from seqlab.quality.reading import Side
from seqlab.syntax import CLAUSES, is_finite

PAIR_FEATURES = read_word_list(Path(__file__).with_suffix(".txt"))
# A token counts as kept where the other side has a word at least so like it in its context.
_SAME = 0.8
# A tag that costs so much after the two before it is hardly ever seen there.
_ODD = 5.0
# Tags that no sentence ends with: what they open is missing.
_OPEN_ENDS = frozenset(("DT", "IN", "TO", "CC", "PRP$", "WDT", "WP$", "MD", "VBZ", "VBP"))


def pair_features(original: Side, output: Side, knowledge: WordKnowledge) -> dict[str, float]:
    """All features of one pair by name."""
    aligned, _ = alignment_features(original.words, output.words, knowledge)
    return {
        **_lengths(original, output),
        **_edits(original, output),
        **_words(original, output, knowledge),
        **_fluency(original, output),
        **_grammar(original, output),
        **_meaning(original, output),
        **_labels(original, output),
        **aligned,
    }


def _lengths(original: Side, output: Side) -> dict[str, float]:
    before, after = len(original.tokens), len(output.tokens)
    sizes = [len(sentence) for sentence in output.sentences] or [0]
    return {
        "log tokens": np.log1p(after),
        "log tokens of original": np.log1p(before),
        "length ratio": after / max(1, before),
        "character ratio": len(output.text) / max(1, len(original.text)),
        "sentences": len(output.sentences),
        "sentences more": len(output.sentences) - len(original.sentences),
        "mean sentence length": float(np.mean(sizes)),
        "longest sentence": max(sizes),
        "longest sentence ratio": max(sizes) / max(1, *map(len, original.sentences or ((),))),
    }


def _edits(original: Side, output: Side) -> dict[str, float]:
    first, second = original.words, output.words
    before, after = Counter(first), Counter(second)
    shared = common_subsequence(first, second)
    pairs, others = _bigrams(first), _bigrams(second)
    common = (pairs & others).total()
    return {
        "words added": (after - before).total() / max(1, len(second)),
        "words deleted": (before - after).total() / max(1, len(first)),
        "words moved": ((before & after).total() - shared) / max(1, len(first)),
        "word error rate": 1 - shared / max(1, len(first), len(second)),
        "character similarity": text_similarity(original.text, output.text),
        "bigrams kept": common / max(1, pairs.total()),
        "bigrams known": common / max(1, others.total()),
        "is copy": float(first == second),
        "only deletes": float(len(second) < len(first) and shared == len(second)),
        "repeated bigrams": (others.total() - len(others) - pairs.total() + len(pairs))
        / max(1, others.total()),
        "word twice": float(sum(a == b for a, b in pairwise(second))),
        "final stop": float(output.text.rstrip("\"'”’) ").endswith((".", "!", "?"))),
        "capital first": float(output.text.lstrip("\"'“‘( ")[:1].isupper()),
        "brackets open": float(abs(output.text.count("(") - output.text.count(")"))),
        "comma share": _comma_share(output) - _comma_share(original),
    }


def _words(original: Side, output: Side, knowledge: WordKnowledge) -> dict[str, float]:
    first = [word for word in original.words if is_content(word)]
    second = [word for word in output.words if is_content(word)]
    gone, new = Counter(first) - Counter(second), Counter(second) - Counter(first)
    values: dict[str, float] = {}
    measures: dict[str, Callable[[str], float]] = {
        "zipf": zipf,
        "level": knowledge.level,
        "complexity": knowledge.complexity,
        "syllables": lambda word: float(count_syllables(word)),
    }
    for name, measure in measures.items():
        before, after = [measure(word) for word in first], [measure(word) for word in second]
        values[f"{name}"] = _mean(after)
        values[f"{name} change"] = _mean(after) - _mean(before) if before and after else 0.0
        extreme = min if name == "zipf" else max
        values[f"hardest {name}"] = extreme(after, default=0.0)
        values[f"hardest {name} change"] = (
            extreme(after) - extreme(before) if before and after else 0.0
        )
        put = _mean([measure(word) for word in new.elements()])
        taken = _mean([measure(word) for word in gone.elements()])
        values[f"{name} put for taken"] = put - taken if new and gone else 0.0
    return values


def _fluency(original: Side, output: Side) -> dict[str, float]:
    before, after = original.costs, output.costs
    known = _bigrams(["", *(token.lower() for token in original.tokens)])
    tokens = [token.lower() for token in output.tokens]
    places = _cost_places(output)
    fresh = [
        after[place]
        for place, pair in zip(places, zip(["", *tokens], tokens, strict=False), strict=False)
        if pair not in known
    ]
    ordered = np.sort(after)[::-1]
    return {
        "cost": _mean(after),
        "cost change": _mean(after) - _mean(before),
        "highest cost": float(ordered[0]) if len(ordered) else 0.0,
        "highest costs": _mean(ordered[:3]),
        "cost deviation": float(after.std()) if len(after) else 0.0,
        "cost of new": _mean(fresh) if fresh else _mean(after),
        "highest cost of new": max(fresh, default=0.0),
        "cost of end": float(after[-2]) if len(after) > 1 else 0.0,
        "cost of start": float(after[0]) if len(after) else 0.0,
    }


def _grammar(original: Side, output: Side) -> dict[str, float]:
    """Sequences of tags, and whether sentences are whole."""
    values = {}
    after, before = _tag_values(output), _tag_values(original)
    for name, value in after.items():
        values[name] = value
        values[f"{name} change"] = value - before[name]
    return values


def _tag_values(side: Side) -> dict[str, float]:
    ordered = np.sort(side.tag_costs)[::-1]
    ends = [[tag for tag in analysis.tags if tag[:1].isalpha()][-1:] for analysis in side.analyses]
    return {
        "tag cost": _mean(side.tag_costs),
        "highest tag cost": float(ordered[0]) if len(ordered) else 0.0,
        "highest tag costs": _mean(ordered[:3]),
        "odd tags": float((side.tag_costs > _ODD).sum()),
        "sentences without finite verb": _mean(
            [
                float(not any(is_finite(node) for node in one.tree.constituents()))
                for one in side.analyses
            ]
        ),
        "sentences without clause": _mean(
            [
                float(not any(child.label in CLAUSES for child in one.tree.children))
                for one in side.analyses
            ]
        ),
        "open ends": _mean([float(not end or end[0] in _OPEN_ENDS) for end in ends]),
    }


def _meaning(original: Side, output: Side) -> dict[str, float]:
    cosines = original.meaning @ output.meaning.T
    if not cosines.size:
        cosines = np.zeros((max(1, len(original.meaning)), max(1, len(output.meaning))))
    recall, precision = cosines.max(axis=1), cosines.max(axis=0)
    before, after = _weights(original), _weights(output)
    names, other_names = _names(original), _names(output)
    pooled = [_unit(side.meaning.mean(axis=0)) for side in (original, output) if len(side.meaning)]
    found = recall.mean() + precision.mean()
    return {
        "context recall": float(recall.mean()),
        "context precision": float(precision.mean()),
        "context F1": float(2 * recall.mean() * precision.mean() / found) if found else 0.0,
        "weighted recall": float(np.average(recall, weights=before)),
        "weighted precision": float(np.average(precision, weights=after)),
        "lowest recall": float(np.quantile(recall, 0.1)),
        "lowest precision": float(precision.min()),
        "low precision": float(np.quantile(precision, 0.1)),
        "words lost": float((before * (recall < _SAME)).sum() / before.sum()),
        "words foreign": float((after * (precision < _SAME)).sum() / after.sum()),
        "sentence likeness": float(pooled[0] @ pooled[1]) if len(pooled) == 2 else 0.0,
        "names lost": (names - other_names).total() / max(1, names.total()),
        "names added": (other_names - names).total() / max(1, other_names.total()),
        "log names lost": np.log1p((names - other_names).total()),
        "log names added": np.log1p((other_names - names).total()),
    }


def _labels(original: Side, output: Side) -> dict[str, float]:
    cosines = original.meaning @ output.meaning.T
    kept = (
        cosines.max(axis=1) >= _SAME
        if cosines.size
        else np.zeros(len(original.meaning), dtype=bool)
    )
    values = {}
    for name, before in original.chances.items():
        after = output.chances[name]
        values[f"{name}"] = _mean(after)
        values[f"{name} change"] = _mean(after) - _mean(before)
        values[f"{name} sum change"] = float(after.sum() - before.sum())
        values[f"{name} of changed"] = _mean(before[~kept])
        values[f"{name} of kept"] = _mean(before[kept])
    return values


def _weights(side: Side) -> np.ndarray:
    """How much each token says: rare words much, punctuation almost nothing."""
    weights = [0.1 if is_punctuation(token) else 8.0 - zipf(token) for token in side.tokens]
    return np.array(weights or [1.0])


def _names(side: Side) -> Counter[str]:
    """Tokens with digits, and words with a capital inside a sentence."""
    return Counter(
        token.lower()
        for sentence in side.sentences
        for place, token in enumerate(sentence)
        if any(c.isdigit() for c in token) or (place and token[:1].isupper())
    )


def _cost_places(side: Side) -> list[int]:
    """Where the tokens' costs are: each sentence has one more, for its end."""
    starts = np.cumsum([0, *(len(sentence) + 1 for sentence in side.sentences)])
    return [
        int(start) + place
        for start, sentence in zip(starts, side.sentences, strict=False)
        for place in range(len(sentence))
    ]


def _bigrams(words: Sequence[str]) -> Counter[tuple[str, str]]:
    return Counter(pairwise(words))


def _comma_share(side: Side) -> float:
    return sum(token == "," for token in side.tokens) / max(1, len(side.tokens))


def _unit(vector: np.ndarray) -> np.ndarray:
    unit: np.ndarray = vector / max(float(np.linalg.norm(vector)), 1e-9)
    return unit


def _mean(values: Sequence[float] | np.ndarray) -> float:
    return float(np.mean(values)) if len(values) else 0.0
