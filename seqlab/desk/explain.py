"""Hard words explained where they first stand: in brackets, in notes, or in a list at the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from html import escape
from typing import Literal

from seqlab.desk.edits import EXPLANATION, TAKEN, EditRecord, EditsFile, Explained, SentenceRecord
from seqlab.errors import UsageError
from seqlab.terms import Entry, Terms

Style = Literal["bracket", "footnote", "list"]
# More than this would bury the sentence.
_MOST = 2
TITLE = "Words explained"
# Formats that a list can follow; in the others an explanation stands in brackets. DOCX has real
# footnotes, the others numbers and a list.
LISTS = ("text", "markdown", "html", "docx")
# The first of the characters that stand for footnotes until they are written: private use, so no
# text has them.
_FIRST_SIGN = 0xF0000


def check_style(style: Style, name: str) -> None:
    """Refuse a way to explain words that a format has no place for."""
    if style != "bracket" and name not in LISTS:
        raise UsageError(
            f"--explain-words {style} is for {', '.join(LISTS)}, not {name}; bracket is for all"
        )


def with_explanations(edits: EditsFile, terms: Terms, style: Style) -> EditsFile:
    """The edits with an explanation at the first place of each hard word that stays.

    Args:
        edits: The edits of a document.
        terms: Terms with explanations; those without are passed over.
        style: `bracket`, `footnote` (a number after the word) or `list` (nothing in the text).
    """
    found: list[Explained] = []
    seen: set[str] = set()
    sentences = []
    for sentence in edits.sentences:
        own: list[EditRecord] = []
        for (start, end), entry in _staying(sentence, terms):
            if entry.term.lower() in seen or len(own) == _MOST:
                continue
            seen.add(entry.term.lower())
            tokens = sentence.source[start:end]
            first = tokens[0].start - sentence.start
            last = tokens[-1].end - sentence.start
            surface = sentence.text[first:last]
            name = ""
            if style != "list":
                number = len(found) + 1
                sign = f" ({_meaning(entry, surface)})" if style == "bracket" else f" [{number}]"
                own.append(_record(sentence, (start, end), surface, surface + sign, len(own)))
                name = own[-1].id
            found.append(Explained(entry.term, entry.explanation, name))
        sentences.append(_with(sentence, own))
    settings = {**edits.settings, "explain_words": style}
    return replace(edits, settings=settings, sentences=tuple(sentences), explained=tuple(found))


def style_of(edits: EditsFile) -> str:
    """How the hard words of a document are explained; empty where they are not."""
    return str(edits.settings.get("explain_words") or "")


def with_note_signs(edits: EditsFile) -> EditsFile:
    """The edits with the sign of a footnote to be in place of its number: one odd character."""
    signs = {one.edit: sign for sign, one in zip(_signs(edits), edits.explained, strict=True)}
    return _renamed(edits, {name: f" {sign}" for name, sign in signs.items()})


def without_note_signs(edits: EditsFile) -> EditsFile:
    """The edits with words as they stand where footnotes are no text."""
    return _renamed(edits, {one.edit: "" for one in edits.explained})


def _signs(edits: EditsFile) -> list[str]:
    return [chr(_FIRST_SIGN + number) for number in range(len(edits.explained))]


def _renamed(edits: EditsFile, endings: dict[str, str]) -> EditsFile:
    sentences = tuple(
        replace(
            sentence,
            edits=tuple(
                replace(one, new=f"{one.old}{endings[one.id]}") if one.id in endings else one
                for one in sentence.edits
            ),
        )
        for sentence in edits.sentences
    )
    return replace(edits, sentences=sentences)


def footnotes(edits: EditsFile) -> dict[str, str]:
    """What each sign of `with_note_signs` becomes."""
    return {
        sign: f"{one.term}: {one.explanation}"
        for sign, one in zip(_signs(edits), edits.explained, strict=True)
    }


def _meaning(entry: Entry, surface: str) -> str:
    """The explanation, after the term itself where the text has another form of it."""
    if surface.lower() == entry.term.lower():
        return entry.explanation
    return f"{entry.term}: {entry.explanation}"


def _staying(sentence: SentenceRecord, terms: Terms) -> list[tuple[tuple[int, int], Entry]]:
    """The terms of a sentence that no edit touches, as nouns, adjectives or verbs."""
    if sentence.left or not sentence.tokens:
        return []
    touched = [edit.edit.span for edit in sentence.edits if edit.accepted and edit.plan]
    texts = [token.text for token in sentence.source]
    tags = [tag for _, _, tag in sentence.tokens]
    staying = []
    for (start, end), entry in terms.find(texts, tags):
        free = all(last <= start or end <= first for first, last in touched)
        bracket = texts[end : end + 1] == ["("]
        if entry.explanation and free and not bracket and _fits(entry, tags[start:end]):
            staying.append(((start, end), entry))
    return staying


def _fits(entry: Entry, tags: Sequence[str]) -> bool:
    """Whether a single word is what its explanation explains, and no name."""
    if len(tags) > 1:
        return True
    if entry.explanation.startswith("to "):
        return tags[0].startswith("VB")
    return tags[0] in ("NN", "NNS", "JJ", "VBN")


def _record(
    sentence: SentenceRecord, span: tuple[int, int], old: str, new: str, number: int
) -> EditRecord:
    start = sentence.source[span[0]].start
    name = f"{sentence.id}.{len(sentence.edits) + number + 1}"
    conflicts = tuple(
        edit.id
        for edit in sentence.edits
        if edit.plan
        and edit.edit.span[0] < span[1]
        and span[0] < edit.edit.span[1]
        and edit.operation != "split"
    )
    return EditRecord(
        name,
        "replace",
        EXPLANATION,
        start,
        start + len(old),
        old,
        new,
        1.0,
        1.0,
        TAKEN,
        True,
        "explained where it first stands",
        0.0,
        conflicts_with=conflicts,
        plan={"span": list(span)},
    )


def _with(sentence: SentenceRecord, own: Sequence[EditRecord]) -> SentenceRecord:
    from seqlab.desk.subset import sentence_text

    if not own:
        return sentence
    names = {
        edit.id: [other.id for other in own if edit.id in other.conflicts_with]
        for edit in sentence.edits
    }
    edits = tuple(
        replace(edit, conflicts_with=(*edit.conflicts_with, *names[edit.id]))
        for edit in sentence.edits
    )
    changed = replace(sentence, edits=(*edits, *own))
    taken = {edit.id for edit in changed.edits if edit.state == TAKEN}
    return replace(changed, output=sentence_text(changed, taken))


def word_list(edits: EditsFile, accepted: Collection[str], name: str) -> str:
    """The explanations as they stand at the end of a document of a format.

    Of words that an edit explains where they stand, those whose edit is accepted.
    """
    style = style_of(edits)
    if style not in ("footnote", "list"):
        return ""
    listed = [
        (f"[{number}] " if style == "footnote" else "", one)
        for number, one in enumerate(edits.explained, start=1)
        if not one.edit or one.edit in accepted
    ]
    if not listed:
        return ""
    if name == "html":
        items = "".join(
            f"<dt>{sign}{escape(one.term)}</dt><dd>{escape(one.explanation)}</dd>"
            for sign, one in listed
        )
        return f"<section><h2>{TITLE}</h2><dl>{items}</dl></section>"
    if name == "markdown":
        lines = [f"- {sign}**{one.term}**: {one.explanation}" for sign, one in listed]
        return "\n".join(["", f"## {TITLE}", "", *lines, ""])
    lines = [f"{sign}{one.term}: {one.explanation}" for sign, one in listed]
    return "\n".join(["", TITLE, "", *lines, ""])


def with_list(raw: bytes, text: str, name: str) -> bytes:
    """A document with the list at its end."""
    if not text:
        return raw
    if name == "docx":
        return _docx_with_list(raw, text)
    body = raw.decode("utf-8")
    if name == "html" and "</body>" in body:
        return body.replace("</body>", f"{text}</body>", 1).encode()
    return (body.rstrip("\n") + "\n" + text).encode()


def _docx_with_list(raw: bytes, text: str) -> bytes:
    import io

    import docx

    document = docx.Document(io.BytesIO(raw))
    lines = [line for line in text.splitlines() if line]
    heading = document.add_paragraph()
    heading.add_run(lines[0]).bold = True
    for line in lines[1:]:
        term, _, explanation = line.partition(": ")
        paragraph = document.add_paragraph()
        paragraph.add_run(term).bold = True
        paragraph.add_run(f": {explanation}")
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()
