"""Which substitutions are worth judging, by the evidence for them."""

from __future__ import annotations

import numpy as np

from seqlab.editing import SourceSentence, read
from seqlab.editing.propose.inventory import Entry, Option
from seqlab.editing.propose.proposals import Evidence, inventory_odds, prior, shortlist
from seqlab.editing.reading import Reading
from seqlab.syntax import Analysis, Tree
from seqlab.text import Document


def reading(words: int, replaced: float = 0.0) -> Reading:
    tokens = tuple(Document.parse(" ".join(["word"] * words)).tokens)
    texts = tuple(token.text for token in tokens)
    tags = ("NN",) * words
    analysis = Analysis(texts, tags, texts, ("O",) * words, Tree.flat(texts, tags))
    rows = np.tile([1 - replaced, 0.0, replaced], (words, 1))
    chances, labels = {"operation": rows}, {"operation": ("C", "D", "R")}
    return read(SourceSentence(tokens), analysis, chances, labels)


def test_what_the_editor_did_often_comes_first() -> None:
    entry = Entry(100, (0, 0), ())
    rare, usual = (inventory_odds(entry, Option("", (put, put))) for put in (1, 60))
    found = {(0, 1, "rare"): Evidence(rare), (0, 1, "usual"): Evidence(usual)}
    assert [key[2] for key, _ in shortlist(found, reading(10))] == ["usual", "rare"]
    assert inventory_odds(entry, None) == 0.0 < rare


def test_two_witnesses_are_better_than_one() -> None:
    lexical, both = Evidence(share=0.4, rank=1), Evidence(2.0, share=0.4, rank=1)
    assert prior(both, (0, 1, "both")) > prior(lexical, (0, 1, "alone"))


def test_labels_and_earlier_verdicts_count() -> None:
    own, key = Evidence(1.0), (0, 1, "new")
    assert prior(own, key, (0.9, 0.0)) > prior(own, key, (0.1, 0.0))
    assert prior(own, key, verdicts=(1.0, 1.5, 0.0)) > prior(own, key, verdicts=(1.0, -1.5, 0.0))
    deletion = (0, 1, "")
    assert prior(own, deletion, (0.0, 0.9)) > prior(own, deletion, (0.0, 0.1))
    liked = lambda text, start, end, new: (1.0, 2.0 if new == ["b"] else -2.0, 0.0)  # noqa: E731
    found = {(0, 1, "a"): Evidence(1.0), (0, 1, "b"): Evidence(1.0)}
    assert shortlist(found, reading(10), earlier=liked)[0][0][2] == "b"


def test_longer_sentences_have_more() -> None:
    many = {(0, 1, f"w{k}"): Evidence(1.0) for k in range(60)}
    assert len(shortlist(many, reading(8))) < len(shortlist(many, reading(40))) < 60
