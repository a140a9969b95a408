"""Prediction loads neither torch nor what is only needed for training."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "torch", "transformers", "pytorch_lightning", "lightning", "torchcrf",
    "sklearn", "scipy", "gensim", "matplotlib", "onnx", "pandas",
)  # fmt: skip
TEXT = "The committee, which was established in 1990, endeavoured to facilitate talks."
USES = {
    "import": "import seqlab",
    "simplify": f"from seqlab import Simplifier; Simplifier.load().simplify({TEXT!r})",
    "explain": f"from seqlab import Simplifier; Simplifier.load().explain({TEXT!r})",
    "command": f"from seqlab.cli import main; assert main(['simplify', {TEXT!r}]) == 0",
    "syntax": "from seqlab.syntax import load_syntax; list(load_syntax().analyse([['A', 'dog']]))",
    "lexical": "import lexical_simplifier; lexical_simplifier.LexicalSimplifier.load()",
}


def loaded(code: str) -> list[str]:
    """Which of the heavy packages a Python that runs `code` has loaded at its end."""
    show = f"import sys; print('loaded:', *[m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{show}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    return done.stdout.rsplit("loaded:", 1)[1].split()


@pytest.mark.parametrize("use", USES)
def test_no_training_framework_is_loaded(use: str) -> None:
    assert loaded(USES[use]) == []


def test_nor_by_tag(tmp_path: Path) -> None:
    (tmp_path / "sentences.txt").write_text(TEXT + "\n")
    model = Path(__file__).resolve().parents[2] / "seqlab" / "models" / "default" / "tagger"
    arguments = ["tag", str(model), str(tmp_path / "sentences.txt"), str(tmp_path / "out.jsonl")]
    code = f"from seqlab.cli import main; assert main({arguments!r}) == 0"
    assert loaded(code) == []
    assert "labels" in (tmp_path / "out.jsonl").read_text()
