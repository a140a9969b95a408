"""The edits file: every edit of a document with its reason, as data that a person can change.

Offsets count characters of the paragraph that the edit stands in, as a reader sees it (without
tags, a space for each line break in a document). `edits.schema.json` describes the file.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from unicodedata import category

import seqlab
from seqlab.desk.plans import edit_of
from seqlab.editing import Edit
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text
from seqlab.text import Token

FORMAT, VERSION = "seqlab-edits", 1
# An edit was made, could be made, or may not be made whatever its probability.
TAKEN, LEFT, REFUSED = "taken", "left", "refused"
# The kind of edits that write something behind words and leave them as they are.
EXPLANATION = "explanation"


@dataclass(frozen=True)
class EditRecord:
    """One edit: `old` at `start`–`end` of its paragraph becomes `new`.

    Args:
        id: `SENTENCE.EDIT`, both counted from 1.
        operation: `replace`, `delete` or `split`.
        kind: What proposed it: `substitution`, `relative`, `glossary` …
        start: Where it begins, in characters of the paragraph.
        end: Where it ends.
        old: The characters that stand there.
        new: What they become if no other edit is made. Of a replacement it may be changed by hand.
        good: Probability that an editor would make it.
        acceptable: Probability that it is at least correct.
        state: `taken`, `left`, or `refused` by a rule that no probability overrides.
        accepted: What `apply` does unless told otherwise; changed by hand or in the report.
        reason: Why it is in its state.
        strength: The least strength at which it is taken; None for never.
        alternatives: Other words for the same place: text and reason.
        depends_on: Edits without which this one is not made.
        conflicts_with: Edits that cannot be made beside this one.
        plan: How the words are moved, as `seqlab.editing.Edit` has it; {} of a refused edit.
    """

    id: str
    operation: str
    kind: str
    start: int
    end: int
    old: str
    new: str
    good: float
    acceptable: float
    state: str
    accepted: bool
    reason: str
    strength: float | None = None
    alternatives: tuple[tuple[str, str], ...] = ()
    depends_on: tuple[str, ...] = ()
    conflicts_with: tuple[str, ...] = ()
    plan: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def edit(self) -> Edit:
        """The edit that the plan describes, with the words that `new` asks for."""
        edit = edit_of(self.operation, self.kind, self.plan)
        if self.kind == EXPLANATION and self.new.startswith(self.old):
            return replace(edit, after=self.new.removeprefix(self.old).strip())
        return replace(edit, text=self.new) if self.operation == "replace" else edit

    def to_json(self) -> dict[str, Any]:
        """The edit as plain values, without what is empty."""
        values: dict[str, Any] = {
            name: getattr(self, name)
            for name in EditRecord.__dataclass_fields__
            if name not in ("alternatives", "plan")
        }
        values["good"], values["acceptable"] = round(self.good, 4), round(self.acceptable, 4)
        for name in ("depends_on", "conflicts_with"):
            values[name] = list(values[name])
        values["alternatives"] = [
            {"text": text, "reason": reason} for text, reason in self.alternatives
        ]
        values["plan"] = dict(self.plan)
        empty = [name for name in _OMITTED if not values[name] and values[name] != 0.0]
        return {name: value for name, value in values.items() if name not in empty}


_OMITTED = ("strength", "alternatives", "depends_on", "conflicts_with", "plan")


@dataclass(frozen=True)
class SentenceRecord:
    """A sentence, where it stands, what simplifying makes of it, and its edits.

    Args:
        id: Its number in the document, counted from 1.
        paragraph: The number of its paragraph, counted from 0.
        start: Where it begins in the paragraph.
        text: The sentence.
        output: What all taken edits make of it.
        left: Why nothing was considered, or nothing.
        after: The whitespace behind it, within the document.
        tokens: Start and end in the paragraph and Penn tag of every token; empty without edits.
        edits: By where they stand; those taken, those left, and those refused.
    """

    id: int
    paragraph: int
    start: int
    text: str
    output: str
    left: str = ""
    after: str = ""
    tokens: tuple[tuple[int, int, str], ...] = ()
    edits: tuple[EditRecord, ...] = ()

    @property
    def end(self) -> int:
        """Where it ends in the paragraph."""
        return self.start + len(self.text)

    @cached_property
    def source(self) -> tuple[Token, ...]:
        """The tokens with their whitespace."""
        starts = [start for start, _, _ in self.tokens[1:]]
        spaces = [
            self.text[end - self.start : start - self.start]
            for (_, end, _), start in zip(self.tokens, starts, strict=False)
        ]
        return tuple(
            Token(self.text[start - self.start : end - self.start], start, end, space)
            for (start, end, _), space in zip(self.tokens, [*spaces, self.after], strict=False)
        )

    def to_json(self) -> dict[str, Any]:
        """The sentence as plain values."""
        values: dict[str, Any] = {
            "id": self.id,
            "paragraph": self.paragraph,
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "output": self.output,
        }
        if self.left:
            values["left"] = self.left
        if self.after:
            values["after"] = self.after
        if self.tokens:
            values["tokens"] = [list(token) for token in self.tokens]
        values["edits"] = [edit.to_json() for edit in self.edits]
        return values


@dataclass(frozen=True)
class ParagraphRecord:
    """A paragraph as a reader sees it; `start` is its place in a plain text, None in a document."""

    text: str
    start: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The paragraph as plain values."""
        return {"text": self.text} | ({} if self.start is None else {"start": self.start})


