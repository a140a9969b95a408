"""What the tagger learns from a treebank's sentence, and how its depths are decoded."""

from __future__ import annotations

import numpy as np

from seqlab.syntax import Tree
from seqlab.syntax.backends.embedded import MAX_DEPTH, DepthDecoder, plain
from seqlab.syntax.training.labels import labelled
from seqlab.syntax.training.treebanks import TreebankSentence, sentence_of_tree

DOG = Tree.parse("(ROOT (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))")
LEVELS = [str(level) for level in range(-16, 5)]
DEPTHS = [str(depth) for depth in range(1, MAX_DEPTH + 1)]


def test_a_tree_gives_six_labels_a_token() -> None:
    sentence = labelled(sentence_of_tree(DOG, "d", "gum"))
    assert sentence.labels == {
        "tag": ("DT", "NN", "VBD", "."),
        "chunk": ("B-NP", "I-NP", "B-VP", "O"),
        "level": ("2", "-1", "0", "_"),
        "depth": ("2", "1", "1", "_"),
        "constituent": ("NP", "S", "S", "_"),
        "unary": ("-", "-", "VP", "-"),
    }


def test_without_a_tree_only_tags_are_learned() -> None:
    sentence = TreebankSentence(("Hi", "!"), ("UH", "."), "d", "ewt")
    assert list(labelled(sentence).labels) == ["tag"]


def test_what_is_in_doubt_is_not_learned() -> None:
    trusted = (False, True, True, True)
    sentence = TreebankSentence(
        tuple(DOG.leaves()), ("_", "NN", "VBD", "."), "d", "onestop", DOG, trusted=trusted
    )
    labels = labelled(sentence).labels
    assert labels["tag"] == ("_", "NN", "VBD", ".")
    # A level is a difference to the token before, so one more is unknown.
    assert labels["level"] == ("_", "_", "0", "_")
    assert labels["depth"] == ("_", "1", "1", "_")


def test_quotes_and_dashes_are_made_the_same() -> None:
    assert [plain(token) for token in ("’s", "“", "``", "–", "--", "dog")] == [
        "'s", '"', '"', "-", "-", "dog",
    ]  # fmt: skip


def one_hot(labels: list[str], chosen: list[int], sure: float = 0.9) -> np.ndarray:
    rows = np.full((len(chosen), len(labels)), (1 - sure) / len(labels))
    for row, label in enumerate(chosen):
        rows[row, labels.index(str(label))] += sure
    return rows


def test_heads_that_agree_are_followed() -> None:
    decoder = DepthDecoder(LEVELS, DEPTHS, 0.5)
    assert decoder.decode(one_hot(LEVELS, [2, 0, -1]), one_hot(DEPTHS, [2, 2, 1])) == [2, 2, 1]
    assert decoder.decode(np.empty((0, 21)), np.empty((0, 20))) == []


def test_depth_corrects_a_level_that_is_wrong() -> None:
    decoder = DepthDecoder(LEVELS, DEPTHS, 0.5)
    # The second level should be 0; alone it would put everything after it one too deep.
    level = one_hot(LEVELS, [2, 1, 0, 0])
    level[1, LEVELS.index("0")] = 0.4
    assert decoder.decode(level, one_hot(DEPTHS, [2, 2, 2, 2])) == [2, 2, 2, 2]


def test_a_depth_is_never_below_one() -> None:
    decoder = DepthDecoder(LEVELS, DEPTHS, 0.0)
    assert min(decoder.decode(one_hot(LEVELS, [1, -3, -3]), one_hot(DEPTHS, [1, 1, 1]))) == 1
