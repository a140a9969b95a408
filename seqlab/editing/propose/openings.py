"""The words that open a new sentence: written from a label, and made to agree with the verb."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from seqlab.annotation import DROP, OTHER_OPENING, SlotReader, opening_pieces
from seqlab.editing.edit import Word
from seqlab.editing.parsed import FINITE, Parsed, small
from seqlab.editing.propose.mentions import repeat_subject
from seqlab.editing.reading import SplitProbabilities, label_columns
from seqlab.english import (
    is_plural,
    pronoun_in,
    pronoun_of_name,
    pronoun_of_noun,
    verb_form,
    word_table,
)

_SINGULAR = frozenset({"it", "he", "she", "this", "that"})
_PLURAL = frozenset({"they", "these", "those", "we"})
_PRESENT = {"was": "is", "were": "are"}
_PAST = {present: past for past, present in _PRESENT.items()}
# Words that no new sentence may begin with.
_NO_START = frozenset({"because", "that", "which", "who", "whose", "whom", "than"})
# Prepositions in the form of a participle, and auxiliaries.
_NO_PARTICIPLES = frozenset(
    {"being", "having", "according", "regarding", "concerning", "depending", "owing", "pending"}
)
_SUBJECTS = _SINGULAR | _PLURAL | {"there", "i", "you", "his", "her", "its", "their"}
_OBJECTS = frozenset({"DT", "PRP", "PRP$", "NNP", "NN", "NNS", "JJ", "CD"})
_TO_PLURAL = {"is": "are", "was": "were", "has": "have", "this": "these"}
_TO_SINGULAR = {plural: singular for singular, plural in _TO_PLURAL.items()}
# Openings that hardly ever take the place of a relative pronoun, and how much that costs them.
_NOT_FOR = {
    "who": frozenset({"it", "this", "there"}),
    "which": frozenset({"he", "she"}),
    "with": frozenset({"is", "was", "are", "were"}),
}
_RELATIVES = frozenset({*_NOT_FOR, "where", "whose"})
_WRONG = 0.05
_PERSONS = frozenset({"he", "she"})
# Subjects of openings that may be exchanged for another.
_EXCHANGED = frozenset({"it", "he", "she", "they", "this", "these"})
_OTHER_SEX = {
    "he": "she", "his": "her", "him": "her", "himself": "herself",
    "she": "he", "her": "his", "herself": "himself",
}  # fmt: skip


def lead_words(pieces: Sequence[str | int], parsed: Parsed) -> tuple[Word, ...]:
    """The words of an opening; a number is the place of a token that is repeated."""
    words: list[Word] = []
    for place, piece in enumerate(pieces):
        if isinstance(piece, str):
            words.append(Word(piece, " ", word_table("tags_of_openings").get(piece, ""), -1, piece))
            continue
        word = replace(small([parsed.words[piece]])[0], space=" ")
        # "Sidmouth Folk Festival" is "the festival" when only its last word is repeated.
        alone = isinstance(pieces[place - 1], str) and place > 0 and place + 1 == len(pieces)
        if alone and words[-1].text in ("the", "this") and _is_common(word, parsed):
            word = replace(word, text=word.text.lower())
        words.append(word)
    return tuple(_with_number(words))


def _is_common(word: Word, parsed: Parsed) -> bool:
    """Whether the last word of a longer name is a common noun."""
    if word.tag != "NNP" or parsed.tags[word.source - 1] != "NNP":
        return False
    # lemminflect takes a second to import.
    from seqlab.dictionaries import getAllLemmas

    return "NOUN" in getAllLemmas(word.text.lower())


def with_gender(
    pieces: Sequence[str | int], parsed: Parsed, cut: int, context: Sequence[str]
) -> list[str | int]:
    """The opening with "he" or "she" as the words before it say, if they speak of one sex only."""
    gendered = [p for p in pieces if isinstance(p, str) and p in _OTHER_SEX]
    if not gendered:
        return list(pieces)
    sex = pronoun_in(parsed.lower[:cut]) or pronoun_in(parsed.lower) or pronoun_in(context)
    if sex is None or pronoun_in([str(gendered[0])]) == sex:
        return list(pieces)
    return [_OTHER_SEX.get(p, p) if isinstance(p, str) else p for p in pieces]


def with_pronoun(pieces: Sequence[str | int], other: str) -> list[str | int] | None:
    """The opening with another pronoun as its subject; None where it has none, or this one."""
    place = next((n for n, piece in enumerate(pieces) if piece in _EXCHANGED), None)
    if place is None or pieces[place] == other:
        return None
    table = _TO_PLURAL if other in _PLURAL else _TO_SINGULAR
    after = [table.get(p, p) if isinstance(p, str) else p for p in pieces[place + 1 :]]
    return [*pieces[:place], other, *after]


def pronoun_of_chunk(span: tuple[int, int], parsed: Parsed) -> str | None:
    """He, she, it or they for a noun chunk, where its words tell."""
    last = span[1] - 1
    tag = parsed.tags[last]
    if tag == "NNS":
        return "they"
    if tag == "NN":
        return pronoun_of_noun(parsed.lower[last])
    if tag not in ("NNP", "NNPS"):
        return None
    name = [w.text for w in parsed.words[slice(*span)] if w.tag in ("NNP", "NNPS")]
    return pronoun_of_name(name)


def _with_number(words: list[Word]) -> list[Word]:
    """ "the banks was" → "the banks were", "this banks" → "these banks"."""
    noun = next((n for n, word in enumerate(words) if word.tag in ("NN", "NNS", "NNPS")), -1)
    if noun < 0 or words[noun].source < 0:
        return words
    text = words[noun].text
    plural = words[noun].tag != "NN" and (text.endswith("s") or is_plural(text) is not False)
    table = _TO_PLURAL if plural else _TO_SINGULAR
    return [
        replace(word, text=table.get(word.text, word.text), was=table.get(word.text, word.text))
        if word.source < 0 and abs(place - noun) <= 1
        else word
        for place, word in enumerate(words)
    ]


def number_of(lead: Sequence[Word]) -> bool | None:
    """Whether an opening is plural; None where it does not say."""
    for word in reversed(lead):
        if word.lower in _SINGULAR or word.tag == "NN":
            return False
        if word.lower in _PLURAL or word.tag == "NNS":
            return True
    return None


def relative_weight(label: str, relative: str) -> float:
    """How well an opening goes with the relative pronoun that it takes the place of."""
    if relative == "where" and "there" not in label.split():
        return _WRONG
    if relative == "whose" and label == ".":
        return _WRONG
    wrong = _NOT_FOR.get(relative)
    return _WRONG if wrong and wrong & set(label.split()) else 1.0


def first_word(cut: int, parsed: Parsed, words: Mapping[int, str]) -> int:
    """The place of the first word from `cut` on that is kept and no adverb."""
    place = cut
    while place < parsed.end and (parsed.tags[place].startswith("RB") or words.get(place) == "X"):
        place += 1
    return place


def opens_sentence(
    lead: Sequence[Word],
    cut: int,
    parsed: Parsed,
    words: Mapping[int, str],
    inserts: Mapping[int, Sequence[Word]],
) -> bool:
    """Whether an opening makes a sentence of what follows it: a subject and a verb that agrees.

    `words` are the labels of the words around: what is dropped does not count, what is inflected
    becomes finite; `inserts` are the words that are written between.
    """
    place = first_word(cut, parsed, words)
    if place >= parsed.end:
        return False
    text, tag = parsed.lower[place], parsed.tags[place]
    becomes = words.get(place, tag)
    has_subject = any(word.lower in _SUBJECTS or word.source >= 0 for word in lead)
    if any(word.tag in FINITE for word in lead):
        # Not "this was is", "it was make": the opening's verb stands for the one that was missing.
        last = [word for word in lead if word.text != "also"][-1]
        return last.tag not in FINITE or becomes not in (*FINITE, "VB", "PRP", "EX")
    if becomes in FINITE and not has_subject and place not in inserts:
        return False
    if becomes == "VBG" and has_subject and place not in inserts:
        return False  # "It observing that": the participle was not made finite
    if not lead and parsed.lower[cut] in _NO_START:
        return False
    if tag == "IN" and words.get(place + 1) == DROP:
        following = first_word(place + 1, parsed, words)
        if following < parsed.end and parsed.tags[following] in ("PRP", "EX"):
            return False  # "in [which] he has played": the preposition has lost its object
    after = parsed.tags[place + 1] if place + 1 < len(parsed.tags) else ""
    if becomes == "VBN" and place not in inserts:
        return may_be_finite(text, tag, number_of(lead), after)
    if becomes == "VB" and not has_subject and parsed.tags[0] != "VB":
        return False
    if not _has_finite(cut, parsed, words, inserts):
        return may_be_finite(text, tag, number_of(lead), after)
    plural = number_of(lead)
    if plural is None or place in words:
        return True
    if tag == "VBP" or text == "were":
        return plural
    if tag == "VBZ" or text == "was":
        return not plural
    return True


def tense_before(place: int, parsed: Parsed) -> str | None:
    """`VBD` or `VBZ` by the last finite verb before a place; None where it does not tell."""
    for before in range(place - 1, -1, -1):
        tag = parsed.tags[before]
        if tag == "VBD":
            return "VBD"
        if tag in ("VBZ", "VBP"):
            perfect = parsed.lower[before] in ("has", "have") and parsed.tags[before + 1] == "VBN"
            return "VBD" if perfect else "VBZ"
        if tag == "MD":
            return None
    return None


def finite_participle(place: int, parsed: Parsed) -> str | None:
    """The tense in which a participle can be made finite: that of the last finite verb before it.

    None where nothing before it tells, and for participles that go another way ("being").
    """
    if parsed.tags[place] != "VBG" or parsed.lower[place] in _NO_PARTICIPLES:
        return None
    return tense_before(place, parsed)


def follows_perfect(place: int, parsed: Parsed) -> bool:
    """Whether the last finite verb before a place is "has" or "have": two tenses may follow it."""
    finite = [p for p in range(place) if parsed.tags[p] in FINITE]
    return bool(finite) and parsed.lower[finite[-1]] in ("has", "have")


def with_tense(pieces: Sequence[str | int], cut: int, parsed: Parsed) -> list[str | int]:
    """The opening's "is" or "was" in the tense of the sentence, where no participle follows it."""
    tense = tense_before(cut, parsed)
    if tense is None or parsed.tags[cut] in ("VBN", "VBD") or parsed.tags[cut].startswith("RB"):
        return list(pieces)
    table = _PRESENT if tense == "VBZ" else _PAST
    return [table.get(p, p) if isinstance(p, str) else p for p in pieces]


