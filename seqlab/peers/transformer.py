"""The translation baseline: a small Transformer encoder-decoder (Vaswani et al. 2017).

It stands where the thesis (Table 3.7) had Nematus and NTS. Words outside its vocabulary are
copied from where its attention lies (Jean et al. 2015), without which it could write no name.
"""

from __future__ import annotations

import json
import logging
import math
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import pytorch_lightning as lightning
import torch
from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

from corpora import detokenize
from seqlab.files import atomic_write, read_text
from seqlab.peers.options import TransformerOptions
from seqlab.text import tokenize

PAD, START, END, RARE = range(4)
_SPECIAL = ("<pad>", "<s>", "</s>", "<rare>")
# Longer sentences are cut in training and left as they are in use.
_LONGEST = 80
WordPair = tuple[list[str], list[str]]


class DecoderLayer(nn.Module):
    """Attention to what is written so far, to the source, and a feed-forward part."""

    def __init__(self, options: TransformerOptions) -> None:
        super().__init__()
        size, heads, dropout = options.size, options.heads, options.dropout
        self.own = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.source = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.forward_part = nn.Sequential(
            nn.Linear(size, 4 * size), nn.ReLU(), nn.Dropout(dropout), nn.Linear(4 * size, size)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3))
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, memory: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """New states, and how much each position attends to each source word."""
        length = states.shape[1]
        future = torch.ones(length, length, dtype=torch.bool, device=states.device).triu(1)
        normal = self.norms[0](states)
        found, _ = self.own(normal, normal, normal, attn_mask=future, need_weights=False)
        states = states + self.dropout(found)
        normal = self.norms[1](states)
        found, weights = self.source(normal, memory, memory, key_padding_mask=hidden)
        states = states + self.dropout(found)
        return states + self.dropout(self.forward_part(self.norms[2](states))), weights


class Transformer(nn.Module):
    """Word numbers in, scores of the next word out; embeddings are shared with the output."""

    def __init__(self, options: TransformerOptions, words: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, options.size, padding_idx=PAD)
        nn.init.normal_(self.words.weight, std=options.size**-0.5)
        layer = nn.TransformerEncoderLayer(
            options.size,
            options.heads,
            4 * options.size,
            options.dropout,
            batch_first=True,
            norm_first=True,
        )
        self.encoder = nn.TransformerEncoder(
            layer, options.layers, nn.LayerNorm(options.size), enable_nested_tensor=False
        )
        self.decoder = nn.ModuleList(DecoderLayer(options) for _ in range(options.layers))
        self.norm = nn.LayerNorm(options.size)
        self.dropout = nn.Dropout(options.dropout)

    def encode(self, source: Tensor) -> Tensor:
        """The states of the source words."""
        states = self.encoder(self._embedded(source), src_key_padding_mask=source == PAD)
        return torch.as_tensor(states)

    def decode(self, target: Tensor, memory: Tensor, source: Tensor) -> tuple[Tensor, Tensor]:
        """Scores (sentences, words, vocabulary), and the last layer's attention to the source."""
        states, weights, hidden = self._embedded(target), memory, source == PAD
        for layer in self.decoder:
            states, weights = layer(states, memory, hidden)
        return functional.linear(self.norm(states), self.words.weight), weights

    def _embedded(self, numbers: Tensor) -> Tensor:
        size = self.words.embedding_dim
        places = _places(numbers.shape[1], size).to(numbers.device)
        return torch.as_tensor(self.dropout(self.words(numbers) * math.sqrt(size) + places))


class _Training(lightning.LightningModule):
    def __init__(self, model: Transformer, learning_rate: float, steps: int) -> None:
        super().__init__()
        self.model, self.learning_rate, self.steps = model, learning_rate, steps

    def training_step(self, batch: tuple[Tensor, Tensor], index: int) -> Tensor:
        return self._loss(batch, smoothing=0.1)

    def validation_step(self, batch: tuple[Tensor, Tensor], index: int) -> None:
        self.log("loss", self._loss(batch), batch_size=len(batch[0]))

    def _loss(self, batch: tuple[Tensor, Tensor], smoothing: float = 0.0) -> Tensor:
        source, target = batch
        scores, _ = self.model.decode(target[:, :-1], self.model.encode(source), source)
        return functional.cross_entropy(
            scores.flatten(0, 1),
            target[:, 1:].flatten(),
            ignore_index=PAD,
            label_smoothing=smoothing,
        )

    def configure_optimizers(self) -> object:
        optimizer = torch.optim.AdamW(self.parameters(), self.learning_rate, betas=(0.9, 0.98))
        warm = max(1, self.steps // 10)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: min((step + 1) / warm, (warm / (step + 1)) ** 0.5)
        )
        return [optimizer], [{"scheduler": schedule, "interval": "step"}]


