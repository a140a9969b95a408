"""The command line: options from YAML and flags, and one-line errors."""

from __future__ import annotations

import errno
import io
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from seqlab import cli, options
from seqlab.errors import DataError

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Voice:
    """How it sounds.

    Args:
        pitch: how high.
    """

    pitch: int = 1


def shout(
    text: str,
    times: int = 1,
    level_pairs: str = "all",
    out: Path | None = None,
    loud: bool = False,
    speed: float | None = None,
    voice: Voice = Voice(),  # noqa: B008
) -> None:
    """Print a text.

    Args:
        text: what to print.
        times: how often.
        level_pairs: which.
        out: where to.
        loud: in capitals.
        speed: words per second.
        voice: whose.
    """
    if text == "bad":
        raise DataError("a.txt", "is bad", line=3, value="x", fix="fix it")
    if out is not None and text == "folder":
        out.mkdir()
    elif out is not None:
        out.write_text(text)
    print((text.upper() if loud else text) * times, level_pairs)


@pytest.fixture(autouse=True)
def _shout_is_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    module = type("module", (), {"shout": staticmethod(shout)})
    monkeypatch.setattr(cli, "command_names", lambda: ["shout"])
    monkeypatch.setitem(sys.modules, "seqlab.commands.shout", module)


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = cli.main(argv)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_required_options_may_be_given_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "shout", "a", "--times", "3") == (0, "aaa all\n", "")


def test_options_are_written_with_dashes_or_underscores(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(capsys, "shout", "a", "--level-pairs=x")[1] == "a x\n"
    assert run(capsys, "shout", "a", "--level_pairs", "x")[1] == "a x\n"


def test_a_switch_needs_no_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "shout", "a", "--loud")[1] == "A all\n"
    assert run(capsys, "shout", "--loud", "a")[1] == "A all\n"
    assert run(capsys, "shout", "a", "--loud", "false")[1] == "a all\n"
    assert run(capsys, "shout", "a", "--loud=true", "--no-loud")[1] == "a all\n"


def test_help_shows_what_must_be_given_and_every_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "shout", "--help")
    assert code == 0
    assert out.startswith("usage: seqlab shout TEXT [options]\n\nPrint a text.\n")
    assert "--level-pairs TEXT" in out
    assert "(default: all)" in out


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        (int, "N"),
        (Path | None, "PATH"),
        (str | list[str] | None, "A,B,..."),
        (tuple[int, int, int], "N,N,..."),
        (tuple[str, str] | None, "A,B"),
        (Literal["a", "b"], "{a,b}"),
        (list[Literal["a", "b"]] | None, "{a,b}"),
        (dict[str, Any], "{KEY: VALUE}"),
    ],
    ids=str,
)
def test_help_names_what_an_option_takes(kind: Any, shown: str) -> None:
    assert options._type_name(kind) == shown


@pytest.mark.parametrize(
    ("option", "given", "values"),
    [
        ("words", "a, b", ["a", "b"]),
        ("words", "5", ["5"]),
        ("words", "[a, b]", ["a", "b"]),
        ("numbers", "5,6", [5, 6]),
        ("numbers", "[5]", [5]),
    ],
)
def test_lists_need_no_brackets(option: str, given: str, values: list[Any]) -> None:
    def take(words: tuple[str, ...] = (), numbers: list[int] | None = None) -> None:
        """Take lists."""

    parser = options.option_parser("take", take)
    for argv in (f"--{option}={given}",), (f"--{option}", given):
        assert list(options.parse(parser, argv)[option]) == values


def test_yaml_gives_options_and_the_command_line_overrides_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "shout.yaml"
    config.write_text("text: b\ntimes: 2\n")
    assert run(capsys, "shout", "--config", str(config))[1] == "bb all\n"
    assert run(capsys, "shout", "--config", str(config), "--times", "1")[1] == "b all\n"


def test_print_config_shows_the_resolved_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["shout", "a", "--times", "4", "--print-config"])
    assert stop.value.code == 0
    assert "times: 4" in capsys.readouterr().out


def test_the_resolved_configuration_is_saved_beside_the_output(tmp_path: Path) -> None:
    for file in ("x.jsonl", "no_ending"):
        cli.main(["shout", "a", "--out", str(tmp_path / file)])
        assert "text: a" in (tmp_path / f"{file}.config.yaml").read_text()
    cli.main(["shout", "folder", "--out", str(tmp_path / "made.v1")])
    assert "text: folder" in (tmp_path / "made.v1" / "config.yaml").read_text()


def test_a_failed_run_leaves_no_configuration(tmp_path: Path) -> None:
    assert cli.main(["shout", "bad", "--out", str(tmp_path / "x.jsonl")]) == 1
    assert not list(tmp_path.iterdir())


def test_a_terminal_that_lacks_a_sign_gets_a_question_mark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert cli.main(["shout", "→"]) == 0
    sys.stdout.flush()
    assert written.getvalue() == b"? all\n"


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        (["shout", "a", "--tims", "3"], ["--tims", "'3'", "--times"]),
        (["shout", "a", "--times", "many"], ["times", "many", "int"]),
        (["shout"], ["text"]),
        (["shut"], ["shut", "shout"]),
        (["shout", "a", "b", "c", "d", "e", "f"], ["e"]),
        (["shout", "a", "--config", "nowhere.yaml"], ["nowhere.yaml"]),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], argv: list[str], parts: list[str]
) -> None:
    code, out, err = run(capsys, *argv)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    for part in parts:
        assert part in err


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"text: b\ntimez: 2\n", ["'timez' (value 2)", "times?"]),
        (b"text: b\nvoice:\n  ptich: 2\n", ["'voice.ptich' (value 2)", "voice.pitch?"]),
        (b"text: b\nvoice: 5\n", ["voice", "5"]),
        (b"text: caf\xe9\n", ["line 1", "not UTF-8"]),
        (b"text: [b\n", ["not YAML", "line 1"]),
        (b"- b\n", ["holds no options"]),
        (b"", ["holds no options"]),
        (b"text: b\ntimes: many\n", ["times", "many", "an int"]),
        (b"text: b\nspeed: fast\n", ["speed: Expected a float. Got value: fast"]),
    ],
)
def test_a_wrong_configuration_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, parts: list[str]
) -> None:
    config = tmp_path / "shout.yaml"
    config.write_bytes(content)
    code, out, err = run(capsys, "shout", "--config", str(config))
    assert (code, out, err.count("\n")) == (2, "", 1)
    for part in parts:
        assert part in err


def test_bad_data_names_file_line_value_and_fix(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "shout", "bad")
    assert code == 1
    assert err == "seqlab shout: error: a.txt, line 3: is bad (got 'x'); fix it\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_the_output_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "run.py", "corpora", "formats"],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "seqlab corpora: error: the disk that the output goes to is full\n"


def test_a_place_that_may_not_be_written_is_told_in_a_line(
    capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(name: str, argv: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", "/out/model")

    monkeypatch.setattr(cli, "run_command", refused)
    assert cli.main(["train", "a", "b"]) == 1
    assert capsys.readouterr().err == (
        "seqlab train: error: /out/model: Permission denied; choose another location\n"
    )
