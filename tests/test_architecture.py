"""The plan of the house: order and faces of rooms, words as data, the path of a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from benchmarks.path_of_a_sentence import (
    TEXT,
    WARM_UP,
    Trace,
    follow,
    mermaid,
    read_word_lists,
)
from seqlab import Simplifier

ROOT = Path(__file__).resolve().parent.parent

# The order of the rooms; rooms on one line are one floor and may see each other.
FLOORS: list[list[str]] = [
    ["seqlab", "seqlab.errors", "seqlab.files", "seqlab.lazy", "seqlab.progress"],
    ["seqlab.provenance"],
    ["seqlab.devices", "seqlab.dictionaries", "seqlab.matches"],
    ["seqlab.report_page", "seqlab.tables"],
    ["seqlab.text"],
    ["seqlab.english"],
    ["corpora"],
    ["seqlab.tagger"],
    ["seqlab.syntax"],
    ["seqlab.alignment"],
    ["seqlab.annotation"],
    ["lexical_simplifier"],
    ["seqlab.editing"],
    ["seqlab.causal"],
    ["seqlab.terms"],
    ["seqlab.level"],
    ["seqlab.evaluation"],
    ["seqlab.model_folder"],
    ["seqlab.quality"],
    ["seqlab.pipeline"],
    ["seqlab.peers"],
    ["seqlab.documents"],
    ["seqlab.desk"],
    ["seqlab.training"],
    ["seqlab.ablation"],
    ["seqlab.web"],
    ["seqlab.commands", "seqlab.api", "seqlab.cli", "seqlab.options"],
    ["run", "benchmarks"],
]
FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
MODULES = sorted(
    path
    for folder in ("seqlab", "corpora", "lexical_simplifier", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
)


def room_of(module: str) -> str | None:
    """The room a dotted module name lies in, or None for other people's packages."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if (room := ".".join(parts[:length])) in FLOOR:
            return room
    return None


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every absolute import, those inside functions included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute here"
            for alias in node.names:
                # `from seqlab import text` names a room; `from seqlab import __version__` does not.
                full = f"{node.module}.{alias.name}"
                yield node.lineno, full if full in FLOOR else node.module


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_from_above(path: Path) -> None:
    own = room_of(module_name(path))
    assert own is not None, f"{path} lies in no room: give it a place in FLOORS"
    for line, imported in imports(path):
        other = room_of(imported)
        if other is not None and other != own:
            assert FLOOR[other] <= FLOOR[own], f"{path}:{line}: {own} imports {imported}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_stage_is_used_through_its_public_face(path: Path) -> None:
    own = room_of(module_name(path))
    if own == "benchmarks":
        return  # like tests, measurements may look inside a stage
    for line, imported in imports(path):
        other = room_of(imported)
        if other is None or other == own or FLOOR[other] == 0:
            continue
        is_face = (ROOT / imported.replace(".", "/")).is_dir() or imported in FLOOR
        assert is_face, f"{path}:{line}: import {imported!r} through the stage's __init__"


# Packages that one module of ours imports for all others, and why.
ONE_DOOR = {"lemminflect": "seqlab/dictionaries.py"}  # which keeps it from importing spaCy


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_some_packages_have_one_door(path: Path) -> None:
    relative = path.relative_to(ROOT).as_posix()
    for line, imported in imports(path):
        door = ONE_DOOR.get(imported.partition(".")[0], relative)
        assert door == relative, f"{relative}:{line}: import {imported} through {door}"


