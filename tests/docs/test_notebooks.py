"""The notebooks run from a clean kernel, and hold small outputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_four() -> None:
    assert [path.stem[0] for path in NOTEBOOKS] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_kept_and_small(path: Path) -> None:
    assert path.stat().st_size < 150_000
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code), "run: make notebooks"
    kinds = {output["output_type"] for cell in code for output in cell["outputs"]}
    assert kinds <= {"stream", "display_data", "execute_result"}
    assert sum(bool(cell["outputs"]) for cell in code) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_a_clean_kernel(path: Path) -> None:
    pytest.importorskip("nbclient", reason="pip install 'seqlab[notebooks]'")
    from tools.notebooks import execute

    notebook = execute(path)
    assert all(cell.get("execution_count") for cell in notebook.cells if cell.cell_type == "code")
