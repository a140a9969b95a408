"""Non-restrictive clauses and appositions made sentences of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from seqlab.editing.edit import STOPS, Edit, Span, Word, word_set
from seqlab.editing.parsed import (
    FINITE,
    Parsed,
    core,
    finite_verb,
    first_tag,
    first_text,
    has_finite,
    is_past,
    is_person,
    is_plural_phrase,
    kind,
    kinds,
    main_finite,
    subject,
)
from seqlab.editing.propose.mentions import repeat_mention, repeat_subject
from seqlab.english import be, lemma, word_list
from seqlab.syntax import Tree, head_token

_NOUN_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_DASHES = frozenset({",", "-", "–", "—"})
_CLOSE_PREPOSITIONS = word_set("in on at from to for by of into as")
_PLACE_PREPOSITIONS = frozenset({"from", "in", "at", "near"})
# Verbs that speak of a whole statement: "he left, which meant …".
_OF_STATEMENTS = word_list("verbs_of_statements")


@dataclass(frozen=True, slots=True)
class NonRestrictive:
    """A clause or phrase set off by commas, its span with those commas, and what it may modify.

    `nouns` are the noun phrases that end where the comment begins, the nearest first: "the head",
    "the city" before the comma of "the head of the city, who …".
    """

    nouns: tuple[Tree, ...]
    comment: Tree
    span: Span
    punctuation: tuple[int, ...]


def nonrestrictive_phrases(parsed: Parsed, label: str) -> Iterator[NonRestrictive]:
    """Every comment of kind `label` after a comma, closed by another or the sentence's end."""
    texts = parsed.lower
    if "," not in texts:
        return
    for parent, comment in _with_parents(parsed.tree):
        start, end = comment.span
        if start < 2 or texts[start - 1] != "," or end >= len(texts) or kind(comment) != label:
            continue
        nouns = _nouns_before(parsed.tree, start - 1)
        if parent is None or not nouns or _is_list(parsed, parent, nouns[0], start - 1):
            continue
        if texts[end] == ",":
            keeps = _comma_stays(parsed, nouns[0].span[0], end)
            if keeps is not None:
                last = end if keeps else end + 1
                punctuation = (start - 1,) if keeps else (start - 1, end)
                yield NonRestrictive(nouns, comment, (start - 1, last), punctuation)
        elif texts[end] in STOPS and end + 1 == len(texts):
            yield NonRestrictive(nouns, comment, (start - 1, end), (start - 1,))


def _nouns_before(tree: Tree, comma: int) -> tuple[Tree, ...]:
    """Noun phrases that end at `comma`, the shortest first, each with a head of its own."""
    found: list[Tree] = []
    ending = [node for node in tree.constituents() if node.span[1] == comma and kind(node) == "NP"]
    for node in sorted(ending, key=lambda node: -node.span[0]):
        head = head_token(core(node))
        if head.label not in _NOUN_TAGS or first_tag(node) in ("IN", "TO"):
            continue
        if head.span not in [head_token(core(other)).span for other in found]:
            found.append(node)
    return tuple(found)


def relative_splits(parsed: Parsed) -> Iterator[Edit]:
    """ "A saw B, which is big." → "A saw B. This B is big." """
    start = parsed.main[0].span[0] if parsed.main else 0
    for phrase in nonrestrictive_phrases(parsed, "SBAR"):
        if phrase.span[0] < start:
            continue  # "Before A, which came late, B was known": torn from what it opens
        verb_phrase = subject_relative(phrase.comment)
        if verb_phrase is None or len(verb_phrase.leaves()) < 3:
            continue
        verb = main_finite(verb_phrase)
        if verb is None:
            continue
        fitting = [
            noun
            for noun in phrase.nouns
            if _is_about(noun, phrase.comment, verb) and agrees(noun, verb_phrase)
        ]
        # "the head of the firm, which …": no tree is sure enough to choose between two.
        pronoun = phrase.comment.leaves()[0].lower()
        if len(fitting) != 1 or _has_rival(parsed, fitting[0], pronoun) or _runs_on(phrase.comment):
            continue
        name = _mention_of(fitting[0], parsed, past=verb.label == "VBD")
        if name is None:
            continue
        dropped = (*phrase.punctuation, phrase.comment.span[0])
        yield Edit("split", "relative", phrase.span, lead=tuple(name), dropped=dropped)


