"""Flesch's formulas by hand, EASSE's counting by its published table, and syllables by ear."""

from __future__ import annotations

import pytest

from seqlab.english import count_syllables
from seqlab.errors import UsageError
from seqlab.evaluation import Fkgl, Fre, corpus_fkgl
from seqlab.evaluation.metrics.readability import easse_syllables

# Thesis Table 3.12.
PUBLISHED = {
    "ACCESS": 7.62,
    "DMASS-DCSS": 8.09,
    "SBMT-SARI": 8.36,
    "PBMT-R": 9.27,
    "EditNTS": 8.56,
    "Dress-Ls": 7.78,
    "Dress": 7.65,
    "UNTS_10K": 8.35,
    "NTS-SARI": 8.32,
    "Hybrid": 5.28,
}


@pytest.mark.parametrize(
    ("word", "syllables"),
    [
        ("cat", 1),
        ("table", 2),
        ("making", 2),
        ("created", 3),
        ("walked", 1),
        ("wanted", 2),
        ("nation", 2),
        ("radio", 3),
        ("government", 3),
        ("something", 2),
        ("society", 4),
        ("don't", 1),
        ("well-known", 2),
        ("BBC", 3),
        ("1991", 4),
    ],
)
def test_syllables_as_spoken(word: str, syllables: int) -> None:
    assert count_syllables(word) == syllables


def test_easse_counts_otherwise() -> None:
    assert (count_syllables("something"), easse_syllables("something")) == (2, 3)
    assert (count_syllables(","), easse_syllables(",")) == (1, 0)


def test_grade_and_ease_by_hand() -> None:
    text = ["The cat sat on the table. Nobody was happy."]
    words, sentences, syllables = 9, 2, 13
    grade = 0.39 * words / sentences + 11.8 * syllables / words - 15.59
    ease = 206.835 - 1.015 * words / sentences - 84.6 * syllables / words
    assert float(corpus_fkgl(text)) == pytest.approx(grade)
    assert float(Fre().corpus(text, text)) == pytest.approx(ease)


def test_easse_counting_comes_close_to_the_published_table(turk) -> None:
    # What is left comes from the sentence splitter: EASSE's is NLTK's punkt on tokenised text.
    originals, _, systems = turk
    for name, published in PUBLISHED.items():
        found = float(Fkgl(counting="easse").corpus(originals, systems[name]))
        assert found == pytest.approx(published, abs=0.2), name


def test_counting_is_in_the_signature() -> None:
    assert "counting:easse" in str(corpus_fkgl(["One word."], counting="easse").signature)


def test_unknown_counting_is_refused() -> None:
    with pytest.raises(UsageError, match="known: seqlab, easse"):
        Fkgl(counting="nltk")  # type: ignore[arg-type]
