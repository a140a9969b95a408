"""The Ray engine gives the same files as processes do, and survives its workers' deaths."""

from __future__ import annotations

from pathlib import Path

import pytest
from papers import folder_of_papers, load_deadly, load_quick, tree

from seqlab.cli import main
from seqlab.documents import simplify_folder
from seqlab.documents.engines import cluster as cluster_module
from seqlab.errors import SeqLabError

ray = pytest.importorskip("ray", reason="needs seqlab[ray]")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A local cluster whose workers see the test's modules, and a mark for the one death."""
    here = Path(__file__).resolve().parent
    mark = tmp_path_factory.mktemp("ray") / "mark"
    variables = {
        "PYTHONPATH": f"{here.parent.parent}:{here}",
        "OMP_NUM_THREADS": "1",
        "SEQLAB_TEST_MARK": str(mark),
    }
    ray.init(
        num_cpus=6,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        runtime_env={"env_vars": variables},
    )
    yield mark
    ray.shutdown()


def test_ray_and_processes_give_the_same_files_though_a_worker_dies(
    cluster: Path, tmp_path: Path
) -> None:
    source = folder_of_papers(tmp_path / "in", 18)
    simplify_folder(source, tmp_path / "local", workers=0, load=load_quick)
    (source / "part1" / "once.txt").write_text("Once, they utilize it.")
    summary = simplify_folder(source, tmp_path / "ray", engine="ray", workers=2, load=load_deadly)
    assert cluster.exists(), "a worker was killed in the middle"
    assert (summary.done, summary.failed) == (19, 1)
    found = tree(tmp_path / "ray")
    assert found.pop("part1/once.txt") == b"Once, they use it."
    assert found == tree(tmp_path / "local")
    lines = (tmp_path / "ray" / ".seqlab" / "manifest.jsonl").read_text().splitlines()
    assert len(lines) == 20, "every document has one record"


def test_pairs_are_annotated_the_same_and_in_order(cluster: Path, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.tsv"
    lines = [f"They utilize tower {n}, which is old .\tThey use tower {n} ." for n in range(600)]
    pairs.write_text("\n".join(lines) + "\n")
    outputs = []
    for number, engine in enumerate(
        ([], ["--workers", "2"], ["--engine", "ray", "--workers", "2"])
    ):
        out = tmp_path / f"{number}.jsonl"
        code = main(["annotate", str(pairs), "--out", str(out), "--aligner", "exact", *engine])
        assert code == 0
        outputs.append(out.read_bytes())
    assert outputs[0].count(b"\n") == 600
    assert outputs[0] == outputs[1] == outputs[2]


@pytest.mark.slow
def test_a_document_that_kills_every_worker_is_given_up(cluster: Path, tmp_path: Path) -> None:
    source = folder_of_papers(tmp_path / "in", 6)
    (source / "part2" / "deadly.txt").write_text("Deadly sentences kill the worker.")
    summary = simplify_folder(source, tmp_path / "out", engine="ray", workers=2, load=load_deadly)
    assert (summary.done, summary.failed) == (6, 2)
    assert "its worker died 3 times" in dict(summary.failures)["part2/deadly.txt"]


class Slow:
    """Ray on a busy machine: a node starts only at the attempt `starts`."""

    def __init__(
        self, starts: int, reason: str = "The current node timed out\nduring startup."
    ) -> None:
        self.starts, self.reason, self.attempts, self.ended = starts, reason, 0, 0

    def init(self, **options: object) -> None:
        self.attempts += 1
        if self.attempts < self.starts:
            raise Exception(self.reason)  # as Ray does

    def shutdown(self) -> None:
        self.ended += 1


def test_a_cluster_that_starts_slowly_is_tried_again() -> None:
    slow = Slow(starts=3)
    cluster_module._start(slow, 1, None)
    assert (slow.attempts, slow.ended) == (3, 2)


def test_a_cluster_that_does_not_start_is_told_in_a_line() -> None:
    never = Slow(starts=100)
    with pytest.raises(SeqLabError, match="in 5 attempts: The current node timed out during"):
        cluster_module._start(never, 1, None)
    broken = Slow(100, "no\nraylet")
    with pytest.raises(SeqLabError, match="in 1 attempts: no raylet"):
        cluster_module._start(broken, 1, None)
    assert broken.attempts == 1, "only a node that was too slow is tried again"
