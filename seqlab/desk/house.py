"""One document at the desk: terms found, edits made consistent, hard words explained."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from seqlab.desk.consistency import with_one_word_each
from seqlab.desk.desk import edit_stepwise, returned
from seqlab.desk.edits import EditsFile, SentenceRecord
from seqlab.desk.explain import Style, check_style, with_explanations
from seqlab.desk.manuscript import Manuscript
from seqlab.pipeline import Simplifier, Wish
from seqlab.terms import Entry, Terms, public_glossary, topic_entries


@dataclass(frozen=True)
class HouseStyle:
    """What a house wants of a document beside what the model does.

    Args:
        glossary: Terms with their simple words and explanations.
        topics: Whether terms that the document defines or is about are kept.
        one_word: Whether a word is always replaced by the same one.
        explain: How hard words that stay are explained; not at all if None.
    """

    glossary: tuple[Entry, ...] = ()
    topics: bool = True
    one_word: bool = True
    explain: Style | None = None


def edit_in_style(
    simplifier: Simplifier,
    manuscript: Manuscript,
    wish: Wish,
    style: HouseStyle,
    columns: tuple[str, ...] = ("text",),
) -> EditsFile:
    """The edits of a manuscript in the style of a house."""
    return returned(edit_in_style_stepwise(simplifier, manuscript, wish, style, columns))


def edit_in_style_stepwise(
    simplifier: Simplifier,
    manuscript: Manuscript,
    wish: Wish,
    style: HouseStyle,
    columns: tuple[str, ...] = ("text",),
) -> Generator[SentenceRecord, None, EditsFile]:
    """Every sentence once the model has seen it; returns the edits in the style of the house."""
    own = Terms(style.glossary)
    name = manuscript.document["format"]
    if style.explain is not None:
        check_style(style.explain, name)
    asked = replace(wish, terms=own + wish.terms)
    if style.topics:
        texts = [paragraph.text for paragraph in manuscript.paragraphs()]
        asked = replace(asked, terms=asked.terms + Terms(topic_entries(texts)))
    found = yield from edit_stepwise(simplifier, manuscript, simplifier.checked(asked), columns)
    if style.one_word:
        found = with_one_word_each(found, _reserved(asked.terms))
    if style.explain is None:
        return found
    return with_explanations(found, own + Terms(public_glossary()), style.explain)


def _reserved(terms: Terms) -> frozenset[str]:
    """The words of terms that stay, and the words that other terms become."""
    return frozenset((one.simple or one.term).lower() for one in terms.entries)
