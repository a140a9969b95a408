"""The command line: options from YAML and flags, and one-line errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab import cli
from seqlab.errors import DataError


def shout(
    text: str, times: int = 1, level_pairs: str = "all", out: Path | None = None, loud: bool = False
) -> None:
    """Print a text.

    Args:
        text: what to print.
        times: how often.
        level_pairs: which.
        out: where to.
        loud: in capitals.
    """
    if text == "bad":
        raise DataError("a.txt", "is bad", line=3, value="x", fix="mend it")
    print((text.upper() if loud else text) * times, level_pairs)


@pytest.fixture(autouse=True)
def _shout_is_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    module = type("module", (), {"shout": staticmethod(shout)})
    monkeypatch.setattr(cli, "commands", lambda: {"shout": "Print a text."})
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: module)


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
    cli.main(["shout", "a", "--out", str(tmp_path / "x.jsonl")])
    assert "text: a" in (tmp_path / "x.jsonl.config.yaml").read_text()
    cli.main(["shout", "a", "--out", str(tmp_path / "folder")])
    assert "text: a" in (tmp_path / "folder" / "config.yaml").read_text()


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


def test_a_wrong_key_in_yaml_names_the_nearest_option(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "shout.yaml"
    config.write_text("text: b\ntimez: 2\n")
    code, _, err = run(capsys, "shout", "--config", str(config))
    assert code == 2
    assert "timez" in err
    assert "times" in err
    assert err.count("\n") == 1


def test_bad_data_names_file_line_value_and_fix(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "shout", "bad")
    assert code == 1
    assert err == "seqlab shout: error: a.txt, line 3: is bad (got 'x'); mend it\n"
