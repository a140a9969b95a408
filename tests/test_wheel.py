"""The wheel in an empty folder, away from the clone: corpora, configs and models are in it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TINY = [
    *("--corpus.documents", "6", "--training.epochs", "1", "--model.hidden", "16"),
    *("--report-pairs", "3", "--lexical.own", "never"),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q"]
    subprocess.run([*command, "-w", str(out), str(ROOT)], check=True)
    return next(out.glob("*.whl"))


@pytest.mark.slow  # builds the wheel and trains
def test_the_wheel_works_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "seqlab/configs/train/sample/bilstm.yaml" in names
    assert "corpora/public/levels.jsonl.gz" in names
    assert "seqlab/models/default/model.json" in names
    site, empty = tmp_path / "site", tmp_path / "empty"
    empty.mkdir()
    zipfile.ZipFile(wheel).extractall(site)

    def run(*arguments: str) -> str:
        # -P: the folder one is in is not looked for modules; the wheel comes before the clone.
        code = "import sys; from seqlab.cli import main; sys.exit(main(sys.argv[1:]))"
        environment = {
            **os.environ,
            "PYTHONPATH": str(site),
            "SEQLAB_DATA": str(empty / "none"),
            "OMP_NUM_THREADS": "1",
        }
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, *arguments],
            cwd=empty,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    assert "sentences simplified" in run("demo")
    assert "model in runs/mine" in run("train", "sample", "runs/mine", *TINY)
    assert "model in" in run("train", "--config", "train/sample/bilstm", *TINY)
    text = "The committee subsequently approved the new law."
    assert run("simplify", text, "--model", "runs/mine").strip()
    assert "decoder " in run("ablate", "--list")
    assert "softmax, thresholds" in run("ablate", "decoder", "--base", "sample", "--seeds", "[1]")
    assert str(ROOT) not in run("corpora", "stats", "public")
