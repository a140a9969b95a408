"""Options of a command, made from its signature: parsing, one-line errors and the help page."""

from __future__ import annotations

import io
import json
import re
import textwrap
from argparse import SUPPRESS
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr
from importlib.resources import files
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from seqlab.errors import UsageError, nearest
from seqlab.files import read_mapping

HELP_COLUMN = 26
HELP_WIDTH = 96


def config_folders() -> list[Path]:
    """Where a config is looked for by its short name (`--config align/onestop`).

    Installed, the shipped ones are data of the package; in a clone they lie beside it.
    """
    package = Path(str(files("seqlab")))
    beside = package.parent if (package.parent / "setup.cfg").is_file() else package
    return [Path("configs"), beside / "configs"]


def option_parser(name: str, function: Callable[..., Any]) -> Any:
    """A jsonargparse parser of the options that `function` takes."""
    from jsonargparse import ArgumentParser, set_parsing_settings

    # The required options may also be given in order, without their names.
    set_parsing_settings(parse_optionals_as_positionals=True)
    parser = ArgumentParser(
        prog=f"seqlab {name}",
        exit_on_error=False,
        print_config="--print-config",
        allow_abbrev=False,
        description=(function.__doc__ or "").strip().split("\n")[0],
    )
    parser.add_argument(
        "--config", action="config", help="YAML file of options; the command line overrides it."
    )
    parser.add_function_arguments(function)
    return parser


def parse(parser: Any, argv: Sequence[str]) -> Any:
    """The values of all options, from YAML and `argv`; `UsageError` if anything is wrong."""
    from jsonargparse import ArgumentError

    spelled = list(_spelled(parser, argv))
    _refuse_unknown_options(parser, spelled)
    try:
        with redirect_stderr(io.StringIO()):
            return parser.parse_args(spelled)
    except ArgumentError as error:
        raise UsageError(_explained(str(error), _names(parser))) from None


def usage(parser: Any, examples: Sequence[str] = ()) -> str:
    """The help page of a command, which begins with its examples."""
    required = [action.dest.upper() for action in parser._actions if action.required]
    lines = [*(f"  {line}" for line in examples)]
    if lines:
        lines = ["example:" if len(lines) == 1 else "examples:", *lines, ""]
    lines += [f"usage: {parser.prog} {' '.join([*required, '[options]'])}", "", parser.description]
    for title, actions in option_groups(parser):
        lines += ["", f"{title}:"]
        for action in actions:
            lines += _hanging(*option_help(action))
    lines += ["", "general:"]
    lines += _hanging("--config FILE", "YAML file of options; the command line overrides it.")
    lines += _hanging("--print-config", "Show the resolved options and exit.")
    return "\n".join(lines)


def option_groups(parser: Any) -> Iterator[tuple[str, list[Any]]]:
    """The options of a command as its help page groups them."""
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if _is_option(action)]
        if actions:
            # jsonargparse titles the function's own options with its docstring, shown already.
            own = group.title in ("options", parser.description.rstrip("."))
            yield "options" if own else group.title, actions


def _names(parser: Any) -> list[str]:
    return ["config", *(action.dest for action in parser._actions if _is_option(action))]


def _is_option(action: Any) -> bool:
    # `--options FILE`, which loads one group of options, would only crowd the page.
    return hasattr(action, "_typehint") and action.default != SUPPRESS


def option_help(action: Any) -> tuple[str, str]:
    """An option as the help page writes it, with what it takes, and what it is."""
    flag = "--" + action.dest.replace("_", "-")
    kind = action._typehint
    if kind is not bool:
        flag += f" {_type_name(kind)}"
    text = " ".join((action.help or "").split())
    default = action.default
    if action.required:
        text += " Required; can be given without its name, in this order."
    elif default or (default is not False and default == 0):
        off = f"; --no-{action.dest.replace('_', '-')} turns it off" if default is True else ""
        several = isinstance(default, list | tuple)
        shown = "on" if default is True else ",".join(map(str, default)) if several else default
        text += f" (default: {shown}{off})"
    return flag, text


def _hanging(flag: str, text: str) -> list[str]:
    wrapped = textwrap.wrap(text, HELP_WIDTH - HELP_COLUMN, break_on_hyphens=False) or [""]
    if len(flag) > HELP_COLUMN - 4:
        return [f"  {flag}", *(" " * HELP_COLUMN + line for line in wrapped)]
    first = f"  {flag:<{HELP_COLUMN - 2}}{wrapped[0]}"
    return [first, *(" " * HELP_COLUMN + line for line in wrapped[1:])]


def _type_name(kind: Any) -> str:
    """What stands for the value of an option on the help page: `N`, `PATH`, `A,B,...`, `{a,b}`."""
    origin, arguments = get_origin(kind), [one for one in get_args(kind) if one is not NoneType]
    if origin in (Union, UnionType):
        # Of a single value or several the list says more.
        return _type_name(arguments[-1])
    if origin is Literal:
        return "{" + ",".join(map(str, arguments)) + "}"
    if origin in (list, tuple) and arguments:
        names = [_type_name(one) for one in arguments if one is not Ellipsis]
        if names[0].startswith("{"):
            return names[0]
        letters = ["A", "B"] if names[0] == "TEXT" else names[:1] * 2
        return ",".join(letters) if len(names) == 2 else ",".join([*letters, "..."])
    if origin is dict:
        return "{KEY: VALUE}"
    return {"Path": "PATH", "str": "TEXT", "int": "N", "float": "X"}.get(kind.__name__, "VALUE")


