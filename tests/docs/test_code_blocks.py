"""Every code block of the guides is run, or marked as output, data or not run, with the reason."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from markdown_it import MarkdownIt

from seqlab import cli
from seqlab.ablation import read_experiment
from seqlab.options import config_file, parse
from seqlab.web import read_study

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
# What a block may be: run, read as data, or shown.
RUN = {"python", "console"}
DATA = {"json", "yaml"}
SHOWN = {"text", "mermaid", "dockerfile", "nginx", "js"}
# Pages whose Python or commands take seconds; all others are run by `make test-slow`.
FAST_PYTHON = {"README.md", "annotation.md", "api.md", "editing.md", "recipes.md"}
# Other test files run the examples of these pages as doctests.
DOCTESTED = {"corpora.md", "evaluation.md"}
_NOT_RUN = re.compile(r"<!-- not run: (.+?) -->")


@dataclass(frozen=True)
class Block:
    """A fenced block: page, line, language, text, and why it is not run."""

    page: str
    line: int
    language: str
    text: str
    not_run: str


def blocks(page: Path) -> Iterator[Block]:
    why = ""
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        line = (token.map or [0])[0] + 1
        if token.type == "html_block" and (found := _NOT_RUN.search(token.content)):
            why = found[1]
        elif token.type in ("fence", "code_block"):
            yield Block(page.name, line, token.info.partition(" ")[0], token.content, why)
            why = ""
        elif token.type == "inline":
            why = ""


ALL = [block for page in PAGES for block in blocks(page)]


def commands(text: str) -> list[str]:
    """The commands of a console block, without their outputs."""
    joined = re.sub(r"\\\n\s*", " ", text)
    return [line[2:] for line in joined.splitlines() if line.startswith("$ ")]


def python_of(page: str) -> list[Block]:
    return [one for one in ALL if one.page == page and one.language == "python" and not one.not_run]


def console_of(page: str) -> list[Block]:
    return [
        one for one in ALL if one.page == page and one.language == "console" and not one.not_run
    ]


@pytest.mark.parametrize("block", ALL, ids=lambda one: f"{one.page}:{one.line}")
def test_a_block_says_what_it_is(block: Block) -> None:
    assert block.language in RUN | DATA | SHOWN, "give the block a language: text for output"
    if block.language == "console":
        assert commands(block.text), "a console block has commands, each after a `$ `"
    elif block.language == "json":
        for line in re.split(r"\n(?=\{)", block.text.strip()):
            json.loads(line)
    elif block.language == "yaml":
        assert isinstance(yaml.safe_load(block.text), dict)


def _seqlab_calls(line: str) -> Iterator[list[str]]:
    """The words of each call of `seqlab` in a line of shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    words: list[str] = []
    for word in [*lexer, ";"]:
        if set(word) <= set("|&;<>") and word:
            if words and words[0] == "seqlab":
                yield words[1:]
            words = []
        else:
            words.append(word)


LINES = [
    pytest.param(line, id=f"{block.page}:{block.line}")
    for block in ALL
    if block.language == "console"
    for line in commands(block.text)
    if "seqlab " in line
]


@pytest.mark.parametrize("line", LINES)
def test_every_command_of_the_guides_has_options_that_exist(line: str) -> None:
    for name, *argv in _seqlab_calls(line):
        parse(parser_of(name), argv)


@lru_cache
def parser_of(name: str) -> Any:
    return cli.command_parser(name)[1]


def test_a_wrong_option_would_be_found() -> None:
    from seqlab.errors import UsageError

    ((name, *argv),) = _seqlab_calls('seqlab simplify "a | b" --expain # why')
    with pytest.raises(UsageError, match="--explain"):
        parse(parser_of(name), argv)


