"""Uppercase and lowercase: what a word is written like in its place."""

from __future__ import annotations

_DEMONYM_ENDINGS = ("ish", "ese", "ian", "ean", "can", "ch", "li", "qi", "ani", "ek", "man")


def capitalized(text: str) -> str:
    """`text` with its first letter in uppercase, the others as they are."""
    return text[:1].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """`text` with its first letter in lowercase, the others as they are."""
    return text[:1].lower() + text[1:]


def cased_like(text: str, model: str, at_start: bool) -> str:
    """`text` with the capitals of the word it replaces."""
    if len(model) > 1 and model.isupper():
        return text.upper()
    if model[:1].isupper() and (at_start or model[1:].islower()):
        return capitalized(text)
    return text


def has_inner_capital(text: str) -> bool:
    """Whether a word begins with a lowercase letter and has a capital inside: `iPhone`, `eBay`."""
    return text[:1].islower() and any(letter.isupper() for letter in text)


def looks_like_demonym(adjective: str) -> bool:
    """Whether a lowercase adjective ends as those of peoples and countries do: `british`."""
    return adjective.endswith(_DEMONYM_ENDINGS)
