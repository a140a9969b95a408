"""What an editor did to tracked changes: accepted, refused or wrote over, as judged edits.

The reviewed document is read twice, with all that is still open accepted and refused: an edit
that is there both times was accepted, one that is there neither time was refused, and of the
others nothing is known yet. Each sentence is found by what its edits can make of it.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from seqlab.desk.desk import read_settings
from seqlab.desk.edits import EXPLANATION, TAKEN, EditRecord, EditsFile, SentenceRecord
from seqlab.desk.explain import TITLE, style_of, without_note_signs
from seqlab.desk.manuscript import open_manuscript
from seqlab.desk.subset import sentence_text
from seqlab.desk.tracked import resolved
from seqlab.documents import format_name
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_jsonl, text_hash

# Of more edits in a sentence not all subsets are tried, only one or two refused.
_MOST = 8
# As the judge of edits knows them: good, correct without gain, wrong.
ACCEPTED, OVERWRITTEN, REFUSED = "y", "s", "m"
# What the editor's own glossary and the explanations put in says nothing about the judge.
_OF_THE_HOUSE = ("glossary", EXPLANATION)
_NUMBER = re.compile(r"^\[\d+\] ")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one edit: a verdict, or nothing where it is still open or not known."""

    sentence: SentenceRecord
    edit: EditRecord
    verdict: str


def review_document(path: Path, edits: EditsFile, edits_path: Path) -> list[Outcome]:
    """What became of each edit of a document with tracked changes that an editor has seen."""
    if format_name(path) == "docx" and style_of(edits) == "footnote":
        edits = without_note_signs(edits)
    views = [_paragraphs(path, edits, edits_path, accept) for accept in (True, False)]
    outcomes = []
    verdicts = [_verdicts(edits, view) for view in views]
    for sentence in edits.sentences:
        for edit in sentence.edits:
            if edit.state != TAKEN or edit.kind in _OF_THE_HOUSE:
                continue
            one, two = (view.get(edit.id, "") for view in verdicts)
            outcomes.append(Outcome(sentence, edit, one if one == two else ""))
    return outcomes


def _paragraphs(path: Path, edits: EditsFile, edits_path: Path, accept: bool) -> list[str]:
    protect, columns = read_settings(edits_path, edits)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(resolved(path, accept))
        texts = [one.text for one in open_manuscript(copy, protect, columns).paragraphs()]
    return _without_explanations(texts, edits)


def _without_explanations(texts: list[str], edits: EditsFile) -> list[str]:
    """The paragraphs but for notes and lists of words that were added to the document."""
    if not edits.explained or len(texts) <= len(edits.paragraphs):
        return texts
    added = {TITLE, *(f"{one.term}: {one.explanation}" for one in edits.explained)}
    added |= {text for one in edits.explained for text in (one.term, one.explanation)}
    own = {one.text.strip() for one in edits.paragraphs}

    def is_added(text: str) -> bool:
        lines = [line.strip() for line in text.strip().splitlines()]
        return text.strip() not in own and all(_NUMBER.sub("", line) in added for line in lines)

    return [text for text in texts if not is_added(text)]


def _verdicts(edits: EditsFile, paragraphs: Sequence[str]) -> dict[str, str]:
    """The verdict on each edit by the paragraphs of one reading."""
    if len(paragraphs) != len(edits.paragraphs):
        raise DataError(
            edits.document.get("name", "document"),
            f"has {len(paragraphs)} paragraphs, its edits were made of {len(edits.paragraphs)}",
            fix="review the document before paragraphs are added or joined",
        )
    own: dict[int, list[SentenceRecord]] = {}
    for sentence in edits.sentences:
        own.setdefault(sentence.paragraph, []).append(sentence)
    verdicts: dict[str, str] = {}
    for number, text in enumerate(paragraphs):
        verdicts |= _of_paragraph(own.get(number, ()), text)
    return verdicts


