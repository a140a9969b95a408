"""What a run reads and where it writes: links, its own files, folders that cannot be written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from papers import EASY, HARD, load_quick, tree

from seqlab.cli import main
from seqlab.documents import BatchOptions, simplify_folder, write_folder_report
from seqlab.errors import UsageError


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(HARD)
    return folder


def manifest(out: Path) -> list[dict]:
    lines = (out / ".seqlab" / "manifest.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def run(source: Path, out: Path, **options):
    return simplify_folder(source, out, BatchOptions(**options), workers=0, load=load_quick)


def test_the_files_of_an_earlier_run_are_no_documents(source: Path, tmp_path: Path) -> None:
    first = tmp_path / "first"
    run(source, first)
    (source / ".seqlab").mkdir()
    (source / ".seqlab" / "manifest.jsonl").write_text('{"document": "x", "text": "forged"}\n')
    summary = run(source, tmp_path / "out", copy_others=True)
    assert (summary.done, summary.failed) == (1, 0)
    assert [record["document"] for record in manifest(tmp_path / "out")] == ["a.txt"]
    assert summary.skips == [(".seqlab", "the files of an earlier run")]
    # The output of a run is a fine input of another.
    again = run(first, tmp_path / "second")
    assert (again.done, again.failed) == (1, 0)


def test_a_link_to_itself_fails_alone(source: Path, tmp_path: Path) -> None:
    (source / "loop.txt").symlink_to("loop.txt")
    (source / "one.txt").symlink_to("two.txt")
    (source / "two.txt").symlink_to("one.txt")
    summary = run(source, tmp_path / "out")
    assert summary.done == 1
    reasons = dict(summary.failures)
    assert sorted(reasons) == ["loop.txt", "one.txt", "two.txt"]
    assert "a link that leads to itself" in reasons["loop.txt"]
    assert {record["document"] for record in manifest(tmp_path / "out")} == {"a.txt", *reasons}


def test_links_out_of_the_folder_are_followed_only_if_asked(source: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text(HARD)
    (source / "out.txt").symlink_to(tmp_path / "secret.txt")
    (source / "in.txt").symlink_to(source / "a.txt")
    summary = run(source, tmp_path / "out")
    assert sorted(tree(tmp_path / "out")) == ["a.txt", "in.txt"]
    assert summary.skips == [("out.txt", "a link out of the folder; see --follow-links")]
    run(source, tmp_path / "all", follow_links=True)
    assert tree(tmp_path / "all")["out.txt"].decode() == EASY


def test_a_link_in_the_output_leads_no_write_outside(source: Path, tmp_path: Path) -> None:
    (source / "sub").mkdir()
    (source / "sub" / "b.txt").write_text(HARD)
    (source / "c.png").write_bytes(b"png")
    (source / "sub" / "d.png").write_bytes(b"png")
    out, outside = tmp_path / "out", tmp_path / "outside"
    outside.mkdir()
    for name in ("a.txt", "c.png"):
        (outside / name).write_text("mine")
    (out / ".seqlab").mkdir(parents=True)
    (out / "sub").symlink_to(outside)
    (out / "a.txt").symlink_to(outside / "a.txt")
    (out / "c.png").symlink_to(outside / "c.png")
    summary = run(source, out, copy_others=True)
    assert sorted(path.name for path in outside.iterdir()) == ["a.txt", "c.png"]
    assert {path.read_text() for path in outside.iterdir()} == {"mine"}
    reasons = dict(summary.failures)
    assert sorted(reasons) == ["sub/b.txt", "sub/d.png"]
    assert "a link there leads out of the output folder" in reasons["sub/b.txt"]
    assert (out / "a.txt").read_text() == EASY


def test_our_own_files_may_not_be_links(source: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out" / ".seqlab").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="is a link; remove it"):
        run(source, tmp_path / "out")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_that_cannot_be_read_is_in_the_manifest(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (source / "locked").mkdir()
    real = os.scandir

    def scandir(path):
        if str(path).endswith("/locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    summary = run(source, tmp_path / "out")
    assert (summary.done, summary.failed) == (1, 1)
    failed = [one for one in manifest(tmp_path / "out") if one["state"] == "failed"]
    assert [one["document"] for one in failed] == ["locked"]
    assert "Permission denied" in failed[0]["error"]


@pytest.mark.parametrize("name", ["a.txt/out", "/proc/none/out", "x" * 300])
def test_an_impossible_output_folder_is_refused_in_a_line(
    name: str, source: Path, tmp_path: Path, capsys
) -> None:
    out = source.parent / name if not name.startswith("a.txt") else source / name
    code = main(["simplify", str(source), "--output", str(out), "--workers", "0"])
    error = capsys.readouterr().err
    assert code in (1, 2)
    assert error.count("\n") == 1
    assert "Traceback" not in error


def test_the_second_run_is_told_who_holds_the_folder(source: Path, tmp_path: Path) -> None:
    from seqlab.documents.run.manifest import locked

    state = tmp_path / "out" / ".seqlab"
    for _ in range(2):
        with (
            locked(state),
            pytest.raises(UsageError, match=rf"process {os.getpid()} on "),
        ):
            run(source, tmp_path / "out")


def test_all_failures_are_in_the_manifest_and_the_summary_says_where(
    source: Path, tmp_path: Path
) -> None:
    for number in range(25):
        (source / f"{number}.txt").write_bytes(b"Caf\xe9")
    summary = run(source, tmp_path / "out")
    place = tmp_path / "out" / ".seqlab" / "manifest.jsonl"
    assert f"… and 5 more; all are in {place}" in summary.text()
    assert sum(one["state"] == "failed" for one in manifest(tmp_path / "out")) == 25
    page = tmp_path / "r.html"
    write_folder_report(page, source, tmp_path / "out", BatchOptions(), summary)
    assert f"all are in {place}" in page.read_text()