def _prepare(folder: Path) -> None:
    """What a reader of the guides is supposed to have."""
    for name in ("corpora", "configs", "benchmarks", "docs"):
        (folder / name).symlink_to(ROOT / name)
    examples = ROOT / "docs" / "examples"
    for name in ("glossary.tsv", "keep.txt", "notice.md"):
        shutil.copy(examples / name, folder / name)
    articles = sorted((ROOT / "corpora/sample/articles").glob("*.0.txt"))[:2]
    (folder / "articles").mkdir()
    for path in articles:
        shutil.copy(path, folder / "articles")
    first = "\n\n".join(articles[0].read_text("utf-8").split("\n\n")[:3])
    for name in ("article.txt", "letter.txt", "text.txt"):
        (folder / name).write_text(first, encoding="utf-8")
    (folder / "sentences.txt").write_text("Dogs bark.\n", encoding="utf-8")
    (folder / "ours.tsv").write_text("purchase\tV\tbuy\talways\t\n", encoding="utf-8")
    from docx import Document

    letter = Document()
    letter.add_paragraph("Residents are requested to notify the council prior to building work.")
    (folder / "letters").mkdir()
    for path in (folder / "letters" / "letter.docx", folder / "letter.docx"):
        letter.save(str(path))


def _run_python(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from seqlab.evaluation.metrics.registry import METRICS

    _prepare(folder)
    monkeypatch.chdir(folder)
    # A recipe adds a metric, which must be gone again for whatever is tested next.
    monkeypatch.setitem(METRICS, "long-words", METRICS["fkgl"])
    text = (folder / "article.txt").read_text("utf-8")
    space: dict[str, object] = {"__name__": "__main__", "text": text}
    for block in python_of(page):
        code = compile("\n" * block.line + block.text, str(ROOT / "docs" / page), "exec")
        exec(code, space)


PYTHON_PAGES = sorted({one.page for one in ALL if python_of(one.page)} - DOCTESTED)


@pytest.mark.parametrize("page", sorted(FAST_PYTHON & set(PYTHON_PAGES)))
def test_python_of_a_guide(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _run_python(page, tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted(set(PYTHON_PAGES) - FAST_PYTHON))
def test_python_of_a_long_guide(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _run_python(page, tmp_path, monkeypatch)


def test_doctests_are_run_elsewhere() -> None:
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*_guide.py"))
    for block in ALL:
        if ">>>" in block.text:
            assert block.page in DOCTESTED
            assert doctest.DocTestParser().get_examples(block.text)
    for page in DOCTESTED:
        assert f'"{page}"' in tests


@pytest.fixture(scope="module")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several pages train and ablate the same: the second finds it done."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted({one.page for one in ALL if console_of(one.page)}))
def test_commands_of_a_guide(page: str, tmp_path: Path, shared_cache: Path) -> None:
    if page == "CONTRIBUTING.md":
        pytest.skip("make, pytest and benchmarks of the clone itself")
    folder, programs = tmp_path / "reader", tmp_path / "bin"
    folder.mkdir()
    programs.mkdir()
    _prepare(folder)
    (folder / "runs").mkdir()
    (folder / "runs" / "cache").symlink_to(shared_cache)
    seqlab = programs / "seqlab"
    seqlab.write_text(f'#!/bin/sh\nexec {sys.executable} {ROOT / "run.py"} "$@"\n')
    seqlab.chmod(0o755)
    lines = [line for block in console_of(page) for line in commands(block.text)]
    lines = [line for line in lines if not line.startswith("make ")]
    environment = {
        **os.environ,
        "PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "OMP_NUM_THREADS": "1",
        "SEQLAB_DATA": str(tmp_path / "none"),
    }
    script = "\n".join(["set -eo pipefail", *(f"echo {shlex.quote(f'$ {x}')}\n{x}" for x in lines)])
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, (done.stdout[-1500:], done.stderr[-1500:])


def test_the_experiment_of_the_recipes_is_one(tmp_path: Path) -> None:
    (text,) = (one.text for one in ALL if one.page == "recipes.md" and "variants:" in one.text)
    path = tmp_path / "my_aligners.yaml"
    path.write_text(text, encoding="utf-8")
    experiment = read_experiment(path, config_file("sample", "ablation/base"))
    assert list(experiment.variants) == ["light", "exact"]


def test_the_study_of_the_recipes_is_one(tmp_path: Path) -> None:
    (text,) = (one.text for one in ALL if one.page == "recipes.md" and "form: direct" in one.text)
    path = tmp_path / "study.yaml"
    path.write_text(text, encoding="utf-8")
    assert read_study(path).raters == 2
