"""The two steps of the desk: a document to its edits, and a document with some of them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, cast

from seqlab.desk.edits import EXPLANATION, EditRecord, EditsFile, SentenceRecord
from seqlab.desk.explain import (
    footnotes,
    style_of,
    with_list,
    with_note_signs,
    word_list,
)
from seqlab.desk.manuscript import Manuscript, TextManuscript, open_manuscript
from seqlab.desk.recording import sentence_record
from seqlab.desk.subset import accepted_edits, sentence_revision
from seqlab.desk.tracked import note_lines
from seqlab.documents import with_footnotes
from seqlab.editing import Revision
from seqlab.errors import DataError
from seqlab.pipeline import Simplifier, Wish
from seqlab.text import ProtectedContent

_LISTED = 8


def edit_text(simplifier: Simplifier, text: str, **wish: Any) -> EditsFile:
    """The edits of a plain text; offsets of paragraphs count its characters.

    Args:
        simplifier: What proposes and judges.
        text: Any text.
        wish: `strength`, `keep`, `operations`, `level`, `decide` and `protect`; see `Wish`.
    """
    asked = simplifier.checked(Wish(**wish))
    return edit_manuscript(simplifier, TextManuscript(text, asked.protect), asked)


def edit_document(
    simplifier: Simplifier, path: Path, wish: Wish, columns: tuple[str, ...] = ("text",)
) -> EditsFile:
    """The edits of a document of any format."""
    asked = simplifier.checked(wish)
    return edit_manuscript(
        simplifier, open_manuscript(path, asked.protect, columns), asked, columns
    )


def edit_manuscript(
    simplifier: Simplifier,
    manuscript: Manuscript,
    wish: Wish,
    columns: tuple[str, ...] = ("text",),
) -> EditsFile:
    """The edits of a manuscript; `wish` must have been `checked`."""
    return returned(edit_stepwise(simplifier, manuscript, wish, columns))


def edit_stepwise(
    simplifier: Simplifier,
    manuscript: Manuscript,
    wish: Wish,
    columns: tuple[str, ...] = ("text",),
) -> Generator[SentenceRecord, None, EditsFile]:
    """Every sentence once its edits are known; returns all edits of the manuscript."""
    places = manuscript.places()
    explained = simplifier.rewrite((one.source for one in places), wish, alternatives=True)
    sentences = []
    for number, (place, one) in enumerate(zip(places, explained, strict=True), start=1):
        sentences.append(sentence_record(number, place.paragraph, place.base, place.source, one))
        yield sentences[-1]
    settings, paragraphs = settings_of(wish, columns), tuple(manuscript.paragraphs())
    return EditsFile(manuscript.document, settings, paragraphs, tuple(sentences))


def returned(steps: Generator[SentenceRecord, None, EditsFile]) -> EditsFile:
    """What a generator of steps returns in the end."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("EditsFile", end.value)


def settings_of(wish: Wish, columns: tuple[str, ...]) -> dict[str, Any]:
    """What a document was simplified with; reading it again needs `protect` and `columns`."""
    return {
        "strength": wish.strength,
        "level": wish.level,
        "decide": wish.decide,
        "operations": list(wish.operations),
        "keep": sorted(wish.keep),
        "protect": asdict(wish.protect),
        "columns": list(columns),
    }


def read_settings(path: str | Path, edits: EditsFile) -> tuple[ProtectedContent, tuple[str, ...]]:
    """How the document of an edits file is read."""
    try:
        protect = ProtectedContent(**edits.settings.get("protect", {}))
        return protect, tuple(map(str, edits.settings.get("columns", ("text",))))
    except TypeError as error:
        raise DataError(path, f"settings: {error}", fix="make it with simplify --edits") from None


