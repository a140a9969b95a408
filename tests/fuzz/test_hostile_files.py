"""Every hostile file of the corpus ends as it should, and the run goes on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from benchmarks.reliability.hostile_files import cases, write_corpus
from seqlab.documents import simplify_folder

LARGE = ("gz/bomb", "docx/paragraphs", "epub/bomb", "html/tags", "text/long-line", "text/one-word")


def quick(options: object):
    return lambda sentences: [one.text.replace("utilize", "use") for one in sentences]


def check(source: Path, out: Path) -> None:
    corpus = write_corpus(source)
    summary = simplify_folder(source, out, workers=0, load=quick)
    lines = (out / ".seqlab" / "manifest.jsonl").read_text().splitlines()
    records = {one["document"]: one for one in map(json.loads, lines)}
    wrong = {}
    for name, case in corpus.items():
        record = records.get(name, {"state": "skipped", "error": dict(summary.skips).get(name, "")})
        if record["state"] != case.state or case.reason not in record["error"]:
            wrong[name] = (case.state, case.reason, record["state"], record["error"][:200])
        assert "\n" not in record["error"].replace(name, "")
    assert wrong == {}
    assert not Path("/tmp/seqlab-ran-code").exists()


def test_the_small_files_of_the_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks.reliability import hostile_files

    small = [case for case in cases() if not case.name.startswith(LARGE)]
    monkeypatch.setattr(hostile_files, "cases", lambda: iter(small))
    check(tmp_path / "in", tmp_path / "out")


@pytest.mark.fuzz
def test_the_whole_corpus(tmp_path: Path) -> None:
    check(tmp_path / "in", tmp_path / "out")
    shutil.rmtree(tmp_path / "in")
