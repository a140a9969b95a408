"""What an aligner asks about single words: their form, lemmas, kind and likeness."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from seqlab.english import word_list, word_table

# Written forms that are one word to a reader: treebank brackets and quotes, and the second halves
# of contractions, which a simplification often writes out.
SAME_FORM = {
    "-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "-lcb-": "{", "-rcb-": "}",
    "``": '"', "''": '"', "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "`": "'", "‘": "'", "’": "'", "–": "-", "—": "-", "--": "-", "…": "...",
    "’s": "'s", "%": "percent", "&": "and",
    **{
        written.replace("'", apostrophe): word
        for written, word in word_table("contractions").items()
        for apostrophe in "'’"
    },
}  # fmt: skip

# Words so frequent that their identity alone says nothing about who corresponds to whom.
STOP_WORDS = word_list("function_words")


@lru_cache(maxsize=200_000)
def normal(word: str) -> str:
    """The word without what spelling conventions add: case, treebank escapes, contraction."""
    lower = word.lower()
    return SAME_FORM.get(lower, lower)


@lru_cache(maxsize=200_000)
def lemmas(word: str) -> frozenset[str]:
    """Every lemma the word could have; its own form if none is known."""
    from seqlab.dictionaries import getAllLemmas

    form = normal(word)
    if not form.isalpha():
        return frozenset((form,))
    known = {lemma for group in getAllLemmas(form).values() for lemma in group}
    return frozenset(known or {form})


@lru_cache(maxsize=200_000)
def is_punctuation(word: str) -> bool:
    """Whether the word holds no letter, digit or currency sign."""
    return not any(
        character.isalnum() or unicodedata.category(character) == "Sc" for character in normal(word)
    )


def is_stop_word(word: str) -> bool:
    """Whether the word is grammar rather than content."""
    return normal(word) in STOP_WORDS


def is_content(word: str) -> bool:
    """Whether the word is neither grammar nor punctuation."""
    return not is_stop_word(word) and not is_punctuation(word)


@lru_cache(maxsize=500_000)
def likeness(first: str, second: str) -> float:
    """Dice overlap of letter pairs, 0 to 1: high for words of one family (`hire`, `hiring`)."""
    first, second = normal(first), normal(second)
    if first == second:
        return 1.0
    pairs, others = _letter_pairs(first), _letter_pairs(second)
    if not pairs or not others:
        return 0.0
    return 2 * len(pairs & others) / (len(pairs) + len(others))


@lru_cache(maxsize=200_000)
def _letter_pairs(word: str) -> frozenset[str]:
    # The first letter counts once more: words of one family share their beginning.
    return frozenset((f"^{word[:1]}", *(word[i : i + 2] for i in range(len(word) - 1))))
