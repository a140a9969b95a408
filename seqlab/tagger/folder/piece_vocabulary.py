"""Fewer word pieces in a saved model: those that English text uses, and no others.

An encoder's vocabulary holds pieces of many scripts; in a small encoder they are half of all
weights. Without the pieces that no text uses, every other word is cut and read as before.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text
from seqlab.tagger.folder.hashes import NETWORK, WEIGHTS, write_sums

_EMBEDDING = "word_embeddings.weight"
_BATCH = 1000


def used_pieces(folder: str | Path, texts: Iterable[str]) -> Counter[str]:
    """How often each piece of a model's fine-tuned encoder occurs in the texts."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(Path(folder) / "encoder" / "tokenizer.json"))
    counts: Counter[str] = Counter()
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == _BATCH:
            _count(tokenizer, batch, counts)
            batch = []
    _count(tokenizer, batch, counts)
    return counts


def prune_pieces(folder: str | Path, kept: Iterable[str]) -> tuple[int, int]:
    """Leave only the pieces `kept`, special tokens and ASCII characters; sizes before and after.

    The characters stay so that any English word can still be read, if piece by piece.
    """
    from safetensors.torch import load, save

    folder = Path(folder)
    path = folder / "encoder" / "tokenizer.json"
    if not path.is_file():
        raise DataError(folder, "has no fine-tuned encoder", fix="train with model.fine_tune: true")
    tokenizer: dict[str, Any] = json.loads(read_text(path))
    if tokenizer["model"]["type"] != "WordPiece":
        kind = str(tokenizer["model"]["type"])
        raise DataError(path, "only word pieces can be left out", value=kind)
    vocabulary: dict[str, int] = tokenizer["model"]["vocab"]
    wanted = set(kept) | {token["content"] for token in tokenizer["added_tokens"]}
    numbers = [
        number
        for piece, number in sorted(vocabulary.items(), key=lambda item: item[1])
        if piece in wanted or (len(piece.removeprefix("##")) == 1 and piece.isascii())
    ]
    _renumber(tokenizer, {old: new for new, old in enumerate(numbers)})
    weights = load((folder / WEIGHTS).read_bytes())
    [name] = [name for name in weights if name.endswith(_EMBEDDING)]
    weights[name] = weights[name][numbers].contiguous()
    configuration = json.loads(read_text(folder / "encoder" / "config.json"))
    configuration["vocab_size"] = len(numbers)
    _write_json(path, tokenizer)
    _write_json(folder / "encoder" / "config.json", configuration)
    with atomic_write(folder / WEIGHTS, "wb") as handle:
        handle.write(save(weights, metadata={"format": "pt"}))
    # An export has the old pieces; it must be made again.
    (folder / NETWORK).unlink(missing_ok=True)
    write_sums(folder)
    return len(vocabulary), len(numbers)


def _count(tokenizer: Any, texts: list[str], counts: Counter[str]) -> None:
    for encoded in tokenizer.encode_batch(texts, add_special_tokens=False):
        counts.update(encoded.tokens)


def _renumber(tokenizer: dict[str, Any], numbers: dict[int, int]) -> None:
    """Give every piece that stays its new number, wherever the tokeniser names it."""
    vocabulary = tokenizer["model"]["vocab"]
    tokenizer["model"]["vocab"] = {
        piece: numbers[old]
        for piece, old in sorted(vocabulary.items(), key=lambda item: item[1])
        if old in numbers
    }
    for token in tokenizer["added_tokens"]:
        token["id"] = numbers[token["id"]]
    for special in (tokenizer.get("post_processor") or {}).get("special_tokens", {}).values():
        special["ids"] = [numbers[old] for old in special["ids"]]


def _write_json(path: Path, value: Any) -> None:
    with atomic_write(path) as handle:
        json.dump(value, handle, ensure_ascii=False, indent=2)
        handle.write("\n")
