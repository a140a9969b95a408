"""Every file in `configs/` is valid: `configs/COMMAND/**/NAME.yaml` holds options of COMMAND."""

from __future__ import annotations

import importlib
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml

from seqlab.options import option_parser, parse

CONFIGS = Path(__file__).resolve().parent.parent / "configs"
FILES = sorted(CONFIGS.rglob("*.yaml"))
# Experiments are no options of a command; tests/experiments/test_shipped.py runs each of them.
OF_COMMANDS = [path for path in FILES if "ablation" not in path.parts]


@pytest.mark.parametrize("path", OF_COMMANDS, ids=lambda path: str(path.relative_to(CONFIGS)))
def test_a_config_holds_only_options_that_its_command_knows(path: Path) -> None:
    command = path.relative_to(CONFIGS).parts[0]
    function = getattr(importlib.import_module(f"seqlab.commands.{command}"), command)
    parser = option_parser(command, function)
    given = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    # A config may leave to the command line what differs from run to run, such as `--out`.
    missing = [a.dest for a in parser._actions if a.required and a.dest not in given]
    parse(parser, ["--config", str(path), *(f"--{name}=x" for name in missing)])


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CONFIGS)))
def test_a_config_opens_with_a_line_that_says_what_it_is_for(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")


def test_configs_are_data_of_the_package() -> None:
    # tests/test_wheel.py builds the package and looks for them.
    settings = ConfigParser()  # a source distribution writes the file with other spaces
    settings.read(CONFIGS.parent / "setup.cfg", encoding="utf-8")
    assert settings["options.package_data"]["seqlab.configs"].split() == ["**/*.yaml"]
