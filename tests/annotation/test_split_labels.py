"""Labels of sentences that were split and left as they were otherwise."""

from __future__ import annotations

from seqlab.annotation import (
    SlotReader,
    filled,
    insert_labels,
    insert_vocabulary,
    split_labels,
)


def _read(text: str) -> tuple[list[str], list[str], list[str]]:
    """`word/tag/chunk` triples; a chunk may be left out."""
    parts = [[*triple.split("/"), "O"][:3] for triple in text.split()]
    words, tags, chunks = zip(*parts, strict=True)
    return list(words), list(tags), list(chunks)


RIVER = (
    "The/DT/B-NP Rhine/NNP/I-NP crosses/VBZ/B-VP Basel/NNP/B-NP ,/, flowing/VBG/B-VP north/RB ./."
)


def test_a_dropped_relative_pronoun_and_its_opening() -> None:
    words, tags, _ = _read("She/PRP saw/VBD Ann/NNP ,/, who/WP is/VBZ ill/JJ ./.")
    labels = split_labels(words, tags, [["She", "saw", "Ann", "."], ["Ann", "is", "ill", "."]])
    assert labels.word == ("K", "K", "K", "X", "X", "K", "K", "K")
    assert labels.insert[5] == ". ann"
    assert labels.exact


def test_a_participle_made_finite() -> None:
    words, tags, _ = _read(RIVER)
    target = [["The", "Rhine", "crosses", "Basel", "."], ["It", "flows", "north", "."]]
    labels = split_labels(words, tags, target)
    assert labels.word[4:6] == ("X", "VBZ")
    assert labels.insert[5] == ". it"


def test_a_clause_moved_behind_its_sentence() -> None:
    words, tags, _ = _read(
        "The/DT house/NN ,/, built/VBN by/IN Ann/NNP ,/, was/VBD sold/VBN to/IN Bob/NNP ./."
    )
    target = [
        ["The", "house", "was", "sold", "to", "Bob", "."],
        ["It", "was", "built", "by", "Ann", "."],
    ]
    labels = split_labels(words, tags, target)
    assert labels.word[2:7] == ("X", "M", "M", "M", "X")
    assert labels.insert[3] == ". it was"
    assert labels.insert[7:] == ("-",) * 5


def test_slots_describe_openings_that_repeat_a_noun() -> None:
    words, tags, chunks = _read(RIVER)
    reader = SlotReader(tuple(words), tuple(tags), tuple(chunks))
    target = [["The", "Rhine", "crosses", "Basel", "."], ["The", "Rhine", "flows", "north", "."]]
    labels = split_labels(words, tags, target)
    vocabulary = insert_vocabulary([(labels, reader)], least=1)
    assert vocabulary == (". [n2*]",)
    assert insert_labels(labels, reader, vocabulary)[5] == ". [n2*]"
    assert insert_labels(labels, reader, ())[5] == ".?"
    assert filled(". [n2*]", 5, reader) == ["The", "Rhine"]


def test_also_stands_behind_an_auxiliary_and_before_a_verb() -> None:
    words, tags, chunks = _read(
        "He/PRP/B-NP was/VBD/B-VP born/VBN/I-VP in/IN Rome/NNP/B-NP and/CC raised/VBN there/RB"
    )
    reader = SlotReader(tuple(words), tuple(tags), tuple(chunks))
    assert filled(". he [v] +also", 6, reader) == ["he", "was", "also", "born"]
    assert filled(". it won +also", 6, reader) == ["it", "also", "won"]
    assert filled(". the [n3]", 6, reader) is None