def _has_rival(parsed: Parsed, noun: Tree, pronoun: str) -> bool:
    """Whether a noun before a preposition may be meant as well, whatever the tree says."""
    start = noun.span[0]
    head = head_token(core(noun)).label
    if head == "NNP" and "CD" in (parsed.tags[max(0, start - 1)], *noun.tags()):
        return True  # a date: "22 February, which"
    if start and parsed.tags[start - 1] == "CC":
        return True  # "A and B, who"
    if start < 2 or parsed.tags[start - 1] != "IN":
        return False
    if pronoun == "who" and head == "NNP" and parsed.lower[start - 1] in _PLACE_PREPOSITIONS:
        return True  # "Julia Bell, from London, who …"
    tag, word = parsed.tags[start - 2], parsed.tokens[start - 2].text
    if head == "NNP":
        # "an event produced by the firm, which …" is rather about the event.
        of = parsed.lower[start - 1] in ("at", "of") and tag in _NOUN_TAGS
        made_by = pronoun == "which" and (of or parsed.lower[start - 1] == "by")
        return made_by or (pronoun == "who" and is_person(word))
    return tag in _NOUN_TAGS and (tag in ("NNS", "NNPS")) == (head == "NNS")


def _runs_on(comment: Tree) -> bool:
    """Whether ", and" in the clause may already belong to the main sentence again."""
    tags, texts = comment.tags(), comment.leaves()
    if any(first == "," and second == "as" for first, second in pairwise(texts)):
        return True  # "He hired A, who owned B, as editor"
    for place, (first, second) in enumerate(pairwise(tags)):
        # After a list the last item may be followed by anything but a verb.
        if first == "," and second == "CC" and FINITE & set(tags[place + 2 :]):
            return True
    return False


def subject_relative(clause: Tree, pronouns: Sequence[str] = ("which", "who")) -> Tree | None:
    """The verb phrase of "which is big", "who came": the pronoun is the subject."""
    if kind(clause) != "SBAR" or len(clause.children) != 2:
        return None
    pronoun, rest = clause.children
    if len(pronoun.leaves()) != 1 or pronoun.leaves()[0].lower() not in pronouns:
        return None
    parts = [child for child in rest.children if kind(child) not in ("ADVP", "RB")]
    if kind(rest) != "S" or kinds(parts) != ["VP"] or not has_finite(parts[0]):
        return None
    return parts[0]


def _mention_of(noun: Tree, parsed: Parsed, past: bool) -> list[Word] | None:
    head = head_token(core(noun))
    plural = head.label == "NNS"
    again = "these" if plural else "this"
    found = parsed.main
    if found and found[0].span[0] == noun.span[0] and _is_alone(noun, found, parsed):
        return repeat_subject(noun, parsed)
    name = repeat_mention(noun, parsed, again)
    if name is None:
        return None
    if name[0].lower in ("this", "these"):
        # "This large house" was told to be large in the sentence before.
        name = [name[0], *(word for word in name[1:] if not word.tag.startswith(_MODIFIERS))]
    # The verb must fit the noun that is repeated, not another one in the phrase.
    bare = name[0].source >= 0 and name[0].tag not in ("DT", "PRP$", "PRP", "CD")
    if bare and head.label in ("NN", "NNS") and past and name[0].text.islower():
        return [Word(again, " ", "DT", -1, again), *name]
    return name


_MODIFIERS = ("JJ", "RB", "VBN", "VBG")


def _is_alone(noun: Tree, main: tuple[Tree, Tree], parsed: Parsed) -> bool:
    """Whether a pronoun after the main clause is surely taken for the subject."""
    others = [leaf.label for leaf in main[1].tokens()]
    if head_token(core(noun)).label == "NNS":
        return "NNS" not in others
    return not any(label in ("NN", "NNP") for label in others)