def _has_finite(
    cut: int, parsed: Parsed, words: Mapping[int, str], inserts: Mapping[int, Sequence[Word]]
) -> bool:
    if any(word.tag in FINITE for p, new in inserts.items() if p >= cut for word in new):
        return True
    return any(
        (parsed.tags[place] in FINITE and words.get(place) != "X")
        or words.get(place) in ("VBD", "VBZ", "VBP")
        for place in range(cut, parsed.end)
    )


def may_be_finite(text: str, tag: str, plural: bool | None, after: str) -> bool:
    """ "He formed a band", "they provide", "it runs", where a tagger saw no finite verb.

    `after` is the tag of the next word: a participle with an object is a past tense.
    """
    if plural is None:
        return False
    if tag == "VBN":
        return after in _OBJECTS and verb_form(text, tag, "VBD") == text
    if plural:
        return tag == "VB" or (tag == "NN" and verb_form(text, "VB", "VBP") == text)
    return tag == "NNS" and verb_form(text, "VBZ", "VBZ") == text


def agreeing_form(form: str, lead: Sequence[Word]) -> str:
    """The present tense that goes with the opening."""
    plural = number_of(lead)
    if form not in ("VBZ", "VBP") or plural is None or any(w.tag in FINITE for w in lead):
        return form
    return "VBP" if plural else "VBZ"


