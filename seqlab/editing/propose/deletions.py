"""Spans that a tree allows to leave out: what remains is grammatical, whatever the words.

Whether a span *should* go is for the labels' probabilities to say, and whether it *may* for the
guards; here stands only what English lets go without a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seqlab.editing.edit import Edit, Span
from seqlab.editing.parsed import (
    Parsed,
    first_tag,
    first_text,
    in_quotes,
    kind,
    kinds,
    subject,
)
from seqlab.editing.propose.appositions import is_apposition
from seqlab.editing.propose.parentheticals import headings, parentheses, redundant_words
from seqlab.editing.propose.relative_clauses import asides
from seqlab.english import lemma, word_list
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
    for aside in asides(parsed, "SBAR"):
        if aside.comment.leaves()[0].lower() in ("which", "who", "whose", "whom", "where"):
            yield Edit("delete", "relative clause", aside.span)


def apposed_phrases(parsed: Parsed) -> Iterator[Edit]:
    """An apposition between commas."""
    for aside in asides(parsed, "NP"):
        if is_apposition(aside):
            yield Edit("delete", "apposition", aside.span)


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
