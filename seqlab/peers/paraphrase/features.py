"""Features of a rule where it is applied: Xu et al. (2016, section 3.3), and the tag's form."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from wordfreq import zipf_frequency

from seqlab.english import count_syllables, has_form
from seqlab.peers.paraphrase.rules import Phrase, Rule

Vector = NDArray[np.float64]
# From this on a word is among the some 3,000 most frequent ones.
_COMMON = 4.5
# Words outside these classes are names, numbers and marks, which rules leave alone.
_OPEN = (
    "NN",
    "NNS",
    "VB",
    "VBD",
    "VBG",
    "VBN",
    "VBP",
    "VBZ",
    "JJ",
    "JJR",
    "JJS",
    "RB",
    "RBR",
    "RBS",
)
_FIXED = frozenset({"NNP", "NNPS", "CD", "$", "#"})
NAMES = (
    "language_model",
    "rule",
    "deletion",
    "words_deleted",
    "ppdb",
    "ppdb_score",
    "ppdb_forward",
    "ppdb_backward",
    "similarity",
    "annotated",
    "extracted",
    "forward",
    "backward",
    "count",
    "characters",
    "words",
    "syllables",
    "longest_word",
    "frequency",
    "rarest",
    "common",
    "form",
    "label",
    "function_word",
    "phrase",
    "punctuation",
    "stem",
)
PLACE = {name: place for place, name in enumerate(NAMES)}
# Weights to begin with: rules of the corpora that read well, nothing rare.
START = {
    "language_model": 0.3,
    "rule": -0.5,
    "deletion": -1.0,
    "forward": 0.5,
    "frequency": 0.3,
    "form": 0.5,
}


def rule_features(rule: Rule, tags: Sequence[str]) -> Vector:
    """All features of a rule but the language model's, for source words with these tags."""
    values = np.zeros(len(NAMES))
    values[:] = _of_rule(rule.source, rule.target)
    for name, value in rule.scores.items():
        if name in PLACE:
            values[PLACE[name]] = value
    if "forward" not in rule.scores:
        values[PLACE["forward"]], values[PLACE["backward"]] = _UNSEEN
    if len(rule.source) == 1 and rule.target:
        word = rule.target[0] if tags[0].startswith("VB") else rule.target[-1]
        values[PLACE["form"]] = float(_fits(word, tags[0]))
    if rule.label:
        values[PLACE["label"]] = 1.0 if rule.label in tags else -1.0
    values[PLACE["function_word"]] = float(not any(tag in _OPEN for tag in tags))
    return values


# Logarithms of relative frequencies that no corpus rule has.
_UNSEEN = -8.0, -8.0


def is_open(tags: Sequence[str]) -> bool:
    """Whether rules may touch words with these tags: no names, no numbers."""
    return not any(tag in _FIXED for tag in tags)


@lru_cache(100_000)
def _fits(word: str, tag: str) -> bool:
    return has_form(word, tag)


@lru_cache(300_000)
def _of_rule(source: Phrase, target: Phrase) -> tuple[float, ...]:
    """What both sides are, each as the target's less the source's."""
    old, new = _side(source), _side(target)
    values = dict.fromkeys(NAMES, 0.0)
    values |= {"rule": 1.0, "deletion": float(not target), "phrase": float(len(source) > 1)}
    if target:
        differences = (after - before for before, after in zip(old, new, strict=True))
        values |= dict(zip(_SIDES, differences, strict=True))
        values["stem"] = float(source[0][:4] == target[0][:4])
    else:
        values["words_deleted"] = float(len(source))
    values["punctuation"] = float(any(not w.isalnum() for w in (*source, *target)))
    return tuple(values.values())


_SIDES = ("characters", "words", "syllables", "longest_word", "frequency", "rarest", "common")


@lru_cache(300_000)
def _side(phrase: Phrase) -> tuple[float, ...]:
    if not phrase:
        return (0.0,) * len(_SIDES)
    syllables = [count_syllables(word) for word in phrase]
    zipf = [zipf_frequency(word, "en") for word in phrase]
    return (
        sum(map(len, phrase)) / 5,
        float(len(phrase)),
        float(sum(syllables)),
        float(max(syllables)),
        sum(zipf) / len(zipf),
        min(zipf),
        sum(value >= _COMMON for value in zipf) / len(zipf),
    )
