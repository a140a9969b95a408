"""Events named by nouns are told by verbs."""

from __future__ import annotations

import pytest

from seqlab.editing import Parsed, apply_edits, events
from seqlab.syntax import Tree
from seqlab.text import Document

TAGS = {
    "his": "PRP$", "their": "PRP$", "its": "PRP$", "died": "VBD", "lived": "VBD", "fell": "VBD",
    "lives": "VBZ", "has": "VBZ", "and": "CC", "bed": "NN", "stood": "VBD", "relied": "VBD",
    "in": "IN", "on": "IN",
}  # fmt: skip


def told(text: str) -> str:
    tokens = tuple(Document.parse(text).tokens)
    texts = [token.text for token in tokens]
    tags = [TAGS.get(word.lower(), "NN" if word.isalpha() else ".") for word in texts]
    sentence = Parsed(tokens, Tree.flat(texts, tags))
    return " ".join(apply_edits(tokens, list(events(sentence)), sentence.tags))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He lived there until his death in 1900.", "He lived there until he died in 1900."),
        ("Upon their arrival, rain fell.", "When they arrived, rain fell."),
        ("The wall fell after its completion.", "The wall fell after it was finished."),
        ("It stood prior to their arrest.", "It stood before they were arrested."),
    ],
)
def test_the_event_becomes_a_clause(before: str, after: str) -> None:
    assert told(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "He lives there until his death.",  # a plot, told in the present
        "He lived there until his death and burial.",
        "He fell before his death bed.",
        "He relied on his arrival.",
        "He fell after his completion.",  # things are completed, not people
    ],
)
def test_what_is_not_surely_a_time_stays(text: str) -> None:
    assert told(text) == text