def apply_to_document(
    path: Path,
    edits_path: Path,
    edits: EditsFile,
    accepted: Collection[str],
    partial: bool = False,
    tracked: bool = False,
) -> bytes:
    """The document with the accepted edits and no other.

    Args:
        path: The document that the edits were made of.
        edits_path: Where the edits come from, for errors.
        edits: The edits.
        accepted: Ids of edits.
        partial: Whether a document that has changed since is edited where it still matches.
        tracked: Whether what goes stays visible, as a tracked change.
    """
    protect, columns = read_settings(edits_path, edits)
    manuscript = open_manuscript(path, protect, columns)
    matched = matched_sentences(path, edits_path, manuscript, edits, partial)
    if not accepted:
        return path.read_bytes()
    return written_document(manuscript, edits, accepted, tracked, matched)


def written_document(
    manuscript: Manuscript,
    edits: EditsFile,
    accepted: Collection[str],
    tracked: bool = False,
    matched: Sequence[SentenceRecord | None] | None = None,
) -> bytes:
    """The document with the accepted edits, its hard words explained as its edits say.

    Args:
        manuscript: The document.
        edits: Its edits.
        accepted: Ids of those that are made.
        tracked: Whether what goes stays visible.
        matched: The record of each sentence of the manuscript, if those of `edits` are of another
            version of it; None for a sentence that has no record.
    """
    name = manuscript.document["format"]
    has_notes = name == "docx" and style_of(edits) == "footnote"
    if has_notes:
        edits = with_note_signs(edits)
    records: Sequence[SentenceRecord | None] = edits.sentences
    if matched is not None:
        records = [None if one is None else edits.sentences[one.id - 1] for one in matched]
    outputs = [
        Revision(place.source.text) if record is None else sentence_revision(record, accepted)
        for place, record in zip(manuscript.places(), records, strict=True)
    ]
    if tracked:
        notes = [sentence_note(record, accepted) if record else "" for record in records]
        raw = manuscript.tracked(outputs, notes, _now())
    else:
        raw = manuscript.written(outputs)
    if has_notes:
        return with_footnotes(raw, footnotes(edits))
    made = {one.id for record in records if record for one in accepted_edits(record, accepted)}
    return with_list(raw, word_list(edits, made, name), name)


def sentence_note(sentence: SentenceRecord, accepted: Collection[str]) -> str:
    """Why the accepted edits of a sentence are made, an edit per line."""
    records = sorted(accepted_edits(sentence, accepted), key=lambda one: one.start)
    records = [one for one in records if one.kind != EXPLANATION]  # it says itself what it is for
    return note_lines([(one.old, one.new, why(one), one.acceptable) for one in records])


def why(edit: EditRecord) -> str:
    """The reason for an edit, in words for an editor."""
    if edit.reason not in ("taken", "label"):
        return edit.reason
    said = {"replace": "easier words", "delete": "says little", "split": "one idea a sentence"}
    return f"{said[edit.operation]} ({edit.kind})"


def _now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def matched_sentences(
    path: Path, edits_path: Path, manuscript: Manuscript, edits: EditsFile, partial: bool
) -> list[SentenceRecord | None]:
    """The record of each sentence of the manuscript; None where none matches."""
    texts = [place.source.text for place in manuscript.places()]
    recorded = [sentence.text for sentence in edits.sentences]
    same = manuscript.document["sha256"] == edits.document.get("sha256")
    if same and texts == recorded:
        return list(edits.sentences)
    matched: list[SentenceRecord | None] = [None] * len(texts)
    for block in SequenceMatcher(None, recorded, texts, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            matched[block.b + step] = edits.sentences[block.a + step]
    if not partial:
        found = {record.id for record in matched if record is not None}
        missing = [str(one.id) for one in edits.sentences if one.id not in found]
        shown = ", ".join(missing[:_LISTED]) + (" …" if len(missing) > _LISTED else "")
        raise DataError(
            path,
            f"is not the document that {edits_path} was made of: "
            f"{len(found)} of {len(recorded)} sentences still match"
            + (f", not {shown}" if missing else ""),
            fix="--partial applies the edits of those, or make the edits again",
        )
    return matched