# What looks like a list of English words and is none: file and variable, and what it holds.
NO_WORD_LISTS = {
    ("seqlab/documents/formats/hypertext.py", "_INLINE"): "names of HTML elements",
    ("seqlab/documents/formats/hypertext.py", "_NEVER"): "names of HTML elements",
    ("seqlab/evaluation/report/data.py", "EXAMPLE_FEATURES"): "names of features",
    ("benchmarks/reliability/faults.py", "PROBES"): "names of probes",
    ("seqlab/peers/paraphrase/features.py", "NAMES"): "names of features",
    ("benchmarks/results/reliability.py", "_BY_TEST"): "rows of a table",
    ("corpora/readers/levelled.py", "KNOWN_LEVELS"): "levels in file names",
    ("seqlab/annotation/__init__.py", "_HOMES"): "names of modules",
    ("seqlab/level/features.py", "FEATURES"): "names of features",
    ("seqlab/tagger/__init__.py", "_HOMES"): "names of modules",
    ("seqlab/training/run.py", "_SAID"): "names of stages and what they show",
}
MOST_WORDS = 12
# An element with more words than this is a phrase to be read, not an entry of a list.
LONGEST_ENTRY = 5
_ENTRY = re.compile(r"[^\W\d_]+(?:[-'’. {}]+[^\W\d_]+)*")
_LISTED = re.compile(r"\s*[a-z]+(?:\s+[\w.'’-]+)*\s*")
_NOT_IN_PATTERNS = re.compile(r"\\.|\[[^\]]*\]|\(\?[!<=]+[^)]*\)|\(\?[a-z]*:?")


def english_words(entries: Iterable[str]) -> set[str]:
    """The lowercase words among `entries` that everyday English has."""
    from wordfreq import zipf_frequency

    words = {word for entry in entries for word in re.findall(r"[^\W\d_]+", entry)}
    # Two letters are more often an ending or an abbreviation, except for the most frequent.
    return {
        word
        for word in words
        if word.islower()
        and len(word) > 1
        and zipf_frequency(word, "en") >= (3 if len(word) > 2 else 5.5)
    }


def strings_in(nodes: Iterable[ast.AST | None]) -> list[str] | None:
    """The strings that make up a collection, nested ones included; None if it has other things."""
    strings: list[str] = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            node = node.value
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            inner = strings_in(node.elts)
            if inner is None:
                return None
            strings += inner
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append(node.value)
        else:
            return None
    return strings


def entries_of(node: ast.AST) -> list[str]:
    """The entries of a literal that could be a list of words: short strings, or a split string."""
    entries: list[str] | None = None
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        entries = strings_in(node.elts)
    elif isinstance(node, ast.Dict):
        keys, values = strings_in(node.keys), strings_in(node.values)
        # A table of descriptions has sentences for values.
        if keys and values and all(len(value.split()) <= LONGEST_ENTRY for value in values):
            entries = keys + values
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
        if "|" in text:  # a pattern: its alternatives
            text = _NOT_IN_PATTERNS.sub(" ", text)
            return [piece for piece in re.split(r"[|()\s?]+", text) if piece.isalpha()]
        # Prose has punctuation and capitals, a list of words has not.
        return text.split() if _LISTED.fullmatch(text) else []
    short = (entry for entry in entries or [] if len(entry.split()) <= LONGEST_ENTRY)
    return [entry for entry in short if _ENTRY.fullmatch(entry)]


def word_literals(tree: ast.Module) -> Iterator[tuple[int, str, set[str]]]:
    """Line, variable and words of every literal with more than a dozen English words.

    Docstrings, messages of errors and `__all__` are no lists.
    """

    def visit(node: ast.AST, name: str) -> Iterator[tuple[int, str, set[str]]]:
        if isinstance(node, (ast.Raise, ast.JoinedStr, ast.Assert)):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if isinstance(node, ast.keyword) and node.arg in ("fix", "help", "description"):
            return
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = ast.unparse(target)
            if name == "__all__":
                return
        words = english_words(entries_of(node))
        if len(words) > MOST_WORDS:
            yield node.lineno, name, words  # type: ignore[attr-defined]
            return
        for child in ast.iter_child_nodes(node):
            yield from visit(child, name)

    yield from visit(tree, "")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_words_are_data(path: Path) -> None:
    relative = path.relative_to(ROOT).as_posix()
    for line, name, words in word_literals(ast.parse(path.read_text(encoding="utf-8"))):
        listed = ", ".join(sorted(words)[:6])
        assert (relative, name) in NO_WORD_LISTS, (
            f"{relative}:{line}: {name} holds {len(words)} English words ({listed} …): "
            "move them to seqlab/english/words, with a header, and read them with word_list()"
        )


