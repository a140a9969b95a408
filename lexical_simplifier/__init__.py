"""Lexical simplification: simpler words that fit their context.

from lexical_simplifier import LexicalSimplifier
simplifier = LexicalSimplifier.load()
simplifier.replace("The physician will commence therapy .".split(), 3)
"""

from lexical_simplifier.options import RankerOptions
from lexical_simplifier.records import Change, Request, Stages, Substitute
from lexical_simplifier.resources.lexicon import article_before
from lexical_simplifier.resources.ngrams import NGramModel
from lexical_simplifier.resources.plain_words import PLAIN_WORDS, read_plain_words
from lexical_simplifier.resources.thesaurus import PlainWord, PlainWords
from lexical_simplifier.simplifier import DEFAULT_FOLDER, LexicalSimplifier
from lexical_simplifier.stages.features import FEATURES, CandidateSet
from lexical_simplifier.stages.rank import PairwiseRanker
from lexical_simplifier.suggest import suggestions

__all__ = [
    "DEFAULT_FOLDER",
    "FEATURES",
    "PLAIN_WORDS",
    "CandidateSet",
    "Change",
    "LexicalSimplifier",
    "NGramModel",
    "PairwiseRanker",
    "PlainWord",
    "PlainWords",
    "RankerOptions",
    "Request",
    "Stages",
    "Substitute",
    "article_before",
    "read_plain_words",
    "suggestions",
]
