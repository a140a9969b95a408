"""The monolingual word aligner of Sultan et al. 2014, reimplemented from its description.

Words that mean the same and stand in similar contexts are linked, the surest first, one to one:
identical word sequences, named entities, content words, then stop words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from seqlab.alignment.exact import block_links
from seqlab.alignment.links import Link, Links, TokenPair
from seqlab.alignment.paraphrases import load_paraphrases
from seqlab.alignment.words import is_content, is_punctuation, is_stop_word, lemmas, normal
from seqlab.syntax import Syntax, Tree, head_token, load_syntax

# For every word, the words it depends on and the words that depend on it.
Neighbours = tuple[list[set[int]], list[set[int]]]


class MwaAligner:
    """Similarity of words (1 same word or lemma, less for a paraphrase) weighed with context.

    Args:
        paraphrases: Comma-separated files of word pairs, `auto` (PPDB and WordNet of the data
            folder, where they are there) or `none`.
        paraphrase_similarity: How alike the words of a paraphrase pair are (the paper: 0.9).
        word_weight: Share of the words themselves against that of their context (the paper: 0.9).
        window: Content words to either side that are a content word's textual context.
        syntax: Syntax backend whose trees give the dependencies, or `none`: then the textual
            window is all the context there is.
        syntax_options: Arguments of the backend's constructor.
    """

    def __init__(
        self,
        paraphrases: str = "auto",
        paraphrase_similarity: float = 0.9,
        word_weight: float = 0.9,
        window: int = 3,
        syntax: str | Syntax = "none",
        syntax_options: dict[str, Any] | None = None,
    ) -> None:
        self.paraphrases = load_paraphrases(paraphrases)
        self.paraphrase_similarity = paraphrase_similarity
        self.word_weight = word_weight
        self.window = window
        self.syntax: Syntax | None = None
        if not isinstance(syntax, str):
            self.syntax = syntax
        elif syntax != "none":
            self.syntax = load_syntax(syntax, **(syntax_options or {}))

    def align(self, pairs: Iterable[TokenPair]) -> list[Links]:
        """One set of links a pair, in the order of the pairs."""
        pairs = list(pairs)
        trees: Iterable[Tree | None] = [None] * (2 * len(pairs))
        if self.syntax is not None:
            sides = [side for pair in pairs for side in pair]
            analyses = iter(self.syntax.analyse([side for side in sides if side]))
            trees = [next(analyses).tree if side else None for side in sides]
        trees = list(trees)
        return [
            _Pair(self, source, target, trees[2 * k], trees[2 * k + 1]).links()
            for k, (source, target) in enumerate(pairs)
        ]

    def similarity(self, first: str, second: str) -> float:
        """Likeness of two words out of context."""
        if normal(first) == normal(second):
            return 1.0
        if is_punctuation(first) or is_punctuation(second):
            return 0.0
        if not lemmas(first).isdisjoint(lemmas(second)):
            return 1.0
        return self.paraphrase_similarity if (first, second) in self.paraphrases else 0.0


class _Pair:
    """One pair while it is being linked."""

    def __init__(
        self,
        aligner: MwaAligner,
        source: Sequence[str],
        target: Sequence[str],
        source_tree: Tree | None,
        target_tree: Tree | None,
    ) -> None:
        self.aligner = aligner
        self.words = source, target
        self.neighbours = _neighbours(source_tree, source), _neighbours(target_tree, target)
        self.content = tuple(
            [i for i, word in enumerate(side) if is_content(word)] for side in self.words
        )
        self.similar = {
            (i, j): value
            for i, first in enumerate(source)
            for j, second in enumerate(target)
            if (value := aligner.similarity(first, second))
        }
        self.found: Links = set()
        self.taken: tuple[set[int], set[int]] = (set(), set())

    def links(self) -> Links:
        self._identical_sequences()
        self._acronyms()
        self._by_context(self._dependency_context, is_content)
        self._by_context(self._textual_context, is_content)
        self._by_context(self._dependency_context, is_stop_word)
        self._by_context(self._adjacent_links, lambda word: not is_content(word))
        return self.found

    def _take(self, links: Iterable[Link]) -> None:
        for i, j in links:
            self.found.add((i, j))
            self.taken[0].add(i)
            self.taken[1].add(j)

    def _free(self, i: int, j: int) -> bool:
        return i not in self.taken[0] and j not in self.taken[1]

    def _identical_sequences(self) -> None:
        """Blocks of two words or more, one of them content."""
        first, second = ([normal(word) for word in side] for side in self.words)
        blocks: list[list[Link]] = []
        for i, j in sorted(block_links(first, second, shortest=2)):
            if blocks and blocks[-1][-1] == (i - 1, j - 1):
                blocks[-1].append((i, j))
            else:
                blocks.append([(i, j)])
        for block in blocks:
            if len(block) > 1 and any(is_content(self.words[0][i]) for i, _ in block):
                self._take(block)

    def _acronyms(self) -> None:
        """A name and its initials: `United Nations` and `UN`. Only these link many to one."""
        for side in (0, 1):
            for short, word in enumerate(self.words[1 - side]):
                if len(word) < 2 or not word.isupper() or short in self.taken[1 - side]:
                    continue
                for start in range(len(self.words[side]) - len(word) + 1):
                    run = range(start, start + len(word))
                    initials = "".join(self.words[side][k][:1] for k in run)
                    if initials == word and not any(k in self.taken[side] for k in run):
                        self._take((k, short) if side == 0 else (short, k) for k in run)
                        break

    def _by_context(self, context: Any, wanted: Any) -> None:
        """Link the words of a kind that have a likeness and a context, best first."""
        weight = self.aligner.word_weight
        candidates = []
        for (i, j), value in self.similar.items():
            if self._free(i, j) and wanted(self.words[0][i]) and wanted(self.words[1][j]):
                around = context(i, j)
                if around > 0:
                    candidates.append((-(weight * value + (1 - weight) * around), i, j))
        for _, i, j in sorted(candidates):
            if self._free(i, j):
                self._take([(i, j)])

    def _dependency_context(self, i: int, j: int) -> float:
        """Likeness of the words above with those above, and of those below with those below."""
        return sum(
            self.similar.get((a, b), 0.0)
            for direction in (0, 1)
            for a in self.neighbours[0][direction][i]
            for b in self.neighbours[1][direction][j]
        )

    def _textual_context(self, i: int, j: int) -> float:
        first = self._window(0, i)
        second = self._window(1, j)
        return sum(self.similar.get((a, b), 0.0) for a in first for b in second)

    def _window(self, side: int, place: int) -> list[int]:
        before = [k for k in self.content[side] if k < place][-self.aligner.window :]
        after = [k for k in self.content[side] if k > place][: self.aligner.window]
        return before + after

    def _adjacent_links(self, i: int, j: int) -> float:
        """A stop word's textual context is the word to its left and right, already linked."""
        return float(((i - 1, j - 1) in self.found) + ((i + 1, j + 1) in self.found))


def _neighbours(tree: Tree | None, words: Sequence[str]) -> Neighbours:
    above: list[set[int]] = [set() for _ in words]
    below: list[set[int]] = [set() for _ in words]
    if tree is not None:
        shift = tree.span[0]
        for node in tree.constituents():
            head = head_token(node).span[0] - shift
            for child in node.children:
                other = head_token(child).span[0] - shift
                if other != head:
                    above[other].add(head)
                    below[head].add(other)
    return above, below
