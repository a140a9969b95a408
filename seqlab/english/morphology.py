"""Words by their form: lemmas and inflection, case, the article they take, syllables, pronouns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from seqlab.english.word_lists import word_list, word_sequence, word_table

# As comparatives these are words of their own, not forms of "much" and "little".
_OWN = frozenset(("more", "most", "less", "least"))
_UNIVERSAL = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
_BASE_FORMS = frozenset(("NN", "VB", "JJ", "RB"))


@lru_cache(maxsize=200_000)
def lemma(word: str, tag: str) -> str:
    """The dictionary form of `word` under its Penn tag: `went`, VBD → `go`."""
    lower = word.lower().replace("’", "'")
    if known := word_table("lemmas").get(f"{lower} {tag}"):
        return known
    if tag in ("NNP", "FW", "ADD") or not any(letter.isalpha() for letter in word):
        return word
    if tag in _BASE_FORMS or tag[:2] not in _UNIVERSAL or lower in _OWN:
        return lower
    # lemminflect takes a second to import; who needs trees only should not wait for it.
    from seqlab.dictionaries import getLemma

    found = getLemma(lower, upos=_UNIVERSAL[tag[:2]])
    base = str(found[0]) if found else lower
    return base[:1].upper() + base[1:] if tag == "NNPS" else base


_BE = {"VBZ": "is", "VBP": "are"}


def is_plural(noun: str) -> bool | None:
    """Whether a common noun is plural; None where its form does not tell."""
    lower = noun.lower()
    if lower in word_list("plurals_without_s"):
        return True
    if lower in ("series", "species", "means", "sheep", "fish", "deer"):
        return None
    if lower in word_list("singular_in_s") or not lower.endswith("s"):
        return False
    base = lemma(lower, "NNS")
    return base != lower


@lru_cache(maxsize=20_000)
def verb_form(verb: str, tag: str, wanted: str) -> str | None:
    """The verb, tagged `tag`, in the form of the Penn tag `wanted`; None where it is not sure."""
    base = lemma(verb, tag)
    if base == "be":
        return _BE.get(wanted)
    # A cold start need not wait for lemminflect.
    from seqlab.dictionaries import getInflection, getLemma

    if base not in getLemma(base, upos="VERB"):
        return None
    forms = getInflection(base, tag=wanted, inflect_oov=False)
    return str(forms[0]) if forms else None


@lru_cache(maxsize=50_000)
def inflected(word: str, tag: str, form: str) -> str | None:
    """`word`, tagged `tag`, in the form of another Penn tag; None for "be" and unknown words."""
    base = lemma(word, tag)
    if base == "be" or not word.isalpha():
        return None
    from seqlab.dictionaries import getInflection

    forms = getInflection(base.lower(), tag=form, inflect_oov=False)
    return str(forms[0]) if forms else None


@lru_cache(maxsize=20_000)
def has_form(word: str, tag: str) -> bool:
    """Whether `word` can stand where `tag` is wanted: plural, past, participle, adjective …"""
    lower = word.lower()
    if tag == "NN":
        return is_plural(lower) is not True
    if tag == "NNS":
        return is_plural(lower) is not False
    if tag == "VBG":
        return lower.endswith("ing")
    if tag == "VBZ":
        return lower.endswith("s") or lower in ("has", "is", "does")
    if tag in ("VBD", "VBN"):
        return lower in word_list("same_past_form") or lemma(lower, tag) != lower
    part = {"JJ": "ADJ", "RB": "ADV"}.get(tag)
    if part is None:
        return True
    from seqlab.dictionaries import getAllLemmas

    return part in getAllLemmas(lower)


def finite(verb: str, tag: str, past: bool, plural: bool) -> str | None:
    """A participle made finite: `using` → `used` or `uses`; None where the form is not sure."""
    if lemma(verb, tag) == "be":
        return be(past, plural)
    return verb_form(verb, tag, "VBD" if past else "VBP" if plural else "VBZ")


def be(past: bool, plural: bool) -> str:
    """`was`, `were`, `is` or `are`."""
    if past:
        return "were" if plural else "was"
    return "are" if plural else "is"


_DEMONYM_ENDINGS = ("ish", "ese", "ian", "ean", "can", "ch", "li", "qi", "ani", "ek", "man")


def capitalized(text: str) -> str:
    """`text` with its first letter in uppercase, the others as they are."""
    return text[:1].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """`text` with its first letter in lowercase, the others as they are."""
    return text[:1].lower() + text[1:]


def cased_like(text: str, model: str, at_start: bool) -> str:
    """`text` with the capitals of the word it replaces."""
    if len(model) > 1 and model.isupper():
        return text.upper()
    if model[:1].isupper() and (at_start or model[1:].islower()):
        return capitalized(text)
    return text


def has_inner_capital(text: str) -> bool:
    """Whether a word begins with a lowercase letter and has a capital inside: `iPhone`, `eBay`."""
    return text[:1].islower() and any(letter.isupper() for letter in text)


def looks_like_demonym(adjective: str) -> bool:
    """Whether a lowercase adjective ends as those of peoples and countries do: `british`."""
    return adjective.endswith(_DEMONYM_ENDINGS)


_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_VOWELS = tuple("aeiouáéíóúàèäëïöü")
# Words whose first vowel is spoken like `you` or `won`: unit, using, European, one.
_CONSONANT_SOUND = re.compile(
    r"uni(?!n|m|denti)|unanim|us[eiua]|ut[ieo]|ur(?:[ia]n|ic|al|u|e[at])|ufo|u[ks]$|uk[reui]|ubi"
    r"|eu|ew|on(?:e|ce)(?![a-z])|ouija"
)
_LETTERS_WITH_VOWEL = "AEFHILMNORSX"


def wants_an(word: str) -> bool:
    """Whether the article before `word` is `an`: before `hour` and `MP` it is, not before `one`."""
    if word[:1].isdigit():
        return word[0] == "8" or re.match(r"1[18](?:\D|$|,\d)", word) is not None
    if len(word) > 1 and word.isupper():
        return word[0] in _LETTERS_WITH_VOWEL if len(word) < 4 else word[0] in "AEIO"
    lower = word.lower()
    if lower.startswith(_SILENT_H):
        return True
    return lower.startswith(_VOWELS) and _CONSONANT_SOUND.match(lower) is None


def article_for(word: str, article: str) -> str:
    """`a` or `an` as `word` wants it, with the capital of the article that stands there."""
    wanted = "an" if wants_an(word) else "a"
    return wanted.capitalize() if article[:1].isupper() else wanted


NOMINATIVE = frozenset({"i", "he", "she", "it", "we", "they", "you"})
MASCULINE = frozenset({"he", "his", "him", "himself"})
FEMININE = frozenset({"she", "her", "hers", "herself"})
# The owner as a subject: "his death", "he died".
SUBJECT_OF_POSSESSIVE = {"his": "he", "her": "she", "its": "it", "their": "they"}
_THING_ENDINGS = ("tion", "ment", "ness", "ism", "ology", "graphy", "ium", "ship", "hood", "ware")


def pronoun_in(texts: Iterable[str]) -> str | None:
    """`he` or `she`, where the pronouns among `texts` speak of one sex only."""
    words = {text.lower() for text in texts}
    masculine, feminine = bool(words & MASCULINE), bool(words & FEMININE)
    if masculine == feminine:
        return None
    return "he" if masculine else "she"


@cache
def _men() -> frozenset[str]:
    return word_list("given_names_male") | word_list("titles_male")


@cache
def _women() -> frozenset[str]:
    return word_list("given_names_female") | word_list("titles_female")


def _is_first(word: str) -> bool:
    """Whether the word can begin the name of a person."""
    return word in _men() or word in _women() or word in word_list("titles")


_PERSON_ENDINGS = (
    "ist",
    "ician",
    "woman",
    "sman",
    "isan",
    "ologer",
    "grapher",
    "player",
    "ressman",
)


def is_thing(noun: str) -> bool:
    """Whether a noun surely names no person."""
    base = lemma(noun.lower(), "NNS")
    return base in word_list("nouns_inanimate") or (base.endswith(_THING_ENDINGS) and len(base) > 6)


def names_person(noun: str) -> bool:
    """Whether a noun surely names a person."""
    base = lemma(noun.lower(), "NNS")
    known = base in word_list("nouns_person") or base in word_list("nouns_agent")
    ends = base.endswith(_PERSON_ENDINGS) and len(base) > 6
    return known or (ends and not is_thing(base))


def pronoun_of_name(name: Sequence[str]) -> str | None:
    """`he`, `she` or `it` for the words of a name."""
    lower = [word.lower() for word in name]
    first, last = lower[0], lower[-1]
    # "Peter Hill" is a man, "Forest Hill" a place, and "Victoria Park" may be either.
    if len(lower) > 1 and _is_first(first) and last in word_list("surnames_that_are_nouns"):
        return None
    man, woman = first in _men(), first in _women()
    if is_thing(last) or (len(lower) > 1 and is_thing(first) and not man):
        return "it"
    if man == woman:
        return None
    return "he" if man else "she"


def pronoun_of_noun(noun: str) -> str | None:
    """`he`, `she` or `it` for a common noun."""
    base = lemma(noun.lower(), "NNS")
    if base in word_list("nouns_male"):
        return "he"
    if base in word_list("nouns_female"):
        return "she"
    return "it" if is_thing(base) else None


def has_first_name(name: Sequence[str]) -> bool:
    """Whether the first of several words is a person's name or title."""
    return len(name) > 1 and _is_first(name[0].lower())


