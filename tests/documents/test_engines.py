"""Workers that hang, fill the memory or die: their task is named, and the others are done."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from seqlab.documents.engines import Event, Finished, Limits, Lost, Result, run_engine
from seqlab.documents.engines import worker as worker_module
from seqlab.documents.engines.cluster import _Actor
from seqlab.documents.run.lots import Lot
from seqlab.documents.run.manifest import Key, Manifest
from seqlab.documents.run.options import BatchOptions
from seqlab.documents.run.schedule import ATTEMPTS, Schedule
from seqlab.errors import UsageError

IN_TIME = Limits(timeout=2.0, memory=0)
IN_MEMORY = Limits(timeout=0, memory=0.5)


def load():
    return work


def work(task: str) -> Iterator[str]:
    if task == "hang":
        time.sleep(3600)
    if task == "eat":
        eaten = b"x" * 700_000_000
        time.sleep(3600 + len(eaten))
    if task == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    yield task.upper()


def outcome(events: Iterator[Event]) -> tuple[set[str], dict[str, Lost]]:
    done, lost, values = set(), {}, set()
    for event in events:
        if isinstance(event, Finished):
            done.add(event.task)
        elif isinstance(event, Lost):
            lost[event.task] = event
        elif isinstance(event, Result):
            values.add(event.value)
    assert values == {task.upper() for task in done}
    return done, lost


@pytest.mark.parametrize(
    ("poison", "limits", "reason"),
    [
        ("hang", IN_TIME, "no progress for 2 s (--timeout)"),
        ("eat", IN_MEMORY, "took more than 0.5 GB (--memory)"),
        ("die", IN_TIME, "killed by SIGKILL"),
    ],
)
def test_poison_ends_its_own_worker_only(poison: str, limits: Limits, reason: str) -> None:
    tasks = iter(["a", poison, "b"])
    done, lost = outcome(run_engine("local", lambda: next(tasks, None), load, 2, limits=limits))
    assert done == {"a", "b"}
    assert {task: one.reason for task, one in lost.items()} == {poison: reason}
    assert lost[poison].exceeded == (poison != "die")


def test_an_actor_of_the_cluster_watches_its_process_the_same_way() -> None:
    ray = pytest.importorskip("ray", reason="needs seqlab[ray]")
    actor = _Actor(ray.cloudpickle.dumps(load), IN_TIME)
    ends = {task: actor._done(task) for task in ("a", "hang", "die", "b")}
    assert ends["a"] == (["A"], ("done", None))
    assert ends["hang"] == ([], ("exceeded", "no progress for 2 s (--timeout)"))
    assert ends["die"] == ([], ("died", "killed by SIGKILL"))
    assert ends["b"] == (["B"], ("done", None))
    assert actor._worker is not None
    actor._worker.stop()


def test_less_than_no_worker_and_no_limit_are_refused() -> None:
    with pytest.raises(UsageError, match=r"workers must be 0 or more \(got -1\)"):
        run_engine("local", lambda: None, load, -1)
    with pytest.raises(UsageError, match="timeout must be 0 or more"):
        Limits(timeout=float("nan"))


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Schedule]:
    source = tmp_path / "in"
    source.mkdir()
    for name in ("innocent.txt", "other.txt"):
        (source / name).write_text("They utilize it.")
    manifest = Manifest(tmp_path / "out" / ".seqlab" / "manifest.jsonl", Key("m", "o"))
    yield Schedule(source, tmp_path / "out", BatchOptions(), manifest)
    manifest.close()


def test_after_two_deaths_a_document_is_tried_once_more_quite_alone(run: Schedule) -> None:
    lot = run.take()
    assert lot is not None
    run.note(Lost(lot, "killed by SIGKILL"))
    names = []
    for _ in range(ATTEMPTS - 1):
        first, second = run.take(), run.take()
        names += [one.jobs[0].name for one in (first, second) if one]
        for one in (first, second):
            run.note(Lost(one, "killed by SIGKILL"))
    assert sorted(names) == ["innocent.txt"] * 2 + ["other.txt"] * 2
    assert run.summary.failed == 0
    trial = run.take()
    assert isinstance(trial, Lot)
    assert run.take() is None, "nothing else is under way meanwhile"
    run.note(Lost(trial, "killed by SIGKILL"))
    assert dict(run.summary.failures)[trial.jobs[0].name].endswith(
        "its worker died 3 times (killed by SIGKILL)"
    )
    last = run.take()
    assert last is not None
    assert last.jobs[0].name != trial.jobs[0].name


def test_a_document_over_a_limit_fails_at_once_when_it_was_alone(run: Schedule) -> None:
    lot = run.take()
    assert lot is not None
    run.note(Lost(lot, "no progress for 2 s (--timeout)", exceeded=True))
    assert run.summary.failed == 0
    alone = run.take()
    run.note(Lost(alone, "no progress for 2 s (--timeout)", exceeded=True))
    assert run.summary.failed == 1
    assert "no progress for 2 s" in run.summary.failures[0][1]


def test_waiting_for_a_processor_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = iter([0.0, 0.0, 10.0, 10.0])
    monkeypatch.setattr(worker_module, "_starved", lambda pid: next(waited))
    clock = iter([0.0, 0.0, 11.0, 13.0])
    monkeypatch.setattr(worker_module.time, "monotonic", lambda: next(clock))
    worker = worker_module.Worker(load, IN_TIME)
    worker.is_ready = True
    worker.give("hang")
    assert not worker.has_gone_too_far(), "11 s passed, but it waited for 10 of them"
    assert worker.has_gone_too_far()
    monkeypatch.undo()
    worker.stop()
