"""Run the steps of the Dockerfile in an empty directory, where no Docker is at hand.

COPY copies, RUN runs with the image's paths inside the directory, and at the end the entry point is
started with a token and asked by the health check. Users of the image are not made.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PORT = "8000"


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="seqlab-image-") as folder:
        return run(Path(folder))


def run(folder: Path) -> int:
    """All steps; 0 if the service that they install answers."""
    steps = _steps((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    work = folder / "src"
    work.mkdir()
    environment = {**os.environ, "PYTHONPATH": ""}
    entry: list[str] = []
    health: list[str] = []
    for name, value in steps:
        if name == "COPY" and "--from" not in value:
            *sources, target = value.split()
            for source in sources:
                _copy(ROOT / source, work / target / (source if target == "./" else ""))
        elif name == "RUN" and "useradd" not in value:
            command = value.replace("/opt/seqlab", str(folder / "opt"))
            command = command.replace("python -m venv", f"{sys.executable} -m venv")
            print(f"RUN {command}", flush=True)
            subprocess.run(["sh", "-c", command], cwd=work, env=environment, check=True)
        elif name == "ENV":
            pairs = dict(pair.split("=", 1) for pair in shlex.split(value))
            pairs.pop("PATH")
            environment.update(pairs)
        elif name in ("ENTRYPOINT", "CMD"):
            entry += json.loads(value)
        elif name == "HEALTHCHECK":
            health = json.loads(re.sub(r"^.*?CMD ", "", value))
    shutil.rmtree(work)  # the image's second stage has only the environment
    return _answers(folder, entry, health, environment)


def _answers(folder: Path, entry: list[str], health: list[str], environment: dict[str, str]) -> int:
    binaries = folder / "opt" / "bin"
    port = str(18_000 + os.getpid() % 1_000)
    entry = [str(binaries / entry[0]), *(port if one == _PORT else one for one in entry[1:])]
    health = [str(binaries / health[0]), *(one.replace(_PORT, port) for one in health[1:])]
    refused = subprocess.run(entry, env=environment, cwd=folder, capture_output=True, text=True)
    print(f"without a token: code {refused.returncode}: {refused.stderr.strip()}")
    environment = {**environment, "SEQLAB_TOKEN": "a-token-for-the-image"}
    process = subprocess.Popen(entry, env=environment, cwd=folder, stderr=subprocess.DEVNULL)
    try:
        for _ in range(120):
            time.sleep(2)
            done = subprocess.run(health, env=environment, capture_output=True, check=False)
            if done.returncode == 0:
                print("health check: ok")
                break
        else:
            print("health check: failed")
            return 1
    finally:
        process.terminate()
        code = process.wait(120)
    print(f"stopped with SIGTERM: code {code}")
    return 0 if refused.returncode == 2 and code == 0 else 1


def _steps(text: str) -> list[tuple[str, str]]:
    joined = re.sub(r"\\\n\s*", " ", text)
    lines = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, value) for name, value in (line.split(" ", 1) for line in lines)]


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


if __name__ == "__main__":
    raise SystemExit(main())
