"""What splitting and deleting ask of a tree: kinds of nodes, subjects, tense, number, mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from seqlab.editing.apply.repairs import partners_of
from seqlab.editing.edit import STOPS, Word, words_of
from seqlab.english import NOMINATIVE, lemma, uncapitalized, word_list
from seqlab.syntax import Tree, head_token
from seqlab.text import Token


@dataclass(frozen=True, slots=True)
class Tagged:
    """A text's tokens with their Penn tags and lemmas; `ends` are where its sentences end."""

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    ends: tuple[int, ...] = ()


FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_QUANTIFIERS = word_list("quantifiers")
_PERSONS = word_list("nouns_person")
_PERSON_ENDINGS = ("ist", "man", "men", "woman", "women", "ologist", "eer")
_AGENTS = word_list("nouns_agent")
_OPENING_QUOTES = frozenset({'"', "“", "``", "«"})
_CLOSING_QUOTES = frozenset({"”", "''", "»"})
_QUOTES = _OPENING_QUOTES | _CLOSING_QUOTES
_VERBS = ("VB", "VBD", "VBZ", "VBP", "VBN", "VBG", "MD")
_NO_MEMBERS = frozenset({",", "CC", ":", ".", "ADVP", "RB"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """A sentence's tokens with their tree; what edits are made of is worked out once.

    `end` is where the closing full stop stands, `top` the main clause of a whole statement, `main`
    its subject and verb phrase. `coordinations` are where the conjunctions of each phrase stand
    that has any, and how many members it has.
    """

    tokens: tuple[Token, ...]
    tree: Tree
    tags: tuple[str, ...] = field(init=False)
    words: tuple[Word, ...] = field(init=False)
    lower: tuple[str, ...] = field(init=False)
    end: int = field(init=False)
    top: Tree | None = field(init=False)
    main: tuple[Tree, Tree] | None = field(init=False)
    coordinations: tuple[tuple[tuple[int, ...], int], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", tuple(self.tree.tags()))
        object.__setattr__(self, "words", tuple(words_of(self.tokens, self.tags)))
        object.__setattr__(self, "lower", tuple(token.text.lower() for token in self.tokens))
        top = statement(self.tree)
        object.__setattr__(self, "end", stop_place(self.tree))
        object.__setattr__(self, "top", top)
        object.__setattr__(self, "main", subject(top) if top else None)
        object.__setattr__(self, "coordinations", _coordinations(self.tree))


def _coordinations(tree: Tree) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Where the conjunctions of each coordinated phrase stand, and how many members it has."""
    return tuple(
        (
            tuple(child.span[0] for child in node.children if kind(child) == "CC"),
            sum(kind(child) not in _NO_MEMBERS for child in node.children),
        )
        for node in tree.constituents()
        if any(kind(child) == "CC" for child in node.children)
    )


def kind(node: Tree) -> str:
    """The label without its function (`NP` of `NP-SBJ`)."""
    label = node.label
    if label.isalpha():
        return label
    return label if label.startswith("-") else label.split("-")[0].split("=")[0]


def kinds(nodes: Sequence[Tree]) -> list[str]:
    """The labels of several nodes."""
    return [kind(node) for node in nodes]


def first_tag(node: Tree) -> str:
    """The tag of the node's first word."""
    while node.children:
        node = node.children[0]
    return node.label


def first_text(node: Tree) -> str:
    """The node's first word, in lowercase."""
    while node.children:
        node = node.children[0]
    return (node.word or "").lower()


def finite_verb(verb_phrase: Tree) -> Tree | None:
    """The finite verb that a verb phrase begins with, after adverbs; None if there is none."""
    for child in verb_phrase.children:
        if child.word is not None and child.label in FINITE:
            return child
        if kind(child) not in ("ADVP", "RB", "PRN", ","):
            break
    return None


def subject(clause: Tree) -> tuple[Tree, Tree] | None:
    """Subject and verb phrase of a plain statement: an NP right before a VP with a finite verb."""
    children = [child for child in clause.children if kind(child) not in ("ADVP", "RB")]
    phrases = [child for child in children if kind(child) == "VP"]
    if kind(clause) != "S" or len(phrases) != 1:
        return None
    # By place, because trees are compared node by node.
    before = [child for child in children if child.span[0] < phrases[0].span[0]]
    if not before or kind(before[-1]) != "NP" or not has_finite(phrases[0]):
        return None
    if first_tag(before[-1]) == "EX":
        return None
    return before[-1], phrases[0]


def has_finite(verb_phrase: Tree) -> bool:
    """Whether the phrase, or the first of its coordinated phrases, begins with a finite verb."""
    inner = [child for child in verb_phrase.children if kind(child) == "VP"]
    if finite_verb(verb_phrase):
        return True
    return bool(inner) and len(inner) > 1 and finite_verb(inner[0]) is not None


def main_finite(verb_phrase: Tree) -> Tree | None:
    """The finite verb of a phrase or of the first coordinated one."""
    found = finite_verb(verb_phrase)
    if found is None:
        inner = next((child for child in verb_phrase.children if kind(child) == "VP"), None)
        found = finite_verb(inner) if inner else None
    return found


def is_past(verb: Tree) -> bool | None:
    """Whether a finite verb is past; None for a modal, whose time is not told by its form."""
    if verb.label == "MD":
        return None
    return verb.label == "VBD"


def is_plural_phrase(phrase: Tree) -> bool | None:
    """Whether a noun phrase is plural; None where it is not sure."""
    if len(phrase.leaves()) == 1 and phrase.tags()[0] == "PRP":
        return first_text(phrase) in ("we", "they", "you")
    top = core(phrase)
    if "CC" in kinds(top.children):
        return True if "and" in [child.word for child in top.children] else None
    tag = head_token(top).label
    if tag in ("NNS", "NNPS"):
        return True
    return False if tag in ("NN", "NNP") else None


def core(phrase: Tree) -> Tree:
    """The noun phrase without what follows its first part: "the head" of "the head of state"."""
    while phrase.children and kind(phrase.children[0]) == "NP":
        if "CC" in kinds(phrase.children) or (
            kinds(phrase.children).count("NP") > 1 and ("," not in kinds(phrase.children))
        ):
            break
        if phrase.children[0].children and phrase.children[0].children[-1].label == "POS":
            break
        phrase = phrase.children[0]
    return phrase


def is_person(noun: str) -> bool:
    """Whether a common noun names a person, by a list and by endings that hardly name else."""
    base = lemma(noun.lower(), "NNS")
    return base in _PERSONS or base in _AGENTS or base.endswith(_PERSON_ENDINGS)


def small(words: Sequence[Word]) -> list[Word]:
    """Words to be repeated inside a sentence; the repair of capitals raises the first again."""
    if not words:
        return []
    first = words[0]
    common = first.tag in ("DT", "PRP$", "CD", "JJ", "NN", "NNS", "PRP") and first.text != "I"
    if first.source == 0 and common and first.text[1:] == first.text[1:].lower():
        first = replace(first, text=uncapitalized(first.text))
    return [first, *words[1:]]


def mention(phrase: Tree, words: Sequence[Word], again: str = "the") -> list[Word] | None:
    """How to speak of `phrase` in the next sentence; None where no way is surely right.

    Args:
        phrase: The noun phrase that was used.
        words: All words of the sentence.
        again: What takes the place of `a`: `the` for the subject, `this` for another.
    """
    head = core(phrase)
    parts = list(words[head.span[0] : head.span[1]])
    if not parts or any(
        part.tag in ("CC", ",", ":", "WDT", "WP", "-LRB-", "``", "''", "POS")
        or part.tag in _VERBS[:4]
        for part in parts
    ):
        return None
    if len(parts) > 6 or any(part.text in '"“”()[]' for part in parts):
        return None
    first = parts[0]
    if len(parts) == 1 and first.tag == "PRP":
        return small(parts) if first.lower in NOMINATIVE else None
    tag = head_token(head).label
    if tag not in ("NN", "NNS", "NNP", "NNPS") or first.lower in _QUANTIFIERS:
        return None
    plural = tag in ("NNS", "NNPS")
    if first.tag == "DT" and first.lower in ("a", "an"):
        if plural or len(parts) < 2:
            return None
        if parts[1].lower in ("few", "lot", "number", "couple", "bit", "little"):
            return None
        new = Word(again, " ", "DT", -1, again)
        return [new, *parts[1:]]
    if first.tag in ("DT", "PRP$") and (first.lower in DEFINITE or first.tag == "PRP$"):
        if head is not phrase and plural is False and first.lower == "that":
            return None
        return small(parts)
    if tag in ("NNP", "NNPS"):
        if head is not phrase and "PP" in kinds(phrase.children):
            # "the Symphony from the New World" is one name; only a short one is repeated whole.
            return small(words[phrase.span[0] : phrase.span[1]]) if _of_name(phrase) else None
        return small(parts)
    if head is not phrase or first.tag in ("DT", "PDT", "RB", "JJR", "JJS", "IN", "$", "QP"):
        return None
    if first.tag == "CD":
        if not plural:
            return None
        return [Word("these", " ", "DT", -1, "these"), *small(parts)]
    return small(parts)


def _of_name(phrase: Tree) -> bool:
    """A name with an `of` phrase, as in "the University of Oxford", is repeated whole."""
    return (
        kinds(phrase.children) == ["NP", "PP"]
        and first_text(phrase.children[1]) == "of"
        and len(phrase.leaves()) <= 6
    )


def in_quotes(span: tuple[int, int], texts: Sequence[str]) -> bool:
    """Whether the span is quoted, or holds half a quotation or bracket."""
    for opener, closer in partners_of(list(texts)).items():
        if opener > closer:
            continue
        inside = span[0] <= opener < span[1], span[0] <= closer < span[1]
        if inside[0] != inside[1] or (opener < span[0] and span[1] <= closer):
            return True
    singles = sum(text in ('"', "“", "”", "''", "``", "‘") for text in texts)
    return bool(singles % 2)


def quoted_places(texts: Sequence[str]) -> frozenset[int]:
    """Where somebody's own words stand; a quotation may begin or end outside the sentence."""
    if _QUOTES.isdisjoint(texts):
        return frozenset()
    partners = partners_of(list(texts))
    places: set[int] = set()
    for place, text in enumerate(texts):
        if text in _OPENING_QUOTES and partners.get(place, place + 1) > place:
            # One that is not closed in the sentence goes on; a straight one at the end closes.
            closes = text == '"' and place not in partners and place > len(texts) - 3
            places.update(range(place) if closes else range(place, partners.get(place, len(texts))))
        elif text in _CLOSING_QUOTES and place not in partners:
            places.update(range(place))
    return frozenset(places)


def statement(tree: Tree) -> Tree | None:
    """The main clause of a sentence that is one whole statement, closed by a full stop."""
    top = tree
    while kind(top) in ("ROOT", "TOP", "") and len(top.children) == 1:
        top = top.children[0]
    last = top
    while last.children:
        last = last.children[-1]
    if kind(top) != "S" or not top.children or last.word != ".":
        return None
    return top


def stop_place(tree: Tree) -> int:
    """Where the closing full stop stands."""
    leaves = tree.leaves()
    place = len(leaves)
    while place > 0 and leaves[place - 1] in STOPS:
        place -= 1
    return place
