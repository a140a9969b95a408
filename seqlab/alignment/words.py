"""What an aligner asks about single words: their form, lemmas, kind and likeness."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Written forms that are one word to a reader: treebank brackets and quotes, and the second halves
# of contractions, which a simplification often writes out.
SAME_FORM = {
    "-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "-lcb-": "{", "-rcb-": "}",
    "``": '"', "''": '"', "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "`": "'", "‘": "'", "’": "'", "–": "-", "—": "-", "--": "-", "…": "...",
    "n't": "not", "n’t": "not", "'ll": "will", "’ll": "will", "'ve": "have", "’ve": "have",
    "'re": "are", "’re": "are", "'m": "am", "’m": "am", "’s": "'s", "ca": "can", "wo": "will",
    "%": "percent", "&": "and",
}  # fmt: skip

# Words so frequent that their identity alone says nothing about who corresponds to whom.
_GRAMMAR = """
    a an the this that these those some any each every no such both either neither all another
    i you he she it we they me him her us them my your his its our their mine yours hers ours
    theirs myself yourself himself herself itself ourselves themselves who whom whose which what
    am is are was were be been being have has had having do does did doing done will would shall
    should can could may might must ought
    and or but nor so yet if because as while when where whereas although though until unless since
    than whether how why
    of in on at by for with from to into onto upon about above across after against along among
    around before behind below beneath beside between beyond during except inside near off out
    outside over through throughout toward towards under underneath up within without via per
    not there here then also too very just only even more most less least much many few own same
    other 's
"""
STOP_WORDS = frozenset(_GRAMMAR.split())


@lru_cache(maxsize=200_000)
def normal(word: str) -> str:
    """The word without what spelling conventions add: case, treebank escapes, contraction."""
    lower = word.lower()
    return SAME_FORM.get(lower, lower)


@lru_cache(maxsize=200_000)
def lemmas(word: str) -> frozenset[str]:
    """Every lemma the word could have; its own form if none is known."""
    from seqlab.inflections import getAllLemmas

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
