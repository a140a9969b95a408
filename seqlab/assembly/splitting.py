"""Splits that a tree allows: clauses that can stand as sentences of their own.

Each finder looks for one construction and answers only where the result is surely grammatical:
the subject can be repeated, the verb can be made finite, and no quotation is torn apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seqlab.assembly.appositions import appositions
from seqlab.assembly.edits import Edit
from seqlab.assembly.participles import participial_openings
from seqlab.assembly.phrases import (
    Parsed,
    finite_verb,
    first_tag,
    first_text,
    in_quotes,
    is_plural_phrase,
    kind,
    kinds,
    main_finite,
    mention,
    statement,
    stop_place,
    subject,
)
from seqlab.assembly.relatives import relative_splits
from seqlab.assembly.words import Word
from seqlab.syntax import Tree

# A part shorter than this is no sentence worth having.
_SHORTEST = 4
_CORRELATIVES = frozenset({"either", "neither", "both", "not only", "whether"})
_CONDITIONS = frozenset({"if", "unless", "whether", "when", "whenever", "once", "until", "as"})
_CONTRAST = frozenset({"although", "though"})


def coordinated_clauses(parsed: Parsed) -> Iterator[Edit]:
    """ "A did this, and B did that." → "A did this. B did that." """
    top = statement(parsed.tree)
    if top is None:
        return
    children = [child for child in top.children if child.word not in (".",)]
    names = kinds(children)
    if names not in (
        ["S", "CC", "S"],
        ["S", ",", "CC", "S"],
        ["S", ":", "S"],
        ["S", ":", "CC", "S"],
    ):
        return
    before, after = children[0], children[-1]
    joint = [child.word or "" for child in children[1:-1]]
    word = joint[-1].lower()
    if word not in ("and", "but", "so", ";") or any(
        sign in ("-", "--", ":", "…", "...") for sign in joint
    ):
        return
    if any(subject(clause) is None for clause in (before, after)) or not _long_enough(
        before, after
    ):
        return
    if _is_correlated(before) or _opens_with_condition(before):
        return
    # Without a comma, a parser easily takes "X did A and B" for two clauses.
    if joint == ["and"] and first_tag(after) != "PRP":
        return
    if before.leaves()[0].lower() in ("here", "there") or first_tag(after) in ("EX", "WDT", "WP"):
        return
    lead = (Word(word, " ", "CC", -1, word),) if word in ("but", "so") else ()
    start = children[1].span[0]
    dropped = tuple(range(start, after.span[0]))
    yield Edit("split", "clauses", (start, after.span[1]), lead=lead, dropped=dropped)


def coordinated_predicates(parsed: Parsed) -> Iterator[Edit]:
    """ "A did this and went there." → "A did this. A went there." """
    for clause in _main_clauses(parsed.tree):
        found = subject(clause)
        if found is None or _opens_with_condition(clause):
            continue
        actor, predicate = found
        children = predicate.children
        if kinds(children) not in (["VP", "CC", "VP"], ["VP", ",", "CC", "VP"]):
            continue
        before, after = children[0], children[-1]
        word = (children[-2].word or "").lower()
        if word not in ("and", "but") or not (finite_verb(before) and finite_verb(after)):
            continue
        if not _long_enough(before, after, 5) or _is_correlated(before):
            continue
        # What follows the coordination would lose its first verb.
        if predicate.span[1] != stop_place(parsed.tree):
            continue
        # "They went and ..." with a modal or a negation may reach over both.
        verb, other = finite_verb(before), finite_verb(after)
        if verb is None or other is None or "MD" in (verb.label, other.label):
            continue
        if (verb.label == "VBD") != (other.label == "VBD") or other.span[0] > after.span[0] + 1:
            continue
        name = _next_mention(actor, parsed)
        if name is None:
            continue
        lead = [Word(word, " ", "CC", -1, word)] if word == "but" else []
        start = children[1].span[0]
        dropped = tuple(range(start, after.span[0]))
        yield Edit(
            "split", "predicates", (start, after.span[1]), lead=(*lead, *name), dropped=dropped
        )


def subordinate_clauses(parsed: Parsed) -> Iterator[Edit]:
    """ "Although A, B." → "A. However, B."; "A, although B." → "A. However, B." """
    top = statement(parsed.tree)
    if top is None:
        return
    however = (Word("however", "", "RB", -1, "however"), Word(",", " ", ",", -1, ","))
    texts = parsed.lower
    for node in top.nodes():
        if kind(node) != "SBAR" or len(node.children) != 2 or kind(node.children[1]) != "S":
            continue
        if node.children[0].word is None and len(node.children[0].leaves()) != 1:
            continue
        word, clause = first_text(node), node.children[1]
        if word not in _CONTRAST or subject(clause) is None or len(clause.leaves()) < _SHORTEST:
            continue
        start, end = node.span
        if start == 0 and node in top.children and subject(top) and texts[end] == ",":
            found = subject(top)
            actor = found[0] if found else node
            if actor.span[0] != end + 1 or _cataphoric(clause, actor):
                continue
            yield Edit(
                "split", "contrast", (0, end + 1), dropped=(0, end), first=True, rest_lead=however
            )
        elif end == stop_place(parsed.tree) and texts[start - 1] == "," and _under_main(node, top):
            found = subject(top)
            if found and len(texts[found[0].span[0] : start - 1]) >= _SHORTEST:
                yield Edit(
                    "split", "contrast", (start - 1, end), lead=however, dropped=(start - 1, start)
                )


FINDERS: dict[str, Callable[[Parsed], Iterator[Edit]]] = {
    "clauses": coordinated_clauses,
    "predicates": coordinated_predicates,
    "contrast": subordinate_clauses,
    "relative": relative_splits,
    "apposition": appositions,
    "participle": participial_openings,
}


def splits(parsed: Parsed) -> list[Edit]:
    """Every split that the sentence allows; some may conflict with each other."""
    texts = [token.text for token in parsed.tokens]
    if statement(parsed.tree) is None:
        return []
    found = [edit for finder in FINDERS.values() for edit in finder(parsed)]
    return [edit for edit in found if not in_quotes(edit.span, texts)]


def _main_clauses(tree: Tree) -> list[Tree]:
    top = statement(tree)
    if top is None:
        return []
    return [top, *(child for child in top.children if kind(child) == "S" and subject(child))]


def _long_enough(before: Tree, after: Tree, least: int = _SHORTEST) -> bool:
    return min(len(before.leaves()), len(after.leaves())) >= least


def _is_correlated(clause: Tree) -> bool:
    text = " ".join(clause.leaves()[:8]).lower()
    return any(text.startswith(f"{word} ") or f" {word} " in text for word in _CORRELATIVES)


def _opens_with_condition(clause: Tree) -> bool:
    """Whether a condition at the start may hold for all that follows."""
    for child in clause.children:
        if kind(child) == "NP":
            return False
        if kind(child) == "SBAR" or first_text(child) in _CONDITIONS:
            return True
    return False


def _next_mention(actor: Tree, parsed: Parsed) -> list[Word] | None:
    plural = is_plural_phrase(actor)
    if first_text(actor) in ("no", "few", "each", "every", "none", "neither", "nobody", "nothing"):
        return None
    if plural and first_tag(actor) != "PRP":
        return [Word("they", " ", "PRP", -1, "they")]
    return mention(actor, parsed.words)


def _cataphoric(clause: Tree, actor: Tree) -> bool:
    """ "Although he was ill, John came": the name must not come after its pronoun."""
    found = subject(clause)
    return bool(found) and first_tag(found[0]) == "PRP" and first_tag(actor) != "PRP"  # type: ignore[index]


def _under_main(node: Tree, top: Tree) -> bool:
    """Whether the clause hangs on the main clause itself, not on something inside it."""
    found = subject(top)
    if node in top.children:
        return True
    return found is not None and main_finite(found[1]) is not None and node in found[1].children
