"""The second look: a language model reads the output, and the weakest edits are taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lexical_simplifier import NGramModel
from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.edit import Edit
from seqlab.editing.parsed import Parsed
from seqlab.editing.words import Word, detokenize
from seqlab.errors import UsageError

# Cross-entropy per token of the sentences that edits leave.
Cost = Callable[[Sequence[Sequence[Word]]], float]


def readable_edits(parsed: Parsed, edits: Sequence[Edit], cost: Cost, margin: float) -> int:
    """How many of the edits, the surest first, still read about as well as the source.

    The weakest are taken back one by one until the cost is at most `margin` above the source's.
    Splits are not priced: a full stop is always rarer than a comma.
    """
    source = cost(edited_sentences(parsed.tokens, (), parsed.tags))
    priced = [number for number, edit in enumerate(edits) if edit.operation != "split"]
    while priced:
        sentences = edited_sentences(parsed.tokens, [edits[n] for n in priced], parsed.tags)
        if sentences and cost(sentences) <= source + margin:
            break
        priced.pop()
    if not priced:
        first = next((n for n, e in enumerate(edits) if e.operation != "split"), len(edits))
        return first
    following = (n for n in range(priced[-1] + 1, len(edits)) if edits[n].operation != "split")
    return next(following, len(edits))


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
