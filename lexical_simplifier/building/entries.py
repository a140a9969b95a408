"""The lexicon's entries: dictionary words among those with vectors, phrases, and facts of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.resources.lexicon import (
    CONTENT_PARTS,
    FORM_TAGS,
    PARTS,
    Entry,
    part_of_speech,
)
from seqlab.english import word_table

# Auxiliaries carry grammar; nothing simpler stands for them.
NEVER = {"be", "am", "is", "are", "was", "were", "have", "do", "not", "no"}


@cache
def dictionary_lemmas(word: str) -> dict[str, str]:
    """Part of speech → dictionary form, for the parts that lemminflect's dictionary knows."""
    from seqlab.dictionaries import getAllLemmas

    lemmas = getAllLemmas(word)
    return {part: str(lemmas[part][0]).lower() for part in CONTENT_PARTS if part in lemmas}


@cache
def dictionary_forms(lemma: str, part: str) -> tuple[str, ...]:
    """The forms for the tags of `FORM_TAGS`, empty where there is none."""
    from seqlab.dictionaries import getInflection

    if usual := word_table("usual_forms").get(f"{lemma} {part}"):
        return tuple(usual.split())
    forms = []
    for tag in FORM_TAGS[part]:
        inflected = getInflection(lemma, tag, inflect_oov=tag not in ("JJR", "JJS", "RBR", "RBS"))
        forms.append(str(inflected[0]).lower() if inflected else "")
    return tuple(forms)


def word_forms(words: Iterable[str]) -> dict[tuple[str, str], list[str]]:
    """Lemma and part of speech → those of `words` that are its forms."""
    forms: dict[tuple[str, str], list[str]] = defaultdict(list)
    for word in words:
        if word.replace("-", "").isalpha() and word.isascii() and len(word) > 1:
            for part, lemma in dictionary_lemmas(word).items():
                if lemma not in NEVER and lemma.replace("-", "").isalpha():
                    forms[lemma, part].append(word)
    return forms


def closed_class_words(tags: Mapping[str, Counter[str]], minimum: int = 5) -> list[str]:
    """Words that are mostly prepositions, conjunctions and the like."""
    words = []
    for word, counts in tags.items():
        if not word.isalpha() or not word.isascii() or len(word) < 2 or word in NEVER:
            continue
        other = sum(n for tag, n in counts.items() if part_of_speech(word, tag) == "OTHER")
        if other >= minimum and other > sum(counts.values()) / 2:
            words.append(word)
    return words


def mean_vectors(
    keys: Iterable[tuple[str, str]],
    forms: Mapping[tuple[str, str], list[str]],
    words: Mapping[str, int],
    matrix: NDArray[np.float32],
    frequency: Mapping[str, float],
) -> NDArray[np.float32]:
    """A unit vector for each key: the mean of its forms, or of the words of a phrase.

    A verb's vector is that of all its forms, so the noun and the verb `lead` differ before
    retrofitting draws them further apart.
    """
    rows = []
    for lemma, part in keys:
        parts = forms.get((lemma, part)) or lemma.split(" ")
        rows_of = [(words.get(f"{word}|{part}", words.get(word)), word) for word in parts]
        known = [(row, frequency.get(word, 0.0)) for row, word in rows_of if row is not None]
        vector = np.zeros(matrix.shape[1], dtype=np.float32)
        for row, share in known:
            vector += np.sqrt(share + 1e-9) * matrix[row]
        norm = float(np.linalg.norm(vector))
        rows.append(vector / norm if norm else vector)
    return np.stack(rows)


def tag_shares(
    keys: Iterable[tuple[str, str]], tags: Mapping[str, Counter[str]]
) -> NDArray[np.float32]:
    """How often each word is of its part of speech, smoothed by what the dictionary allows."""
    shares = []
    for lemma, part in keys:
        if " " in lemma:
            shares.append(1.0)
            continue
        counts: Counter[str] = Counter()
        for form in {lemma, *dictionary_forms(lemma, part)}:
            for tag, n in tags.get(form, Counter()).items():
                if tag_part := part_of_speech(form, tag):
                    counts[tag_part] += n
        allowed = set(dictionary_lemmas(lemma)) or {part}
        prior = {p: 1.0 / len(allowed) if p in allowed else 0.0 for p in PARTS}
        shares.append((counts[part] + prior[part]) / (sum(counts.values()) + 1.0))
    return np.array(shares, dtype=np.float32)


def complexities(
    ratings: Mapping[str, float], words: list[str], facts: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The rating of each word, or what a regression on the facts of rated words expects."""
    known = np.array([word in ratings for word in words])
    rated = np.array([ratings.get(word, 0.0) for word in words], dtype=np.float32)
    expected = expected_complexity(facts[known], rated[known], facts)
    # A handful of raters gave each word: their mean and the expectation share the weight.
    blended: NDArray[np.float32] = np.where(known, 0.6 * rated + 0.4 * expected, expected)
    return blended


def expected_complexity(
    known: NDArray[np.float32], rated: NDArray[np.float32], facts: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Complexities of words with `facts`, learned from the facts and ratings of others."""
    from sklearn.ensemble import HistGradientBoostingRegressor

    model = HistGradientBoostingRegressor(max_iter=150, learning_rate=0.06, random_state=0)
    expected: NDArray[np.float32] = model.fit(known, rated).predict(facts).astype(np.float32)
    return expected


def entries_for(keys: Iterable[tuple[str, str]]) -> list[Entry]:
    """Entries with forms; phrases are inflected by their head word."""
    return [
        Entry(lemma, part, () if " " in lemma else dictionary_forms(lemma, part))
        for lemma, part in keys
    ]
