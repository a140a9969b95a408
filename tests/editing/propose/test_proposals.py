"""Connectives, events told by verbs, lexical targets, and the few proposals that are judged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from bracketed import parsed

from lexical_simplifier import LexicalSimplifier
from seqlab.editing import Parsed, apply_edits, connectives, events
from seqlab.editing.edit import Edit, Word
from seqlab.editing.propose import Tagged, lexical_targets
from seqlab.editing.propose.proposals import Evidence, shortlist, with_auxiliary
from seqlab.editing.reading import Reading, SourceSentence
from seqlab.syntax import Tree
from seqlab.text import Document

TREE = "(ROOT (S (ADVP (RB However)) (, ,) {} (. .)))"


@pytest.mark.parametrize(
    ("rest", "after"),
    [
        ("(NP (DT the) (NN plan)) (VP (VBD failed))", "But the plan failed."),
        # Not a statement, or one that opens with a clause of its own.
        ("(NP (DT the) (JJ new) (NN plan))", None),
        ("(SBAR (WHADVP (WRB when)) (S (NP (PRP he)) (VP (VBD came))))", None),
    ],
)
def test_however_becomes_but_before_a_statement(rest: str, after: str | None) -> None:
    sentence = parsed(TREE.format(rest))
    edits = list(connectives(sentence))
    texts = apply_edits(sentence.tokens, edits, sentence.tags)
    assert texts == [after] if after else not edits


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


BUILT = (
    "(ROOT (S (NP (DT The) (NN house)) (VP (VP (VBD was) (VP (VBN built) (PP (IN in) (NP (NNP May)"
    ")))) (CC and) (VP ({tag} {verb}) (PP (TO to) (NP (NNP Rome))))) (. .)))"
)


@pytest.mark.parametrize(
    ("verb", "tag", "usual", "text"),
    [
        ("added", "VBD", "was added", "It was added to Rome."),
        ("moved", "VBD", "it moved", "It moved to Rome."),
        # No participle, so no passive.
        ("went", "VBD", "was went", "It went to Rome."),
    ],
)
def test_a_verb_that_shares_a_passive_takes_its_auxiliary_along(
    verb: str, tag: str, usual: str, text: str
) -> None:
    sentence = parsed(BUILT.format(verb=verb, tag=tag))
    edit = Edit("split", "predicates", (6, 10), lead=(Word("it", " ", "PRP"),), dropped=(6,))

    def rarity(words: Sequence[str]) -> float:
        return 1.0 if usual in " ".join(words) else 2.0

    made = with_auxiliary(edit, sentence, rarity)
    first, second = apply_edits(sentence.tokens, [made], sentence.tags)
    assert (first, second) == ("The house was built in May.", text)
    assert with_auxiliary(edit, sentence, None) is edit


def test_the_auxiliary_agrees_with_the_subject_that_is_repeated() -> None:
    sentence = parsed(BUILT.format(verb="added", tag="VBD"))
    edit = Edit("split", "predicates", (6, 10), lead=(Word("they", " ", "PRP"),), dropped=(6,))
    made = with_auxiliary(edit, sentence, lambda words: float("were" not in words))
    assert [word.text for word in made.lead] == ["they", "were"]


def test_a_word_that_the_tagger_wants_replaced_is_judged_however_strong_others_are() -> None:
    document = Document.parse("They began the disbursement.")
    tokens = tuple(document.tokens)
    words = tuple(token.text for token in tokens)
    tags = ("PRP", "VBD", "DT", "NN", ".")
    chances = np.full((len(words), 2), 0.1)
    chances[[1, 3]] = (0.1, 0.9)
    reading = Reading(
        SourceSentence(tokens),
        Parsed(tokens, Tree.flat(list(words), list(tags))),
        Tagged(words, tags, words),
        {"operation": chances},
        {"operation": ("C", "R")},
    )
    strong = {(1, 2, text): Evidence(inventory=8.0) for text in ("opened", "started")}
    weak = {(3, 4, text): Evidence(rank=rank) for rank, text in enumerate(["payment", "pay"], 1)}
    assert {key for key, _ in shortlist(strong | weak, reading, most=2)} == {
        *strong,
        (3, 4, "payment"),
    }
