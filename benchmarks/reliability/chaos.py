"""Kills at random moments, poison documents, full disks, jumping clocks, two runs at once.

    python -m benchmarks.reliability.chaos kills-local 30 --out docs/results/reliability/…

Each scenario returns what was tried, what survived and what was lost; a run survives if its
outputs are to the byte those of a run that nobody disturbed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.reliability.records import write_record
from benchmarks.reliability.victims import POISON, write_documents

ROOT = Path(__file__).resolve().parent.parent.parent
Record = dict[str, Any]


def tree(folder: Path) -> dict[str, bytes]:
    """Every output with its bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] != ".seqlab"
    }


def start(*arguments: object, before: str = "", **environment: str) -> subprocess.Popen[bytes]:
    """A run in a process of its own; `before` is code that it runs first."""
    code = f"{before}\nimport sys\nfrom benchmarks.reliability.victims import main\n"
    code += "sys.exit(main(sys.argv[1:]))"
    variables = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "OMP_NUM_THREADS": "1",
        **environment,
    }
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=variables,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def undisturbed(folder: Path, count: int) -> tuple[Path, dict[str, bytes]]:
    """Documents, and what a quiet run makes of them."""
    source = write_documents(folder / "in", count)
    quiet = start(source, folder / "quiet", "local", 0, SEQLAB_VICTIM_SECONDS="0")
    _, error = quiet.communicate()
    if quiet.returncode:
        raise RuntimeError(error.decode())
    return source, tree(folder / "quiet")


def kills(engine: str, count: int, seed: int = 19, documents: int = 60) -> Iterator[Record]:
    """Kill −9 the driver, a worker or a Ray actor at random moments until `count` are dead."""
    chance = random.Random(seed)
    record: Record = {
        "what": f"kills, {engine}",
        "tried": 0,
        "survived": 0,
        "lost": 0,
        "runs": 0,
        "killed": {},
    }
    while record["tried"] < count:
        with tempfile.TemporaryDirectory() as name:
            source, expected = undisturbed(Path(name), documents)
            out, dead = Path(name) / "out", 0
            drivers = chance.randint(1, 2)
            while drivers:
                process = start(source, out, engine, 2, SEQLAB_VICTIM_SECONDS="0.3")
                victims = _kill_some(process, out, chance, chance.randint(2, 4))
                if process.poll() is None:
                    victims.append(_kill_driver(process))
                dead += len(victims)
                for victim in victims:
                    record["killed"][victim] = record["killed"].get(victim, 0) + 1
                drivers -= 1
            last, error = _ended(source, out, engine, record)
            same = tree(out) == expected and last.returncode == 0
            record["runs"] += 1
            record["tried"] += dead
            record["survived" if same else "lost"] += dead
            if not same:
                record.setdefault("errors", []).append(_last_line(error))
            yield record


def _ended(
    source: Path, out: Path, engine: str, record: Record
) -> tuple[subprocess.Popen[bytes], bytes]:
    """The run to its end; on a busy machine a cluster that did not start is counted, then tried."""
    for _ in range(4):
        last = start(source, out, engine, 2, SEQLAB_VICTIM_SECONDS="0")
        _, error = last.communicate()
        if b"no Ray cluster could be started" not in error:
            break
        record["clusters that did not start"] = record.get("clusters that did not start", 0) + 1
    return last, error


def _last_line(error: bytes) -> str:
    """What went wrong, without the paths of the machine that a traceback names."""
    lines = error.decode(errors="replace").strip().splitlines() or [""]
    return re.sub(r"(?<!\w)/\S+/", "…/", lines[-1])[-500:]


def _kill_some(
    process: subprocess.Popen[bytes], out: Path, chance: random.Random, count: int
) -> list[str]:
    """Kill workers and actors of a run; returns what they were."""
    dead: list[str] = []
    deadline = time.monotonic() + 300
    while len(dead) < count and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.2 + chance.random())
        if not _documents_done(out):
            continue
        victims = [(pid, kind) for pid, kind in _kinds(process.pid) if kind]
        if victims:
            pid, kind = chance.choice(victims)
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            dead.append(kind)
    return dead


def _kill_driver(process: subprocess.Popen[bytes]) -> str:
    """Kill the driver, and then what a cluster of its own leaves behind."""
    children = [pid for pid, _ in _kinds(process.pid)]
    process.kill()
    process.communicate()
    time.sleep(1)
    for pid in children:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return "driver"


def _documents_done(out: Path) -> int:
    manifest = out / ".seqlab" / "manifest.jsonl"
    return manifest.read_bytes().count(b"\n") if manifest.exists() else 0