@pytest.mark.parametrize(
    "code",
    [
        'X = "north south east west red green blue black white summer winter spring fall".split()',
        'X = {"north": 1, "list": ("one", "two")}\nY = re.compile(r"(?:north|south|east|west|red|'
        'green|blue|black|white|summer|winter|spring|autumn)s?")',
        "def f():\n    return word in ('north', 'south', 'east', 'west', 'red', 'green', 'blue', "
        "'black', 'white', 'summer', 'winter', 'spring', 'autumn')",
        "X = {'north': 'south', 'east': 'west', 'red': 'green', 'blue': 'black', "
        "'white': 'summer', 'winter': 'spring', 'autumn': 'season'}",
    ],
    ids=["split string", "pattern", "in a function", "table"],
)
def test_a_list_of_words_in_code_is_noticed(code: str) -> None:
    assert list(word_literals(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        'def f():\n    """North, south, east and west; red, green, blue, black, white and more."""',
        'raise ValueError("give the north south east west red green blue black white summer one")',
        'X = {"title": title, "sentences": 3, "words": 4}',
        'X = ("zipf_gain", "length_gain", "cosine_near", ".txt", "h1")',
    ],
    ids=["docstring", "message", "record", "names of features"],
)
def test_what_is_no_list_of_words_is_left_alone(code: str) -> None:
    assert not list(word_literals(ast.parse(code)))


# As long as the path of a sentence may be, in files of ours whose code runs for it.
LONGEST_PATH = 50
# What happens to each: splits by rule and by label, names and their pronouns, deletions, openings.
FOLLOWED = {
    "words replaced, a relative clause split off, its subject repeated": TEXT,
    "a name whose pronoun is looked up": (
        "Marchetti, who spent two years recording each instrument and cataloging its "
        "idiosyncrasies, regarded it instead as a collaborator."
    ),
    "a participle clause, brackets and a semicolon": (
        "Having been founded in 1890 by monks (who later left), the college, a large building, "
        "was demolished; however, it was subsequently rebuilt."
    ),
    "quotation, lifetime, a reason first": (
        "He said: “We utilise it”, and because the committee had failed to reach a consensus, the "
        "chairman, John Smith (1920–1999), terminated the meeting."
    ),
    "an apposition and a list": (
        "Following four hours of frequently acrimonious testimony, the council voted late on "
        "Wednesday to reinstate the 61 public benches it had removed only last spring, a reversal "
        "that delighted older residents and infuriated many shopkeepers."
    ),
    "nothing to do": "The dog slept.",
}


@pytest.fixture(scope="module")
def simplify() -> Callable[[str], str]:
    """The default model after its first text, with all word lists read: loading is no path."""
    simplifier = Simplifier.load()
    simplifier.simplify(WARM_UP)
    read_word_lists()
    return simplifier.simplify


@pytest.mark.parametrize("text", FOLLOWED.values(), ids=FOLLOWED)
def test_the_path_of_a_sentence_is_short(simplify: Callable[[str], str], text: str) -> None:
    trace = Trace(ROOT)
    follow(trace, simplify, text)
    # Fewer than these would mean that the tracing saw nothing.
    assert {"seqlab/pipeline.py", "seqlab/text/document.py"} < set(trace.files)
    assert len(trace.files) <= LONGEST_PATH, (
        f"{text!r} runs code in {len(trace.files)} files, {LONGEST_PATH} are allowed:\n  "
        + "\n  ".join(trace.files)
    )


def test_the_picture_of_the_path_is_current(simplify: Callable[[str], str]) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    trace = Trace(ROOT)
    follow(trace, simplify, TEXT)
    boxes = [line.split("[", 1)[1] for line in mermaid(trace).split("\n") if '["<b>' in line]
    missing = [box for box in boxes if f"[{box}\n" not in page]
    assert not missing, (
        f"docs/architecture.md lacks {missing[0]}: draw it again with "
        "`python benchmarks/path_of_a_sentence.py --mermaid`"
    )
