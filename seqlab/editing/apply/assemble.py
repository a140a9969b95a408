"""The assembler: word labels and replacements executed on tokens that remember their spaces."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from seqlab.editing.apply.repairs import ALL_RULES, repaired
from seqlab.editing.words import Word, detokenize, words_of
from seqlab.english import capitalized
from seqlab.text import Token


def assemble(
    tokens: Sequence[Token],
    labels: Sequence[str],
    replacements: Mapping[int, str] | None = None,
    tags: Sequence[str] = (),
    rules: Collection[str] = ALL_RULES,
) -> str:
    """The text of a sentence after COPY (`C`), DELETE (`D`) and REPLACE (`R`).

    With only COPY labels it is the input, character for character (the whitespace after the last
    token, which lies between sentences, is not part of it).

    Args:
        tokens: The sentence's tokens.
        labels: One of `C`, `D`, `R` for each token.
        replacements: What to write at a position labelled `R`; a position without an entry keeps
            its word, an empty entry (the rest of a replaced phrase) writes nothing.
        tags: The tokens' Penn tags; without them the repairs that need grammar do less.
        rules: The repairs to make, by name (`ALL_RULES`).
    """
    if len(labels) != len(tokens):
        raise ValueError(f"{len(labels)} labels for {len(tokens)} tokens")
    if tags and len(tags) != len(tokens):
        raise ValueError(f"{len(tags)} tags for {len(tokens)} tokens")
    source = words_of(tokens, tags)
    kept: list[Word] = []
    for place, (word, label) in enumerate(zip(source, labels, strict=True)):
        if label == "D":
            continue
        text = (replacements or {}).get(place, word.text) if label == "R" else word.text
        if text:
            kept.append(word if text == word.text else replace(word, text=cased(text, word.text)))
    return detokenize(repaired(kept, source, rules))


def cased(text: str, like: str) -> str:
    """`text` with a capital, or all in capitals, where `like` is written so."""
    if like.isupper() and len(like) > 3:
        return text.upper()
    if like[:1].isupper() and text[:1].islower():
        return capitalized(text)
    return text
