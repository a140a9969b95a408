"""The form in which a candidate can stand in the place of a word or phrase."""

from __future__ import annotations

from lexical_simplifier.resources.lexicon import UNCOUNTABLE, Lexicon
from lexical_simplifier.stages.targets import Target
from seqlab.english import word_list

_PARTICLES = frozenset({"up", "out", "off", "down", "away", "back", "over", "on", "in", "apart"})
# What a verb phrase may end with where an object follows: look after her, help explain it, be
# given a prize; but not "make worse the problem", "put in prison two men".
_BEFORE_OBJECTS = _PARTICLES | word_list("verb_phrase_ends")
_HAVE_OR_BE = (
    word_list("forms_of_have")
    | word_list("forms_of_be")
    | {"'d", "’d", "get", "gets", "got", "getting"}
)
_OBJECTS = frozenset({"it", "him", "them", "her", "me", "us", "you", "themselves", "itself"})
_PREPOSITIONS = word_list("prepositions_of_objects")
# What may stand before an adjective or adverb anywhere: very big, almost always.
_DEGREES = frozenset({"very", "more", "most", "too", "so", "really", "quite", "almost", "well"})
# Before these, what is very big is big: so very big.
_GRADED = frozenset(
    {"very", "so", "too", "more", "most", "as", "how", "less", "quite", "rather", "even", "not"}
)
_COUNTING = frozenset({"these", "those", "many", "several", "few", "both", "numerous", "various"})
# Adverbs of several words that stand before a verb as one word does: was at first refused.
_BEFORE_VERBS = word_list("adverbs_of_several_words")
_PLURAL_TAGS = ("NNS", "NNPS")
_PLURAL_WORDS = frozenset({"we", "they", "you", "these", "those", "both", "many", "all"})


def fitted(lexicon: Lexicon, target: Target, row: int) -> str | None:
    """The candidate's text in the target's form; None where it cannot stand there."""
    entry = lexicon.entries[row]
    own = lexicon.entries[target.row]
    if entry.part == "VERB" and entry.word.split(" ")[0] == "be":
        text = _be(target, own.word, entry.word.removeprefix("be").strip())
    elif target.tag == "NNS" and entry.word in UNCOUNTABLE:
        text = entry.word if _plural_is_free(target) else None
    else:
        text = lexicon.inflect(row, target.tag)
    if text is None:
        return None
    # "the residents' homes": the mark of the genitive would have to change too.
    if target.after[0] in ("'", "’") and target.after[1] == "POS" and text[-1] != "s":
        return None
    # `more` before a word that compares by ending: "more big".
    if target.before[0] in ("more", "most") and lexicon.compares_by_ending(row):
        return None
    if text.startswith("very ") and target.before[0] in _GRADED:
        return None
    if " " in entry.word and own.part != "OTHER" and not _phrase_fits(target, entry.word, own.part):
        return None
    return text


def _be(target: Target, own: str, rest: str) -> str | None:
    """`be` with the rest of its phrase, in the form that the target's subject wants."""
    form = target.tokens[target.start].lower() if own.startswith("be ") else _form_of_be(target)
    return form and f"{form} {rest}".strip()


def _form_of_be(target: Target) -> str | None:
    forms = {"VB": "be", "VBZ": "is", "VBG": "being", "VBN": "been"}
    past = target.tag == "VBD"
    if target.tag == "VBN":
        near = {token.lower() for token in target.tokens[max(0, target.start - 3) : target.start]}
        # Taggers take past tense for participles.
        past = not near & _HAVE_OR_BE
    if target.tag == "VB" and _helped_by_do(target):
        return None
    # "now serves as": the adverb would have to follow, "is now".
    if target.tag in ("VBZ", "VBD", "VBP") and target.before[1] == "RB":
        return None
    if target.tag in forms and not past:
        return forms[target.tag]
    word, tag = target.before
    if not (tag.startswith(("NN", "PRP")) or word in _PLURAL_WORDS) or word == "i":
        return None
    if not past and target.tag != "VBP":
        return None
    plural = tag in _PLURAL_TAGS or word in _PLURAL_WORDS
    if tag.startswith("NN") and _is_part_of_subject(target):
        return None
    if past:
        return "were" if plural else "was"
    return "are" if plural else None


def _helped_by_do(target: Target) -> bool:
    """ "did not feature": what takes the place of the verb cannot be a form of `be`."""
    near = target.tokens[max(0, target.start - 3) : target.start]
    return any(token.lower() in ("do", "does", "did") for token in near)


def _is_part_of_subject(target: Target) -> bool:
    """Whether the noun before the verb is not the whole subject: "one of the members served"."""
    place = target.start - 1
    while place >= 0 and target.tags[place].startswith(("NN", "JJ", "DT", "PRP$", "CD", "POS")):
        place -= 1
    return place >= 0 and target.tags[place] in ("IN", "CC", "TO", ",")


def _plural_is_free(target: Target) -> bool:
    """Whether nothing around a plural agrees with it: no verb or clause after, no number before."""
    if target.after[1].startswith(("VB", "MD", "W", "RB")):
        return False
    around = range(max(0, target.start - 2), target.start)
    return not any(
        target.tags[place] == "CD" or target.tokens[place].lower() in _COUNTING for place in around
    )


def _phrase_fits(target: Target, phrase: str, part: str) -> bool:
    """Whether several words can stand where one did: not before the noun or verb it belongs to."""
    words = phrase.split(" ")
    after, after_tag = target.after
    if part == "VERB":
        if words[-1] in _PARTICLES and after in _OBJECTS:
            return False
        object_follows = after_tag.startswith(("DT", "PRP", "NN", "JJ", "CD", "$", "WP"))
        if object_follows and words[-1] not in _BEFORE_OBJECTS:
            return False
        # They attended: "they went to".
        if words[-1] in _PREPOSITIONS and target.end - target.start == 1 and target.tag != "VBN":
            return object_follows or after_tag.startswith(("VBG", "PDT", "``", '"'))
        return not _is_before_its_noun(target)
    if part == "ADJ":
        return words[0] in _DEGREES or not after_tag.startswith(("NN", "JJ", "VBN", "VBG"))
    if part == "ADV":
        if not after_tag.startswith(("VB", "JJ", "RB", "MD", "CD")) or phrase in _BEFORE_VERBS:
            return True
        return words[0] in _DEGREES and words[-1] != "much"
    # A noun before its noun: physician assistants.
    return part != "NOUN" or not after_tag.startswith("NN")


def _is_before_its_noun(target: Target) -> bool:
    """Whether a participle is used like an adjective: the acquired company."""
    if target.tag not in ("VBN", "VBG") or not target.after[1].startswith(("NN", "JJ")):
        return False
    openers = ("DT", "PRP$", "JJ", "POS", "CD") + (("IN",) if target.tag == "VBN" else ())
    return target.before[1] in openers
