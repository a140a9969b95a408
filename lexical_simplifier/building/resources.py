"""Lexicon and thesaurus from vectors, synonym lexica, the table and rated words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.building.entries import (
    NEVER,
    closed_class_words,
    complexities,
    entries_for,
    mean_vectors,
    tag_shares,
    word_forms,
)
from lexical_simplifier.building.evidence import (
    Evidence,
    Relations,
    is_variant,
    nearest,
    relations,
    thesaurus,
)
from lexical_simplifier.building.options import ResourceOptions
from lexical_simplifier.building.sources import (
    read_levels,
    read_ppdb_pairs,
    read_ratings,
    read_tag_counts,
    read_vectors,
    read_wordnet_pairs,
)
from lexical_simplifier.resources.lexicon import CONTENT_PARTS, Lexicon, quantised
from lexical_simplifier.resources.retrofit import retrofit
from lexical_simplifier.resources.thesaurus import PlainWords, Thesaurus
from seqlab.english import count_syllables

Key = tuple[str, str]
# Thesaurus rows are numbered in 16 bits.
MAX_ENTRIES = 65_535


@dataclass(frozen=True)
class SourcePaths:
    """Where the permitted data lie; see docs/lexical.md."""

    vectors: Path
    wordnet_synonyms: Path
    wordnet_antonyms: Path
    ppdb: Path
    ratings: Path
    levels: tuple[Path, ...]
    conllu: tuple[Path, ...]
    trees: tuple[Path, ...]


def build_resources(
    paths: SourcePaths,
    table: Counter[tuple[Key, Key]],
    plain: PlainWords,
    simple_use: Mapping[str, float],
    options: ResourceOptions,
) -> tuple[Lexicon, Thesaurus]:
    """The lexicon with its vectors, and the candidates of every entry."""
    from wordfreq import word_frequency, zipf_frequency

    words, matrix = read_vectors(paths.vectors, options.words)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True) + 1e-9
    tags = read_tag_counts(paths.conllu, paths.trees)
    closed = closed_class_words(tags)
    related = relations(
        read_wordnet_pairs(paths.wordnet_synonyms),
        read_wordnet_pairs(paths.wordnet_antonyms),
        read_ppdb_pairs(paths.ppdb),
    )
    # Vectors of our own training are keyed `word|PART`.
    known = list(dict.fromkeys(word.partition("|")[0] for word in words))
    forms = word_forms(known)
    frequency = {word: float(word_frequency(word, "en")) for word in known}
    keys = _single_keys(forms, frequency, options.entries)
    keys += [(word, "OTHER") for word in closed if frequency.get(word)]
    keys = list(dict.fromkeys([*keys, *plain.entries()]))
    keys += _phrases(set(keys), related, table, set(known[:30_000]), options.phrases)
    keys = keys[:MAX_ENTRIES]
    base = mean_vectors(keys, forms, {w: i for i, w in enumerate(words)}, matrix, frequency)
    row_of = {key: row for row, key in enumerate(keys)}
    drawn = retrofit(base, _edges(row_of, related, options.ppdb_weight), options.iterations)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True) + 1e-9
    zipf = np.array([zipf_frequency(lemma, "en") for lemma, _ in keys], dtype=np.float32)
    shares = tag_shares(keys, tags)
    lexicon = _lexicon(paths, keys, zipf, shares, drawn, simple_use)
    evidence = _evidence(keys, row_of, related, table, base, drawn, options)
    return lexicon, thesaurus(keys, evidence, related, base, drawn, zipf, options.candidates)


def _single_keys(
    forms: Mapping[Key, list[str]], frequency: Mapping[str, float], limit: int
) -> list[Key]:
    def together(key: Key) -> float:
        return sum(frequency.get(form, 0.0) for form in forms[key])

    return sorted((key for key in forms if together(key) > 0), key=together, reverse=True)[:limit]


def _phrases(
    singles: set[Key],
    related: Relations,
    table: Counter[tuple[Key, Key]],
    common: set[str],
    limit: int,
) -> list[Key]:
    """Phrases that editors wrote or removed more than once, then WordNet's of common words."""
    phrases: Counter[Key] = Counter()
    for (target, candidate), count in table.items():
        for key, other in ((target, candidate), (candidate, target)):
            known = other in singles or " " in other[0]
            if " " in key[0] and count > 1 and known:
                phrases[key] += 1000 * count
    for key in list(singles):
        for other in related.synonyms[key]:
            parts = other[0].split(" ")
            if 1 < len(parts) <= 3 and all(word in common for word in parts):
                phrases[other] += 1
    return [key for key, _ in phrases.most_common(limit) if key not in singles]


