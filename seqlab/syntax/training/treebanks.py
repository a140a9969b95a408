"""The hand-annotated sources of the syntax model: GUM's trees and EWT's tags and lemmas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from corpora import split_documents
from seqlab.errors import DataError
from seqlab.files import read_lines
from seqlab.syntax.backends.file_backend import read_trees
from seqlab.syntax.tree import Tree

Part = Literal["train", "dev", "test"]
# Not known: counts neither in training nor in a score.
UNKNOWN = "_"


@dataclass(frozen=True, slots=True)
class TreebankSentence:
    """A sentence with what its source says of it; a tag or structure may be unknown in places."""

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    document: str
    source: str
    tree: Tree | None = None
    lemmas: tuple[str, ...] | None = None
    # Whether the tree may be trusted between this token and the next.
    trusted: tuple[bool, ...] | None = None


def parts_of(documents: Iterable[str]) -> dict[str, Part]:
    """Where each document belongs: 80 % train, 10 % dev, 10 % test, as `corpora` splits pairs.

    By the same rule and names, so an article that is held out there is held out here.
    """
    names: dict[str, Part] = {"train": "train", "valid": "dev", "test": "test"}
    return {document: names[part] for document, part in split_documents(documents).items()}


def read_gum(folder: str | Path, part: Part) -> Iterator[TreebankSentence]:
    """The sentences of the GUM documents (`news_nasa.ptb`) that belong to `part`."""
    paths = _files(folder, "*.ptb")
    parts = parts_of(path.stem for path in paths)
    for path in paths:
        if parts[path.stem] == part:
            for tree in read_trees(path):
                if clean := cleaned(tree):
                    yield sentence_of_tree(clean, path.stem, "gum")


def sentence_of_tree(tree: Tree, document: str, source: str) -> TreebankSentence:
    """The tree with its own words and tags."""
    return TreebankSentence(tuple(tree.leaves()), tuple(tree.tags()), document, source, tree)


def cleaned(tree: Tree) -> Tree | None:
    """`tree` under a ROOT, without function tags, traces and what holds nothing else.

    `NP-SBJ` becomes `NP`, `(-NONE- *T*-1)` goes; `to` before a noun phrase is `IN`, as in GUM and
    EWT, where older treebanks have `TO` for every `to`.
    """
    rebuilt: dict[int, Tree] = {}
    position = 0
    for node in _postorder(tree):
        if node.word is not None:
            if node.label != "-NONE-":
                rebuilt[id(node)] = Tree.leaf(node.label, node.word, position)
                position += 1
            continue
        children = [rebuilt[id(child)] for child in node.children if id(child) in rebuilt]
        label = bare_label(node.label)
        if label == "PP":
            children = [
                Tree.leaf("IN", child.word, child.span[0])
                if child.label == "TO" and child.word is not None
                else child
                for child in children
            ]
        if len(children) == 1 and children[0].label == label:
            # A trace is gone and left the same constituent twice.
            rebuilt[id(node)] = children[0]
        elif children:
            rebuilt[id(node)] = Tree.node(label, children)
    top = rebuilt.get(id(tree))
    if top is None:
        return None
    return top if top.label == "ROOT" else Tree.node("ROOT", [top])


def bare_label(label: str) -> str:
    """A constituent's label without its function: `NP` of `NP-SBJ-1` and `NP=2`."""
    return label if label.startswith("-") else re.split(r"[-=|]", label)[0]


def _postorder(tree: Tree) -> Iterable[Tree]:
    order: list[Tree] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(node.children)
    # Parents come before children, right before left; turned round it is what is wanted.
    return reversed(order)


def read_ewt(path: str | Path) -> Iterator[TreebankSentence]:
    """The sentences of a CoNLL-U file: words, Penn tags and lemmas."""
    rows: list[list[str]] = []
    document = ""
    for number, line in enumerate(read_lines(path), start=1):
        if line.startswith("# newdoc id = "):
            document = line.partition(" = ")[2]
        elif line.startswith("#"):
            continue
        elif line:
            columns = line.split("\t")
            if len(columns) != 10:
                raise DataError(
                    path,
                    f"{len(columns)} columns instead of 10",
                    line=number,
                    value=line,
                    fix="CoNLL-U has ten, separated by tabs",
                )
            # 3-4 is a written word that two syntactic words make; 8.1 is not in the text.
            if columns[0].isdigit():
                rows.append(columns)
        elif rows:
            yield _ewt_sentence(rows, document)
            rows = []
    if rows:
        yield _ewt_sentence(rows, document)


def _ewt_sentence(rows: list[list[str]], document: str) -> TreebankSentence:
    return TreebankSentence(
        tokens=tuple(row[1] for row in rows),
        tags=tuple(row[4] for row in rows),
        document=document,
        source="ewt",
        lemmas=tuple(row[2] for row in rows),
    )


def _files(folder: str | Path, pattern: str) -> list[Path]:
    found = sorted(Path(folder).glob(pattern))
    if not found:
        raise DataError(
            folder, f"no {pattern} files", fix="set SEQLAB_DATA to the corpora's folder"
        )
    return found
