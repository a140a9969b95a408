"""Facts about English words: word lists as data, and what is worked out from a word's letters."""

from seqlab.english.articles import article_for, wants_an
from seqlab.english.casing import (
    capitalized,
    cased_like,
    has_inner_capital,
    looks_like_demonym,
    uncapitalized,
)
from seqlab.english.inflection import be, finite, has_form, is_plural, verb_form
from seqlab.english.lemmas import lemma
from seqlab.english.names import has_first_name, is_thing, pronoun_of_name, pronoun_of_noun
from seqlab.english.numbers import measure_words, months, number_words, weekdays
from seqlab.english.pronouns import (
    FEMININE,
    MASCULINE,
    NOMINATIVE,
    SUBJECT_OF_POSSESSIVE,
    pronoun_in,
)
from seqlab.english.syllables import count_syllables, easse_syllables
from seqlab.english.word_lists import word_list, word_sequence, word_table

__all__ = [
    "FEMININE",
    "MASCULINE",
    "NOMINATIVE",
    "SUBJECT_OF_POSSESSIVE",
    "article_for",
    "be",
    "capitalized",
    "cased_like",
    "count_syllables",
    "easse_syllables",
    "finite",
    "has_first_name",
    "has_form",
    "has_inner_capital",
    "is_plural",
    "is_thing",
    "lemma",
    "looks_like_demonym",
    "measure_words",
    "months",
    "number_words",
    "pronoun_in",
    "pronoun_of_name",
    "pronoun_of_noun",
    "uncapitalized",
    "verb_form",
    "wants_an",
    "weekdays",
    "word_list",
    "word_sequence",
    "word_table",
]
