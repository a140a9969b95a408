"""Execute the notebooks from a clean kernel, and write them back with their outputs.

python -m tools.notebooks                      # all of them
python -m tools.notebooks notebooks/3_*.ipynb
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
LONGEST_OUTPUT = 60_000  # characters of one cell, pictures included


def execute(path: Path, seconds: int = 300) -> Any:
    """The notebook with the outputs of a clean kernel; an error in a cell is raised."""
    notebook = nbformat.read(path, as_version=4)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    place = {"metadata": {"path": str(ROOT)}}
    client = NotebookClient(notebook, timeout=seconds, kernel_name="python3", resources=place)
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
    return notebook


def main(names: list[str]) -> None:
    """Execute and rewrite the notebooks that are named, or all."""
    for path in [Path(name) for name in names] or sorted((ROOT / "notebooks").glob("*.ipynb")):
        started = time.perf_counter()
        notebook = execute(path)
        nbformat.write(notebook, path)
        print(f"{path.name}: {time.perf_counter() - started:.0f} s, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
