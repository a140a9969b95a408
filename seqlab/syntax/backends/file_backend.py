"""Trees from a file: analyses that some other parser made, one bracketed tree a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from seqlab.english import lemma
from seqlab.errors import DataError
from seqlab.files import read_text
from seqlab.syntax.analysis import Analysis
from seqlab.syntax.chunks import chunks
from seqlab.syntax.tree import Tree, parse_trees


class FileSyntax:
    """Looks each sentence up, by its words, among the trees of a file."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._trees = {tuple(tree.leaves()): tree for tree in read_trees(path)}

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """The analyses of sentences whose trees the file holds."""
        for tokens in sentences:
            tree = self._trees.get(tuple(tokens))
            if tree is None and tokens:
                raise DataError(
                    self._path,
                    "no tree for a sentence",
                    value=" ".join(tokens),
                    fix="tokenise as the file does, or parse it with another backend",
                )
            yield analysis_of_tree(tree or Tree("ROOT"))


def analysis_of_tree(tree: Tree) -> Analysis:
    """Everything that follows from a tree: tags, lemmas and chunks."""
    words, tags = tree.leaves(), tree.tags()
    return Analysis(
        tokens=tuple(words),
        tags=tuple(tags),
        lemmas=tuple(lemma(word, tag) for word, tag in zip(words, tags, strict=True)),
        chunks=tuple(chunks(tree)),
        tree=tree,
    )


def read_trees(path: str | Path) -> list[Tree]:
    """All trees of a bracketed file; one that is not well-formed is a `DataError`."""
    try:
        return list(parse_trees(read_text(path)))
    except ValueError as error:
        raise DataError(path, str(error), fix="write trees in Penn Treebank brackets") from None
