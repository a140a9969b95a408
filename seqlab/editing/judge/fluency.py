"""Fluency guards: an edit that makes a sentence dearer for a language model is dropped."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lexical_simplifier import NGramModel
from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.edit import Edit
from seqlab.editing.judge.choice import Fluency
from seqlab.editing.parsed import Parsed
from seqlab.editing.words import Word, detokenize
from seqlab.errors import UsageError

# Nats a word of the sentences that an edit leaves.
Cost = Callable[[Sequence[Sequence[Word]]], float]


def fluency_guard(parsed: Parsed, cost: Cost, margin: float) -> Fluency:
    """Whether an edit, on top of those taken, costs at most `margin` more; splits are trusted."""
    known: dict[tuple[Edit, ...], float] = {}

    def priced(edits: tuple[Edit, ...]) -> float:
        if edits not in known:
            parts = edited_sentences(parsed.tokens, edits, parsed.tags)
            known[edits] = cost(parts) if parts else math.inf
        return known[edits]

    def fluent(taken: Sequence[Edit], edit: Edit) -> bool:
        if edit.operation == "split" or edit.sure:
            return True
        return priced((*taken, edit)) <= priced(tuple(taken)) + margin

    return fluent


def ngram_cost(model: NGramModel) -> Cost:
    """The cost by the n-gram model that ships."""

    def cost(parts: Sequence[Sequence[Word]]) -> float:
        return float(model.sentence_cost([word.text for part in parts for word in part]))

    return cost


def causal_cost(path: str | Path) -> Cost:
    """The cost by a causal language model that transformers can read, or a `.gguf` file."""
    tokenizer, model = _causal_model(Path(path))

    def cost(parts: Sequence[Sequence[Word]]) -> float:
        import torch

        text = " ".join(detokenize(part) for part in parts)
        start = tokenizer.bos_token_id or tokenizer.eos_token_id or 0
        ids = torch.tensor([[start, *tokenizer(text)["input_ids"]][:1024]])
        with torch.inference_mode():
            logits = model(input_ids=ids).logits[0, :-1].float()
        chances = torch.log_softmax(logits, dim=-1).gather(1, ids[0, 1:, None])
        return -float(chances.sum()) / max(1, len(text.split()))

    return cost


def _causal_model(path: Path) -> tuple[Any, Any]:
    if not path.exists():
        raise UsageError(f"no language model at {path}: give a model folder or a .gguf file")
    if path.is_file() and path.suffix != ".gguf":
        raise UsageError(f"{path} is not a .gguf file: give one, or a folder with safetensors")
    if path.is_dir() and not any(path.glob("*.safetensors")):
        raise UsageError(
            f"no safetensors in {path}: other weights are pickles, which can run code; save the "
            "model again with safe_serialization=True"
        )
    from transformers import AutoModelForCausalLM, AutoTokenizer

    # Neither code from the folder nor pickled weights: a model is data.
    options: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
    if path.is_file():
        options["gguf_file"] = path.name
    folder = path.parent if path.is_file() else path
    weights = {} if path.is_file() else {"use_safetensors": True}
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, **options)
        model = AutoModelForCausalLM.from_pretrained(folder, **options, **weights)
    except (OSError, ValueError, ImportError) as error:
        reason = str(error).splitlines()[0]
        raise UsageError(f"cannot read the language model {path}: {reason}") from None
    return tokenizer, model.eval()
