"""Print the completion script of a shell: commands, options and their values.

seqlab completion bash >> ~/.bashrc
seqlab completion zsh >> ~/.zshrc
seqlab completion fish > ~/.config/fish/completions/seqlab.fish
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin


@dataclass(frozen=True)
class _Completed:
    """What can be written after a command: its options with their values, and its first word."""

    options: dict[str, tuple[str, ...]]
    first: tuple[str, ...]


def completion(shell: Literal["bash", "zsh", "fish"]) -> int:
    """Print a script that completes `seqlab`; it is static, so a key press starts no Python.

    Args:
        shell: Which shell.
    """
    from seqlab.cli import command_parser, commands

    summaries = commands()
    found = {name: _completed(command_parser(name)[1]) for name in summaries}
    if shell == "fish":
        print("\n".join(_fish(found, summaries)))
        return 0
    if shell == "zsh":
        print("autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit")
    print(_bash(found))
    return 0


def _completed(parser: Any) -> _Completed:
    from seqlab.options import option_groups

    options: dict[str, tuple[str, ...]] = {"--config": (), "--help": ()}
    first: tuple[str, ...] = ()
    for _, actions in option_groups(parser):
        for action in actions:
            values = _values(action._typehint)
            options["--" + action.dest.replace("_", "-")] = values
            if not first and action.required:
                first = values or ("",)
    return _Completed(options, tuple(filter(None, first)))


def _values(kind: Any) -> tuple[str, ...]:
    """The values that an option may take, where they can be listed."""
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    return next((values for one in get_args(kind) if (values := _values(one))), ())


def _bash(found: dict[str, _Completed]) -> str:
    cases = []
    for name, one in found.items():
        valued = [
            f"          {option}) words='{' '.join(values)}' ;;"
            for option, values in one.options.items()
            if values
        ]
        inner = "\n".join(["        case $previous in", *valued, "        esac"]) if valued else ""
        options = " ".join(one.options)
        cases.append(
            f"      {name})\n        options='{options}'\n        first='{' '.join(one.first)}'\n"
            f"{inner}\n        ;;"
        )
    return f"""_seqlab() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local words='' options='' first=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='{" ".join(found)} --help --version'
  else
    case ${{COMP_WORDS[1]}} in
{chr(10).join(cases)}
    esac
    if [ -z "$words" ]; then
      case $word in
        -*) words=$options ;;
        *) [ "$COMP_CWORD" -eq 2 ] && words=$first ;;
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _seqlab seqlab"""


def _fish(found: dict[str, _Completed], summaries: dict[str, str]) -> list[str]:
    lines = []
    for name, one in found.items():
        summary = summaries[name].replace("'", "’")
        lines.append(f"complete -c seqlab -n __fish_use_subcommand -fa {name} -d '{summary}'")
        after = f"complete -c seqlab -n '__fish_seen_subcommand_from {name}'"
        if one.first:
            lines.append(f"{after} -fa '{' '.join(one.first)}'")
        for option, values in one.options.items():
            listed = f" -xa '{' '.join(values)}'" if values else ""
            lines.append(f"{after} -l {option[2:]}{listed}")
    return lines