@dataclass(frozen=True, slots=True)
class Explained:
    """A hard word that stays, what it means, and the edit that says so where it stands, if any."""

    term: str
    explanation: str
    edit: str = ""

    def to_json(self) -> dict[str, str]:
        """The word as plain values."""
        values = {"term": self.term, "explanation": self.explanation}
        return values | ({"edit": self.edit} if self.edit else {})


@dataclass(frozen=True)
class EditsFile:
    """All edits of one document.

    Args:
        document: `name`, `format` and `sha256` of the document.
        settings: What it was simplified with.
        paragraphs: The paragraphs of prose.
        sentences: Their sentences, in order.
        explained: Hard words in the order of their first places; number n has the sign `[n]`.
    """

    document: Mapping[str, str]
    settings: Mapping[str, Any]
    paragraphs: tuple[ParagraphRecord, ...]
    sentences: tuple[SentenceRecord, ...]
    explained: tuple[Explained, ...] = ()

    def edits(self) -> Iterator[EditRecord]:
        """All edits in order."""
        for sentence in self.sentences:
            yield from sentence.edits

    def to_json(self) -> dict[str, Any]:
        """The file as plain values."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "made_by": f"SeqLab {seqlab.__version__}",
            "document": dict(self.document),
            "settings": dict(self.settings),
            "paragraphs": [paragraph.to_json() for paragraph in self.paragraphs],
            **({"explained": [one.to_json() for one in self.explained]} if self.explained else {}),
            "sentences": [sentence.to_json() for sentence in self.sentences],
        }

    def marked(self, accepted: frozenset[str]) -> EditsFile:
        """The same file with only these edits marked as accepted."""
        sentences = tuple(
            replace(
                one, edits=tuple(replace(edit, accepted=edit.id in accepted) for edit in one.edits)
            )
            for one in self.sentences
        )
        return replace(self, sentences=sentences)

    def as_taken(self, accepted: frozenset[str]) -> EditsFile:
        """The same file with these edits taken and all others left, as a document shows them."""
        sentences = tuple(
            replace(one, edits=tuple(_retaken(edit, accepted) for edit in one.edits))
            for one in self.sentences
        )
        return replace(self, sentences=sentences)


def _retaken(edit: EditRecord, accepted: frozenset[str]) -> EditRecord:
    if edit.state == REFUSED:
        return edit
    taken = edit.id in accepted
    return replace(edit, accepted=taken, state=TAKEN if taken else LEFT)


def write_edits(path: str | Path, edits: EditsFile) -> None:
    """Write the file whole or not at all."""
    with atomic_write(path) as handle:
        handle.write(edits_text(edits))


def edits_text(edits: EditsFile) -> str:
    """The file as text, a line for each sentence."""
    values = edits.to_json()
    sentences = values.pop("sentences")
    head = json.dumps(values, ensure_ascii=False, indent=1)
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in sentences)
    return f'{head[:-2]},\n "sentences": [\n{lines}\n ]\n}}\n'


def read_edits(path: str | Path) -> EditsFile:
    """The edits of a file, checked so far that applying them cannot fail."""
    try:
        values = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise DataError(
            path, f"not JSON: {error.msg}", line=error.lineno, fix="make it with simplify --edits"
        ) from None
    except RecursionError:
        raise DataError(path, "not an edits file: nested too deeply") from None
    try:
        return edits_of(values)
    except BadEdits as error:
        raise DataError(path, str(error), fix="make it with simplify --edits") from None


class BadEdits(ValueError):
    """Plain values that are no edits file, and where they go wrong."""


def edits_of(values: Any) -> EditsFile:
    """The edits that `EditsFile.to_json` gave; `BadEdits` says what is wrong with others."""
    if not isinstance(values, Mapping) or values.get("format") != FORMAT:
        raise BadEdits(f"not an edits file: no format {FORMAT!r}")
    if values.get("version") != VERSION:
        raise BadEdits(f"version {values.get('version')!r}, but only {VERSION} is known")
    where = "the document"
    try:
        paragraphs = tuple(
            ParagraphRecord(str(one["text"]), one.get("start")) for one in values["paragraphs"]
        )
        document = {name: str(value) for name, value in values["document"].items()}
        settings = dict(values["settings"])
        explained = tuple(
            Explained(str(one["term"]), str(one["explanation"]), str(one.get("edit", "")))
            for one in values.get("explained", ())
        )
        sentences = []
        for number, one in enumerate(values["sentences"], start=1):
            where = f"sentence {number}"
            sentences.append(_sentence_of(number, one, paragraphs))
    except KeyError as error:
        raise BadEdits(f"{where}: no {error.args[0]!r}") from None
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadEdits(f"{where}: {error}") from None
    return EditsFile(document, settings, paragraphs, tuple(sentences), explained)


def _sentence_of(
    number: int, values: Mapping[str, Any], paragraphs: tuple[ParagraphRecord, ...]
) -> SentenceRecord:
    tokens = tuple((int(start), int(end), str(tag)) for start, end, tag in values.get("tokens", ()))
    paragraph, start, text = int(values["paragraph"]), int(values["start"]), str(values["text"])
    if not 0 <= paragraph < len(paragraphs):
        raise BadEdits(f"no paragraph {paragraph}")
    end = start + len(text)
    places = [start, *(place for one in tokens for place in one[:2]), end]
    if places != sorted(places) or paragraphs[paragraph].text[start:end] != text:
        raise BadEdits("its offsets do not fit its paragraph")
    if values["id"] != number:
        raise BadEdits(f"its id is {values['id']!r}")
    edits = tuple(
        _edit_of(f"{number}.{place}", one, len(tokens), paragraphs[paragraph].text)
        for place, one in enumerate(values["edits"], start=1)
    )
    return SentenceRecord(
        number,
        paragraph,
        start,
        text,
        str(values["output"]),
        str(values.get("left", "")),
        str(values.get("after", "")),
        tokens,
        edits,
    )


_TEXTS = ("kind", "old", "new", "reason")


def _edit_of(name: str, values: Mapping[str, Any], tokens: int, paragraph: str) -> EditRecord:
    if values["id"] != name:
        raise BadEdits(f"edit {values['id']!r} where {name!r} is due")
    if values["operation"] not in ("replace", "delete", "split"):
        raise BadEdits(f"edit {name}: no operation {values['operation']!r}")
    if values["state"] not in (TAKEN, LEFT, REFUSED):
        raise BadEdits(f"edit {name}: no state {values['state']!r}")
    known = {key: values[key] for key in EditRecord.__dataclass_fields__ if key in values}
    known["alternatives"] = tuple(
        (str(one["text"]), str(one["reason"])) for one in values.get("alternatives", ())
    )
    for key in ("depends_on", "conflicts_with"):
        known[key] = tuple(str(one) for one in values.get(key, ()))
    for key in ("good", "acceptable"):
        if not 0 <= float(known[key]) <= 1 or math.isnan(known[key]):
            raise BadEdits(f"edit {name}: {key} is {known[key]!r}, not from 0 to 1")
    if type(known["accepted"]) is not bool:
        raise BadEdits(f"edit {name}: 'accepted' must be true or false")
    if odd := next((key for key in _TEXTS if not _is_text(known[key])), None):
        raise BadEdits(f"edit {name}: {odd!r} must be a text without control characters")
    if not isinstance(known.get("strength"), int | float | None):
        raise BadEdits(f"edit {name}: 'strength' must be a number")
    start, end = known["start"], known["end"]
    if not (type(start) is type(end) is int and 0 <= start <= end):
        raise BadEdits(f"edit {name}: no offsets {start!r} to {end!r}")
    if paragraph[start:end] != known["old"]:
        raise BadEdits(f"edit {name}: {known['old']!r} does not stand at {start} of its paragraph")
    record = EditRecord(**known)
    if record.state != REFUSED:
        edit = record.edit
        places = [*edit.span, edit.cut, *edit.dropped, *edit.changes, *edit.inserts]
        written = (edit.lead, edit.rest_lead, *edit.inserts.values())
        sources = [word.source for words in written for word in words]
        fits = all(-1 <= place <= tokens for place in places) and max(sources, default=0) < tokens
        if not fits or not 0 <= edit.span[0] < edit.span[1]:
            raise BadEdits(f"edit {name}: its plan does not fit its sentence")
    return record


def _is_text(text: Any) -> bool:
    """Whether it is text that a document can hold: no control characters, no half ones."""
    return isinstance(text, str) and not any(
        category(one) in ("Cc", "Cs") and one not in "\n\r\t" for one in text
    )
