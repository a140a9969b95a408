"""BLEU and TER are sacreBLEU's to the last digit, however the corpus is put together."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu

from seqlab.evaluation import Bleu, FkBleu, IBleu, Ter, arithmetic_mean, geometric_mean, mean_score
from seqlab.evaluation.metrics.segments import Segments

# Thesis Table 3.12; the results page has all ten.
PUBLISHED = {"ACCESS": 75.56, "SBMT-SARI": 71.98, "EditNTS": 85.84, "Hybrid": 49.53}


def test_bleu_is_sacrebleus_and_the_published_table_within_a_quarter_point(turk) -> None:
    originals, references, systems = turk
    for name in ("ACCESS", "SBMT-SARI", "Hybrid"):
        found = float(Bleu().corpus(originals, systems[name], references))
        assert found == pytest.approx(
            sacrebleu.corpus_bleu(systems[name], references, force=True).score, abs=1e-9
        )
        assert found == pytest.approx(PUBLISHED[name], abs=0.25), name


def test_with_the_thesis_tokeniser_the_table_is_exact(turk) -> None:
    pytest.importorskip("sacremoses", reason="the Moses tokeniser is an extra")
    originals, references, systems = turk
    for name in ("EditNTS", "Hybrid"):
        found = float(Bleu(tokenizer="moses").corpus(originals, systems[name], references))
        assert found == pytest.approx(PUBLISHED[name], abs=0.011), name


@pytest.mark.parametrize("smoothing", ["exp", "floor", "none"])
@pytest.mark.parametrize(
    ("output", "reference"),
    [
        ("The cat sat.", "A dog ran away quickly."),
        ("The cat sat on it.", "The cat sat on the mat."),
        ("The cat.", "The cat sat on the mat."),
        ("Yes, the cat sat on the mat.", "The cat sat on the mat."),
    ],
)
def test_smoothing_of_small_texts_is_sacrebleus(smoothing, output: str, reference: str) -> None:
    expected = sacrebleu.corpus_bleu([output], [[reference]], smooth_method=smoothing).score
    found = Bleu(smoothing=smoothing).corpus([reference], [output], [[reference]])
    assert float(found) == pytest.approx(expected, abs=1e-6)


def test_sentence_score_is_sacrebleus_even_of_short_sentences() -> None:
    score = Bleu().sentence("A cat.", "A cat.", ["The cat."])
    assert float(score) == pytest.approx(sacrebleu.sentence_bleu("A cat.", ["The cat."]).score)
    assert "eff:yes" in str(score.signature)


def test_counts_of_sentences_sum_to_the_corpus(turk) -> None:
    originals, references, systems = turk
    metric = Bleu(lowercase=True)
    half = Segments(originals[:50], systems["Dress"][:50], [column[:50] for column in references])
    doubled = metric.combine(2 * metric.counts(half).sum(axis=0))
    twice = sacrebleu.corpus_bleu(
        list(half.outputs) * 2,
        [list(column) * 2 for column in half.references],
        lowercase=True,
        force=True,
    )
    assert doubled[0] == pytest.approx(twice.score)


def test_ter_is_sacrebleus(turk) -> None:
    originals, references, systems = turk
    output, two = systems["Dress"][:40], [column[:40] for column in references[:2]]
    expected = sacrebleu.corpus_ter(output, two, normalized=True, case_sensitive=True).score
    assert float(Ter().corpus(originals[:40], output, two)) == pytest.approx(expected)


def test_ibleu_weighs_both_sides() -> None:
    score = IBleu().sentence("The cat sat on the mat.", "The cat sat on the mat.", ["A cat sat."])
    assert float(score) == pytest.approx(
        0.9 * score.parts["references"] - 0.1 * score.parts["original"]
    )


def test_fkbleu_of_an_unchanged_text_is_the_root_of_half_its_ibleu() -> None:
    # Xu et al. 2016, Table 5: iBLEU 78.41 and FKBLEU 62.48 for the unchanged text.
    text = "The committee subsequently convened an extraordinary assembly of delegates."
    score = FkBleu().sentence(text, text, [text])
    assert float(score) == pytest.approx(100 * np.sqrt(score.parts["iBLEU"] / 100 * 0.5))
    assert 100 * np.sqrt(0.7841 * 0.5) == pytest.approx(62.48, abs=0.15)


def test_fkbleu_prefers_the_easier_of_two_equally_near_outputs() -> None:
    original = "The committee convened an extraordinary assembly of delegates."
    references = ["The group held a big meeting.", "The organization conducted a big meeting."]
    easy = FkBleu().sentence(original, references[0], references)
    hard = FkBleu().sentence(original, references[1], references)
    assert float(easy) > float(hard)


def test_means_of_two_scores() -> None:
    assert arithmetic_mean(80, 20) == 50
    assert geometric_mean(80, 20) == 40
    assert geometric_mean(80, 0) == 0
    bleu = Bleu().sentence("a b c d", "a b c d", ["a b c d"])
    both = mean_score(bleu, IBleu().sentence("a b c d", "a b c d", ["a b c d"]), "geometric")
    assert both.name == "BLEU–iBLEU GM"
    assert str(bleu.signature) in str(both.signature)
