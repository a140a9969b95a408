"""The tagger learns, and learns the same twice."""

from __future__ import annotations

import dataclasses
import itertools
import random
from pathlib import Path
from typing import Any

import pytest
from labelling_tasks import QUICK, SMALL, synthetic

from seqlab.errors import DataError, UsageError
from seqlab.tagger import (
    HeadOptions,
    LabelledSentence,
    ModelOptions,
    Tagger,
    TrainingOptions,
    evaluate,
    train_tagger,
)
from seqlab.tagger.training import train
from seqlab.text import split_sentences, tokenize

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("decoder", ["softmax", "crf"])
def test_a_synthetic_task_is_learned_completely(tmp_path: Path, decoder: str) -> None:
    sentences = synthetic(450)
    model = dataclasses.replace(SMALL, head=HeadOptions(decoder=decoder))
    train_tagger(sentences[:350], sentences[350:400], tmp_path / "m", model, QUICK)
    scores = evaluate(Tagger.load(tmp_path / "m"), sentences[400:])
    assert {head: score.accuracy for head, score in scores.items()} == {
        "parity": 1.0,
        "after_odd": 1.0,
    }


def test_fifty_real_sentences_are_learned_by_heart(tmp_path: Path) -> None:
    """Labels without any rule: only a tagger that tells contexts apart can repeat them."""
    order = random.Random(0)
    texts = (path.read_text() for path in sorted(ROOT.glob("corpora/sample/articles/*.en.0.txt")))
    distinct = dict.fromkeys(tuple(tokenize(s)) for text in texts for s in split_sentences(text))
    sentences = [
        LabelledSentence(tokens, {"operation": tuple(order.choice("CDR") for _ in tokens)})
        for tokens in itertools.islice(distinct, 50)
    ]
    model = dataclasses.replace(SMALL, hidden=64, dropout=0.0, word_dropout=0.0)
    training = dataclasses.replace(QUICK, epochs=40, patience=40, schedule="constant")
    train_tagger(sentences, sentences, tmp_path / "m", model, training)
    assert evaluate(Tagger.load(tmp_path / "m"), sentences)["operation"].accuracy > 0.99


def test_missing_heads_and_ignored_tokens_do_not_hinder_learning(tmp_path: Path) -> None:
    sentences = [
        LabelledSentence(
            sentence.tokens,
            {
                "parity": tuple(
                    "_" if n % 3 == 0 else y for n, y in enumerate(sentence.labels["parity"])
                )
            }
            if number % 2
            else {"after_odd": sentence.labels["after_odd"]},
        )
        for number, sentence in enumerate(synthetic(600))
    ]
    heads = {"after_odd": HeadOptions(decoder="crf")}
    model = dataclasses.replace(SMALL, heads=heads)
    train_tagger(sentences[:550], sentences[550:], tmp_path / "m", model, QUICK)
    scores = evaluate(Tagger.load(tmp_path / "m"), synthetic(50, seed=5))
    assert scores["parity"].accuracy > 0.99
    assert scores["after_odd"].accuracy > 0.99


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    sentences = synthetic(80)
    training = dataclasses.replace(QUICK, epochs=2)
    for run in ("a", "b"):
        train_tagger(sentences[:60], sentences[60:], tmp_path / run, SMALL, training)
    other = dataclasses.replace(training, seed=2)
    train_tagger(sentences[:60], sentences[60:], tmp_path / "c", SMALL, other)
    weights = [(tmp_path / run / "weights.safetensors").read_bytes() for run in "abc"]
    assert weights[0] == weights[1]
    assert weights[0] != weights[2]


def test_word_vectors_start_the_embeddings_and_their_words_are_known(tmp_path: Path) -> None:
    vectors = tmp_path / "v.txt"
    vectors.write_text("2 3\nbb 1 0 0\nunseen 0 0.5 0\n")
    model = dataclasses.replace(SMALL, word_dim=3, word_vectors=str(vectors), train_words=False)
    sentences = [LabelledSentence(("bb", "ba"), {"x": ("A", "B")})] * 4
    training = dataclasses.replace(QUICK, epochs=1)
    train_tagger(sentences, sentences, tmp_path / "m", model, training)
    loaded = Tagger.load(tmp_path / "m", engine="torch").model
    words, weight = loaded.forms.words, loaded.network.tokens.words.weight
    assert weight[words["bb"]].tolist() == [1.0, 0.0, 0.0]
    assert weight[words["unseen"]].tolist() == [0.0, 0.5, 0.0]
    assert words["never"] == 0


def test_the_mean_of_the_weights_is_judged_and_kept(tmp_path: Path) -> None:
    sentences = synthetic(300)
    for run, average in (("last", 0.0), ("mean", 0.95)):
        training = dataclasses.replace(QUICK, average=average)
        train_tagger(sentences[:200], sentences[200:250], tmp_path / run, SMALL, training)
    scores = evaluate(Tagger.load(tmp_path / "mean"), sentences[250:])
    assert min(score.accuracy for score in scores.values()) > 0.95
    last, mean = ((tmp_path / run / "weights.safetensors").read_bytes() for run in ("last", "mean"))
    assert last != mean
    with pytest.raises(UsageError, match=r"training\.average must be 0 or below 1"):
        dataclasses.replace(QUICK, average=1.0)


