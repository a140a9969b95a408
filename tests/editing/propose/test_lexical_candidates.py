"""The lexical simplifier's words as proposals."""

import pytest

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.propose import Tagged, lexical_targets


@pytest.fixture(scope="module")
def lexical() -> LexicalSimplifier:
    return LexicalSimplifier.load(threshold=0.0)


TEXT = Tagged(
    ("They", "purchased", "numerous", "houses", "."),
    ("PRP", "VBD", "JJ", "NNS", "."),
    ("they", "purchase", "numerous", "house", "."),
)


def test_more_than_the_first_word_is_proposed(lexical):
    targets = {(t.start, t.end): t.texts for t in lexical_targets([TEXT], lexical)}
    assert "bought" in targets[1, 2]
    assert "many" in targets[2, 3]
    assert all(1 <= len(texts) <= 4 for texts in targets.values())


def test_what_the_tagger_wants_is_a_target(lexical):
    alone = {(t.start, t.end) for t in lexical_targets([TEXT], lexical)}
    asked = {(t.start, t.end) for t in lexical_targets([TEXT], lexical, wanted=[{3}])}
    assert asked - alone == {(3, 4)}


def test_no_sentences_no_targets(lexical):
    assert lexical_targets([], lexical) == []
