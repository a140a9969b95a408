"""A language model is data: weights that could run code are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.editing import causal_cost
from seqlab.errors import UsageError


def test_only_safetensors_and_gguf_are_read(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "gpt2"}')
    (tmp_path / "pytorch_model.bin").write_bytes(b"pickle")
    with pytest.raises(UsageError, match="no safetensors in"):
        causal_cost(tmp_path)
    with pytest.raises(UsageError, match=r"is not a \.gguf file"):
        causal_cost(tmp_path / "pytorch_model.bin")
    with pytest.raises(UsageError, match="no language model at"):
        causal_cost(tmp_path / "none")