# Patterns are compiled when first used (`re` remembers them), not when this is imported.
_VOWEL_GROUP = r"[aeiouy]+"
_PIECES = r"[a-z]+|[0-9]"
# Two vowels in a row that are two syllables: "piano", "actual", "being", "poetic", "player".
_APART = (
    r"(?<![ctsgxln])i(?:a(?!ge)|o(?!us))|(?<![ctsgx])i(?:um|us|en(?!d)|et|er(?!c|s?$)|est$)"
    r"|(?<=[ln])ia(?=s?$)|(?<=[ct])i(?:a(?!l|n)|et)|lianc|liab|(?<=^l)io|giant|[rvd]iou|sci(?=en)|[rlns]ier$"
    r"|(?<![gq])u(?:a[^iy]|ou|ity|ing|e[lt]$|ish)|uicid|fluid|ruin|[aeou]ing|cre(?=at[^u])|react"
    r"|reali|eo(?!r|u|n|pl)|[nr]ea(?=$|s$)|(?<=lin)ea(?=r)|oe[tm]|[ao]ic(?!e)|yi|ii|io(?=lo|graph)"
    r"|[aeo]y[aeou](?!d$|s$)|theat|museum|clear$(?<=nuclear)"
)
# An "e" that is written and not spoken, last or inside, and the syllable lost in "-cally".
_SILENT = (
    r"(?<=[^aeiouyl])e$(?<![^aeiouy][tg]re)|(?<=[aeiouyrl]l)e$|(?<=[gq])ue[ds]?$"
    r"|(?<=[^aeiouydt])ed$(?<!dred|cred|aked)(?<![bcdfgkpstz]led)"
    r"|(?<=[^aeiouyscgxz])es$(?<!ches|shes)(?<![bcdfgkpstz]les)"
    r"|(?<=[^aeiouy])e(?=ly$|ful|less|ness|(?<!le)ment)|(?<=c)a(?=lly$)|(?<=^ev)e(?=ry)"
)
# Consonants that carry a syllable: "rhythm", "prism", "couldn't".
_CONSONANT = r"[st]hm|sm$|sms$|dn$|[td]nt$"