def _plain_types(text: str) -> str:
    text = re.sub(r"<class '(?:\w+\.)*(\w+)'>", r"\1", text)
    return text.replace("typing.", "").replace("pathlib.", "")


def _spelled(parser: Any, argv: Sequence[str]) -> Iterator[str]:
    """`argv` as the parser knows it.

    Options with underscores, switches with a value (`--view`, `--no-view`), configs as paths, and
    lists with their brackets (`--keep a,b`).
    """
    switches = {a.dest for a in parser._actions if getattr(a, "_typehint", None) is bool}
    lists = {
        action.dest: item
        for action in parser._actions
        if (item := _item_type(getattr(action, "_typehint", None))) is not None
    }
    for index, argument in enumerate(argv):
        if argument.startswith("--print-config") or not argument.startswith("--"):
            before = argv[index - 1] if index else ""
            if before == "--config":
                yield _config_file(argument, parser)
            elif before.startswith("--") and (key := before[2:].replace("-", "_")) in lists:
                yield _bracketed(argument, lists[key])
            else:
                yield argument
            continue
        option, equals, value = argument.partition("=")
        name = option[2:].replace("-", "_")
        if name == "config" and equals:
            value = _config_file(value, parser)
        if name.startswith("no_") and name[3:] in switches and not equals:
            yield f"--{name[3:]}=false"
            continue
        following = argv[index + 1] if index + 1 < len(argv) else ""
        if name in switches and not equals and following.lower() not in ("true", "false"):
            equals, value = "=", "true"
        if name in lists and equals:
            value = _bracketed(value, lists[name])
        yield f"--{name}{equals}{value}"


def _item_type(kind: Any) -> Any:
    """What the values are of an option that takes a list or tuple of them; else None."""
    if get_origin(kind) in (Union, UnionType):
        kinds = [one for one in get_args(kind) if one is not NoneType]
        return _item_type(kinds[0]) if len(kinds) == 1 else None
    return get_args(kind)[0] if get_origin(kind) in (tuple, list) else None


def _bracketed(value: str, item: Any) -> str:
    """`a,b` as the list that it means."""
    value = value.strip()
    if value.startswith(("[", "(")) or not value:
        return value
    if item in (int, float):
        return f"[{value}]"
    return json.dumps([word.strip() for word in value.split(",")], ensure_ascii=False)


def _config_file(name: str, parser: Any) -> str:
    """Path of the configuration `name`, all of whose keys are options."""
    path, options = str(config_file(name)), _names(parser)
    content = read_mapping(path)
    for key, value in _keys(content, options):
        if key not in options:
            raise UsageError(f"{path}: no option {key!r} (value {value!r}){nearest(key, options)}")
    return path


def _keys(content: Mapping, options: Sequence[str], group: str = "") -> Iterator[tuple[str, Any]]:
    """Every key with its value, those of a group of options as `group.key`."""
    for key, value in content.items():
        name = f"{group}{key}"
        is_group = name not in options and any(o.startswith(f"{name}.") for o in options)
        if is_group and isinstance(value, Mapping):
            yield from _keys(value, options, f"{name}.")
        else:
            yield name, value


def config_file(name: str, folder: str = "") -> Path:
    """The configuration file called `name`: a path, or one in `folder` of the shipped configs."""
    names = (name, f"{name}.yaml")
    for path in (Path(name), *(place / folder / n for place in config_folders() for n in names)):
        if path.is_file():
            return path
    raise UsageError(f"no configuration file {name!r} here or in configs/{folder}")


def _refuse_unknown_options(parser: Any, argv: Sequence[str]) -> None:
    """The parser itself would take a misspelt option for the value of a required one."""
    for index, argument in enumerate(argv):
        option, equals, value = argument.partition("=")
        # `--levels+=x` adds to a list.
        known = option.rstrip("+") in parser._option_string_actions
        if argument.startswith("--") and len(option) > 2 and not known:
            value = value if equals else next(iter(argv[index + 1 :]), "")
            hint = nearest(option[2:], _names(parser), "--")
            raise UsageError(f"no option {option} (value {value!r}){hint}")


def _explained(message: str, options: Sequence[str]) -> str:
    """jsonargparse's message as one line that names the key, the value and the nearest name."""
    line = " ".join(message.split())
    if unexpected := re.search(r"unrecognized arguments: (\S+)", line):
        return f"unexpected argument {unexpected.group(1)!r}; see --help"
    if unknown := re.search(r"Group '([\w.]+)' does not accept option '([\w.\-]+)'", line):
        key = ".".join(unknown.groups())
        return f"no option {key!r}{nearest(key, options)}"
    if typed := re.search(r'[Kk]ey "([\w.\-]+)": (.+)', line):
        said = re.sub(r"Literal\[(.+?)\]", r"value among \1", _plain_types(typed.group(2)))
        said = re.sub(
            r"Does not .* Subtypes: \[(.+?)(?:, NoneType)?\] Errors: .* Given value: (.*)",
            r"Expected a \1. Got value: \2",
            said,
        ).replace("a int.", "an int.")
        return f"option {typed.group(1)}: {said}"
    return line
