"""The spaCy backend with a blank pipeline and with one trained here on two sentences."""

from __future__ import annotations

from typing import Any

import pytest

from seqlab.errors import UsageError
from seqlab.syntax import Tree, clauses, load_syntax

spacy = pytest.importorskip("spacy", reason="spaCy is not installed")

# "She said that the old dog had not slept." and "Mary 's cat ran off ."
WORDS = [
    ["She", "said", "that", "the", "old", "dog", "had", "not", "slept", "."],
    ["Mary", "'s", "cat", "ran", "off", "."],
]
TAGS = [
    ["PRP", "VBD", "IN", "DT", "JJ", "NN", "VBD", "RB", "VBN", "."],
    ["NNP", "POS", "NN", "VBD", "RP", "."],
]
HEADS = [[1, 1, 8, 5, 5, 8, 8, 8, 1, 1], [2, 0, 3, 3, 3, 3]]
RELATIONS = [
    ["nsubj", "ROOT", "mark", "det", "amod", "nsubj", "aux", "neg", "ccomp", "punct"],
    ["poss", "case", "nsubj", "ROOT", "prt", "punct"],
]


@pytest.fixture(scope="module")
def pipeline() -> Any:
    from spacy.tokens import Doc
    from spacy.training import Example

    nlp = spacy.blank("en")
    nlp.add_pipe("tagger")
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    examples = []
    for words, tags, heads, relations in zip(WORDS, TAGS, HEADS, RELATIONS, strict=True):
        pos = ["PROPN" if t == "NNP" else "PRON" if t == "PRP" else
               "NOUN" if t == "NN" else "X" for t in tags]  # fmt: skip
        gold = Doc(nlp.vocab, words=words, tags=tags, heads=heads, deps=relations, pos=pos)
        examples.append(Example(Doc(nlp.vocab, words=words), gold))
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(40):
        nlp.update(examples, sgd=optimizer)
    # Noun chunks ask for universal tags, which a real pipeline's attribute ruler gives.
    ruler = nlp.add_pipe("attribute_ruler")
    for tag, pos in {"NNP": "PROPN", "PRP": "PRON", "NN": "NOUN"}.items():
        ruler.add([[{"TAG": tag}]], {"POS": pos})
    return nlp


def test_a_trained_pipeline_gives_tags_chunks_and_clauses(pipeline: Any) -> None:
    said, ran = load_syntax("spacy", model=pipeline).analyse(WORDS)
    assert said.tags == tuple(TAGS[0])
    assert said.lemmas[:2] == ("she", "say")
    assert said.chunks == tuple(
        "B-NP B-VP B-PP B-NP I-NP I-NP B-VP I-VP I-VP O".split()  # noqa: SIM905
    )
    assert [(clause.label, clause.span) for clause in clauses(said.tree)] == [
        ("S", (0, 10)),
        ("SBAR", (2, 9)),
    ]
    assert ran.chunks == ("B-NP", "B-NP", "I-NP", "B-VP", "B-PRT", "O")
    assert ran.tree.leaves() == WORDS[1]


def test_a_blank_pipeline_gives_a_flat_tree() -> None:
    sentences = [["🙂", "hello", "."], [], ["a"] * 400]
    found = list(load_syntax("spacy", model=spacy.blank("en")).analyse(sentences))
    assert [list(analysis.tokens) for analysis in found] == sentences
    assert found[0].tree == Tree.flat(sentences[0], found[0].tags)
    assert found[0].entities is None


def test_a_pipeline_that_is_not_installed_is_named() -> None:
    with pytest.raises(UsageError, match=r"no pipeline 'en_none'; run `python -m spacy download"):
        load_syntax("spacy", model="en_none")
