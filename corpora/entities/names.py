"""Words that tell names of people, places and organisations, dates and numbers apart."""

from __future__ import annotations

from seqlab.english import word_list

HONORIFICS = word_list("honorifics")
ORGANISATIONS = word_list("organisation_words")
PLACES = word_list("place_words")
# Words that may be joined by `of`: University of California, Gulf of Mexico.
OF_WORDS = (
    ORGANISATIONS
    | PLACES
    | frozenset(["House", "State", "States", "Isle", "Duke", "Earl", "Bay", "Cape", "Strait"])
)
PARTICLES = word_list("name_particles")

PLACE_NAMES = frozenset(tuple(name.split()) for name in word_list("place_names"))

MONTHS = word_list("months") | word_list("month_abbreviations")
WEEKDAYS = word_list("weekdays")
NUMBER_WORDS = word_list("cardinals")
MAGNITUDES = word_list("magnitudes")

# Words that open sentences; their capital says nothing.
OPENERS = word_list("sentence_openers")
