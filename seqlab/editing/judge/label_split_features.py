"""Numbers that tell whether a proposed split reads well: for a judge to learn from."""

from __future__ import annotations

import math
from collections.abc import Sequence

from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.edit import Edit
from seqlab.editing.parsed import FINITE, Parsed, kind
from seqlab.editing.propose.label_splits import LabelSplit
from seqlab.editing.words import Word
from seqlab.english import word_table

_PRONOUNS = frozenset({"it", "he", "she", "they", "we", "i", "you"})
_POINTERS = frozenset({"this", "these", "that", "those", "there"})
_CONNECTIVES = frozenset({"but", "so", "then", "also", "and", "meanwhile", "however"})
_CONTENT = frozenset({"NN", "NNS", "NNP", "NNPS", "JJ", "VBN", "VBG", "VB", "CD", "RB"})
_CONSTITUENTS = ("S", "SBAR", "VP", "NP", "PP", "ADVP", "ADJP", "CC")


def label_split_features(split: LabelSplit, parsed: Parsed) -> dict[str, float]:
    """Names and numbers of one split made alone in its sentence."""
    edit = split.edit
    sentences = edited_sentences(parsed.tokens, [edit], parsed.tags)
    lengths = [sum(word.is_word for word in words) for words in sentences] or [0]
    shares = [*split.companions.values()] or [1.0]
    place = edit.cut if edit.cut >= 0 else edit.span[0]
    dropped = [parsed.lower[p] for p in edit.dropped]
    features = {
        "probability": split.probability,
        "logit": _logit(split.probability),
        "opening_probability": split.opening_probability,
        "companion_min": min(shares),
        "companion_product": math.prod(shares),
        "joint": split.probability * split.opening_probability * math.prod(shares),
        "companions": float(len(split.companions)),
        "shortest": float(min(lengths)),
        "longest": float(max(lengths)),
        "length": float(len(parsed.tokens)),
        "position": place / max(1, len(parsed.tokens)),
        "finite_least": float(min(_finite(edit, words) for words in sentences)),
        "changes": float(len(edit.changes)),
        "inserts": float(len(edit.inserts)),
        "dropped": float(len(edit.dropped)),
        "dropped_content": float(sum(parsed.tags[p] in _CONTENT for p in edit.dropped)),
        "move": float(edit.cut < 0),
        "depth": float(_depth(parsed, place)),
    }
    features |= _opening_features(edit.lead)
    constituent = _constituent(parsed, place)
    features |= {f"at_{name}": float(constituent == name) for name in _CONSTITUENTS}
    # A dropped connective says what construction was split.
    cues = word_table("split_cues")
    features |= {
        f"cue_{name}": float(any(cues.get(word) == name for word in dropped))
        for name in dict.fromkeys(cues.values())
    }
    before = parsed.lower[place - 1] if place else ""
    features["pause"] = float(before in (",", ";", ":", "–", "—", "-", "(") or "," in dropped)
    return features


def _opening_features(lead: Sequence[Word]) -> dict[str, float]:
    texts = [word.lower for word in lead]
    return {
        "opens_plain": float(not texts),
        "opens_pronoun": float(bool(_PRONOUNS & set(texts))),
        "opens_pointer": float(bool(_POINTERS & set(texts))),
        "opens_connective": float(bool(_CONNECTIVES & set(texts))),
        "opens_noun": float(any(w.source >= 0 and w.tag.startswith("NN") for w in lead)),
        "opens_verb": float(any(word.tag in FINITE for word in lead)),
        "repeats_verb": float(any(w.source >= 0 and w.tag in FINITE for w in lead)),
        "opening_words": float(len(texts)),
    }


def _finite(edit: Edit, words: Sequence[Word]) -> int:
    return sum(word.tag in FINITE or word.source in edit.changes for word in words)


def _logit(probability: float) -> float:
    clipped = min(max(probability, 1e-4), 1 - 1e-4)
    return math.log(clipped / (1 - clipped))


def _constituent(parsed: Parsed, place: int) -> str:
    """The label of the largest constituent that begins at a place inside the sentence."""
    node = parsed.tree
    while node.span[0] != place or node.span[0] == 0:
        inner = next((c for c in node.children if c.span[0] <= place < c.span[1]), None)
        if inner is None:
            break
        node = inner
    return kind(node)


def _depth(parsed: Parsed, place: int) -> int:
    """How many constituents hold the words on both sides of a place."""
    node, depth = parsed.tree, 0
    while True:
        inner = next((c for c in node.children if c.span[0] < place < c.span[1]), None)
        if inner is None:
            return depth
        node, depth = inner, depth + 1
