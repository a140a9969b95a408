"""Hard words explained where they first stand: in brackets, in notes, or in a list at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Literal

from seqlab.desk.edits import TAKEN, EditRecord, EditsFile, SentenceRecord
from seqlab.errors import UsageError
from seqlab.terms import Entry, Terms

Style = Literal["bracket", "footnote", "list"]
# More than this would bury the sentence.
_MOST = 2
_TITLE = "Words explained"
# Formats that a list can follow; in the others an explanation stands in brackets.
LISTS = ("text", "markdown", "html", "docx")
FOOTNOTES = ("text", "markdown", "html")


@dataclass(frozen=True, slots=True)
class Explained:
    """A term, as it stands in the document, and what it means."""

    term: str
    explanation: str


def check_style(style: Style, name: str) -> None:
    """Refuse a way to explain words that a format has no place for."""
    allowed = {"bracket": None, "footnote": FOOTNOTES, "list": LISTS}[style]
    if allowed is not None and name not in allowed:
        raise UsageError(f"--explain-words {style} is for {', '.join(allowed)}, not {name}")


def with_explanations(
    edits: EditsFile, terms: Terms, style: Style
) -> tuple[EditsFile, list[Explained]]:
    """The edits with an explanation at the first place of each hard word that stays.

    Args:
        edits: The edits of a document.
        terms: Terms with explanations; those without are passed over.
        style: `bracket`, `footnote` (a number after the word) or `list` (nothing in the text).

    Returns:
        The edits, and the explained terms in order.
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
            found.append(Explained(entry.term, entry.explanation))
            sign = f" ({_meaning(entry, surface)})" if style == "bracket" else f" [{len(found)}]"
            if style != "list":
                own.append(_record(sentence, (start, end), surface, surface + sign, len(own)))
        sentences.append(_with(sentence, own))
    return replace(edits, sentences=tuple(sentences)), found


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
    for (start, end), entry in terms.find(texts):
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
        "explanation",
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


def word_list(found: Sequence[Explained], name: str, numbered: bool) -> str:
    """The explanations as they stand at the end of a document of a format."""
    if not found:
        return ""
    signs = [f"[{n}] " if numbered else "" for n in range(1, len(found) + 1)]
    if name == "html":
        items = "".join(
            f"<dt>{sign}{escape(one.term)}</dt><dd>{escape(one.explanation)}</dd>"
            for sign, one in zip(signs, found, strict=True)
        )
        return f"<section><h2>{_TITLE}</h2><dl>{items}</dl></section>"
    lines = [f"{sign}{one.term}: {one.explanation}" for sign, one in zip(signs, found, strict=True)]
    if name == "markdown":
        lines = [
            f"- {sign}**{one.term}**: {one.explanation}"
            for sign, one in zip(signs, found, strict=True)
        ]
        return "\n".join(["", f"## {_TITLE}", "", *lines, ""])
    return "\n".join(["", f"{_TITLE}", "", *lines, ""])


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