def _of_paragraph(sentences: Sequence[SentenceRecord], text: str) -> dict[str, str]:
    verdicts: dict[str, str] = {}
    position = 0
    waiting: list[SentenceRecord] = []
    for sentence in sentences:
        found = _found(sentence, text, position)
        if found is None:
            waiting.append(sentence)
            continue
        place, length, accepted = found
        verdicts |= _overwritten(waiting, text[position:place])
        verdicts |= {
            edit.id: ACCEPTED if edit.id in accepted else REFUSED for edit in _taken(sentence)
        }
        waiting, position = [], place + length
    return verdicts | _overwritten(waiting, text[position:])


def _found(
    sentence: SentenceRecord, text: str, position: int
) -> tuple[int, int, frozenset[str]] | None:
    """Where a sentence stands, how long it is, and with which of its edits."""
    best: tuple[int, int, frozenset[str]] | None = None
    for chosen in _subsets([edit.id for edit in _taken(sentence)]):
        output = sentence_text(sentence, chosen)
        place = text.find(output, position)
        if place < 0 or (best and (place, -len(output)) >= (best[0], -best[1])):
            continue
        best = (place, len(output), chosen)
    return best


def _taken(sentence: SentenceRecord) -> list[EditRecord]:
    return [edit for edit in sentence.edits if edit.state == TAKEN]


def _subsets(names: Sequence[str]) -> Iterator[frozenset[str]]:
    sizes = range(len(names), -1, -1)
    if len(names) > _MOST:
        sizes = range(len(names), len(names) - 3, -1)
        yield frozenset()
    for size in sizes:
        yield from (frozenset(chosen) for chosen in combinations(names, size))


def _overwritten(sentences: Sequence[SentenceRecord], text: str) -> dict[str, str]:
    """Verdicts where the editor wrote something else: by the words that are there."""
    there = Counter(text.lower().split())
    verdicts = {}
    for sentence in sentences:
        for edit in _taken(sentence):
            if edit.operation == "split":
                continue  # what was split elsewhere cannot be told
            old, new = (Counter(one.lower().split()) for one in (edit.old, edit.new))
            has_old, has_new = old <= there, bool(new) and new <= there
            if has_new and not has_old:
                verdicts[edit.id] = ACCEPTED
            elif has_old and not has_new:
                verdicts[edit.id] = REFUSED
            elif not has_old and not has_new:
                verdicts[edit.id] = OVERWRITTEN if new else ACCEPTED
    return verdicts


def feedback_rows(edits: EditsFile, outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """The edits of known outcome as rows that the judge of edits learns from."""
    rows = []
    for outcome in outcomes:
        if not outcome.verdict:
            continue
        sentence, edit = outcome.sentence, outcome.edit
        first, last = edit.edit.span
        start, end = sentence.tokens[first][0], sentence.tokens[last - 1][1]
        row = {
            "source": sentence.text,
            "start": start - sentence.start,
            "end": end - sentence.start,
            "old": sentence.text[start - sentence.start : end - sentence.start],
            "new": edit.new if edit.operation != "split" else "",
            "operation": edit.operation,
            "kind": edit.kind,
            "after": sentence_text(sentence, {edit.id}),
            "level": edits.settings.get("level"),
            "verdict": outcome.verdict,
            "document": edits.document.get("name", ""),
        }
        row["id"] = text_hash(json.dumps([row[k] for k in ("source", "start", "end", "after")]))[
            :16
        ]
        rows.append(row)
    return rows


def append_feedback(path: Path, rows: Sequence[dict[str, Any]]) -> int:
    """Add rows to a feedback file; a later verdict on the same edit takes the earlier one's place.

    Returns:
        How many rows the file has now.
    """
    known: dict[str, dict[str, Any]] = {}
    if path.exists():
        known = {str(row.get("id", number)): row for number, row in read_jsonl(path)}
    known |= {row["id"]: row for row in rows}
    with atomic_write(path) as handle:
        for row in known.values():
            handle.write(json.dumps(row, ensure_ascii=False) + "\n")
    return len(known)
