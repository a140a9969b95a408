"""Applying edits or labels: the sentences that they make of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from seqlab.editing.apply.repairs import ALL_RULES, repaired
from seqlab.editing.edit import STOPS, Edit, Word, covers, detokenize, words_of
from seqlab.english import capitalized
from seqlab.text import Token


def apply_edits(
    tokens: Sequence[Token],
    edits: Sequence[Edit],
    tags: Sequence[str] = (),
    rules: Collection[str] = ALL_RULES,
) -> list[str]:
    """The sentences that `edits`, which must not conflict, make of one; itself without any."""
    return [detokenize(words) for words in edited_sentences(tokens, edits, tags, rules)]


def joined_sentences(tokens: Sequence[Token], sentences: Sequence[Sequence[Word]]) -> str:
    """Those sentences as one text, with the first space of the source between them."""
    gap = next((token.space for token in tokens if token.space), " ")
    return gap.join(detokenize(words) for words in sentences)


def edited_sentences(
    tokens: Sequence[Token],
    edits: Sequence[Edit],
    tags: Sequence[str] = (),
    rules: Collection[str] = ALL_RULES,
    source: Sequence[Word] | None = None,
) -> list[list[Word]]:
    """The words of those sentences, each with the source token that it stands for.

    `source` are the tokens as words, for those who have them already.
    """
    source = words_of(tokens, tags) if source is None else list(source)
    texts = _texts(source, edits)
    splits = sorted((e for e in edits if e.operation == "split"), key=lambda e: e.span)
    deleted = {
        place for e in edits if e.operation == "delete" for place in range(e.span[0], e.span[1])
    }
    texts.update((place, "") for place in deleted)
    cuts = {edit.cut: edit for edit in splits if edit.cut >= 0}
    dropped = {place for edit in cuts.values() for place in edit.dropped}
    inserts = {place: words for edit in cuts.values() for place, words in edit.inserts.items()}
    splits = [edit for edit in splits if edit.cut < 0]
    owner = _owners(splits, len(source))
    # Each part is a list of sentences, of which only cuts make more than one.
    parts: dict[int, list[list[Word]]] = {number: [[]] for number in range(-1, len(splits))}
    for word in source:
        number = owner[word.source]
        if word.source in cuts:
            parts[number].append(_with_texts(cuts[word.source].lead, texts))
        if word.source in inserts:
            parts[number][-1] += _with_texts(inserts[word.source], texts)
        if word.source in dropped or (number >= 0 and word.source in splits[number].dropped):
            continue
        if text := texts.get(word.source, word.text):
            parts[number][-1].append(word if text == word.text else replace(word, text=text))
    sentences = []
    for number, pieces in parts.items():
        edit = splits[number] if number >= 0 else None
        pieces[0] = [*_with_texts(edit.lead, texts), *pieces[0]] if edit else pieces[0]
        pieces[0] = _opened(_rest_lead(splits, number), pieces[0], texts)
        # What was split off follows the sentence that it stood in.
        holder = sum(cut <= edit.span[0] for cut in cuts) if edit else 0
        for piece, words in enumerate(pieces):
            place = (holder, -1 if edit.first else 1, edit.span[0]) if edit else (piece, 0, 0)
            closes = edit is None and piece == len(pieces) - 1
            sentences.append(((*place, piece), words if closes else _closed(words, source)))
    sentences.sort(key=lambda item: item[0])
    repaired_parts = [repaired(words, source, rules) for _, words in sentences]
    after = {edit.span[1] - 1: edit.after for edit in edits if edit.after}
    return [
        _annotated(words, after) for words in repaired_parts if any(word.is_word for word in words)
    ]


def _annotated(words: list[Word], after: dict[int, str]) -> list[Word]:
    """The words with what is written behind some; what was written is taken out of `after`."""
    if not after:
        return words
    written = []
    for word in words:
        if text := after.pop(word.source, "") if word.source >= 0 else "":
            # The space goes before the new text, so that the one behind the word stays behind it.
            written += [replace(word, space=""), Word(f" {text}", word.space)]
        else:
            written.append(word)
    return written


def _texts(source: Sequence[Word], edits: Sequence[Edit]) -> dict[int, str]:
    texts: dict[int, str] = {}
    for edit in edits:
        if edit.operation == "replace" and not edit.after:
            start, end = edit.span
            texts[start] = cased(edit.text, source[start].text)
            texts.update((place, "") for place in range(start + 1, end))
        texts.update(edit.changes)
    return texts


def _owners(splits: Sequence[Edit], length: int) -> list[int]:
    """Which split each token goes with; -1 for what stays. The innermost span wins."""
    owner = [-1] * length
    by_size = sorted(range(len(splits)), key=lambda n: splits[n].span[0] - splits[n].span[1])
    for number in by_size:
        for place in range(*splits[number].span):
            owner[place] = number
    return owner


def _rest_lead(splits: Sequence[Edit], number: int) -> tuple[Word, ...]:
    """What opens part `number` because an edit inside it was split off."""
    for other, edit in enumerate(splits):
        holders = [
            n
            for n, outer in enumerate(splits)
            if n != other and covers(outer.span, edit.span) and outer.span != edit.span
        ]
        holder = min(holders, key=lambda n: splits[n].span[1] - splits[n].span[0], default=-1)
        if edit.rest_lead and holder == number:
            return edit.rest_lead
    return ()


def _opened(lead: Sequence[Word], words: list[Word], texts: Mapping[int, str]) -> list[Word]:
    return [*_with_texts(lead, texts), *words]


def _with_texts(words: Sequence[Word], texts: Mapping[int, str]) -> list[Word]:
    """Repeated words, with what replaced them in the sentence."""
    named = [replace(word, text=texts.get(word.source, word.text)) for word in words]
    return [word for word in named if word.text]


def _closed(words: list[Word], source: Sequence[Word]) -> list[Word]:
    """The words with a full stop at the end."""
    while words and words[-1].text in (",", ";", ":", "-", "–", "—"):
        words = words[:-1]
    if words and words[-1].text not in STOPS and not words[-1].text.endswith("."):
        stop = Word(".", source[-1].space, ".")
        if words[-1].text in ('"', "”") and words[-1].source > 0:
            inside = source[words[-1].source - 1]
            # `"the first," and` → `"the first."`: the stop stands where the comma stood.
            if inside.text == "," and not inside.space:
                body = words[:-2] if words[-2:-1] and words[-2].text == "," else words[:-1]
                return [*body, replace(stop, space=""), replace(words[-1], space=stop.space)]
        words = [*words, stop]
    return words


def assemble(
    tokens: Sequence[Token],
    labels: Sequence[str],
    replacements: Mapping[int, str] | None = None,
    tags: Sequence[str] = (),
    rules: Collection[str] = ALL_RULES,
) -> str:
    """The text of a sentence after COPY (`C`), DELETE (`D`) and REPLACE (`R`).

    With only COPY labels it is the input, character for character (the whitespace after the last
    token, which lies between sentences, is not part of it).

    Args:
        tokens: The sentence's tokens.
        labels: One of `C`, `D`, `R` for each token.
        replacements: What to write at a position labelled `R`; a position without an entry keeps
            its word, an empty entry (the rest of a replaced phrase) writes nothing.
        tags: The tokens' Penn tags; without them the repairs that need grammar do less.
        rules: The repairs to make, by name (`ALL_RULES`).
    """
    if len(labels) != len(tokens):
        raise ValueError(f"{len(labels)} labels for {len(tokens)} tokens")
    if tags and len(tags) != len(tokens):
        raise ValueError(f"{len(tags)} tags for {len(tokens)} tokens")
    source = words_of(tokens, tags)
    kept: list[Word] = []
    for place, (word, label) in enumerate(zip(source, labels, strict=True)):
        if label == "D":
            continue
        text = (replacements or {}).get(place, word.text) if label == "R" else word.text
        if text:
            kept.append(word if text == word.text else replace(word, text=cased(text, word.text)))
    return detokenize(repaired(kept, source, rules))


def cased(text: str, like: str) -> str:
    """`text` with a capital, or all in capitals, where `like` is written so."""
    if like.isupper() and len(like) > 3 and text == text.lower():
        return text.upper()
    if like[:1].isupper() and text[:1].islower():
        return capitalized(text)
    return text
