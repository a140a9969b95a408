"""Spans that a tree allows to leave out: what remains is grammatical, whatever the words.

Whether a span *should* go is for the labels' probabilities to say, and whether it *may* for the
guards; here stands only what English lets go without a trace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from seqlab.editing.apply.repairs import partners_of
from seqlab.editing.edit import Edit, Span, word_set
from seqlab.editing.parsed import Parsed, first_tag, first_text, in_quotes, kind, kinds, subject
from seqlab.editing.propose.relative_clauses import is_apposition, nonrestrictive_phrases
from seqlab.english import lemma, months, word_list, word_sequence
from seqlab.syntax import Tree

# Adverbs that only colour or link; a list, because most others change what is said.
_EMPHASIS = word_list("adverbs_of_emphasis")
_INTENSIFIERS = word_list("intensifiers")
# Adjectives that a noun phrase cannot do without, or that turn its meaning round.
_NEEDED = word_list("adjectives_needed")
# After these the intensifier carries the sense: "very much", "really not".
_FIXED = frozenset({"different", "much", "few", "little", "not", "never", "well", "so"})
# After these an adverb belongs to a pattern: "as widely as", "and finally".
_BOUND = frozenset({"as", "so", "not", "n't", "n’t", "how", "too", "or", "and", "but", "-"})
_FINITE_TAGS = frozenset({"VBD", "VBZ", "VBP"})
_SUBORDINATORS = frozenset({"while", "whereas", "although", "though", "as", "where", "when"})
_DETERMINERS = frozenset({"DT", "PRP$", "JJ", "POS"})


def relative_clauses(parsed: Parsed) -> Iterator[Edit]:
    """A relative clause between commas."""
    for phrase in nonrestrictive_phrases(parsed, "SBAR"):
        if phrase.comment.leaves()[0].lower() in ("which", "who", "whose", "whom", "where"):
            yield Edit("delete", "relative clause", phrase.span)


def apposed_phrases(parsed: Parsed) -> Iterator[Edit]:
    """An apposition between commas."""
    for phrase in nonrestrictive_phrases(parsed, "NP"):
        if is_apposition(phrase):
            yield Edit("delete", "apposition", phrase.span)


def adverbs(parsed: Parsed) -> Iterator[Edit]:
    """An adverb of emphasis or manner before a verb or adjective, or one that opens a sentence."""
    texts, tags = parsed.lower, parsed.tags
    for place, text in enumerate(texts):
        if tags[place] != "RB" or text not in _EMPHASIS or place + 1 >= len(texts):
            continue
        after, before = tags[place + 1], texts[place - 1] if place else ""
        if texts[place + 1] == "," and (place == 0 or before == ","):
            yield Edit("delete", "adverb", (max(0, place - 1), place + 2))
        elif place == 0 or before in _BOUND or tags[place - 1].startswith("RB"):
            continue
        elif text in _INTENSIFIERS:
            if before != "," and after in ("JJ", "RB", "VBN") and texts[place + 1] not in _FIXED:
                yield Edit("delete", "intensifier", (place, place + 1))
        elif after in _FINITE_TAGS or (before != "," and after in ("VBN", "VB", "VBG")):
            yield Edit("delete", "adverb", (place, place + 1))


def adjectives(parsed: Parsed) -> Iterator[Edit]:
    """One adjective of a noun phrase that keeps its determiner and noun."""
    for node in parsed.tree.constituents():
        if kind(node) != "NP" or _is_predicate(node, parsed):
            continue
        for place, child in enumerate(node.children[:-1]):
            if child.label != "JJ" or child.word is None or not child.word.islower():
                continue
            before = node.children[place - 1].label if place else ""
            after = node.children[place + 1].label
            if before not in _DETERMINERS or after not in ("NN", "NNS", "JJ"):
                continue
            if child.word in _NEEDED or not child.word.isalpha():
                continue
            # A genitive or plural noun carries on alone; a bare one might need its adjective.
            yield Edit("delete", "adjective", child.span)


def _is_predicate(node: Tree, parsed: Parsed) -> bool:
    """ "It is a good idea": without its adjective the phrase would say nothing."""
    words = parsed.words[max(0, node.span[0] - 3) : node.span[0]]
    return any(
        word.tag.startswith(("VB", "MD")) and lemma(word.lower, word.tag) in _COPULAS
        for word in words
    )


_COPULAS = word_list("copulas_and_light_verbs")


def openings(parsed: Parsed) -> Iterator[Edit]:
    """A prepositional phrase before the subject, with its comma."""
    top = parsed.top
    if top is None or subject(top) is None or kinds(top.children)[:2] != ["PP", ","]:
        return
    phrase = top.children[0]
    if len(phrase.leaves()) <= 12:
        yield Edit("delete", "opening", (0, phrase.span[1] + 1))


def closings(parsed: Parsed) -> Iterator[Edit]:
    """A participle phrase or a subordinate clause after a comma, at the end of the sentence."""
    texts, end = parsed.lower, parsed.end
    top = parsed.top
    if top is None or subject(top) is None:
        return
    for node in top.constituents():
        start = node.span[0]
        if node.span[1] != end or start < 4 or texts[start - 1] != ",":
            continue
        if kind(node) == "S" and first_tag(node) == "VBG" and kind(node.children[0]) == "VP":
            yield Edit("delete", "participle", (start - 1, end))
        elif (
            kind(node) == "SBAR" and first_text(node) in _SUBORDINATORS and first_tag(node) == "IN"
        ):
            yield Edit("delete", "clause", (start - 1, end))


def parentheses(parsed: Parsed) -> Iterator[Edit]:
    """What stands in round brackets, with the brackets."""
    texts = [token.text for token in parsed.tokens]
    for opener, closer in partners_of(texts).items():
        if opener < closer and texts[opener] == "(" and opener > 0 and closer + 1 < len(texts):
            spaced = bool(parsed.tokens[opener - 1].space)
            # "5 in (127 mm) / 38 calibre" is one measure.
            if spaced and 1 < closer - opener <= 25 and texts[closer + 1] != "/":
                inside = texts[opener + 1 : closer]
                note = is_note(inside, texts[closer + 1 :], texts[:opener])
                if not note and _says_more(inside):
                    continue
                name = "note" if note else "parenthesis"
                yield Edit("delete", name, (opener, closer + 1), sure=name == "note")


def is_note(texts: Sequence[str], after: Sequence[str], before: Sequence[str]) -> bool:
    """Whether a bracket holds what most readers pass over.

    That is a measure in other units, an abbreviation that is not used after it, a year, dates, a
    name in another language or how to say it, another name that is not used after it, the Latin
    name of a species, a pointer to a table, or punctuation left where other letters were.
    """
    lower = [text.lower() for text in texts]
    if all(text in _LEFT_OVER for text in lower):
        return True
    if _is_other_name(texts, after) or _is_species(texts, after):
        return True
    if lower[0] in ("see", "table", "figure", "fig.") and len(texts) <= 4:
        return True
    if len(texts) == 1:
        return _is_short_for(texts[0], before) and texts[0] not in after
    dates = [text for text in lower if text not in _DATE_SIGNS]
    if dates and all(text in months() or (text.isdigit() and len(text) <= 4) for text in dates):
        return any(len(text) == 4 for text in dates)
    # A measure: a number, then units.
    if re.fullmatch(r"[\d.,]+", texts[0]) and all(
        text in _UNITS or re.fullmatch(r"[\d.,]+", text) for text in lower
    ):
        return any(text in _UNITS for text in lower)
    if lower[0] == "from" and lower[1] in _LANGUAGES:
        return True
    said = lower[0] in ("pronounced", "ipa", "pronunciation") or lower[0] in _LANGUAGES
    return said and any(sign in lower for sign in (":", "pronounced", "ipa"))


def _says_more(texts: Sequence[str]) -> bool:
    """ "(or colour)" explains, "(wrongly)" judges, "(a + b)" is counted with."""
    explains = texts[0].lower() in ("or", "i.e.") and texts[-1].islower()
    judges = len(texts) == 1 and texts[0].lower().endswith("ly")
    return explains or judges or any(sign in texts for sign in "+*=×")


def _is_short_for(short: str, before: Sequence[str]) -> bool:
    """Whether the letters come in this order in the words before, two first letters at least."""
    if not (short.isupper() and short.isalpha() and len(short) > 1):
        return False
    words = [part for word in before[-10:] for part in word.lower().split("-")]
    firsts = iter(word[:1] for word in words)
    initials = sum(letter in firsts for letter in short.lower())
    letters = iter("".join(words))
    return initials >= 2 and all(letter in letters for letter in short.lower())


def _is_other_name(texts: Sequence[str], after: Sequence[str]) -> bool:
    """ "(also known as the RCT)"; a name in lowercase may explain, so it stays."""
    begins = " ".join(text.lower() for text in texts[:3])
    names = [text for text in texts[1:] if text[:1].isupper()]
    named = f"{begins} ".startswith(_CALLED) and bool(names)
    return named and not any(name in after for name in names)


def _is_species(texts: Sequence[str], after: Sequence[str]) -> bool:
    """ "The Komodo dragon (Varanus komodoensis) is …"."""
    if len(texts) != 2 or after[:1] not in (["is"], ["are"], ["was"]):
        return False
    genus, species = texts
    latin = species.islower() and species.isalpha() and species.endswith(_LATIN)
    return genus.istitle() and genus.isalpha() and latin


def headings(parsed: Parsed) -> Iterator[Edit]:
    """The heading of a section that was run into its first sentence: "History The town …"."""
    tokens = parsed.tokens
    for size in (1, 2, 3):
        if len(tokens) < size + 4:
            return
        words = [token.text for token in tokens[:size]]
        first = tokens[size].text
        opens = first in _OPENERS and parsed.tags[size] not in ("NNP", "NNPS")
        if words[0] in _SURE_HEADINGS and size == 1 and first[:1].isupper():
            # "Geography Unna is …": a name and its verb.
            opens = opens or parsed.tags[2] in ("VBZ", "VBD", "VBP", "MD")
        known = words[-1].lower() in _HEADINGS and words[0][:1].isupper()
        if opens and known and all(word.isalpha() for word in words):
            yield Edit("delete", "heading", (0, size), sure=True)
            return


_HEADINGS = word_list("headings")
_SURE_HEADINGS = word_set(
    "Geography Etymology Biography Demographics Background Climate Overview Extinction Reception"
)
_OPENERS = word_list("sentence_openers_after_heading")


def redundant_words(parsed: Parsed) -> Iterator[Edit]:
    """Words that say nothing more: "a total of 12", "a town located in", "the year 1900"."""
    texts, tags = (*parsed.lower, "", "", ""), (*parsed.tags, "", "", "")
    for place, text in enumerate(parsed.lower):
        after, third = texts[place + 1], texts[place + 2]
        before = texts[place - 1] if place else ""
        if text in ("located", "situated") and after in _PLACE_PREPOSITIONS:
            if tags[place - 1] in ("NN", "NNS", "NNP") or before in ("is", "are", "was", "were"):
                yield Edit("delete", "redundant", (place, place + 1), sure=True)
        elif (text, after, third) == ("a", "total", "of") and tags[place + 3] == "CD":
            yield Edit("delete", "redundant", (place, place + 3), sure=True)
        elif (text, after) == ("the", "year") and before in ("in", "of", "since", "until"):
            if re.fullmatch(r"\d{4}", third):
                yield Edit("delete", "redundant", (place, place + 2), sure=True)
        elif (text, after, third) == ("in", "order", "to"):
            yield Edit("delete", "redundant", (place, place + 2), sure=True)


_LEFT_OVER = frozenset({",", ";", ":", "/", "and", "or"})
_CALLED = tuple(f"{opening} " for opening in word_sequence("openings_of_other_names"))
_LATIN = word_sequence("latin_endings")
_PLACE_PREPOSITIONS = word_set("in at on near within between along north south east west inside")
_DATE_SIGNS = frozenset({",", "-", "–", "—", "--", "born", "died", "c.", "b.", "d.", "to"})
_UNITS = word_list("units_in_brackets")
_LANGUAGES = word_list("languages")
FINDERS: dict[str, Callable[[Parsed], Iterator[Edit]]] = {
    "parenthesis": parentheses,
    "heading": headings,
    "redundant": redundant_words,
    "relative clause": relative_clauses,
    "apposition": apposed_phrases,
    "adverb": adverbs,
    "adjective": adjectives,
    "opening": openings,
    "closing": closings,
}


def deletions(parsed: Parsed) -> list[Edit]:
    """Every span that could be left out, each once; some may lie inside others."""
    texts = [token.text for token in parsed.tokens]
    found: dict[Span, Edit] = {}
    for finder in FINDERS.values():
        for edit in finder(parsed):
            if not _tears_quotes(edit.span, texts):
                found.setdefault(edit.span, edit)
    return list(found.values())


def _tears_quotes(span: Span, texts: list[str]) -> bool:
    """Whether the span holds half of a quotation, or lies in one, which is not ours to change."""
    return in_quotes(span, texts)


# What the tagger drops with this probability, the mean over its words, may go.
_DROPPED = 0.4
_LONGEST_SPAN = 20
# Constituents that a sentence can do without, and words that only modify.
_OPTIONAL = frozenset({"PP", "SBAR", "PRN", "ADVP", "ADJP", "S", "VP"})
_MODIFIERS = frozenset({"JJ", "RB"})


_NOUN_STARTS = frozenset({"CD", "DT", "JJ", "PRP$"})


def label_deletions(parsed: Parsed, chances: np.ndarray) -> Iterator[Edit]:
    """Optional phrases and modifiers that the tagger would drop.

    `chances` is how likely each token is dropped.
    """
    seen: set[Span] = set()
    for node in (*parsed.tree.constituents(), *parsed.tree.tokens()):
        optional = kind(node) in _OPTIONAL if node.word is None else node.label in _MODIFIERS
        start, end = node.span
        apposed = kind(node) == "NP" and start > 0 and parsed.lower[start - 1] == ","
        if not (optional or apposed) or end - start > _LONGEST_SPAN:
            continue
        words = [place for place in range(start, end) if parsed.words[place].is_word]
        if not words or float(chances[words].mean()) < _DROPPED:
            continue
        span = _with_commas((start, end), parsed)
        if span not in seen:
            seen.add(span)
            yield Edit("delete", "label", span)


def _with_commas(span: Span, parsed: Parsed) -> Span:
    """The span with the commas on both sides of it, or with the one before a full stop."""
    start, end = span
    before = start > 0 and parsed.lower[start - 1] == ","
    after = end < len(parsed.lower) and parsed.lower[end] == ","
    if before and after and _in_a_row(start, end, parsed):
        return start - 1, end
    if before and (after or end == parsed.end):
        return start - 1, end + int(after)
    return (start, end + 1) if start == 0 and after else span


def _in_a_row(start: int, end: int, parsed: Parsed) -> bool:
    """ "Dunhill, [County Waterford], Ireland": between two nouns one comma must stay."""
    following = parsed.tags[end + 1] if end + 1 < len(parsed.tags) else ""
    return parsed.tags[start - 2][:2] == "NN" and (
        following[:2] == "NN" or following in _NOUN_STARTS
    )