# A label beside a cut is taken if, given the cut, it is likelier than not.
LIKELY = 0.5
# So many of the likeliest openings are tried before a cut is given up, none much less likely.
_OPENINGS, _RELATIVE = 20, 0.05
_PRONOUNS = frozenset({"he", "she", "it", "they", "we", "i", "you"})
_BEFORE_PARTICIPLES = frozenset({",", "and", "while", "by", "before", "after"})
# How much more likely an opening is whose pronoun grammar tells.
_TOLD = 8.0


@dataclass(frozen=True, slots=True)
class SplitSentence:
    """All that is known of a sentence while its splits are written."""

    parsed: Parsed
    reader: SlotReader
    probabilities: SplitProbabilities
    changes: list[tuple[str, float]]
    insertions: list[tuple[str, float]]
    context: Sequence[str]


def openings(
    sentence: SplitSentence,
    cut: int,
    words: Mapping[int, str],
    inserts: Mapping[int, Sequence[Word]],
) -> Iterator[tuple[str, float, tuple[Word, ...]]]:
    """Openings that can be written and make a sentence of what follows, the likeliest first.

    Beside what a label says stand the same words with a pronoun or a tense that fits better.
    """
    probabilities, parsed = sentence.probabilities, sentence.parsed
    labels = probabilities.insert_labels
    known = _known_openings(labels)
    told = _told_subject(parsed, cut, words)
    fitting = _fitting_pronouns(sentence, cut, told)
    dropped = next((parsed.lower[p] for p in range(cut - 1, 0, -1) if words.get(p) == DROP), "")
    weights = (
        probabilities.insert[cut][known]
        * _pronoun_weights(labels, _pronoun_told(told))
        * _relative_weights(labels, dropped if dropped in _RELATIVES else "")
    )
    ranked = np.argsort(-weights, kind="stable")[:_OPENINGS].tolist()
    total = max(float(weights.sum()), 1e-6)
    for number in ranked:
        label = labels[known[number]]
        if weights[number] < _RELATIVE * weights[ranked[0]]:
            break
        pieces = opening_pieces(label, cut, sentence.reader)
        if pieces is None:
            continue
        pieces = with_gender(pieces, parsed, cut, sentence.context)
        variants = [pieces, *(p for p in (with_pronoun(pieces, one) for one in fitting) if p)]
        variants += [with_tense(variant, cut, parsed) for variant in variants]
        leads = [
            _with_comma(lead_words(variant, parsed), cut, parsed, words) for variant in variants
        ]
        if len(pieces) == 1 and pieces[0] in _PRONOUNS and told:
            leads.append(told)  # "the judge", where a doubtful "it" would be wrong
        share = float(weights[number]) / total
        for lead in leads:
            if opens_sentence(lead, cut, parsed, words, inserts):
                yield label, share, lead


