"""One document at the desk: terms found, edits made consistent, hard words explained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timezone

from seqlab.desk.consistency import with_one_word_each
from seqlab.desk.desk import edit_manuscript, sentence_note
from seqlab.desk.edits import EditsFile
from seqlab.desk.explain import (
    Explained,
    Style,
    check_style,
    with_explanations,
    with_list,
    word_list,
)
from seqlab.desk.manuscript import Manuscript
from seqlab.desk.subset import accepted_ids, sentence_revision
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
) -> tuple[EditsFile, list[Explained]]:
    """The edits of a manuscript in the style of a house, and the words that are explained."""
    own = Terms(style.glossary)
    name = manuscript.document["format"]
    if style.explain is not None:
        check_style(style.explain, name)
    asked = replace(wish, terms=own + wish.terms)
    if style.topics:
        texts = [paragraph.text for paragraph in manuscript.paragraphs()]
        asked = replace(asked, terms=asked.terms + Terms(topic_entries(texts)))
    found = edit_manuscript(simplifier, manuscript, simplifier.checked(asked), columns)
    if style.one_word:
        found = with_one_word_each(found)
    if style.explain is None:
        return found, []
    return with_explanations(found, own + Terms(public_glossary()), style.explain)


def written_in_style(
    manuscript: Manuscript,
    edits: EditsFile,
    explained: list[Explained],
    style: HouseStyle,
    tracked: bool = False,
) -> bytes:
    """The document with all taken edits, or with them as tracked changes."""
    accepted = accepted_ids(edits, "all")
    outputs = [sentence_revision(one, accepted) for one in edits.sentences]
    if tracked:
        notes = [sentence_note(one, accepted) for one in edits.sentences]
        date = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        raw = manuscript.tracked(outputs, notes, date)
    else:
        raw = manuscript.written(outputs)
    if style.explain in ("footnote", "list"):
        name = manuscript.document["format"]
        raw = with_list(raw, word_list(explained, name, style.explain == "footnote"), name)
    return raw
