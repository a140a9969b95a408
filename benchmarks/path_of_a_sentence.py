"""Counts and draws the files of ours that one `simplify()` runs code in.

    python benchmarks/path_of_a_sentence.py                    the files, in order of first use
    python benchmarks/path_of_a_sentence.py --root ../v01      of another checkout
    python benchmarks/path_of_a_sentence.py --mermaid          the picture of docs/architecture.md

The model is loaded and has simplified another text before anything is counted, so neither imports
nor loading count: a file counts if one of its functions is called for this text. Two wider counts
are printed below: files with a function that was called since `Simplifier.load()` began, and files
that had been imported by then (`--imports` lists these). `--command` counts what the command
`seqlab simplify TEXT` runs instead, from the options to the output, loading included.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGES = ("seqlab", "corpora", "lexical_simplifier")
WARM_UP = (
    "Residents, who utilize the old bridge daily, will commence a protest in May, and the mayor, "
    "Anna Berg (born 1970), has not commented."
)
# Words are replaced, a clause is split off and its subject repeated; other edits are refused.
TEXT = (
    "Approximately 3,000 residents assisted the police in order to locate the missing child, who "
    "was subsequently discovered in a nearby village."
)


@dataclass
class Trace:
    """Files in the order of their first call, and which file called which first."""

    root: Path
    files: list[str] = field(default_factory=list)
    calls: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))

    def __post_init__(self) -> None:
        self._names: dict[str, str | None] = {}

    def watch(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call of one of our functions; made for `sys.setprofile`."""
        # A module's own code runs when it is imported, which is not what a path is made of.
        code = frame.f_code.co_name
        if event != "call" or code == "<module>" or (name := self.ours(frame)) is None:
            return
        if name not in self.files:
            self.files.append(name)
        caller = frame.f_back
        while caller is not None and self.ours(caller) is None:
            caller = caller.f_back
        if caller is not None and (source := self.ours(caller)) and source != name:
            self.calls[source, name] += 1

    def ours(self, frame: FrameType) -> str | None:
        """The file of a frame relative to the root, if it is in one of our packages."""
        name = frame.f_code.co_filename
        if name not in self._names:
            self._names[name] = self.relative(name)
        return self._names[name]

    def relative(self, name: str) -> str | None:
        """A file name relative to the root, if it is in one of our packages."""
        try:
            parts = Path(name).resolve().relative_to(self.root).parts
        except ValueError:
            return None
        return "/".join(parts) if parts and parts[0] in PACKAGES else None


def traces(root: Path, text: str, command: bool) -> tuple[Trace, Trace, list[str]]:
    """What `simplify(text)` runs, what ran since the model began to load, and what was imported."""
    sys.path.insert(0, str(root))
    from seqlab import Simplifier
    from seqlab.cli import main as run_command

    sentence, whole = Trace(root), Trace(root)
    if command:
        follow(sentence, lambda one: str(run_command(["simplify", one])), text)
        return sentence, sentence, imported_files(sentence)
    try:
        sys.setprofile(whole.watch)
        simplifier = Simplifier.load()
        simplifier.simplify(WARM_UP)
        read_word_lists()
    finally:
        sys.setprofile(None)
    output = follow(sentence, simplifier.simplify, text)
    print(f"{text}\n→ {output}\n", file=sys.stderr)
    return sentence, whole, imported_files(sentence)


def read_word_lists() -> None:
    """Read all word lists and tables: that is loading, whichever text asks for one first."""
    from seqlab.english import word_list, word_lists, word_table

    for path in word_lists.FOLDER.glob("*.txt"):
        word_list(path.stem)
    for path in word_lists.FOLDER.glob("*.tsv"):
        word_table(path.stem)


def follow(trace: Trace, simplify: Callable[[str], str], text: str) -> str:
    """Simplify a text and note in `trace` what runs; the model must have simplified before."""
    sys.setprofile(trace.watch)
    try:
        return simplify(text)
    finally:
        sys.setprofile(None)


def imported_files(trace: Trace) -> list[str]:
    """Our files that have been imported so far."""
    origins = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    return sorted({name for origin in origins if (name := trace.relative(origin))})


def room(file: str) -> str:
    """The room of a file: a folder of `seqlab` or a package, each step of editing, or a module."""
    parts = file.split("/")
    if parts[0] != "seqlab":
        return parts[0]
    if parts[1] == "editing" and len(parts) > 3:
        return "/".join(parts[:3])
    return "/".join(parts[:2])


def mermaid(trace: Trace) -> str:
    """The path as a Mermaid flowchart: a box per room with its files, calls numbered in order.

    A room that calls back another that called it is drawn once, in the direction of the first call.
    """
    files: dict[str, list[str]] = defaultdict(list)
    for name in trace.files:
        files[room(name)].append(name.removeprefix(f"{room(name)}/").removesuffix(".py"))
    keys = {name: f"r{number}" for number, name in enumerate(files)}
    lines = ["flowchart LR"]
    for name, inside in files.items():
        shown = "" if name.endswith(".py") else "<br/>" + "<br/>".join(sorted(inside))
        lines.append(f'    {keys[name]}["<b>{name}</b>{shown}"]')
    calls: dict[tuple[str, str], None] = {}
    for source, name in trace.calls:
        pair = room(source), room(name)
        if pair[0] != pair[1] and pair[::-1] not in calls:
            calls.setdefault(pair)
    for number, (source, name) in enumerate(calls, start=1):
        lines.append(f"    {keys[source]} -->|{number}| {keys[name]}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--text", default=TEXT)
    parser.add_argument("--imports", action="store_true", help="list imported files too")
    parser.add_argument("--command", action="store_true", help="trace the command instead")
    parser.add_argument("--mermaid", action="store_true", help="print the picture instead")
    options = parser.parse_args()
    path, whole, imported = traces(options.root.resolve(), options.text, options.command)
    if options.mermaid:
        print(mermaid(path))
        return
    for number, name in enumerate(path.files, start=1):
        print(f"{number:>3}  {name}")
    rooms = {room(name) for name in path.files}
    print(f"\n{len(path.files)} files in {len(rooms)} rooms run code for one simplify()")
    print(f"{len({*whole.files, *path.files})} files since Simplifier.load() began")
    print(f"{len(imported)} files were imported")
    if options.imports:
        print("\n".join(f"     {name}" for name in imported if name not in path.files))


if __name__ == "__main__":
    main()
