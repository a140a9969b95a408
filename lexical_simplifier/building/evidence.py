"""Candidates from all sources, filtered and pruned: what becomes the `Thesaurus`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.building.entries import dictionary_lemmas
from lexical_simplifier.resources.thesaurus import Thesaurus, stored_cosine
from seqlab.english import word_sequence

Key = tuple[str, str]

_SUFFIXES = word_sequence("suffixes")
_NEGATIONS = ("un", "in", "im", "ir", "il", "dis", "non", "non-", "anti", "anti-", "mis")


@dataclass
class Evidence:
    """Why one word may stand for another."""

    wordnet: int = 0
    ppdb: int = 0
    table: int = 0
    reverse: int = 0
    neighbour: float = 0.0


@dataclass
class Relations:
    """Synonyms and opposites by key, from Open English WordNet and PPDB."""

    synonyms: dict[Key, set[Key]] = field(default_factory=lambda: defaultdict(set))
    opposites: dict[Key, set[Key]] = field(default_factory=lambda: defaultdict(set))
    paraphrases: Counter[tuple[Key, Key]] = field(default_factory=Counter)

    def are_opposite(self, first: Key, second: Key) -> bool:
        """Whether one is an antonym of the other, or of a synonym of the other, or negates it."""
        if second in self.opposites[first] or negates(first[0], second[0]):
            return True
        if second in self.synonyms[first]:
            return False
        return any(second in self.opposites[like] for like in self.synonyms[first]) or any(
            first in self.opposites[like] for like in self.synonyms[second]
        )


def relations(
    synonyms: Iterable[tuple[str, str, str]],
    antonyms: Iterable[tuple[str, str, str]],
    ppdb: Iterable[tuple[str, str]],
) -> Relations:
    """Both directions of every pair; PPDB's forms are joined under their dictionary forms."""
    relations = Relations()
    for pairs, store in ((synonyms, relations.synonyms), (antonyms, relations.opposites)):
        for part, first, second in pairs:
            store[first, part].add((second, part))
            store[second, part].add((first, part))
    for first, second in ppdb:
        lemmas, others = dictionary_lemmas(first), dictionary_lemmas(second)
        for part in lemmas.keys() & others.keys():
            one, other = lemmas[part], others[part]
            if one != other:
                relations.paraphrases[(one, part), (other, part)] += 1
                relations.paraphrases[(other, part), (one, part)] += 1
    return relations


def negates(first: str, second: str) -> bool:
    """Whether one word is the other behind a negating prefix."""
    return any(first == prefix + second or second == prefix + first for prefix in _NEGATIONS)


def is_variant(first: str, second: str) -> bool:
    """Whether two words are spellings, inflections or derivations of each other."""
    if set(first.split(" ")) <= set(second.split(" ")):
        return True
    if set(second.split(" ")) <= set(first.split(" ")):
        # A part of the phrase says less: old age/age.
        return True
    if set(dictionary_lemmas(first).values()) & set(dictionary_lemmas(second).values()):
        return True
    if _spelling(first) == _spelling(second):
        return True
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) >= 4 and longer.startswith(shorter) and " " not in longer:
        # Compounds and derivations: south/southwest, commerce/commercial.
        return True
    stem, other = _stem(first), _stem(second)
    return len(stem) >= 4 and stem == other


def _spelling(word: str) -> str:
    word = word.replace("-", "").replace("our", "or").replace("is", "iz").replace("ys", "yz")
    word = word.replace("ae", "e").replace("ll", "l").replace("gue", "g").replace("gray", "grey")
    return word[:-2] + "er" if word.endswith("re") else word


def _stem(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return word[: -len(suffix)]
    return word


def nearest(
    vectors: NDArray[np.float32], rows: Sequence[int], count: int, block: int = 512
) -> dict[int, list[tuple[int, float]]]:
    """For each of `rows`, the `count` others of `rows` with the nearest vectors."""
    index = np.array(rows)
    unit = vectors[index]
    neighbours = {}
    for start in range(0, len(index), block):
        scores = unit[start : start + block] @ unit.T
        size = min(count + 1, scores.shape[1])
        best = np.argpartition(-scores, size - 1, axis=1)[:, :size]
        for line, places in enumerate(best):
            own = start + line
            neighbours[int(index[own])] = [
                (int(index[place]), float(scores[line, place])) for place in places if place != own
            ]
    return neighbours


def thesaurus(
    keys: Sequence[Key],
    evidence: Mapping[int, Mapping[int, Evidence]],
    related: Relations,
    base: NDArray[np.float32],
    retrofitted: NDArray[np.float32],
    zipf: NDArray[np.float32],
    keep: int = 30,
) -> Thesaurus:
    """The `keep` likeliest candidates of every entry."""
    paraphrases: dict[Key, set[Key]] = defaultdict(set)
    for first, second in related.paraphrases:
        paraphrases[first].add(second)
    like = [related.synonyms[key] | paraphrases[key] for key in keys]
    sizes = []
    columns: dict[str, list[float]] = defaultdict(list)
    for head in range(len(keys)):
        rows = []
        for row, why in evidence.get(head, {}).items():
            cosine = float(base[head] @ base[row])
            drawn = float(retrofitted[head] @ retrofitted[row])
            both = len(like[head] & like[row]) / (1 + min(len(like[head]), len(like[row])))
            prior = (
                1.0 * why.wordnet
                + 0.5 * np.log1p(why.ppdb)
                + 0.8 * np.log1p(why.table)
                + 1.5 * drawn
                + 1.5 * cosine
                + both
                + 0.15 * float(zipf[row])
            )
            rows.append((prior, row, why, cosine, both))
        rows.sort(key=lambda item: -item[0])
        rows = rows[:keep]
        sizes.append(len(rows))
        for _, row, why, cosine, both in rows:
            columns["candidates"].append(row)
            columns["wordnet"].append(why.wordnet)
            columns["ppdb"].append(min(255, why.ppdb))
            columns["table"].append(min(255, why.table))
            columns["reverse"].append(min(255, why.reverse))
            columns["cosine"].append(cosine)
            columns["shared"].append(both)
    return Thesaurus(
        offsets=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        candidates=np.array(columns["candidates"], dtype=np.uint16),
        wordnet=np.array(columns["wordnet"], dtype=np.uint8),
        ppdb=np.array(columns["ppdb"], dtype=np.uint8),
        table=np.array(columns["table"], dtype=np.uint8),
        reverse=np.array(columns["reverse"], dtype=np.uint8),
        cosine=stored_cosine(np.array(columns["cosine"], dtype=np.float32)),
        shared=np.rint(np.array(columns["shared"]) * 255).astype(np.uint8),
    )
