"""A run over a folder: what comes out, what is refused, and what happens when things go wrong."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from papers import EASY, HARD, as_they_are, folder_of_papers, load_deadly, load_quick, tree

from seqlab.cli import main
from seqlab.documents import BatchOptions, ProtectedContent, simplify_folder, write_folder_report
from seqlab.documents.run.lots import Lot, simplify_lot
from seqlab.documents.run.writing import Job, OutputError, Rules
from seqlab.errors import SeqLabError, UsageError

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of_papers(tmp_path_factory.mktemp("batch") / "in", 48)


@pytest.fixture(scope="module")
def expected(papers: Path) -> dict[str, bytes]:
    """What an undisturbed run gives."""
    out = papers.parent / "expected"
    summary = simplify_folder(papers, out, workers=0, load=load_quick)
    assert (summary.done, summary.failed) == (48, 1)
    return tree(out)


def test_outputs_lie_as_the_originals_do(papers: Path, expected: dict[str, bytes]) -> None:
    names = {str(path.relative_to(papers)) for path in papers.rglob("*") if path.is_file()}
    assert set(expected) == names - {"broken.txt"}
    assert expected["part2/005.txt"].decode() == (
        f"Paper 5\n\n{EASY} They use 5 towers. Then they rest.\n"
    )


def test_processes_give_the_same_files(
    papers: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    simplify_folder(papers, tmp_path / "out", workers=2, load=load_quick)
    assert tree(tmp_path / "out") == expected


def test_a_second_run_does_nothing_but_what_changed(papers: Path, tmp_path: Path) -> None:
    source = folder_of_papers(tmp_path / "in", 6)
    out = tmp_path / "out"
    simplify_folder(source, out, workers=0, load=load_quick)
    assert simplify_folder(source, out, workers=0, load=load_quick).earlier == 6
    (source / "part2" / "005.txt").write_text(HARD)
    (out / "part0" / "000.md").unlink()
    again = simplify_folder(source, out, workers=0, load=load_quick)
    assert (again.done, again.earlier) == (6, 4)
    assert (out / "part2" / "005.txt").read_text() == EASY
    assert (out / "part0" / "000.md").exists()
    other = BatchOptions(protect=ProtectedContent(headings=False))
    assert simplify_folder(source, out, other, workers=0, load=load_quick).earlier == 0


@pytest.mark.parametrize("workers", [0, 1])
def test_killed_ten_times_it_ends_the_same(
    workers: int, papers: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    code = (
        "import sys; from pathlib import Path; from papers import load_slow;"
        "from seqlab.documents.run import run, schedule; schedule.LOT_DOCUMENTS = 2;"
        f"run.simplify_folder(Path({str(papers)!r}), Path({str(out)!r}), workers={workers},"
        "load=load_slow)"
    )
    paths = [str(ROOT), str(Path(__file__).parent)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    manifest = out / ".seqlab" / "manifest.jsonl"
    chance = random.Random(workers)
    kills = 5  # with both parameters ten
    for _ in range(kills):
        done = _lines(manifest)
        process = subprocess.Popen([sys.executable, "-c", code], env=environment)
        wanted = done + chance.randint(0, 5)
        deadline = time.monotonic() + 60
        while process.poll() is None and _lines(manifest) <= wanted:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        time.sleep(chance.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "killed, not ended"
    assert 0 < _lines(manifest) < len(expected)
    with manifest.open("ab") as handle:
        handle.write(b'{"document": "torn')
    _wait_for_orphans(out)
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert tree(out) == expected
    assert not (out / ".seqlab" / "partial").exists()


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _wait_for_orphans(out: Path) -> None:
    """A worker ends with its parent, but not in the same instant."""
    time.sleep(0.2)


def test_a_worker_that_dies_is_replaced_and_its_killer_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = folder_of_papers(tmp_path / "in", 12)
    expected = simplify_folder(source, tmp_path / "whole", workers=0, load=load_quick)
    (source / "part1" / "deadly.txt").write_text("Deadly sentences kill the worker.")
    (source / "part1" / "once.txt").write_text("Once, they utilize it.")
    monkeypatch.setenv("SEQLAB_TEST_MARK", str(tmp_path / "mark"))
    summary = simplify_folder(source, tmp_path / "out", workers=2, load=load_deadly)
    assert summary.done == expected.done + 1
    assert summary.failed == expected.failed + 1
    reasons = dict(summary.failures)
    assert "its worker died 3 times (killed by SIGKILL)" in reasons["part1/deadly.txt"]
    found = tree(tmp_path / "out")
    assert found.pop("part1/once.txt") == b"Once, they use it."
    assert found == tree(tmp_path / "whole")


def test_workers_that_cannot_start_are_an_error(tmp_path: Path) -> None:
    source = folder_of_papers(tmp_path / "in", 1)
    with pytest.raises(SeqLabError, match="workers die before they are ready: ended with code 3"):
        simplify_folder(source, tmp_path / "out", workers=1, load=_exits)


def _exits(options: BatchOptions):
    os._exit(3)


def test_a_full_disk_ends_the_run_and_leaves_nothing_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "a.txt"
    path.write_text(HARD)
    monkeypatch.setattr(os, "fsync", full)
    job = Job("a.txt", path, tmp_path / "out" / "a.txt", 1)
    rules = Rules(ProtectedContent(), ("text",), tmp_path / "out" / ".seqlab")
    with pytest.raises(OutputError, match="No space left on device; free some space") as caught:
        list(simplify_lot(Lot((job,)), as_they_are, rules))
    assert "\n" not in str(caught.value)
    assert [one for one in (tmp_path / "out").rglob("*") if one.is_file()] == []


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_a_file_without_permission_fails_alone(tmp_path: Path) -> None:
    source = folder_of_papers(tmp_path / "in", 2)
    (source / "secret.txt").write_text(HARD)
    (source / "secret.txt").chmod(0)
    summary = simplify_folder(source, tmp_path / "out", workers=0, load=load_quick)
    assert "cannot be read: Permission denied" in dict(summary.failures)["secret.txt"]


def test_links_loops_and_unknown_files_are_passed_over(tmp_path: Path) -> None:
    source = folder_of_papers(tmp_path / "in", 1)
    (source / "loop").symlink_to(source)
    (source / "gone.txt").symlink_to(source / "nowhere.txt")
    (source / "link.txt").symlink_to(source / "part0" / "real")
    (source / "part0" / "real").write_text(HARD)
    (source / "picture.png").write_bytes(b"png")
    options = BatchOptions(copy_others=True)
    summary = simplify_folder(source, tmp_path / "out", options, workers=0, load=load_quick)
    assert summary.skips == [("loop", "a link to a folder")]
    assert "No such file" in dict(summary.failures)["gone.txt"]
    assert (tmp_path / "out" / "link.txt").read_text() == EASY
    assert (tmp_path / "out" / "picture.png").read_bytes() == b"png"
    plain = simplify_folder(source, tmp_path / "other", workers=0, load=load_quick)
    assert ("picture.png", "no known format") in plain.skips


def test_places_that_would_mix_are_refused(tmp_path: Path) -> None:
    source = folder_of_papers(tmp_path / "in", 1)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    for output, reason in (
        (source, "is the folder of the originals"),
        (source / "out", "lies inside the folder of the originals"),
        (tmp_path, "the folder of the originals lies inside it"),
        (tmp_path / "full", "holds files that no run wrote"),
        (source / "broken.txt", "is a file"),
    ):
        with pytest.raises(UsageError, match=reason):
            simplify_folder(source, output, workers=0, load=load_quick)
    with pytest.raises(SeqLabError, match="no such file or folder"):
        simplify_folder(tmp_path / "none", tmp_path / "out", workers=0, load=load_quick)


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    from seqlab.documents.run.manifest import locked

    source = folder_of_papers(tmp_path / "in", 1)
    with (
        locked(tmp_path / "out" / ".seqlab"),
        pytest.raises(UsageError, match="another run is writing to"),
    ):
        simplify_folder(source, tmp_path / "out", workers=0, load=load_quick)


def test_the_summary_tells_what_changed(papers: Path, tmp_path: Path) -> None:
    summary = simplify_folder(papers, tmp_path / "out", workers=0, load=load_quick)
    text = summary.text()
    assert "48 documents done, 1 failed, 0 skipped" in text
    assert "sentences changed (100%), in 48 documents" in text
    assert "grade level (FKGL)" in text
    assert "  broken.txt: line 1: not UTF-8: byte 0xff" in text
    assert "█" in text


def test_the_report_shows_each_document_side_by_side(papers: Path, tmp_path: Path) -> None:
    summary = simplify_folder(papers, tmp_path / "out", workers=0, load=load_quick)
    page = tmp_path / "report.html"
    write_folder_report(page, papers, tmp_path / "out", BatchOptions(), summary)
    text = page.read_text()
    assert text.count("<details") == 48
    assert "They <del>utilize</del> the <del>elegant </del>tower" in text
    assert "They <ins>use</ins> the tower" in text
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "<script" not in text


def test_the_default_model_on_the_command_line(tmp_path: Path, capsys) -> None:
    from seqlab import Simplifier

    sentence = (
        "The tower, which was built by the city in 1889, attracts many visitors every single year."
    )
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.txt").write_text(f"{sentence}\n\n{sentence}\n")
    (source / "b.html").write_text(f"<p>{sentence}</p>")
    options = ["--output", str(tmp_path / "out"), "--workers", "1"]
    report = ["--report", str(tmp_path / "r.html")]
    assert main(["simplify", str(source), *options, *report]) == 0
    assert "2 documents done, 0 failed" in capsys.readouterr().out
    simpler = Simplifier.load().simplify(sentence)
    assert simpler != sentence
    assert (tmp_path / "out" / "a.txt").read_text() == f"{simpler}\n\n{simpler}\n"
    assert (tmp_path / "out" / "b.html").read_text() == f"<p>{simpler}</p>"
    assert (tmp_path / "r.html").exists()
    records = [
        json.loads(line)
        for line in (tmp_path / "out" / ".seqlab" / "manifest.jsonl").read_text().splitlines()
    ]
    assert {record["state"] for record in records} == {"done"}
    assert all(len(record["source"]) == 64 and record["model"] for record in records)


def test_what_comes_out_does_not_depend_on_the_batch() -> None:
    from benchmarks.documents import articles
    from seqlab.documents.run.run import load_simplifier
    from seqlab.editing import text_sentences
    from seqlab.text import Document

    texts = [text for _, parts in articles()[:3] for text in parts]
    sentences = [
        one for text in texts for one in text_sentences(Document.parse(text), ProtectedContent())
    ][:24]
    simplify = load_simplifier(BatchOptions())
    together = simplify(sentences)
    assert together != [sentence.text for sentence in sentences]
    assert together == [simplify([sentence])[0] for sentence in sentences]
    assert together[:7] + together[7:] == simplify(sentences[:7]) + simplify(sentences[7:])


def test_wrong_commands_are_refused_in_a_line(tmp_path: Path, capsys) -> None:
    (tmp_path / "in").mkdir()
    assert main(["simplify", str(tmp_path / "in")]) == 2
    assert "name the folder for its outputs with --output DIR" in capsys.readouterr().err
    options = ["--output", str(tmp_path / "out")]
    assert main(["simplify", str(tmp_path / "in"), *options, "--explain"]) == 2
    assert main(["simplify", str(tmp_path / "in"), *options, "--strength", "3"]) == 2
    assert main(["simplify", str(tmp_path / "in"), *options, "--model", "none"]) == 2
    assert "no model folder none" in capsys.readouterr().err


def test_a_large_file_is_done_in_parts_and_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seqlab.documents.run import parts

    monkeypatch.setattr(parts, "PART_BYTES", 2000)
    source = tmp_path / "in"
    source.mkdir()
    texts = [f"{HARD} They utilize {number} towers.\n\n" for number in range(300)]
    (source / "a.txt").write_text("".join(texts))
    rows = [json.dumps({"n": number, "text": text.strip()}) for number, text in enumerate(texts)]
    (source / "b.jsonl").write_text("\n".join(rows))
    summary = simplify_folder(source, tmp_path / "out", workers=2, load=load_quick)
    assert (summary.done, summary.sentences) == (2, 1200)
    found = tree(tmp_path / "out")
    easy = [text.replace(HARD, EASY).replace("utilize", "use") for text in texts]
    assert found["a.txt"].decode() == "".join(easy)
    read = [json.loads(line) for line in found["b.jsonl"].decode().split("\n")]
    assert read == [{"n": number, "text": text.strip()} for number, text in enumerate(easy)]
    manifest = tmp_path / "out" / ".seqlab" / "manifest.jsonl"
    assert _lines(manifest) > 20
    assert not (tmp_path / "out" / ".seqlab" / "parts").exists()
    # As if killed in the middle: half of the parts have their records, the document has none.
    (tmp_path / "out" / "a.txt").unlink()
    monkeypatch.setattr(parts.Joining, "clean", lambda self: None)
    simplify_folder(source, tmp_path / "out", workers=0, load=load_quick)
    lines = manifest.read_bytes().splitlines(keepends=True)
    manifest.write_bytes(b"".join(lines[: -len(lines) // 4]))
    (tmp_path / "out" / "a.txt").unlink()
    monkeypatch.undo()
    monkeypatch.setattr(parts, "PART_BYTES", 2000)
    simplify_folder(source, tmp_path / "out", workers=0, load=load_quick)
    assert tree(tmp_path / "out") == found


def test_a_part_that_fails_fails_its_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seqlab.documents.run import parts

    monkeypatch.setattr(parts, "PART_BYTES", 1000)
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.txt").write_bytes(f"{HARD}\n\n".encode() * 200 + b"Caf\xe9.\n")
    summary = simplify_folder(source, tmp_path / "out", workers=0, load=load_quick)
    assert (summary.done, summary.failed) == (0, 1)
    assert "line 401: not UTF-8" in summary.failures[0][1]
    assert tree(tmp_path / "out") == {}