def test_what_cannot_be_trained_is_said_in_a_line(tmp_path: Path) -> None:
    sentence = LabelledSentence(("a",), {"x": ("A",)})
    with pytest.raises(UsageError, match="needs sentences"):
        train_tagger([sentence], [], tmp_path / "m")
    with pytest.raises(UsageError, match="no labels 'y' in the data"):
        model = ModelOptions(heads={"y": HeadOptions()})
        train_tagger([sentence], [sentence], tmp_path / "m", model, TrainingOptions())
    with pytest.raises(DataError, match="no such file of word vectors"):
        train_tagger([sentence], [sentence], tmp_path / "m", ModelOptions(word_vectors="no.kv"))


def test_labels_that_training_never_saw_count_in_no_score(tmp_path: Path) -> None:
    development = [LabelledSentence(("ba", "bb"), {"parity": ("odd", "unheard")})]
    trained = train_tagger(synthetic(20), development, tmp_path / "m", SMALL, QUICK)
    labels = trained.metrics["development"]["parity"]["labels"]
    assert "unheard" not in labels
    assert sum(own["support"] for own in labels.values()) <= 1


def test_the_device_of_training_is_the_gpu_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `train/gpu` asks for, with torch's answers and Lightning's trainer substituted."""
    asked: dict[str, Any] = {}
    monkeypatch.setattr(train.lightning, "Trainer", lambda **options: asked.update(options))
    network = train.new_model(SMALL, synthetic(4))
    gpu = dataclasses.replace(QUICK, accelerator="gpu", devices=2)
    history = train.History(tmp_path / "log.csv")

    def ask(options: TrainingOptions) -> None:
        train._trainer(network, options, history, tmp_path, synthetic(4))

    monkeypatch.setattr(train.torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(train.torch.cuda, "device_count", lambda: 2)
    ask(gpu)
    assert (asked["accelerator"], asked["precision"]) == ("gpu", "16-mixed")
    assert asked["strategy"]._process_group_backend == "nccl"
    ask(dataclasses.replace(gpu, precision="bf16-mixed"))
    assert asked["precision"] == "bf16-mixed"
    monkeypatch.setattr(train.torch.cuda, "is_available", lambda: False)
    ask(dataclasses.replace(gpu, accelerator="auto"))
    assert (asked["precision"], asked["strategy"]._process_group_backend) == ("32-true", "gloo")
    with pytest.raises(UsageError, match=r"training\.accelerator: no GPU here \(got 'gpu'\)"):
        ask(gpu)


def test_the_run_leaves_its_log_plots_and_card(trained: Path) -> None:
    names = {path.name for path in trained.iterdir()}
    assert {
        "MODEL_CARD.md",
        "confusion_parity.png",
        "metrics.json",
        "training_curve.png",
        "training_log.csv",
    } <= names
    assert "checkpoints" not in names
    assert not list(trained.rglob("*.ckpt"))
    assert (trained / "training_curve.png").read_bytes().startswith(b"\x89PNG")
    header = (trained / "training_log.csv").read_text().splitlines()[0]
    assert header.startswith("epoch,dev_after_odd_accuracy")


def test_half_weights_halve_the_file_and_keep_the_predictions(
    tmp_path: Path, trained: Path, sentences: list[LabelledSentence]
) -> None:
    from seqlab.tagger.folder.folder import load_model, save_model

    save_model(load_model(trained), tmp_path / "half", half_weights=True)
    sizes = [(p / "weights.safetensors").stat().st_size for p in (trained, tmp_path / "half")]
    assert sizes[1] < 0.6 * sizes[0]
    whole, half = (
        Tagger.load(p).predict_proba(sentences[:20]) for p in (trained, tmp_path / "half")
    )
    for a, b in zip(whole, half, strict=True):
        assert abs(a["parity"] - b["parity"]).max() < 5e-3


def test_training_goes_on_from_another_model(tmp_path: Path, trained: Path) -> None:
    more = synthetic(60, seed=5)
    model = Tagger.load(trained, device="cpu").model.options
    training = dataclasses.replace(QUICK, epochs=1, start=str(trained))
    heads = {**model.heads, "parity": HeadOptions(loss_weight=2.0, class_weights="sqrt")}
    weighted = dataclasses.replace(model, heads=heads)
    again = train_tagger(more, more[:20], tmp_path / "again", weighted, training)
    assert again.metrics["development"]["parity"]["accuracy"] > 0.9
    other = dataclasses.replace(model, hidden=16)
    with pytest.raises(UsageError, match=r"different model\.hidden"):
        train_tagger(more, more, tmp_path / "other", other, training)
    grown = [*more, LabelledSentence(("bb",), {"parity": ("neither",), "new": ("x",)})]
    train_tagger(grown, more, tmp_path / "grown", model, training)
    tagger = Tagger.load(tmp_path / "grown", device="cpu")
    assert tagger.labels["parity"][-1] == "neither"
    assert tagger.labels["new"] == ("x",)
    assert evaluate(tagger, more)["parity"].accuracy > 0.9