def _edges(
    row_of: Mapping[Key, int], related: Relations, ppdb_weight: float
) -> Iterator[tuple[int, int, float]]:
    for key, others in related.synonyms.items():
        for other in others:
            if key < other and key in row_of and other in row_of:
                yield row_of[key], row_of[other], 1.0
    for key, other in related.paraphrases:
        if key < other and key in row_of and other in row_of:
            yield row_of[key], row_of[other], ppdb_weight


def _lexicon(
    paths: SourcePaths,
    keys: list[Key],
    zipf: NDArray[np.float32],
    shares: NDArray[np.float32],
    vectors: NDArray[np.float32],
    simple_use: Mapping[str, float],
) -> Lexicon:
    levels = read_levels(paths.levels)
    words = [lemma for lemma, _ in keys]
    syllables = np.array([count_syllables(word) for word in words], dtype=np.float32)
    level = np.array([levels.get(word, 0) for word in words], dtype=np.float32)
    facts = np.stack([zipf, syllables, np.array([len(w) for w in words]), level], axis=1)
    numbers, scales = quantised(vectors)
    return Lexicon(
        entries=entries_for(keys),
        zipf=zipf,
        syllables=syllables,
        level=level,
        complexity=complexities(read_ratings(paths.ratings), words, facts.astype(np.float32)),
        simple_use=np.array([simple_use.get(word, 0.0) for word in words], dtype=np.float32),
        tag_share=shares,
        vectors=numbers,
        scales=scales,
    )


def _evidence(
    keys: list[Key],
    row_of: Mapping[Key, int],
    related: Relations,
    table: Counter[tuple[Key, Key]],
    base: NDArray[np.float32],
    drawn: NDArray[np.float32],
    options: ResourceOptions,
) -> dict[int, dict[int, Evidence]]:
    """Head → candidate → why; opposites and variants are left out."""
    evidence: dict[int, dict[int, Evidence]] = defaultdict(lambda: defaultdict(Evidence))
    for key, others in related.synonyms.items():
        for other in others:
            if key in row_of and other in row_of:
                evidence[row_of[key]][row_of[other]].wordnet = 1
    for (key, other), count in related.paraphrases.items():
        if key in row_of and other in row_of:
            evidence[row_of[key]][row_of[other]].ppdb = count
    for (key, other), count in table.items():
        if key in row_of and other in row_of:
            evidence[row_of[key]][row_of[other]].table = count
    for part in CONTENT_PARTS:
        rows = [r for r, (word, own) in enumerate(keys) if own == part and " " not in word]
        for vectors in (base, drawn):
            for head, near in nearest(vectors, rows, options.neighbours).items():
                for row, cosine in near:
                    if cosine > 0.3:
                        evidence[head][row].neighbour = cosine
    for (key, other), count in table.items():
        # Only where it is a candidate already: the reverse direction alone speaks against it.
        if key in row_of and other in row_of and row_of[key] in evidence[row_of[other]]:
            evidence[row_of[other]][row_of[key]].reverse = count
    return {
        head: {
            row: why
            for row, why in candidates.items()
            if _allowed(keys[head], keys[row], why, related)
            and not _is_weak(why, float(drawn[head] @ drawn[row]))
        }
        for head, candidates in evidence.items()
    }


def _allowed(head: Key, candidate: Key, why: Evidence, related: Relations) -> bool:
    if candidate[0] in NEVER or head == candidate:
        return False
    if head[1] == "OTHER":
        return True
    if is_variant(head[0], candidate[0]):
        return False
    return not related.are_opposite(head, candidate)


def _is_weak(why: Evidence, cosine: float) -> bool:
    """Whether the only ground is one sighting, and the vectors do not bear it out."""
    return not why.wordnet and not why.ppdb and why.table < 2 and cosine < 0.55