def train_transformer(
    train: Sequence[WordPair],
    valid: Sequence[WordPair],
    out: Path,
    options: TransformerOptions,
    seed: int,
) -> None:
    """Train on word pairs, keep the epoch with the lowest validation loss, write the folder."""
    for name in ("pytorch_lightning", "lightning_fabric"):
        logging.getLogger(name).setLevel(logging.ERROR)
    lightning.seed_everything(seed, verbose=False)
    counts = Counter(word for pair in train for side in pair for word in side)
    words = [*_SPECIAL, *(word for word, _ in counts.most_common(options.vocabulary))]
    numbers = {word: number for number, word in enumerate(words)}
    model = Transformer(options, len(words))
    loaders: list[DataLoader] = [
        DataLoader(
            [(_numbered(s, numbers), _numbered(t, numbers)) for s, t in pairs],  # type: ignore[arg-type]
            batch_size=options.batch_size,
            shuffle=pairs is train,
            collate_fn=_padded,
        )
        for pairs in (train, valid)
    ]
    best = ModelCheckpoint(out / "checkpoints", filename="best", monitor="loss")
    trainer = lightning.Trainer(
        accelerator="cpu",
        max_epochs=options.epochs,
        gradient_clip_val=1.0,
        callbacks=[EarlyStopping("loss", patience=options.patience), best],
        logger=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        num_sanity_val_steps=0,
        default_root_dir=out,
    )
    steps = options.epochs * len(loaders[0])
    module = _Training(model, options.learning_rate, steps)
    trainer.fit(module, *loaders)
    kept = torch.load(best.best_model_path, map_location="cpu", weights_only=True)["state_dict"]
    shutil.rmtree(out / "checkpoints")
    save_file(
        {name.removeprefix("model."): value.contiguous() for name, value in kept.items()},
        out / "weights.safetensors",
    )
    with atomic_write(out / "config.json") as handle:
        json.dump({"options": asdict(options), "words": words}, handle, ensure_ascii=False)


def translate(folder: Path, texts: Sequence[str], batch_size: int = 32) -> list[str]:
    """What the model of a folder writes for each text, word by word the most probable."""
    config = json.loads(read_text(folder / "config.json"))
    words: list[str] = config["words"]
    model = Transformer(TransformerOptions(**config["options"]), len(words))
    model.load_state_dict(load_file(folder / "weights.safetensors"))
    model.eval()
    numbers = {word: number for number, word in enumerate(words)}
    sides = [tokenize(text) for text in texts]
    outputs: list[str] = []
    for start in range(0, len(sides), batch_size):
        batch = sides[start : start + batch_size]
        for text, found in zip(texts[start:], _greedy(model, batch, numbers, words), strict=False):
            outputs.append(detokenize(" ".join(found)) or text)
    return outputs


@torch.inference_mode()
def _greedy(
    model: Transformer, batch: list[list[str]], numbers: dict[str, int], words: list[str]
) -> Iterator[list[str]]:
    source = pad_sequence([_numbered(side, numbers)[1:] for side in batch], True, PAD)
    memory = model.encode(source)
    written = torch.full((len(batch), 1), START)
    found: list[list[str]] = [[] for _ in batch]
    ended = [False] * len(batch)
    for _ in range(source.shape[1] + 10):
        scores, weights = model.decode(written, memory, source)
        scores = scores[:, -1]
        scores[:, [PAD, START]] = -torch.inf
        best = scores.argmax(dim=-1)
        for row, number in enumerate(best.tolist()):
            ended[row] = ended[row] or number == END
            if not ended[row]:
                side = batch[row][: _LONGEST - 2]
                # Attention may lie on the end mark, which is no word to copy.
                place = int(weights[row, -1, : len(side)].argmax()) if side else 0
                found[row].append(side[place] if number == RARE and side else words[number])
        if all(ended):
            break
        written = torch.cat([written, best[:, None]], dim=1)
    yield from found


def _numbered(side: Sequence[str], numbers: dict[str, int]) -> Tensor:
    known = [numbers.get(word, RARE) for word in side[: _LONGEST - 2]]
    return torch.tensor([START, *known, END])


def _padded(pairs: list[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    sources, targets = zip(*pairs, strict=True)
    source = pad_sequence([side[1:] for side in sources], True, PAD)
    return source, pad_sequence(list(targets), True, PAD)


def _places(length: int, size: int) -> Tensor:
    """Sines and cosines that tell places apart."""
    steps = torch.arange(length)[:, None]
    rates = torch.exp(torch.arange(0, size, 2) * (-math.log(10_000.0) / size))
    table = torch.zeros(length, size)
    table[:, 0::2], table[:, 1::2] = torch.sin(steps * rates), torch.cos(steps * rates)
    return table
