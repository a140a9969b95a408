"""The wheel in an empty folder, away from the clone: corpora, configs and models are in it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
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


def _environment() -> dict[str, str]:
    """The variables of this process without what would lead to the clone."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "OMP_NUM_THREADS": "1"}


def _installed(wheel: Path, place: Path) -> Path:
    """The command `seqlab` of a new environment into which pip has put the wheel.

    What the wheel depends on is not downloaded again: the environment sees the packages of this
    one, but not the clone, which lies here by a `.pth` file that is not read there.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    python = place / "bin" / "python"
    install = ["--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    command = [sys.executable, "-m", "pip", *install, str(wheel)]
    subprocess.run(command, env=_environment(), check=True)
    # Only now, so that pip sees an empty environment.
    (site,) = place.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    code = "import corpora, lexical_simplifier, seqlab; print(seqlab.__file__)"
    command = [str(python), "-P", "-c", code]
    found = subprocess.run(command, env=_environment(), capture_output=True, text=True)
    assert found.stdout.startswith(str(place)), found.stdout + found.stderr
    return place / "bin" / "seqlab"


@pytest.mark.slow  # builds the wheel and trains
def test_the_wheel_works_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "seqlab/configs/train/sample/bilstm.yaml" in names
    assert "corpora/public/levels.jsonl.gz" in names
    assert "seqlab/models/default/model.json" in names
    empty = tmp_path / "empty"
    empty.mkdir()
    program = _installed(wheel, tmp_path / "environment")

    def run(*arguments: str) -> str:
        environment = {**_environment(), "SEQLAB_DATA": str(empty / "none")}
        done = subprocess.run(
            [str(program), *arguments],
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
