"""Adapters let a model go on learning, and leave the rest of its file as it was."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers", reason="needs seqlab[encoder]")
pytest.importorskip("onnx", reason="needs onnx")

from labelling_tasks import QUICK, small_contextual, synthetic  # noqa: E402

from seqlab.errors import UsageError  # noqa: E402
from seqlab.tagger import ModelOptions, Tagger, export_onnx, train_tagger  # noqa: E402
from seqlab.tagger.folder.folder import load_model  # noqa: E402
from seqlab.tagger.network.adapters import AdaptedLinear, add_adapters  # noqa: E402
from seqlab.tagger.runtime.weights import stored_arrays  # noqa: E402
from seqlab.tagger.training.start import continued_model  # noqa: E402

RANK = 4


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An exported model in 8 bits, without weights for torch."""
    folder = small_contextual(tmp_path_factory.mktemp("base"))
    export_onnx(folder, "int8", keep_weights=False)
    return folder


@pytest.fixture(scope="module")
def adapted(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same after its adapters have learned."""
    out = tmp_path_factory.mktemp("adapted") / "m"
    options = dataclasses.replace(load_model(base).options, adapter_rank=RANK)
    training = dataclasses.replace(
        QUICK, start=str(base), epochs=2, encoder_learning_rate=0.02, onnx="none"
    )
    train_tagger(synthetic(60), synthetic(20, seed=3), out, options, training)
    return out


def test_untrained_adapters_change_nothing() -> None:
    linear = torch.nn.Linear(6, 5)
    block = torch.nn.Sequential(linear)
    rows = torch.randn(3, 6)
    before = linear(rows)
    add_adapters(block, RANK)
    assert isinstance(block[0], AdaptedLinear)
    assert torch.equal(block(rows), before)
    add_adapters(block, RANK)
    assert isinstance(block[0].weight, torch.nn.Parameter)
    with pytest.raises(UsageError, match="adapters of rank 4"):
        add_adapters(block, 2)


def test_nothing_but_adapters_and_last_layers_learns(base: Path) -> None:
    options = dataclasses.replace(load_model(base).options, adapter_rank=RANK)
    model = continued_model(base, synthetic(10), options)
    learns = {
        name for name, parameter in model.network.named_parameters() if parameter.requires_grad
    }
    assert learns
    assert all(name.startswith("outputs.") or name.endswith((".down", ".up")) for name in learns)
    # New characters could not be learned, so none are added.
    assert model.forms.characters.entries == load_model(base).forms.characters.entries


def test_adapters_learn_and_the_file_keeps_all_else(
    base: Path, adapted: Path, tmp_path: Path
) -> None:
    weights = load_model(adapted).state_dict()
    ups = [name for name in weights if name.endswith(".up")]
    assert len(ups) == 2 * 6
    assert all(bool(weights[name].any()) for name in ups)
    folder = tmp_path / "m"
    shutil.copytree(adapted, folder)
    export_onnx(folder, "int8", synthetic(20), keep_weights=False, base=base)
    before = stored_arrays(base / "model.onnx")
    after = stored_arrays(folder / "model.onnx")
    same = {
        name
        for name, array in before.items()
        if name in after and name.startswith("network.") and np.array_equal(array, after[name])
    }
    other = {name for name in before if name.startswith("network.")} - same
    assert all(name.startswith("network.outputs.") for name in other), other
    by_torch = Tagger.load(adapted, "cpu", engine="torch")
    by_onnx = Tagger.load(folder, "cpu", engine="onnx")
    sentences = synthetic(12, seed=9)
    for one, two in zip(
        by_torch.predict_proba(sentences), by_onnx.predict_proba(sentences), strict=True
    ):
        for head in by_torch.heads:
            np.testing.assert_allclose(one[head], two[head], atol=0.05)


def test_training_goes_on_from_adapters(adapted: Path) -> None:
    model = continued_model(adapted, synthetic(10), None)
    assert model.options.adapter_rank == RANK
    name = "network.encoder.model.encoder.layer.0.attention.self.query.up"
    assert torch.equal(model.state_dict()[name], load_model(adapted).state_dict()[name])


def test_adapters_need_an_encoder_that_is_trained() -> None:
    with pytest.raises(UsageError, match="adapter_rank needs"):
        ModelOptions(adapter_rank=4)
