"""The substitution table: which word or phrase editors put for which, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from lexical_simplifier.building.entries import NEVER, dictionary_lemmas
from lexical_simplifier.building.replacements import Replacement
from lexical_simplifier.resources.lexicon import part_of_speech

Key = tuple[str, str]


def target_key(words: Sequence[str], tags: Sequence[str]) -> Key | None:
    """Dictionary form and part of speech of a replaced span."""
    lower = [word.lower() for word in words]
    if len(words) == 1:
        part = part_of_speech(words[0], tags[0])
        # Function words are left to `phrases`: editors change them with the sentence around.
        return None if part in (None, "OTHER") else _single(lower[0], str(part))
    if any(part_of_speech(word, tag) is None for word, tag in zip(words, tags, strict=True)):
        return None
    if tags[0].startswith("VB") and all(tag in ("RP", "IN", "RB") for tag in tags[1:]):
        return phrase_key(lower, "VERB")
    if tags[-1].startswith("NN") and all(tag[:2] in ("NN", "JJ") for tag in tags):
        return phrase_key(lower, "NOUN")
    return None


def candidate_key(words: Sequence[str], part: str) -> Key | None:
    """Dictionary form of what replaced a span, if it can be of the same part of speech."""
    lower = [word.lower() for word in words]
    return _single(lower[0], part) if len(lower) == 1 else phrase_key(lower, part)


def _single(word: str, part: str) -> Key | None:
    lemma = dictionary_lemmas(word).get(part)
    return (lemma, part) if lemma and lemma not in NEVER else None


def phrase_key(words: Sequence[str], part: str) -> Key | None:
    """A phrase with its head in dictionary form: the first word of verbs, the last of nouns."""
    head = {"VERB": 0, "NOUN": len(words) - 1}.get(part)
    if head is None:
        return " ".join(words), part
    lemma = dictionary_lemmas(words[head]).get(part)
    if not lemma or lemma in NEVER:
        return None
    return " ".join([*words[:head], lemma, *words[head + 1 :]]), part


def substitution_table(
    replaced: Iterable[tuple[Replacement, Sequence[str]]],
) -> Counter[tuple[Key, Key]]:
    """Counts of (target, candidate) over replacements with the tags of their sentences."""
    table: Counter[tuple[Key, Key]] = Counter()
    for replacement, tags in replaced:
        if keys := replacement_keys(replacement, tags):
            table[keys] += 1
    return table


def replacement_keys(replacement: Replacement, tags: Sequence[str]) -> tuple[Key, Key] | None:
    """Keys of a replaced span and of what replaced it, where both have one and they differ."""
    span = slice(replacement.start, replacement.end)
    target = target_key(replacement.tokens[span], tags[span])
    if target is None:
        return None
    candidate = candidate_key(replacement.words, target[1])
    return None if candidate is None or candidate == target else (target, candidate)
