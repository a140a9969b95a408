"""Scoring against gold labels, by hand or from gold links, and the pictures of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.alignment import load_aligner
from seqlab.annotation import (
    FROM_LINKS,
    AnnotationOptions,
    LabelledPair,
    read_gold,
    relabel,
    score_gold,
    score_operations,
    score_phrases,
    score_words,
)
from seqlab.annotation.quality.scoring import sentences_of
from seqlab.errors import DataError
from seqlab.matches import Matches

GOLD = Path(__file__).parents[3] / "corpora/sample/annotations/operations.jsonl"


def pair(source: str, target: str) -> LabelledPair:
    return LabelledPair(
        ("w",) * len(source), ("w",) * len(target), (), tuple(source), tuple(target)
    )


def test_word_scores_count_both_sides_and_leave_out_copies() -> None:
    scores = score_words([pair("CDRR", "CAC")], [pair("CDDR", "CAA")])
    assert scores.scores["D"].precision == 1.0
    assert scores.scores["D"].recall == 0.5
    assert scores.scores["R"].precision == 0.5
    assert scores.scores["A"].f1 == pytest.approx(2 / 3)
    assert scores.micro == Matches(3, 4, 5)
    assert scores.confusion["D", "R"] == 1
    assert "| micro | 5 | 0.75 | 0.60 | 0.67 |" in scores.table()


def test_phrase_scores_count_tags() -> None:
    one = LabelledPair(
        ("a", "b"), (), (), ("D", "D"), (), source_phrases=("B-D", "I-D"), target_phrases=()
    )
    other = LabelledPair(
        ("a", "b"), (), (), ("D", "D"), (), source_phrases=("B-D", "B-D"), target_phrases=()
    )
    scores = score_phrases([one], [other])
    assert scores.scores["B-D"].recall == 0.5
    assert scores.scores["I-D"].precision == 0.0


def test_labels_of_other_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="not of the same pairs"):
        score_words([pair("C", "C")], [pair("CC", "C")])


def test_gold_labels_follow_from_gold_links(tmp_path: Path) -> None:
    path = tmp_path / "links.tsv"
    path.write_text("0\tthe lethal dose .\t-\ta deadly dose .\t-\t1\t1\t1-1 2-2 3-3\n")
    (gold,) = read_gold(path)
    assert "".join(gold.source_labels) == "DRCC"
    assert "".join(gold.target_labels) == "ACCC"
    path.write_text("0\ta\t-\tb\t-\t1\t1\t5-5\n")
    with pytest.raises(DataError, match=r"line 1: not links of this pair: link 5-5"):
        list(read_gold(path))
    path.write_text("a\tb\n")
    with pytest.raises(DataError, match="2 columns, not 8"):
        list(read_gold(path))


def test_sentences_of_a_token_list() -> None:
    tokens = ["He", "said", ":", '"', "Go", ".", '"', "She", "went", "!", "Now"]
    assert [len(sentence) for sentence in sentences_of(tokens)] == [7, 3, 1]
    assert sentences_of([]) == []
    assert sentences_of(["."]) == [(".",)]


def test_the_hand_made_set_is_consistent_with_its_own_links() -> None:
    """Over the gold links the algorithm finds what the annotator wrote, words and moves."""
    gold = list(read_gold(GOLD))
    assert len(gold) >= 60
    options = AnnotationOptions(same_place="off")
    found = relabel(gold, None, options)
    scores = score_words(found, gold)
    assert scores.micro.f1 > 0.97
    assert scores.scores["M"].f1 > 0.85
    operations = score_operations(found, gold).scores
    assert operations["SPLIT"].f1 > 0.95
    assert operations["JOIN"].f1 > 0.95
    assert operations["SIMPLE REWRITE"].f1 > 0.75


def test_the_increasing_run_beats_algorithm_2_on_the_hand_made_set() -> None:
    gold = list(read_gold(GOLD))
    aligner = load_aligner("light", paraphrases="none")
    by_run = score_words(relabel(gold, aligner), gold)
    thesis = AnnotationOptions(reorder="relative-index")
    by_index = score_words(relabel(gold, aligner, thesis), gold)
    # The thesis reached 0.39 with its best aligner.
    assert by_run.scores["M"].f1 > 0.8
    assert by_index.scores["M"].f1 < 0.5


def test_score_gold_reports_and_writes_pictures(tmp_path: Path) -> None:
    report = score_gold(
        GOLD, load_aligner("exact"), limit=12, out=tmp_path / "found.jsonl",
        confusion=tmp_path / "confusion.png",
    )  # fmt: skip
    assert report.startswith("12 pairs of operations.jsonl; word links: P ")
    assert "Sentences:" in report
    assert (tmp_path / "confusion.png").stat().st_size > 1000
    assert len((tmp_path / "found.jsonl").read_text().splitlines()) == 12


def test_aligners_keep_their_order_on_multimwa(data_dir: Path) -> None:
    """`light` links far better than `exact`; the numbers are in docs/results/annotation.md."""
    gold = list(read_gold(data_dir / "multimwa/mtref-dev.tsv"))[:200]
    found = {name: relabel(gold, load_aligner(name), FROM_LINKS) for name in ("exact", "light")}
    f1 = {name: score_words(labelled, gold).micro.f1 for name, labelled in found.items()}
    assert f1["light"] > f1["exact"] + 0.1
