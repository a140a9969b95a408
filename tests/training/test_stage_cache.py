"""Nothing is done twice, and nothing stale is ever taken for new."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
import types
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seqlab.training.execute import cache as cache_module
from seqlab.training.execute.cache import Cache, Done, Task
from seqlab.training.execute.code import ROOT, code_files, code_version
from seqlab.training.stages import Work

TASK = Task("toy", {"labels": {"share": 0.5}}, None, {})


class Toy(types.ModuleType):
    """A stage that writes down what it was given, and how often it was asked."""

    def __init__(self) -> None:
        super().__init__("seqlab.training.stages.toy")
        self.times = 0
        self.outside: list[Path] = []

    def outside_files(self, settings: Mapping[str, Any]) -> list[Path]:
        return self.outside

    def run(self, work: Work) -> None:
        self.times += 1
        (work.out / "said.txt").write_text(f"{work.settings} {work.seed} {sorted(work.inputs)}")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    stage = Toy()
    monkeypatch.setitem(sys.modules, stage.__name__, stage)
    return stage


def test_the_second_time_nothing_is_done(tmp_path: Path, toy: Toy) -> None:
    first, second = Cache(tmp_path).do(TASK), Cache(tmp_path).do(TASK)
    assert (toy.times, first.reused, second.reused) == (1, False, True)
    assert (first.folder, first.content) == (second.folder, second.content)


@pytest.mark.parametrize(
    "changed",
    [
        lambda task: replace(task, settings={"labels": {"share": 0.25}}),
        lambda task: replace(task, seed=2),
        lambda task: replace(task, inputs={"pairs": Done(Path(), "content", 1.0)}),
    ],
    ids=["setting", "seed", "input"],
)
def test_a_change_is_computed_anew(
    tmp_path: Path, toy: Toy, changed: Callable[[Task], Task]
) -> None:
    cache = Cache(tmp_path)
    before = cache.do(TASK)
    after = cache.do(changed(TASK))
    assert toy.times == 2
    assert before.folder != after.folder
    assert cache.do(TASK).reused


def test_an_input_counts_by_what_it_holds_not_by_where_it_lies(tmp_path: Path, toy: Toy) -> None:
    cache = Cache(tmp_path)
    cache.do(replace(TASK, inputs={"pairs": Done(Path("here"), "content", 1.0)}))
    assert cache.do(replace(TASK, inputs={"pairs": Done(Path("there"), "content", 9.0)})).reused


def test_a_changed_corpus_is_computed_anew(tmp_path: Path, toy: Toy) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.txt").write_text("one")
    toy.outside = [corpus]
    cache = Cache(tmp_path / "cache")
    cache.do(TASK)
    assert cache.do(TASK).reused
    (corpus / "a.txt").write_text("two")
    assert not cache.do(TASK).reused
    (corpus / "b.txt").write_text("new")
    assert not cache.do(TASK).reused


@pytest.mark.parametrize("part", ["code_version", "environment"])
def test_changed_code_or_libraries_are_computed_anew(
    tmp_path: Path, toy: Toy, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    cache = Cache(tmp_path)
    cache.do(TASK)
    monkeypatch.setattr(cache_module, part, lambda *given: {"torch": "99"})
    assert not cache.do(TASK).reused


def test_a_result_that_was_tampered_with_is_no_result(tmp_path: Path, toy: Toy) -> None:
    cache = Cache(tmp_path)
    done = cache.do(TASK)
    (done.folder / "said.txt").write_text("something else")
    assert cache.find(TASK) is None
    assert not cache.do(TASK).reused
    (done.folder / "said.txt").unlink()
    assert not cache.do(TASK).reused


def test_a_stage_that_failed_leaves_nothing_to_reuse(tmp_path: Path, toy: Toy) -> None:
    def broken(work: Work) -> None:
        (work.out / "half.txt").write_text("half")
        raise ValueError("no")

    usual, toy.run = toy.run, broken  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="no"):
        Cache(tmp_path).do(TASK)
    toy.run = usual  # type: ignore[method-assign]
    done = Cache(tmp_path).do(TASK)
    assert not done.reused
    assert not (done.folder / "half.txt").exists()


def test_a_stage_that_resumes_finds_its_leavings(tmp_path: Path, toy: Toy) -> None:
    # Training checks its checkpoints itself, and goes on from the last epoch.
    toy.RESUMES = True  # type: ignore[attr-defined]
    folder = Cache(tmp_path).folder(TASK)
    folder.mkdir(parents=True)
    (folder / "checkpoint").write_text("epoch 3")
    assert (Cache(tmp_path).do(TASK).folder / "checkpoint").exists()


KILLED = """
import sys, time, types
stage = types.ModuleType("seqlab.training.stages.toy")
def run(work):
    (work.out / "half.txt").write_text("half")
    print("under way", flush=True)
    time.sleep(60)