def opening_words(
    sentence: SplitSentence, cut: int, label: str, words: Mapping[int, str]
) -> tuple[Word, ...] | None:
    """The words of an opening, as its label says; None where the sentence cannot fill it."""
    parsed = sentence.parsed
    pieces = opening_pieces(label, cut, sentence.reader)
    if pieces is None:
        return None
    own = with_gender(pieces, parsed, cut, sentence.context)
    told = _told_person(sentence, cut, words)
    if told and any(piece in _PERSONS and piece != told for piece in own):
        own = [_OTHER_SEX.get(p, p) if isinstance(p, str) else p for p in own]
    return _with_comma(lead_words(own, parsed), cut, parsed, words)


def _told_person(sentence: SplitSentence, cut: int, words: Mapping[int, str]) -> str:
    """Whether names and nouns before a cut say "he" or "she"; nothing where they do not.

    Where the subject is repeated it alone decides: "Ann, whose father …, left. She came back."
    """
    told = _pronoun_told(_told_subject(sentence.parsed, cut, words))
    if told:
        return told if told in _PERSONS else ""
    chunks = [span for span in sentence.reader.noun_chunks() if span[1] <= cut]
    # What "and" joins to the sentence speaks of whom it began with.
    joined = any(sentence.parsed.tags[place] == "CC" for place in words if cut - 2 <= place < cut)
    if joined and chunks and chunks[0][0] == 0:
        chunks = chunks[:1]
    found = {pronoun_of_chunk(span, sentence.parsed) for span in chunks} & _PERSONS
    return str(found.pop()) if len(found) == 1 else ""


