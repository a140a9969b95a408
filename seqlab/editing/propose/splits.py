"""Splits that a tree allows: clauses that can stand as sentences of their own.

Each finder looks for one construction and answers only where the result is surely grammatical:
the subject can be repeated, the verb can be made finite, and no quotation is torn apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from seqlab.editing.apply.repairs import partners_of
from seqlab.editing.edit import Edit, Word
from seqlab.editing.parsed import (
    FINITE,
    Parsed,
    core,
    finite_verb,
    first_tag,
    first_text,
    in_quotes,
    kind,
    kinds,
    main_finite,
    statement,
    subject,
)
from seqlab.editing.propose.mentions import name_words, repeat_subject, surname
from seqlab.editing.propose.participle_clauses import (
    closing_clauses,
    closing_participles,
    inner_participle_splits,
    next_actions,
    participial_openings,
    participle_splits,
)
from seqlab.editing.propose.relative_clauses import appositions, closing_relatives, relative_splits
from seqlab.english import NOMINATIVE, months, pronoun_of_name
from seqlab.syntax import Tree

# A part shorter than this is no sentence worth having.
_SHORTEST = 4
_CORRELATIVES = frozenset({"either", "neither", "both", "not only", "whether"})
_CONDITIONS = frozenset({"if", "unless", "whether", "when", "whenever", "once", "until", "as"})
_CONTRAST = frozenset({"although", "though"})
_HOWEVER = ("however", ",")
_JOINTS = ([";"], *([*sign, word] for sign in ([], [","], [";"]) for word in ("and", "but", "so")))


def coordinated_clauses(parsed: Parsed) -> Iterator[Edit]:
    """ "A did this, and B did that." → "A did this. B did that." """
    top = parsed.top
    if top is None:
        return
    children = [child for child in top.children if child.word not in (".",)]
    places = [place for place, child in enumerate(children) if kind(child) == "S"]
    if places[:1] != [0] or places[-1] != len(children) - 1:
        return
    clauses = [children[place] for place in places]
    if any(not _is_statement(clause) for clause in clauses):
        return
    if any(_is_correlated(clause) or _opens_with_condition(clause) for clause in clauses[:-1]):
        return
    for left, right in pairwise(places):
        before, after = children[left], children[right]
        joint = [(child.word or "").lower() for child in children[left + 1 : right]]
        if joint not in _JOINTS or not _long_enough(before, after):
            continue
        # Without a comma, a parser easily takes "X did A and B" for two clauses.
        if joint == ["and"] and first_tag(after) != "PRP":
            continue
        word, opening = joint[-1], after.span[0]
        if (*parsed.lower[opening : opening + 2],) == _HOWEVER:
            word, opening = "but", opening + 2
        lead = (Word(word, " ", "CC", -1, word),) if word in ("but", "so") else ()
        start = children[left + 1].span[0]
        dropped = tuple(range(start, opening))
        # Of three clauses, the third goes with the second, and may be split off that in turn.
        span = (start, clauses[-1].span[1])
        yield Edit("split", "clauses", span, lead=lead, dropped=dropped)


def coordinated_predicates(parsed: Parsed) -> Iterator[Edit]:
    """ "A did this and went there." → "A did this. A went there." """
    for clause in _main_clauses(parsed.tree):
        found = subject(clause)
        if found is None or _opens_with_condition(clause):
            continue
        actor, predicate = found
        # What follows the coordination would lose its first verb.
        if predicate.span[1] != parsed.end:
            continue
        cut = _first_cut(predicate)
        if cut is None:
            continue
        before, after, word, dropped = cut
        end = dropped[0]
        verb, other = finite_verb(before), finite_verb(after)
        # "They went and ..." with a modal or a negation may reach over both.
        if verb is None or other is None or "MD" in (verb.label, other.label):
            continue
        if (other.word or "")[:1].isupper():
            continue  # "Pure Mathematics and Applied Mathematics"
        if verb.label != other.label or other.span[0] > after.span[0] + 1:
            continue
        if {(verb.word or "").lower(), (other.word or "").lower()} == {"was", "were"}:
            continue
        name = repeat_subject(actor, parsed)
        if name is None or not _agree(name, (other.word or "").lower()):
            continue
        lead = [Word(word, " ", "CC", -1, word)] if word == "but" else []
        span = (end, predicate.span[1])
        yield Edit("split", "predicates", span, lead=(*lead, *name), dropped=dropped)


def coordinated_passives(parsed: Parsed) -> Iterator[Edit]:
    """ "A was written in B and published by C." → "A was written in B. A was published by C." """
    for clause in _main_clauses(parsed.tree):
        found = subject(clause)
        if found is None or _opens_with_condition(clause) or found[1].span[1] != parsed.end:
            continue
        actor, predicate = found
        verb, inner = finite_verb(predicate), predicate.children[-1]
        auxiliary = (verb.word or "").lower() if verb is not None else ""
        names = kinds(inner.children)
        if auxiliary not in _PASSIVE or names[-2:] != ["CC", "VP"] or names.count("CC") != 1:
            continue
        # The first participle may have no node of its own.
        size = len(names) - (3 if names[-3:-2] == [","] else 2)
        before, after = Tree("VP", tuple(inner.children[:size])), inner.children[-1]
        passive = all(_first_verb(part) == "VBN" for part in (before, after))
        if not passive or first_text(inner.children[-2]) != "and":
            continue
        name = repeat_subject(actor, parsed)
        if name is None or not _agree(name, auxiliary):
            continue
        if not _long_enough(before, after, 3) or _is_correlated(before):
            continue
        lead = (*name, Word(auxiliary, " ", verb.label if verb is not None else ""))
        dropped = tuple(range(before.children[-1].span[1], after.span[0]))
        yield Edit("split", "predicates", (dropped[0], inner.span[1]), lead=lead, dropped=dropped)


_PASSIVE = frozenset({"is", "are", "was", "were"})


def _first_verb(phrase: Tree) -> str:
    """The tag of the verb that a phrase begins with, adverbs left out."""
    tags = (leaf.label for leaf in phrase.tokens())
    return next((tag for tag in tags if not tag.startswith("RB")), "")


def _agree(name: Sequence[Word], verb: str) -> bool:
    """Whether a pronoun goes with the verb: not "it were", nor "they was"."""
    who = name[0].text.lower() if len(name) == 1 else ""
    if who in ("it", "he", "she"):
        return verb not in ("were", "are", "have", "do")
    return who != "they" or verb not in ("was", "is", "has", "does")


def _first_cut(predicate: Tree) -> tuple[Tree, Tree, str, tuple[int, ...]] | None:
    """The first two of coordinated predicates, their conjunction, and the signs to be dropped."""
    children = predicate.children
    names = kinds(children)
    if names in (["VP", "CC", "VP"], ["VP", ",", "CC", "VP"]):
        before, after = children[0], children[-1]
        dropped = tuple(range(before.span[1], after.span[0]))
    elif names in (["VP", ",", "VP", "CC", "VP"], ["VP", ",", "VP", ",", "CC", "VP"]):
        # The last two stay together: "A was born in B. A lived in C and died in D."
        before, after = children[0], children[2]
        dropped = (children[1].span[0], *((children[3].span[0],) if names[3] == "," else ()))
    elif names[-2:] == ["CC", "VP"] and names.count("CC") == 1 and children[0].label in FINITE:
        # "is big and lies …": the first predicate has no node of its own.
        size = len(children) - (3 if names[-3] == "," else 2)
        before, after = Tree("VP", tuple(children[:size])), children[-1]
        dropped = tuple(range(children[size].span[0], after.span[0]))
        signs = [child.word for child in before.tokens() if child.label in (",", "CC")]
        if signs and any(leaf.label == "VBD" for leaf in list(before.tokens())[1:]):
            return None  # "returned to A, repaired B and …" has three predicates
    else:
        return None
    word = (children[-2].word or "").lower()
    if word not in ("and", "but") or (word == "but" and dropped[-1] > children[-2].span[0]):
        return None
    if not (finite_verb(before) and finite_verb(after)) or not finite_verb(children[-1]):
        return None
    if not _long_enough(before, children[-1], 4) or _is_correlated(before):
        return None
    return before, after, word, dropped


def subordinate_clauses(parsed: Parsed) -> Iterator[Edit]:
    """ "Although A, B." → "A. But B."; "A, although B." → "A. But B." """
    top = parsed.top
    if top is None:
        return
    but = (Word("but", " ", "CC", -1, "but"),)
    texts = parsed.lower
    for node in top.nodes():
        if kind(node) != "SBAR" or len(node.children) != 2 or kind(node.children[1]) != "S":
            continue
        if node.children[0].word is None and len(node.children[0].leaves()) != 1:
            continue
        word, clause = first_text(node), node.children[1]
        if word not in _CONTRAST or subject(clause) is None or len(clause.leaves()) < 3:
            continue
        start, end = node.span
        if start == 0 and node in top.children and subject(top) and texts[end] == ",":
            found = subject(top)
            actor = found[0] if found else node
            if actor.span[0] != end + 1 or _cataphoric(clause, actor):
                continue
            yield Edit(
                "split", "contrast", (0, end + 1), dropped=(0, end), first=True, rest_lead=but
            )
        elif end == parsed.end and texts[start - 1] == "," and _under_main(node, top):
            found = subject(top)
            if found and len(texts[found[0].span[0] : start - 1]) >= _SHORTEST:
                yield Edit(
                    "split", "contrast", (start - 1, end), lead=but, dropped=(start - 1, start)
                )


def clauses_by_tags(parsed: Parsed) -> Iterator[Edit]:
    """As `coordinated_clauses`, where the tree fails but ", and he was" leaves no doubt."""
    texts, tags, end = parsed.lower, parsed.tags, parsed.end
    for place in range(_SHORTEST, end - _SHORTEST):
        sign = texts[place]
        if sign not in (",", ";") or texts[0] in _CONDITIONS or first_tag(parsed.tree) == "IN":
            continue
        joined = texts[place + 1] in ("and", "but", "so") and tags[place + 1] == "CC"
        however = sign == ";" and (*texts[place + 1 : place + 3],) == _HOWEVER
        start = place + 1 + joined + 2 * however
        if (sign == "," and not joined) or texts.count(";") > 1:
            continue
        if not _starts_clause(parsed, start, however) or not FINITE & set(tags[:place]):
            continue
        if _is_correlated(Tree.flat(texts[:place], tags[:place])) or _is_reported(parsed, place):
            continue
        word = "but" if however else texts[place + 1]
        lead = (Word(word, " ", "CC", -1, word),) if word in ("but", "so") else ()
        dropped = tuple(range(place, start))
        yield Edit("split", "clauses", (place, end), lead=lead, dropped=dropped)


def _starts_clause(parsed: Parsed, start: int, surely: bool) -> bool:
    """Whether a subject and its finite verb follow; if `surely`, any noun phrase may be it."""
    texts, tags, end = parsed.lower, parsed.tags, parsed.end
    if texts[start] in NOMINATIVE:
        verb = next((i for i in range(start + 1, end) if not tags[i].startswith("RB")), end)
        return verb < end and tags[verb] in FINITE
    opens = tags[start] in ("DT", "PRP$", "NNP", "NN", "NNS", "EX", "CD", "JJ")
    return surely and opens and bool(FINITE & set(tags[start + 1 : end]))


def _is_reported(parsed: Parsed, place: int) -> bool:
    """Whether what stands before speaks of a wish or a condition that may reach further."""
    return any(text in ("if", "whether", "unless", "would") for text in parsed.lower[:place])


def _main_clauses(tree: Tree) -> list[Tree]:
    top = statement(tree)
    if top is None:
        return []
    return [top, *(child for child in top.children if kind(child) == "S" and subject(child))]


def _is_statement(clause: Tree) -> bool:
    """Whether a clause has its own subject and finite verb; "there is" counts too."""
    if clause.leaves()[0].lower() in ("here",) or first_tag(clause) in ("WDT", "WP"):
        return False
    if subject(clause) is not None:
        return True
    phrases = [child for child in clause.children if kind(child) == "VP"]
    return first_tag(clause) == "EX" and len(phrases) == 1 and finite_verb(phrases[0]) is not None


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


_DASHES = frozenset({"-", "–", "—", "--"})


def lifetimes(parsed: Parsed) -> Iterator[Edit]:
    """A bracket after the subject with one date after `born`, or two dates."""
    found = parsed.main
    verb = main_finite(found[1]) if found else None
    if found is None or verb is None:
        return
    actor = found[0]
    name = name_words(core(actor))
    if not name or pronoun_of_name(name) == "it":
        return
    again = repeat_subject(core(actor), parsed)
    if again and again[0].source >= 0:
        again = surname(actor, parsed, person=True) or again
    if again is None or again[0].lower in ("it", "they"):
        return
    texts = [token.text for token in parsed.tokens]
    for opener, closer in partners_of(texts).items():
        if texts[opener] != "(" or not actor.span[0] < opener < verb.span[0] or closer < opener:
            continue
        inside = range(opener + 1, closer)
        lead, changes = _told([parsed.lower[place] for place in inside], opener + 1)
        if lead and "born" not in parsed.lower[closer:]:
            words = (*again, *(Word(word, " ", "", -1, word) for word in lead))
            signs = (opener, *(place for place in inside if changes.get(place) == ""), closer)
            # Between years that stand close by a dash, "to" needs spaces of its own.
            kept = {
                place: f" {text} " if text == "to" and not parsed.tokens[place].space else text
                for place, text in changes.items()
                if text
            }
            span = (opener, closer + 1)
            yield Edit("split", "lifetime", span, lead=words, dropped=signs, changes=kept)


def _told(texts: Sequence[str], start: int) -> tuple[list[str], dict[int, str]]:
    """What to write before the dates, and what to put for words among them."""
    skipped = {start: ""} if texts[:1] in ([","], [";"]) else {}
    texts, start = texts[len(skipped) :], start + len(skipped)
    if texts[:1] == ["born"] and is_date(texts[1:]):
        on = "in" if len(texts) == 2 else "on"
        return ["was", "born", on], {**skipped, start: ""}
    if texts[:1] == ["born"] and (cut := _before_place(texts)):
        on = "in" if cut == 2 else "on"
        if texts[cut] == ",":  # `in` takes the place of the comma, with a space before it
            skipped |= {start + cut - 1: f"{texts[cut - 1]} in", start + cut: ""}
        return ["was", "born", on], {**skipped, start: ""}
    for cut in range(1, len(texts)):
        dash = texts[cut] in _DASHES
        first, last = texts[:cut], texts[cut + dash :]
        if is_date(first) and is_date(last) and (dash or len(first) > 1):
            # Where the dash was lost, "to" is written before the second date.
            to = {start + cut: "to" if dash else f"to {texts[cut]}"}
            return ["lived", "from"], {**skipped, **to}
    return [], {}


def _before_place(texts: Sequence[str]) -> int:
    """Where "in Rome" or ", Rome" begins after "born" and a date; 0 where it does not."""
    for cut in range(2, len(texts) - 1):
        place = texts[cut + 1 :]
        named = all(text.isalpha() or text == "," for text in place) and place[0].isalpha()
        if texts[cut] in ("in", ",") and is_date(texts[1:cut]) and named and len(place) <= 6:
            return 0 if place[0] in months() else cut
    return 0


def is_date(texts: Sequence[str]) -> bool:
    """A year, or day, month and year in either order."""
    words = [text for text in texts if text != ","]
    years = [text for text in words if text.isdigit() and len(text) == 4]
    if len(words) == 1:
        return bool(years)
    named = [text for text in words if text in months()]
    days = [text for text in words if text.isdigit() and len(text) <= 2]
    return len(words) == 3 and len(years) == len(named) == len(days) == 1


FINDERS: dict[str, Callable[[Parsed], Iterator[Edit]]] = {
    "clauses": coordinated_clauses,
    "clauses by tags": clauses_by_tags,
    "predicates": coordinated_predicates,
    "passives": coordinated_passives,
    "contrast": subordinate_clauses,
    "relative": relative_splits,
    "closing relative": closing_relatives,
    "lifetime": lifetimes,
    "apposition": appositions,
    "participle": participial_openings,
    "closing": closing_participles,
    "made": participle_splits,
    "made aside": inner_participle_splits,
    "reason": closing_clauses,
    "next": next_actions,
}


def splits(parsed: Parsed) -> list[Edit]:
    """Every split that the sentence allows; some may conflict with each other."""
    texts = [token.text for token in parsed.tokens]
    if parsed.top is None:
        return []
    found: dict[tuple[int, int], Edit] = {}
    for finder in FINDERS.values():
        for edit in finder(parsed):
            if not in_quotes(edit.span, texts):
                found.setdefault(edit.span, edit)
    return list(found.values())
