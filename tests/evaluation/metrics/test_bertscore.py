"""BERTScore with our encoder is bert-score's number, and behaves as a similarity should."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.errors import SeqLabError
from seqlab.evaluation import METRICS, load_metrics, metric_names
from seqlab.evaluation.metrics import registry
from seqlab.evaluation.metrics.bertscore import Baseline, BertScore


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


def test_precision_recall_and_f1_are_three_columns_of_one_table(metric: BertScore) -> None:
    output = "The committee held a meeting."
    scores = {
        which: BertScore(metric.scorer, which=which).sentence(ORIGINAL, output, REFERENCES)
        for which in ("f1", "precision", "recall")
    }
    assert [score.name for score in scores.values()] == ["BERTScore", "BERTScore-P", "BERTScore-R"]
    assert scores["precision"].parts["f1"] == scores["f1"].value
    assert scores["f1"].parts["precision"] == scores["precision"].value
    assert scores["recall"].parts == {
        "f1": scores["f1"].value,
        "precision": scores["precision"].value,
    }


def test_a_baseline_file_rescales_and_is_in_the_signature(
    metric: BertScore, tmp_path: Path
) -> None:
    path = tmp_path / "minilm.tsv"
    path.write_text("LAYER,P,R,F\n4,0.1,0.1,0.1\n5,0.25,0.5,0.4\n")
    rescaled = BertScore(metric.encoder, baseline=path)
    output = "The committee held a meeting."
    plain, scaled = (m.sentence(ORIGINAL, output, REFERENCES) for m in (metric, rescaled))
    assert scaled.value == pytest.approx((plain.value - 40) / 0.6, abs=1e-3)
    assert scaled.parts["recall"] == pytest.approx((plain.parts["recall"] - 50) / 0.5, abs=1e-3)
    assert "rescaled:minilm.tsv@" in str(rescaled.signature(2))
    assert "rescaled:no" in str(metric.signature(2))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("LAYER,P,R,F\n1,0.1,0.1,0.1\n", "no row for layer 5"),
        ("P,R,F\n0.1,0.1,0.1\n", "not a baseline"),
        ("LAYER,P,R,F\n5,x,0.1,0.1\n", "line 2"),
        ("LAYER,P,R,F\n5,1,0.1,0.1\n", "between -1 and 1"),
    ],
)
def test_a_bad_baseline_is_refused(content: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "baseline.tsv"
    path.write_text(content)
    with pytest.raises(SeqLabError, match=reason):
        Baseline.read(path, 5)


def test_the_command_s_usual_table_has_it_where_the_encoder_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "has_encoder", lambda: True)
    assert metric_names("usual")[:5] == ["sari", "bleu", "bertscore-p", "bertscore-r", "bertscore"]
    monkeypatch.setattr(registry, "has_encoder", lambda: False)
    assert metric_names("usual")[:3] == ["sari", "bleu", "fkgl"]


def test_a_layer_that_the_encoder_lacks_is_refused(metric: BertScore) -> None:
    with pytest.raises(SeqLabError, match="layers 0 to 6"):
        BertScore(metric.encoder, layer=9)