def closing_relatives(parsed: Parsed) -> Iterator[Edit]:
    """ "A is an old B that lies in C." → "A is an old B. It lies in C." """
    found = parsed.main
    if found is None:
        return
    actor, predicate = found
    verb = main_finite(predicate)
    for parent, clause in _with_parents(predicate):
        if parent is None or kind(parent) != "NP" or clause.span[1] != parsed.end:
            continue
        rest = subject_relative(clause, ("that", "which", "who"))
        noun = parent.children[0]
        if rest is None or clause is not parent.children[-1] or len(rest.leaves()) < 4:
            continue
        if first_text(noun) not in ("a", "an") or len(noun.leaves()) < 4 or verb is None:
            continue
        is_what = lemma(verb.word or "", verb.label) == "be" and parent in predicate.children
        if not is_what or head_token(core(noun)).label != "NN" or not agrees(noun, rest):
            continue
        inner = main_finite(rest)
        if inner is None or lemma(inner.word or "", inner.label) in _OF_STATEMENTS:
            continue
        name = repeat_subject(actor, parsed)
        if name is None or first_text(actor) in ("there", "this", "that", "a", "an"):
            continue
        if actor.span[0] and parsed.lower[actor.span[0] - 1] != ",":
            continue  # "among them was a dish that …"
        yield Edit("split", "definition", clause.span, lead=tuple(name), dropped=(clause.span[0],))


def _is_about(noun: Tree, comment: Tree, verb: Tree) -> bool:
    """Whether the clause can speak of the noun, not of a person elsewhere or the statement."""
    head = head_token(core(noun))
    if comment.leaves()[0].lower() == "who":
        return head.label in ("NNP", "NNPS") or is_person(head.word or "")
    if is_person(head.word or "") or head.label == "NNPS":
        return False
    if verb.label == "MD" and len(core(noun).leaves()) == 1:
        return False
    verbs = [leaf for leaf in comment.tokens() if leaf.label.startswith("VB")][:3]
    statement = any(lemma(leaf.word or "", leaf.label) in _OF_STATEMENTS for leaf in verbs)
    return not statement or head.label == "NNP"


def agrees(noun: Tree, verb_phrase: Tree) -> bool:
    """Whether the verb's number, where its form shows it, is that of the noun phrase."""
    verb = finite_verb(verb_phrase)
    head = head_token(core(noun)).label
    if verb is None:
        return True
    plural = head in ("NNS", "NNPS")
    word = (verb.word or "").lower()
    if verb.label == "VBZ" or word == "was":
        return not plural
    return plural if verb.label == "VBP" or word == "were" else True


def _with_parents(tree: Tree) -> Iterator[tuple[Tree | None, Tree]]:
    stack: list[tuple[Tree | None, Tree]] = [(None, tree)]
    while stack:
        parent, node = stack.pop()
        yield parent, node
        if node.children:
            stack += [(node, child) for child in node.children[::-1]]


def _is_list(parsed: Parsed, parent: Tree, noun: Tree, comma: int) -> bool:
    """Whether the noun phrase is one item of several, so that commas part items."""
    for node in parsed.tree.constituents():
        inside = node.span[0] <= noun.span[0] and comma <= node.span[1]
        names = kinds(node.children)
        if inside and kind(node) in ("NP", "UCP") and "CC" in names and names.count(",") > 1:
            return True
        if inside and kind(node) == "NP" and names.count("NP") > 2:
            return True
    return kind(parent) == "NP" and "CC" in kinds(parent.children)


