"""Edits written into their sentence, where a tagger can read them."""

from __future__ import annotations

from seqlab.editing.judge.reader import (
    VERDICT,
    labelled,
    mark,
    mark_split,
    marked_copies,
    pack,
)

SENTENCE = ["The", "talks", "commenced", "in", "May", "and", "were", "held", "in", "Rome", "."]


def test_options_stand_beside_the_old_words() -> None:
    words, places = mark(SENTENCE, [(2, 3, [["started"], ["opened"]]), (9, 9, [["then"]])])
    assert " ".join(words) == (
        "The talks « commenced ¦ started ¦ opened » in May and were held in « ¦ then » Rome ."
    )
    assert [[words[place + 1] for place in own] for own in places] == [
        ["started", "opened"],
        ["then"],
    ]


def test_a_deletion_at_the_easy_level_has_another_mark() -> None:
    words, places = mark(SENTENCE, [(3, 5, [[]])], "easy")
    assert " ".join(words[:8]) == "The talks commenced « in May † »"
    assert places == [[6]]


def test_a_split_is_labelled_where_the_first_sentence_ends() -> None:
    after = [*SENTENCE[:5], ".", "They", *SENTENCE[6:]]
    words, place = mark_split(SENTENCE, after)
    assert " ".join(words) == "The talks commenced in May « and ¦ . They » were held in Rome ."
    assert words[place : place + 3] == ["¦", ".", "They"]


def test_a_split_that_changes_nothing_has_a_place_all_the_same() -> None:
    assert mark_split(SENTENCE, SENTENCE) == (SENTENCE, 0)


def test_marks_of_the_text_itself_are_no_marks() -> None:
    words, _ = mark(["«", "Oui", "»", "¦"], [(1, 2, [["Yes"]])])
    assert words == ['"', "«", "Oui", "¦", "Yes", "»", '"', "|"]


def test_edits_of_the_same_words_share_a_copy_and_overlapping_ones_do_not() -> None:
    assert pack([(1, 2), (1, 2), (0, 3), (4, 5)]) == [[0, 1, 3], [2]]
    assert pack([]) == []


def test_only_the_places_of_verdicts_teach() -> None:
    sentence = labelled(["a", "¦", "b"], {1: "y"}, "d")
    assert sentence.labels[VERDICT] == ("_", "y", "_")


def test_copies_hold_every_edit_once() -> None:
    edits = [(2, 3, ["started"]), (2, 3, ["opened"]), (2, 5, []), (8, 10, ["there"])]
    first, second = marked_copies(SENTENCE, edits)
    assert {n: first[0][place + 1] for n, place in first[1].items()} == {
        0: "started", 1: "opened", 3: "there",
    }  # fmt: skip
    assert list(second[1]) == [2]
    assert " ".join(second[0]) == "The talks « commenced in May ¦ » and were held in Rome ."