stage.run = run
sys.modules[stage.__name__] = stage
from pathlib import Path
from seqlab.training.execute.cache import Cache, Task
Cache(Path(sys.argv[1])).do(Task("toy", {"labels": {"share": 0.5}}, None, {}))
"""


def test_killed_in_the_middle_it_starts_the_stage_again(tmp_path: Path, toy: Toy) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "under way\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert list(tmp_path.rglob("half.txt"))
    started = time.monotonic()
    done = Cache(tmp_path).do(TASK)
    assert not done.reused
    assert not (done.folder / "half.txt").exists()
    # The lock went with the process that held it.
    assert time.monotonic() - started < 10


def test_two_processes_do_a_stage_once(tmp_path: Path) -> None:
    script = (
        KILLED.replace("time.sleep(60)", "time.sleep(0.5)")
        .replace("Cache(Path(sys.argv[1])).do(", "print(Cache(Path(sys.argv[1])).do(")
        .replace("None, {}))", "None, {})).reused)")
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    both = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = [process.communicate()[0] for process in both]
    assert sorted(line.splitlines()[-1] for line in said) == ["False", "True"]
    assert "".join(said).count("under way") == 1


def test_the_code_of_a_stage_is_found_through_its_imports() -> None:
    files = {str(path.relative_to(ROOT)) for path in code_files("seqlab.training.stages.links")}
    assert "seqlab/training/stages/links.py" in files
    # Whole rooms, also what they import by name, and models.
    assert "seqlab/alignment/contextual_chain.py" in files
    assert "seqlab/text/segmentation.py" in files
    assert "seqlab/files.py" in files
    # Neither what comes after the stage nor how tables are drawn.
    assert not any(name.startswith(("seqlab/evaluation", "seqlab/commands")) for name in files)
    assert "seqlab/training/report/render.py" not in files
    assert "seqlab/training/stages/tagger.py" not in files


def test_editing_a_room_changes_the_version_of_stages_that_use_it(tmp_path: Path) -> None:
    for name in ("seqlab/training", "seqlab/text", "seqlab/evaluation", "corpora"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (ROOT / "seqlab").glob("*.py"):
        shutil.copy(file, tmp_path / "seqlab" / file.name)
    stage = "seqlab.training.stages.pairs"

    def version() -> str:
        code_version.cache_clear()
        return code_version(stage, tmp_path)

    def edit(name: str) -> None:
        with (tmp_path / name).open("a") as handle:
            handle.write("# edited\n")

    before = version()
    edit("seqlab/evaluation/metrics/sari.py")
    edit("seqlab/training/report/render.py")
    assert version() == before
    edit("seqlab/text/segmentation.py")
    assert version() != before
    before = version()
    edit("seqlab/training/stages/pairs.py")
    assert version() != before
    code_version.cache_clear()


def test_locks_are_files_that_stay(tmp_path: Path, toy: Toy) -> None:
    # Removing a lock's file while another waits for it would let two in.
    done = Cache(tmp_path).do(TASK)
    assert done.folder.with_name(f"{done.folder.name}.lock").exists()
