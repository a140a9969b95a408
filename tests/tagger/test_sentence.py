from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.errors import DataError
from seqlab.tagger import LabelledSentence, merge_sentences, read_sentences, write_sentences


def test_a_file_gives_back_the_sentences_that_were_written(tmp_path: Path) -> None:
    sentences = [
        LabelledSentence(
            ("A", "“word”", "\u2028", "💥"),
            {"operation": ("C", "D", "_", "R")},
            {"tag": ("DT", "NN", "SP", "SYM")},
            document="news/1",
            weight=0.5,
            soft={"operation": ({"C": 0.7, "D": 0.3}, {"D": 1.0}, {}, {"R": 1.0})},
        ),
        LabelledSentence(()),
    ]
    write_sentences(tmp_path / "s.jsonl", sentences)
    assert list(read_sentences(tmp_path / "s.jsonl")) == sentences


def test_a_null_label_is_an_ignored_token(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text('{"tokens": ["a", "b"], "labels": {"x": ["C", null]}}\n')
    assert next(read_sentences(path)).labels["x"] == ("C", "_")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"tokens": "a b"}', "'tokens' must be a list of words"),
        ('{"tokens": ["a"], "labels": {"x": ["C", "D"]}}', "2 labels 'x' for 1 tokens"),
        ('{"tokens": ["a"], "labels": ["C"]}', "'labels' must be an object of lists"),
        ('{"tokens": ["a"], "soft": {"x": [3]}}', "not a labelled sentence"),
        ("{", "not JSON"),
    ],
)
def test_a_wrong_line_is_named_with_its_number(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text('{"tokens": []}\n' + line + "\n")
    with pytest.raises(DataError) as error:
        list(read_sentences(path))
    assert "line 2" in str(error.value)
    assert reason in str(error.value)


def test_labels_of_the_same_sentence_are_merged_and_others_added() -> None:
    first = LabelledSentence(("a", "b"), {"x": ("C", "D")}, document="d", id="d.0")
    other = LabelledSentence(("a", "b"), {"y": ("-", "S")}, document="d")
    elsewhere = LabelledSentence(("a", "b"), {"y": ("-", "-")}, document="e")
    merged = merge_sentences([first], [other, elsewhere])
    assert merged[0].labels == {"x": ("C", "D"), "y": ("-", "S")}
    assert merged[0].id == "d.0"
    assert merged[1:] == [elsewhere]


def test_id_and_genre_are_kept_in_files(tmp_path: Path) -> None:
    sentence = LabelledSentence(("a",), {"x": ("C",)}, id="d.0", genre="news")
    write_sentences(tmp_path / "s.jsonl", [sentence])
    assert list(read_sentences(tmp_path / "s.jsonl")) == [sentence]
