"""One term, one word: within a document a word is always replaced by the same one.

Words are compared as dictionary forms. Where the judge takes another word for the same source
word and its usual one is among the proposals, that is taken; where it is not, the word has most
likely another sense and stays as it is. Two different nouns never become the same word: the one
that is replaced with more probability keeps it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from seqlab.desk.edits import EXPLANATION, LEFT, TAKEN, EditRecord, EditsFile, SentenceRecord
from seqlab.desk.subset import sentence_text
from seqlab.english import lemma

Key = tuple[str, str]
_OWN = ("glossary", EXPLANATION)
# From this probability on a word is replaced because it is replaced elsewhere.
_LIKELY = 0.7


def with_one_word_each(edits: EditsFile, reserved: Collection[str] = ()) -> EditsFile:
    """The edits with every source word replaced by one word, and no two nouns by the same.

    Args:
        edits: The edits of a document.
        reserved: Words that belong to terms, in lowercase: no other noun becomes one of them.
    """
    weights: dict[Key, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for sentence in edits.sentences:
        for edit in sentence.edits:
            if edit.state == TAKEN and (key := _key(sentence, edit)) is not None:
                sure = 1000.0 if edit.kind in _OWN else edit.acceptable
                weights[key][_new(sentence, edit)] += sure
    chosen = {key: max(sorted(new), key=lambda one: new[one]) for key, new in weights.items()}
    refused = _merged(chosen, weights)
    refused |= {
        k: new for k, new in chosen.items() if k[1] == "NN" and new in reserved and new != k[0]
    }
    same = [_consistent(one, chosen, refused) for one in edits.sentences]
    free = {key: new for key, new in chosen.items() if key not in refused}
    return replace(edits, sentences=tuple(_throughout(same, free)))


def _throughout(
    sentences: Sequence[SentenceRecord], chosen: Mapping[Key, str]
) -> list[SentenceRecord]:
    """The sentences with every noun replaced in all places, in most of them, or in none."""
    places: dict[Key, list[tuple[int, EditRecord | None]]] = defaultdict(list)
    replaced: dict[Key, int] = defaultdict(int)
    for number, sentence in enumerate(sentences):
        taken = [one for one in sentence.edits if one.state == TAKEN and one.plan]
        touched = {n for one in taken if one.operation != "split" for n in range(*one.edit.span)}
        for one in taken:
            if (key := _noun(sentence, one, chosen)) is not None:
                replaced[key] += 1
        for place, (start, end, tag) in enumerate(sentence.tokens):
            word = sentence.text[start - sentence.start : end - sentence.start].lower()
            if not tag.startswith("NN") or tag.startswith("NNP") or place in touched:
                continue
            key = (lemma(word, tag), "NN")
            if key in chosen:
                places[key].append((number, _likely(sentence, place, key, chosen, taken)))
    more: dict[int, dict[str, EditRecord]] = defaultdict(dict)
    dropped = set()
    for key, own in places.items():
        likely = [(number, edit) for number, edit in own if edit is not None]
        if replaced[key] + len(likely) <= len(own) - len(likely):
            dropped.add(key)
            continue
        reason = f"{chosen[key]!r} is the word for it here"
        for number, edit in likely:
            more[number][edit.id] = replace(edit, state=TAKEN, accepted=True, reason=reason)
    for number, sentence in enumerate(sentences):
        for edit in sentence.edits:
            if _noun(sentence, edit, chosen) in dropped and edit.state == TAKEN:
                more[number][edit.id] = _left(edit, "elsewhere in the document the word stays")
    return [_with(one, more[number]) for number, one in enumerate(sentences)]


def _noun(sentence: SentenceRecord, edit: EditRecord, chosen: Mapping[Key, str]) -> Key | None:
    """The noun that an edit replaces by its usual word, if it is not the house that asks for it."""
    key = _key(sentence, edit) if edit.kind not in _OWN else None
    return key if key is not None and key[1] == "NN" and key in chosen else None


def _likely(
    sentence: SentenceRecord,
    place: int,
    key: Key,
    chosen: Mapping[Key, str],
    taken: Sequence[EditRecord],
) -> EditRecord | None:
    """The edit that would write the usual word here and is probably right."""
    names = {one.id for one in taken}
    return next(
        (
            one
            for one in sentence.edits
            if one.state == LEFT
            and one.operation == "replace"
            and one.plan
            and one.edit.span == (place, place + 1)
            and one.acceptable >= _LIKELY
            and _new(sentence, one) == chosen[key]
            and not names.intersection(one.conflicts_with)
        ),
        None,
    )


def _merged(
    chosen: Mapping[Key, str], weights: Mapping[Key, Mapping[str, float]]
) -> dict[Key, str]:
    """Nouns that would become the same word as another one, and that word."""
    holders: dict[str, list[Key]] = defaultdict(list)
    for key, new in chosen.items():
        if key[1] == "NN":
            holders[new].append(key)
    refused = {}
    for new, keys in holders.items():
        for key in sorted(keys, key=lambda one: (-weights[one][new], one))[1:]:
            refused[key] = new
    return refused


def _consistent(
    sentence: SentenceRecord, chosen: Mapping[Key, str], refused: Mapping[Key, str]
) -> SentenceRecord:
    changes: dict[str, EditRecord] = {}
    taken = {edit.id: edit for edit in sentence.edits if edit.state == TAKEN}
    for edit in list(taken.values()):
        key = _key(sentence, edit)
        if key is None or edit.kind in _OWN:
            continue
        if key in refused and _new(sentence, edit) == refused[key]:
            changes[edit.id] = _left(edit, f"another term becomes {refused[key]!r}")
            continue
        if _new(sentence, edit) == chosen[key]:
            continue
        usual = next(
            (
                other
                for other in sentence.edits
                if other.state == LEFT
                and other.operation == "replace"
                and other.edit.span == edit.edit.span
                and _new(sentence, other) == chosen[key]
                and not (set(other.conflicts_with) & set(taken) - {edit.id})
            ),
            None,
        )
        if usual is not None:
            reason = f"{chosen[key]!r} is the word for it here"
            changes[edit.id] = _left(edit, reason)
            changes[usual.id] = replace(usual, state=TAKEN, accepted=True, reason=reason)
    return _with(sentence, changes)


def _with(sentence: SentenceRecord, changes: Mapping[str, EditRecord]) -> SentenceRecord:
    """The sentence with some edits changed, and what it becomes now."""
    if not changes:
        return sentence
    own = tuple(changes.get(edit.id, edit) for edit in sentence.edits)
    changed = replace(sentence, edits=own)
    names = {edit.id for edit in own if edit.state == TAKEN}
    return replace(changed, output=sentence_text(changed, names))


def _left(edit: EditRecord, reason: str) -> EditRecord:
    return replace(edit, state=LEFT, accepted=False, reason=reason)


def _key(sentence: SentenceRecord, edit: EditRecord) -> Key | None:
    """The source word and its class; None for what is no replacement of one word."""
    if edit.operation != "replace" or not edit.plan:
        return None
    start, end = edit.edit.span
    tag = sentence.tokens[start][2]
    if end - start != 1 or tag[:2] not in ("NN", "VB", "JJ", "RB") or tag.startswith("NNP"):
        return None
    return lemma(edit.old.lower(), tag), tag[:2]


def _new(sentence: SentenceRecord, edit: EditRecord) -> str:
    words = edit.new.lower().split()
    tag = sentence.tokens[edit.edit.span[0]][2]
    return " ".join([*words[:-1], lemma(words[-1], tag)]) if words else ""