def _with_comma(
    lead: tuple[Word, ...], cut: int, parsed: Parsed, words: Mapping[int, str]
) -> tuple[Word, ...]:
    """ "There, shortages are most acute": the place, where the clause has its own subject.

    And "After this, interest is charged".
    """
    pointed = len(lead) == 2 and lead[0].tag == "IN" and lead[1].lower in ("this", "that")
    if [word.lower for word in lead] != ["there"] and not pointed:
        return lead
    place = first_word(cut, parsed, words)
    if place >= parsed.end or parsed.tags[place] in FINITE or parsed.tags[place] == "MD":
        return lead
    return *lead[:-1], replace(lead[-1], space=""), Word(",", " ", ",", -1, ",")


def _fitting_pronouns(
    sentence: SplitSentence, cut: int, told: Sequence[Word] | None
) -> tuple[str, ...]:
    """The pronouns of the subject and of the noun before a cut, where words tell them."""
    pronoun = _pronoun_told(told)
    fitting = [pronoun] if pronoun else []
    span = sentence.reader.at(cut).get("n1*")
    nearest = pronoun_of_chunk(span, sentence.parsed) if span is not None else None
    return tuple(dict.fromkeys([*fitting, *([nearest] if nearest else [])]))


def _told_subject(parsed: Parsed, cut: int, words: Mapping[int, str]) -> tuple[Word, ...] | None:
    """The main subject again, where what is cut off is a predicate or participle of it."""
    place = first_word(cut, parsed, words)
    if parsed.main is None or place >= parsed.end:
        return None
    subject, predicate = parsed.main
    finite = parsed.tags[place] in FINITE
    joined = finite and any(child.span[0] in (cut, place) for child in predicate.children)
    participle = parsed.tags[place] == "VBG" and parsed.lower[cut - 1] in _BEFORE_PARTICIPLES
    if not (joined or participle) or subject.span[1] > cut:
        return None
    again = repeat_subject(subject, parsed)
    return tuple(again) if again else None


def missing_subject(
    sentence: SplitSentence, cut: int, words: Mapping[int, str], inserts: Collection[int]
) -> dict[int, tuple[Word, ...]] | None:
    """The subject to be written after a "but" that begins a sentence with a bare verb.

    None where it is not known; nothing where none is missing, or labels insert something there.
    """
    parsed = sentence.parsed
    if parsed.tags[cut] != "CC" or words.get(cut) == DROP:
        return {}
    place = first_word(cut + 1, parsed, words)
    if place >= parsed.end or parsed.tags[place] not in FINITE:
        return {}
    if any(cut < own <= place for own in inserts):
        return {}
    again = repeat_subject(parsed.main[0], parsed) if parsed.main else None
    return {cut + 1: tuple(again)} if again else None


# The labels of a model are always the same, and there are hundreds.
@lru_cache(maxsize=8)
def _known_openings(labels: tuple[str, ...]) -> list[int]:
    """The columns of the labels that open a sentence with known words."""
    return [n for n in label_columns(labels)[0] if labels[n] != OTHER_OPENING]


@lru_cache(maxsize=64)
def _pronoun_weights(labels: tuple[str, ...], told: str) -> NDArray[np.float32]:
    """Openings with the pronoun that grammar tells are preferred, those with another put back."""
    pronouns = [_PRONOUNS.intersection(labels[n].split()) for n in _known_openings(labels)]
    weights = [
        1.0 if not told or not own else _TOLD if told in own else 1 / _TOLD for own in pronouns
    ]
    return np.array(weights, dtype=np.float32)


@lru_cache(maxsize=64)
def _relative_weights(labels: tuple[str, ...], relative: str) -> NDArray[np.float32]:
    weights = [relative_weight(labels[n], relative) for n in _known_openings(labels)]
    return np.array(weights, dtype=np.float32)


def _pronoun_told(told: Sequence[Word] | None) -> str:
    """The pronoun that grammar tells; nothing where it tells none."""
    return told[0].lower if told and told[0].lower in _PRONOUNS else ""


def inserted_words(
    sentence: SplitSentence, inserts: Mapping[int, str]
) -> dict[int, tuple[Word, ...]] | None:
    """The words to be written before tokens inside a part; None where a label cannot be filled."""
    written: dict[int, tuple[Word, ...]] = {}
    for place, label in inserts.items():
        pieces = opening_pieces(label, place, sentence.reader)
        if pieces is None:
            return None
        told = with_gender(pieces, sentence.parsed, place, sentence.context)
        written[place] = lead_words(told, sentence.parsed)
    return written