@lru_cache(maxsize=100_000)
def count_syllables(word: str) -> int:
    """The syllables of a word or phrase as spoken, at least one; digits count one each."""
    pieces = re.findall(_PIECES, word.lower().replace("'", ""))
    return sum(_piece(piece) for piece in pieces) or 1


@cache
def _known() -> dict[str, int]:
    return {word: int(count) for word, count in word_table("syllables").items()}


@cache
def _compound() -> str:
    """Words written together that keep the silent "e" of their first part: "somebody"."""
    first = "|".join(word_sequence("compound_first_parts"))
    rest = r"(?=[bcdfghjklmnpqrstvw])(?!(?:ly|less|ment|ness|ful|[drs])s?)(?=...)"
    return rf"^(?:{first}){rest}"


# Words come again in phrases: a start counts the syllables of thousands.
@lru_cache(maxsize=20_000)
def _piece(piece: str) -> int:
    if piece in _known():
        return _known()[piece]
    if not re.search(_VOWEL_GROUP, piece):
        return len(piece)  # letters said one by one: "TV", "BBC"
    count = len(re.findall(_VOWEL_GROUP, piece)) + len(re.findall(_APART, piece))
    count += len(re.findall(_CONSONANT, piece)) - len(re.findall(_SILENT, piece))
    count -= bool(re.match(_compound(), piece))
    return max(1, count)