def _kinds(parent: int) -> list[tuple[int, str]]:
    """All descendants of a process: `worker`, `Ray actor`, or nothing to kill."""
    parents: dict[int, int] = {}
    commands: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            status = (entry / "stat").read_text()
            commands[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
            parents[int(entry.name)] = int(status.rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
    found: list[tuple[int, str]] = []
    for pid in parents:
        above: int | None = parents[pid]
        while above and above != parent:
            above = parents.get(above)
        if above:
            command = commands.get(pid, "")
            is_worker = "spawn_main" in command
            is_actor = "ray::MapWorker" in command or "_Actor" in command
            found.append((pid, "worker" if is_worker else "Ray actor" if is_actor else ""))
    return found


def poison(engine: str) -> Record:
    """Documents that abort, hang and fill the memory among others, with small limits."""
    with tempfile.TemporaryDirectory() as name:
        source, expected = undisturbed(Path(name), 20)
        write = write_documents(Path(name) / "poison", 0, tuple(POISON))
        for path in write.iterdir():
            path.rename(source / path.name)
        started = time.monotonic()
        out = Path(name) / "out"
        run = start(source, out, engine, 2, 20, 1.5, SEQLAB_VICTIM_SECONDS="0")
        _, error = run.communicate()
        lines = (out / ".seqlab" / "manifest.jsonl").read_text().splitlines()
        records = [json.loads(line) for line in lines]
        failed = {one["document"]: one["error"] for one in records if one["state"] == "failed"}
        named = sorted(failed) == [f"poison-{one}.txt" for one in sorted(POISON)]
        return {
            "what": f"poison documents, {engine}",
            "tried": len(POISON),
            "survived": len(POISON) if named and tree(out) == expected else 0,
            "lost": 0 if tree(out) == expected else 1,
            "seconds": round(time.monotonic() - started, 1),
            "named": {name: reason.rpartition("txt: ")[2] for name, reason in failed.items()},
            "errors": [] if named else [_last_line(error)],
        }


_FULL = """
import errno, os
real, left = os.fsync, [{after}]
def fsync(descriptor):
    left[0] -= 1
    if left[0] < 0:
        raise OSError(errno.{name}, os.strerror(errno.{name}))
    real(descriptor)
os.fsync = fsync
"""
_CLOCK = """
import random, time
chance, real = random.Random(7), time.time
time.time = lambda: real() + chance.choice((-1e9, -3600.0, 0.0, 3600.0, 1e9))
"""


def full_disk(name: str, seed: int = 19) -> Record:
    """The disk takes no more (or turns read-only) at a random moment; with room, it goes on."""
    chance = random.Random(seed)
    record: Record = {"what": f"disk: {name}", "tried": 0, "survived": 0, "lost": 0}
    with tempfile.TemporaryDirectory() as folder:
        source, expected = undisturbed(Path(folder), 12)
        for number in range(5):
            out = Path(folder) / f"out{number}"
            before = _FULL.format(after=chance.randint(0, 20), name=name)
            broken = start(source, out, "local", 0, before=before, SEQLAB_VICTIM_SECONDS="0")
            broken.communicate()
            half = [path for path in tree(out).items() if expected.get(path[0]) != path[1]]
            again = start(source, out, "local", 0, SEQLAB_VICTIM_SECONDS="0")
            again.communicate()
            same = not half and again.returncode == 0 and tree(out) == expected
            record["tried"] += 1
            record["survived" if same else "lost"] += 1
    return record


def jumping_clock() -> Record:
    """The clock jumps by hours and decades at every look."""
    with tempfile.TemporaryDirectory() as folder:
        source, expected = undisturbed(Path(folder), 12)
        out = Path(folder) / "out"
        run = start(source, out, "local", 2, before=_CLOCK, SEQLAB_VICTIM_SECONDS="0")
        run.communicate()
        same = run.returncode == 0 and tree(out) == expected
    return {"what": "clock jumps", "tried": 1, "survived": int(same), "lost": int(not same)}


def two_runs() -> Record:
    """A second run on the same output is refused, and told who holds it."""
    with tempfile.TemporaryDirectory() as folder:
        source, expected = undisturbed(Path(folder), 12)
        out = Path(folder) / "out"
        first = start(source, out, "local", 1, SEQLAB_VICTIM_SECONDS="2")
        while not _documents_done(out):
            if first.poll() is not None:
                raise RuntimeError(first.communicate()[1].decode())
            time.sleep(0.1)
        second = start(source, out, "local", 1)
        _, error = second.communicate()
        told = f"process {first.pid} on" in error.decode()
        first.communicate()
        same = tree(out) == expected and second.returncode != 0 and told
    return {"what": "two runs at once", "tried": 1, "survived": int(same), "lost": int(not same)}


SCENARIOS: dict[str, Callable[[], Record]] = {
    "poison-local": lambda: poison("local"),
    "poison-ray": lambda: poison("ray"),
    "full-disk": lambda: full_disk("ENOSPC"),
    "read-only": lambda: full_disk("EROFS"),
    "clock": jumping_clock,
    "two-runs": two_runs,
}


def main() -> None:
    """Run scenarios by name and write a record of each into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", help="kills-local, kills-ray, or another scenario")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--out", type=Path, required=True, help="folder of the records")
    options = parser.parse_args()
    for name in options.names:
        path = options.out / f"{name}.json"
        if name.startswith("kills-"):
            for record in kills(name.removeprefix("kills-"), options.kills):
                write_record(path, record)
        else:
            record = SCENARIOS[name]()
            write_record(path, record)
        print(record, flush=True)


if __name__ == "__main__":
    main()
