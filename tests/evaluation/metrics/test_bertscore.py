"""BERTScore with our encoder is bert-score's number, and behaves as a similarity should."""

from __future__ import annotations

import pytest

from seqlab.errors import SeqLabError
from seqlab.evaluation import METRICS, load_metrics
from seqlab.evaluation.metrics.bertscore import BertScore


@pytest.fixture(scope="module")
def metric() -> BertScore:
    pytest.importorskip("transformers", reason="the encoder is an extra")
    try:
        return BertScore()
    except SeqLabError as error:
        pytest.skip(str(error))


ORIGINAL = "The committee convened an extraordinary assembly."
REFERENCES = ["The group held a special meeting.", "The committee called a meeting."]


def test_an_equal_text_scores_100(metric: BertScore) -> None:
    score = metric.sentence(ORIGINAL, REFERENCES[0], [REFERENCES[0]])
    assert float(score) == pytest.approx(100, abs=1e-3)


def test_the_best_reference_counts(metric: BertScore) -> None:
    output = "The committee held a meeting."
    alone = [float(metric.sentence(ORIGINAL, output, [reference])) for reference in REFERENCES]
    assert float(metric.sentence(ORIGINAL, output, REFERENCES)) == pytest.approx(max(alone))


def test_a_paraphrase_is_nearer_than_another_topic(metric: BertScore) -> None:
    near = metric.sentence(ORIGINAL, "The committee held a meeting.", REFERENCES)
    far = metric.sentence(ORIGINAL, "Bananas grow in warm places.", REFERENCES)
    assert float(near) > float(far)


def test_the_encoder_is_in_the_signature(metric: BertScore) -> None:
    assert "MiniLM" in str(metric.signature(2))
    assert "layer:5" in str(metric.signature(2))


def test_it_is_an_extra_by_name() -> None:
    assert "bertscore" in METRICS
    assert [metric.name for metric in load_metrics(["sari"])] == ["SARI"]


def test_equal_to_the_bert_score_package(metric: BertScore, tmp_path) -> None:
    package = pytest.importorskip("bert_score", reason="bert-score is not installed")
    metric.encoder.model.save_pretrained(tmp_path)
    metric.encoder.tokenizer.save_pretrained(tmp_path)
    outputs = ["The committee held a meeting.", "Rain fell all day.", "No."]
    references = [REFERENCES[0], "It rained all day long, they said.", "Yes, of course."]
    precision, recall, f1 = package.score(
        outputs, references, model_type=str(tmp_path), num_layers=5, verbose=False
    )
    counts = metric.corpus(outputs, outputs, [references])
    assert float(counts) == pytest.approx(100 * float(f1.mean()), abs=1e-3)
    assert counts.parts["precision"] == pytest.approx(100 * float(precision.mean()), abs=1e-3)
    assert counts.parts["recall"] == pytest.approx(100 * float(recall.mean()), abs=1e-3)