def _comma_stays(parsed: Parsed, noun: int, comma: int) -> bool | None:
    """Whether the closing comma has other work to do; None where that is not sure."""
    if _opens_clause(parsed.tree, noun, comma):
        return True
    texts, tag = parsed.lower, parsed.tags[comma + 1] if comma + 1 < len(parsed.tokens) else ""
    if parsed.main and parsed.main[0].span[0] < noun and texts[noun - 1] == ",":
        return True  # "The minister, Ann Bell, who …, left": it closes the name, too
    for parent, other in _with_parents(parsed.tree):
        start, end = other.span
        around = end in (comma, comma + 1) and 0 < start <= noun and other.word is None
        # A comma before the subject closes what opens the sentence; any other one waits for ours.
        if around and parent is not None and kind(parent) != "S" and texts[start - 1] in _DASHES:
            return True
    # Where nothing else is a verb, what is tagged as a participle is: "A, who …, regarded B".
    others = (*parsed.tags[:noun], *parsed.tags[comma + 2 :])
    alone = tag == "VBN" and not FINITE.intersection(others)
    if tag in FINITE or tag in ("RB", "TO") or alone:
        return False
    if tag == "IN":
        return texts[comma + 1] not in _CLOSE_PREPOSITIONS
    return True if tag in ("VBG", "VBN", "WRB", "WDT", "WP") else None


def _opens_clause(tree: Tree, start: int, end: int) -> bool:
    """Whether the phrase that ends at `end` stands before the subject: "In A, which …, B did"."""
    for node in tree.constituents():
        if kind(node) != "S":
            continue
        for child, after in zip(node.children, node.children[1:], strict=False):
            if child.span[1] == end and child.span[0] < start and after.label == ",":
                return kind(child) in ("PP", "SBAR", "S", "ADVP")
    return False


_ARTICLES = frozenset({"a", "an", "the"})
# What these name lasts, so it is told in the present whenever the rest happened.
_LASTING = word_list("nouns_lasting")
_REPORTING = word_set("say tell add explain argue warn claim believe think suggest note report")
# "A, the capital of which is B": a clause, not a name for A.
_RELATIVE = frozenset({"which", "whom", "whose", "who"})
# What a person is in few words stays where it stands.
_SHORT = 5


def appositions(parsed: Parsed) -> Iterator[Edit]:
    """ "A, a city in B, grew." → "A grew. A is a city in B." """
    top = parsed.top
    for phrase in nonrestrictive_phrases(parsed, "NP"):
        if top is None or not is_apposition(phrase) or len(phrase.comment.leaves()) < 3:
            continue
        if len(phrase.punctuation) == 2 and parsed.tags[phrase.span[1]] == "IN":
            continue  # "in A, a town in B, in the west": which of them is there?
        noun = phrase.nouns[0]
        before = noun.span[0] - 1
        if before > 0 and parsed.lower[before] == "," and parsed.tags[before - 1] == "NNP":
            continue  # "Gouda, South Africa, a town": the town is Gouda
        if before >= 0 and parsed.tags[before] == "NNP":
            continue  # "Rosie the Riveter, the creation of A": one name
        past = _tense(phrase, top)
        plural = is_plural_phrase(noun)
        if past is None or plural is None:
            continue
        # "the leaders, the men": only a name tells surely whom the comment is about.
        if head_token(core(noun)).label not in ("NNP", "NNPS") or plural:
            continue
        name = repeat_mention(noun, parsed)
        if name is None:
            continue
        form = be(past, plural)
        lead = (*name, Word(form, " ", "VBZ", -1, form))
        yield Edit("split", "apposition", phrase.span, lead=lead, dropped=phrase.punctuation)


def is_apposition(phrase: NonRestrictive) -> bool:
    """Whether the second phrase, a noun with an article, says what the first one is."""
    return (
        phrase.comment.leaves()[0] in _ARTICLES
        and not _RELATIVE.intersection(phrase.comment.leaves())
        and not any(kind(child) == "CC" for child in phrase.comment.children)
        and head_token(core(phrase.comment)).label in ("NN", "NNS")
        and is_plural_phrase(phrase.nouns[0]) == is_plural_phrase(phrase.comment)
    )


def _tense(phrase: NonRestrictive, top: Tree) -> bool | None:
    """Past or present of the new sentence; None where neither is sure."""
    found = subject(top)
    verb = main_finite(found[1]) if found else None
    noun = lemma(head_token(core(phrase.comment)).word or "", "NNS")
    if noun in _LASTING:
        return False
    past = is_past(verb) if verb is not None else None
    if past is False:
        return False
    if past and verb is not None and is_person(noun) and len(phrase.comment.leaves()) >= _SHORT:
        return lemma(verb.word or "", verb.label) not in _REPORTING
    return None
