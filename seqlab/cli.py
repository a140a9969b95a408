"""The command line: finds the command, resolves its configuration, and reports errors in a line."""

from __future__ import annotations

import ast
import errno
import gc
import importlib
import io
import pkgutil
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import seqlab
from seqlab.devices import use_threads
from seqlab.errors import DataWarning, SeqLabError, UsageError, nearest
from seqlab.files import atomic_write
from seqlab.options import option_parser, parse, usage

# Errors that say something of a place: not allowed, read-only, not a folder, no such name possible.
_OF_A_PLACE = (
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.EEXIST,
    errno.ENAMETOOLONG, errno.ELOOP, errno.ENOENT,
)  # fmt: skip

_COMMANDS = Path(__file__).resolve().parent / "commands"
# Objects that are made before Python looks for garbage, and how often it looks at the older ones.
# By default it would search a model dozens of times for garbage while it is loaded.
_COLLECTIONS = (50_000, 20, 20)


class _Terminated(KeyboardInterrupt):
    """SIGTERM, as a job scheduler sends it: ended like Ctrl-C, but with its own exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 done, 1 the data or work failed, 2 wrong usage."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # An arrow that the terminal has no sign for must not end the work.
        sys.stdout.reconfigure(errors="replace")
    gc.set_threshold(*_COLLECTIONS)
    # Before numpy is imported, which decides then how many threads it starts.
    use_threads()
    argv = list(sys.argv[1:] if argv is None else argv)
    if not argv:
        print(first_page())
        return 0
    name = argv[0]
    if name in ("-h", "--help", "help"):
        print(overview())
        return 0
    if name == "--version":
        print(f"seqlab {seqlab.__version__}")
        return 0
    try:
        with warnings.catch_warnings(), _one_line_warnings(name), _told_when_terminated():
            code = run_command(name, argv[1:])
            sys.stdout.flush()
            return code
    except UsageError as error:
        return _fail(name, error, 2)
    except SeqLabError as error:
        return _fail(name, error, 1)
    except _Terminated:
        return _fail(name, f"terminated{_how_to_go_on(name)}", 143)
    except KeyboardInterrupt:
        return _fail(name, f"interrupted{_how_to_go_on(name)}", 130)
    except BrokenPipeError:
        # The reader (`| head`) has what it wants. Python would still complain at shutdown.
        sys.stdout = io.StringIO()
        return 0
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            sys.stdout = io.StringIO()
            return _fail(name, "the disk that the output goes to is full", 1)
        if error.errno not in _OF_A_PLACE or error.filename is None:
            raise
        # A place that may not be used is the user's to change; any other error is ours.
        return _fail(name, f"{error.filename}: {error.strerror}; choose another location", 1)


def command_names() -> list[str]:
    """The names of all commands."""
    return [module.name for module in pkgutil.iter_modules([str(_COMMANDS)])]


def commands() -> dict[str, str]:
    """Every command's name with its one-line description, read without importing it."""
    return {name: _docstring(name).split("\n")[0] for name in command_names()}


def examples(name: str) -> list[str]:
    """The command lines that the docstring of a command's module gives as examples."""
    return [line for line in _docstring(name).splitlines()[1:] if line.startswith("seqlab ")]


def _docstring(name: str) -> str:
    path = _COMMANDS / f"{name}.py"
    if not path.is_file():
        return ""
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


FIRST_PAGE = """{what}

Make a text easier to read:
  seqlab simplify "They commenced work prior to the meeting." --explain

Learn from a corpus of your own, or from the one that ships:
  seqlab train sample runs/mine

Find out what each part contributes:
  seqlab ablate decoder --base sample

`seqlab demo` shows it at work, `seqlab serve` opens a page in the browser, `seqlab doctor` says
what is installed, `seqlab --help` lists all commands, `seqlab COMMAND --help` its options."""


def first_page() -> str:
    """What `seqlab` alone prints: the three uses, with an example each."""
    return FIRST_PAGE.format(what=seqlab.__doc__)


def overview() -> str:
    """What `seqlab --help` prints."""
    lines = ["usage: seqlab COMMAND [options]", "", seqlab.__doc__ or "", "", "commands:"]
    lines += [f"  {name:<12} {summary}" for name, summary in commands().items()]
    lines += ["", "`seqlab COMMAND --help` shows an example and lists a command's options."]
    return "\n".join(lines)


def command_parser(name: str) -> tuple[Callable[..., int | None], Any]:
    """The function of command `name` and the parser of its options."""
    known = command_names()
    if name not in known:
        raise UsageError(f"no command {name!r}{nearest(name, known)}")
    module = importlib.import_module(f"seqlab.commands.{name}")
    function: Callable[..., int | None] = getattr(module, name)
    return function, option_parser(name, function)


def run_command(name: str, argv: Sequence[str]) -> int:
    """Parse the options of command `name`, run it, and save its configuration beside the output."""
    function, parser = command_parser(name)
    if "-h" in argv or "--help" in argv:
        print(usage(parser, examples(name)))
        return 0
    values = parse(parser, argv)
    arguments = parser.instantiate_classes(values)
    del arguments["config"]
    _check_out(arguments)
    code = function(**arguments) or 0
    if arguments.get("out") is not None:
        _save_config(parser, values, Path(arguments["out"]))
    return code


def _check_out(arguments: Mapping[str, Any]) -> None:
    """Refuse to write over what is read: the original would be gone once the command has ended."""
    out = arguments.get("out")
    if out is None:
        return
    for name, value in arguments.items():
        for one in value if isinstance(value, (list, tuple)) else (value,):
            if name != "out" and isinstance(one, (str, Path)) and _is_same_place(one, out):
                raise UsageError(f"--out {out} is also what is read ({name}); name another place")


def _is_same_place(one: str | Path, other: str | Path) -> bool:
    try:
        return bool(str(one)) and Path(one).samefile(other)
    except (OSError, ValueError):
        return False  # one of them is not there, or is no path at all


def _save_config(parser: Any, values: Any, out: Path) -> None:
    """Beside a file `x.jsonl` goes `x.jsonl.config.yaml`; into a folder goes `config.yaml`.

    Only what the command has made tells whether it is a file or a folder. Nor may the options of
    a run that failed lie beside the output of an earlier one.
    """
    if not out.exists():
        return
    target = out / "config.yaml" if out.is_dir() else out.with_name(out.name + ".config.yaml")
    with atomic_write(target) as handle:
        handle.write(f"# seqlab {seqlab.__version__}, {parser.prog}\n")
        handle.write(parser.dump(values, skip_none=False))


@contextmanager
def _told_when_terminated() -> Iterator[None]:
    """SIGTERM ends the block as Ctrl-C does, so that files are closed and a line says why."""

    def terminate(number: int, frame: Any) -> None:
        raise _Terminated

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what a signal does
        return
    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _how_to_go_on(name: str) -> str:
    """What a command says of starting it again, where it can go on: its `RESUMES`."""
    resumes = getattr(sys.modules.get(f"seqlab.commands.{name}"), "RESUMES", "")
    return f"; {resumes}" if resumes else ""


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
