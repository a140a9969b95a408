"""The command line: finds the command, resolves its configuration, and reports errors in a line."""

from __future__ import annotations

import ast
import difflib
import importlib
import io
import pkgutil
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import Any

import seqlab
from seqlab.errors import DataWarning, SeqLabError, UsageError
from seqlab.files import atomic_write

# Configs by short name (`--config align/onestop`) are found in a clone and in an installed package.
CONFIG_FOLDERS = (
    Path("configs"),
    Path(__file__).resolve().parent.parent / "configs",
    Path(__file__).resolve().parent / "configs",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 done, 1 the data or work failed, 2 wrong usage."""
    argv = list(sys.argv[1:] if argv is None else argv)
    name = argv[0] if argv else "--help"
    if name in ("-h", "--help", "help"):
        print(overview())
        return 0
    if name == "--version":
        print(f"seqlab {seqlab.__version__}")
        return 0
    try:
        with warnings.catch_warnings(), _one_line_warnings(name):
            return run_command(name, argv[1:])
    except UsageError as error:
        return _fail(name, error, 2)
    except SeqLabError as error:
        return _fail(name, error, 1)
    except KeyboardInterrupt:
        return _fail(name, "interrupted", 130)
    except BrokenPipeError:
        # The reader (`| head`) has what it wants. Python would still complain at shutdown.
        sys.stdout = io.StringIO()
        return 0


def commands() -> dict[str, str]:
    """Every command's name with its one-line description, read without importing it."""
    folder = Path(__file__).resolve().parent / "commands"
    found = {}
    for module in pkgutil.iter_modules([str(folder)]):
        source = (folder / f"{module.name}.py").read_text(encoding="utf-8")
        found[module.name] = (ast.get_docstring(ast.parse(source)) or "").split("\n")[0]
    return found


def overview() -> str:
    """What `seqlab --help` prints."""
    lines = ["usage: seqlab COMMAND [options]", "", seqlab.__doc__ or "", "", "commands:"]
    lines += [f"  {name:<10} {summary}" for name, summary in commands().items()]
    lines += ["", "`seqlab COMMAND --help` lists a command's options."]
    return "\n".join(lines)


def run_command(name: str, argv: Sequence[str]) -> int:
    """Parse the options of command `name`, save the resolved configuration, and run it."""
    known = commands()
    if name not in known:
        raise UsageError(f"no command {name!r}{_nearest(name, known)}")
    module = importlib.import_module(f"seqlab.commands.{name}")
    function: Callable[..., int | None] = getattr(module, name)
    parser = _parser(name, function)
    values = _parse(parser, _with_resolved_configs(argv))
    arguments = parser.instantiate_classes(values)
    del arguments["config"]
    if arguments.get("out") is not None:
        _save_config(parser, values, Path(arguments["out"]))
    return function(**arguments) or 0


def _parser(name: str, function: Callable[..., Any]) -> Any:
    from jsonargparse import ArgumentParser, set_parsing_settings

    # The required options may also be given in order, without their names.
    set_parsing_settings(parse_optionals_as_positionals=True)
    parser = ArgumentParser(
        prog=f"seqlab {name}",
        exit_on_error=False,
        print_config="--print-config",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--config", action="config", help="YAML file of options; the command line overrides it."
    )
    parser.add_function_arguments(function)
    return parser


def _parse(parser: Any, argv: Sequence[str]) -> Any:
    from jsonargparse import ArgumentError

    _refuse_unknown_options(parser, argv)
    try:
        with redirect_stderr(io.StringIO()):
            return parser.parse_args(argv)
    except ArgumentError as error:
        raise UsageError(_explained(str(error), _option_names(parser), argv)) from None


def _refuse_unknown_options(parser: Any, argv: Sequence[str]) -> None:
    """The parser itself would take a misspelt option for the value of a required one."""
    for index, argument in enumerate(argv):
        option, equals, value = argument.partition("=")
        # `--levels+=x` adds to a list.
        known = option.rstrip("+") in parser._option_string_actions
        if argument.startswith("--") and len(option) > 2 and not known:
            value = value if equals else next(iter(argv[index + 1 :]), "")
            raise UsageError(
                f"no option {option} (value {value!r})"
                f"{_nearest(option[2:], _option_names(parser), '--')}"
            )


def _option_names(parser: Any) -> list[str]:
    return [
        action.dest
        for action in parser._actions
        if action.dest not in ("help", "print-config", "print_config")
    ]


def _explained(message: str, options: Sequence[str], argv: Sequence[str]) -> str:
    """jsonargparse's message as one line that names the key, the value and the nearest name."""
    line = " ".join(message.split())
    if unknown := re.search(r"unrecognized arguments: (.+)", line):
        first, _, rest = unknown.group(1).partition(" ")
        if not first.startswith("-"):
            return f"unexpected argument {first!r}; see --help"
        key, _, value = first.lstrip("-").partition("=")
        value = value or rest.split(" ")[0]
        return f"no option --{key} (value {value!r}){_nearest(key, options, '--')}"
    if unknown := re.search(
        r"(?:Option|[Kk]ey) ['\"]([\w.\-]+)['\"] is not (?:accepted|expected)", line
    ):
        key = unknown.group(1)
        return f"no option {key!r} in the configuration{_nearest(key, options)}"
    if typed := re.search(r'[Kk]ey "([\w.\-]+)": (.+)', line):
        return f"option {typed.group(1)}: {_plain_types(typed.group(2))}"
    return line


def _plain_types(text: str) -> str:
    text = re.sub(r"<class '(?:\w+\.)*(\w+)'>", r"\1", text)
    return text.replace("typing.", "")


def _nearest(name: str, known: Any, prefix: str = "") -> str:
    close = difflib.get_close_matches(name.replace("-", "_"), list(known), n=1, cutoff=0.5)
    if close:
        return f"; did you mean {prefix}{close[0]}?"
    return f"; known: {', '.join(prefix + option for option in known)}"


def _with_resolved_configs(argv: Sequence[str]) -> list[str]:
    """`--level-pairs` spelled as the parser knows it, and configs by short name made paths."""
    resolved: list[str] = []
    for index, argument in enumerate(argv):
        if argument.startswith("--") and not argument.startswith("--print-config"):
            option, equals, value = argument.partition("=")
            argument = "--" + option[2:].replace("-", "_") + equals + value
            if argument.startswith("--config="):
                argument = "--config=" + _config_path(value)
        elif index and argv[index - 1] == "--config":
            argument = _config_path(argument)
        resolved.append(argument)
    return resolved


def _config_path(name: str) -> str:
    if Path(name).is_file():
        return name
    for folder in CONFIG_FOLDERS:
        for candidate in (folder / name, folder / f"{name}.yaml"):
            if candidate.is_file():
                return str(candidate)
    raise UsageError(f"no configuration file {name!r} here or in configs/")


def _save_config(parser: Any, values: Any, out: Path) -> None:
    """Beside a file `x.jsonl` goes `x.jsonl.config.yaml`; into a folder goes `config.yaml`."""
    target = out.with_name(out.name + ".config.yaml") if out.suffix else out / "config.yaml"
    with atomic_write(target) as handle:
        handle.write(f"# seqlab {seqlab.__version__}, {parser.prog}\n")
        handle.write(parser.dump(values, skip_none=False))


@contextmanager
def _one_line_warnings(name: str) -> Iterator[None]:
    """Every `DataWarning` becomes one line on stderr; other warnings stay as they are."""
    usual = warnings.formatwarning

    def line(message: Warning | str, category: type[Warning], *place: Any) -> str:
        if issubclass(category, DataWarning):
            return f"seqlab {name}: warning: {' '.join(str(message).split())}\n"
        return usual(message, category, *place)

    warnings.simplefilter("always", DataWarning)
    warnings.formatwarning = line  # type: ignore[assignment]
    try:
        yield
    finally:
        warnings.formatwarning = usual


def _fail(name: str, error: object, code: int) -> int:
    line = " ".join(str(error).split())
    print(f"seqlab {name}: error: {line}", file=sys.stderr)
    return code
