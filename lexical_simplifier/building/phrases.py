"""Wordy phrases and formal function words with what plain language puts for them.

Written for the project: editors change phrases too seldom for a table to learn them, and change
prepositions with the sentence around, not because they are hard.
"""

from __future__ import annotations

from collections import Counter

from lexical_simplifier.thesaurus import LISTED

Key = tuple[str, str]

# As if editors had made each replacement so often: the most that a thesaurus counts.
SIGHTINGS = LISTED

_PHRASES = """
OTHER upon = on
OTHER amongst = among
OTHER amidst = among
OTHER whilst = while
OTHER whereas = while
OTHER albeit = though
OTHER beneath = under
OTHER via = through
OTHER notwithstanding = despite
OTHER regarding = about
OTHER concerning = about
OTHER lest = in case
OTHER unto = to
OTHER in order to = to
OTHER so as to = to
OTHER with the aim of = for
OTHER due to the fact that = because
OTHER owing to the fact that = because
OTHER in view of the fact that = because
OTHER on the grounds that = because
OTHER owing to = because of
OTHER on account of = because of
OTHER as a consequence of = because of
OTHER as a result of = because of
OTHER in spite of the fact that = although
OTHER despite the fact that = although
OTHER in spite of = despite
OTHER in the event that = if
OTHER on condition that = if
OTHER provided that = if
OTHER prior to = before
OTHER subsequent to = after
OTHER in the course of = during
OTHER in the vicinity of = near
OTHER in close proximity to = near
OTHER in excess of = more than
OTHER a large number of = many
OTHER a great number of = many
OTHER a wide range of = many
OTHER a wide variety of = many
OTHER a multitude of = many
OTHER the majority of = most
OTHER a majority of = most
OTHER with regard to = about
OTHER with respect to = about
OTHER in relation to = about
OTHER in connection with = about
OTHER in accordance with = following
OTHER by means of = by
OTHER by virtue of = because of
OTHER in addition to = besides
OTHER as well as = and
OTHER in lieu of = instead of
OTHER with the exception of = except
OTHER for the purpose of = for
OTHER on behalf of = for
OTHER until such time as = until
OTHER at the present time = now
OTHER at this point in time = now
OTHER for the duration of = during
OTHER in the absence of = without
VERB take place = happen
VERB give rise to = cause
VERB bring about = cause
VERB put forward = suggest
VERB set forth = explain
VERB come into contact with = touch
VERB make use of = use
VERB pass away = die
VERB account for = explain
VERB take into account = consider
"""


def phrase_table() -> Counter[tuple[Key, Key]]:
    """The phrases as sightings of a substitution table."""
    table: Counter[tuple[Key, Key]] = Counter()
    for line in _PHRASES.strip().splitlines():
        part, _, rest = line.partition(" ")
        phrase, _, plain = rest.partition(" = ")
        table[(phrase, part), (plain, part)] = SIGHTINGS
    return table
