"""`import seqlab`: light, lazy, and with everything that people need."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import seqlab
from seqlab.errors import UsageError

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("torch", "numpy", "rich", "gensim", "sacrebleu", "wordfreq", "seqlab.pipeline")


@pytest.mark.parametrize("name", seqlab.__all__)
def test_every_public_name_loads(name: str) -> None:
    assert getattr(seqlab, name) is not None
    assert name in dir(seqlab)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Simplfier'"):
        _ = seqlab.Simplfier  # type: ignore[attr-defined]


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = f"import sys, seqlab; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_type_checkers_see_the_same_names_at_the_same_homes() -> None:
    stub = ast.parse((ROOT / "seqlab" / "__init__.pyi").read_text(encoding="utf-8"))
    homes = {
        alias.name: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert homes == seqlab._HOMES
    assert sorted([*homes, "__version__"]) == sorted(seqlab.__all__)


@pytest.mark.parametrize("package", ["seqlab", "corpora", "lexical_simplifier"])
def test_packages_say_that_they_are_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()
    assert "py.typed" in (ROOT / "setup.cfg").read_text(encoding="utf-8")


def test_align_then_annotate() -> None:
    pairs = list(seqlab.align(ROOT / "corpora" / "sample" / "articles"))
    assert len(pairs) > 100
    [labelled] = seqlab.annotate([("They utilize big tools.", "They use tools.")])
    assert labelled.source_labels == ("C", "R", "D", "C", "C")
    assert next(seqlab.annotate(pairs)).document == pairs[0].document


def test_evaluate_takes_plain_lists() -> None:
    originals = ["They utilize tools.", "It rained."]
    result = seqlab.evaluate(
        ["They use tools.", "It rained."],
        originals=originals,
        references=[["They use tools.", "It rained."]],
        metrics="sari,bleu",
    )
    assert result.systems[0].scores["BLEU"].value == pytest.approx(100)
    with pytest.raises(UsageError, match="give either a test set or originals"):
        seqlab.evaluate(originals)


def test_ablate_names_a_missing_experiment() -> None:
    with pytest.raises(
        UsageError, match="no configuration file 'nonsense' here or in configs/ablation"
    ):
        seqlab.ablate("nonsense")
