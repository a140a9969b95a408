"""Which edits are accepted, and what a sentence becomes with just those.

Any subset is well defined: an edit goes with the edits that it depends on, two that conflict are
never made together, and what is left of the sentence is repaired as after simplifying: articles,
capitals, agreement, spaces and stops.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from seqlab.desk.edits import LEFT, REFUSED, TAKEN, EditRecord, EditsFile, SentenceRecord
from seqlab.editing import Revision, Word, edited_sentences, joined_sentences, revision
from seqlab.errors import UsageError

_PROBABILITY = re.compile(r"0(?:\.\d+)?|1(?:\.0+)?|\.\d+")


def accepted_ids(edits: EditsFile, accept: str = "marked") -> frozenset[str]:
    """The ids of the edits that `accept` means.

    Args:
        edits: The edits of a document.
        accept: `marked` (as the file says), `all` (that were taken), `none`, a least probability
            such as `0.9` (of those taken), or ids such as `3.1,3.2`.
    """
    accept = accept.strip()
    if accept == "none":
        return frozenset()
    if accept == "all":
        return frozenset(one.id for one in edits.edits() if one.state == TAKEN)
    if accept == "marked":
        return checked_ids(edits, (one.id for one in edits.edits() if one.accepted))
    if _PROBABILITY.fullmatch(accept):
        least = float(accept)
        found = {one.id for one in edits.edits() if one.state == TAKEN and one.acceptable >= least}
        return _without_orphans(edits, found)
    return checked_ids(edits, (name.strip() for name in accept.split(",") if name.strip()))


def checked_ids(edits: EditsFile, ids: Iterable[str]) -> frozenset[str]:
    """The edits named with those they depend on; `UsageError` where they cannot all be made."""
    known = {one.id: one for one in edits.edits()}
    wanted: set[str] = set()
    waiting = list(ids)
    while waiting:
        name = waiting.pop()
        if name not in known:
            raise UsageError(f"no edit {name!r}{_hint(name, known)}")
        if name not in wanted:
            wanted.add(name)
            waiting += known[name].depends_on
    for name in sorted(wanted, key=_place):
        if known[name].state == REFUSED:
            raise UsageError(f"edit {name} is refused ({known[name].reason}); leave it out")
        if rival := next((other for other in known[name].conflicts_with if other in wanted), None):
            one, two = (f"{n} ({known[n].old!r} → {known[n].new!r})" for n in (name, rival))
            raise UsageError(f"edits {one} and {two} cannot both be made; accept one of them")
    return frozenset(wanted)


def _hint(name: str, known: Collection[str]) -> str:
    if not known:
        return ": the file has none"
    if re.fullmatch(r"\d+\.\d+", name):
        own = [one for one in known if one.startswith(f"{name.split('.')[0]}.")]
        if own:
            return f"; sentence {name.split('.')[0]} has {own[0]} to {own[-1]}"
    return f"; accept is all, none, marked, a probability, or ids such as {min(known, key=_place)}"


def _without_orphans(edits: EditsFile, ids: Collection[str]) -> frozenset[str]:
    """Without edits that depend on one that is not accepted."""
    kept = set(ids)
    while True:
        orphans = {
            one.id
            for one in edits.edits()
            if one.id in kept and any(other not in kept for other in one.depends_on)
        }
        if not orphans:
            return frozenset(kept)
        kept -= orphans


def _place(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split("."))


def accepted_edits(sentence: SentenceRecord, accepted: Collection[str]) -> list[EditRecord]:
    """The accepted edits of a sentence, none of which conflict or lack what they depend on."""
    chosen = [one for one in sentence.edits if one.id in accepted and one.state in (TAKEN, LEFT)]
    while True:
        names = {one.id for one in chosen}
        whole = [one for one in chosen if names.issuperset(one.depends_on)]
        if len(whole) == len(chosen):
            break
        chosen = whole
    free: list[EditRecord] = []
    for one in sorted(chosen, key=lambda one: (one.state != TAKEN, -one.acceptable)):
        if not any(one.edit.conflicts(other.edit) for other in free):
            free.append(one)
    return free


def sentence_words(sentence: SentenceRecord, accepted: Collection[str]) -> list[list[Word]]:
    """The sentences, as words, that the accepted edits make of one; empty where none is made."""
    records = accepted_edits(sentence, accepted)
    if not records:
        return []
    tags = [tag for _, _, tag in sentence.tokens]
    return edited_sentences(sentence.source, [one.edit for one in records], tags)


def sentence_revision(sentence: SentenceRecord, accepted: Collection[str]) -> Revision:
    """What the sentence becomes, and where every character comes from."""
    words = sentence_words(sentence, accepted)
    text = joined_sentences(sentence.source, words) if words else ""
    return revision(sentence.source, words, text) if text else Revision(sentence.text)


def sentence_text(sentence: SentenceRecord, accepted: Collection[str]) -> str:
    """What the sentence becomes with the accepted edits; itself without any."""
    words = sentence_words(sentence, accepted)
    if not words:
        return sentence.text
    return joined_sentences(sentence.source, words) or sentence.text


def applied_text(edits: EditsFile, text: str, accepted: Collection[str]) -> str:
    """A plain text with the accepted edits of its sentences; `edits` must be of this text."""
    pieces, position = [], 0
    for sentence in edits.sentences:
        start = (edits.paragraphs[sentence.paragraph].start or 0) + sentence.start
        end = start + len(sentence.text)
        if text[start:end] != sentence.text:
            raise UsageError(f"sentence {sentence.id} does not stand in this text")
        pieces += [text[position:start], sentence_text(sentence, accepted)]
        position = end
    return "".join([*pieces, text[position:]])
