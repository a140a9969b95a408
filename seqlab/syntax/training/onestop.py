"""OneStopEnglish's automatic trees, with the punctuation they lost put back from the articles.

Quotes, dashes and apostrophes were stripped before the corpus was parsed (`worlds` for `world’s`),
and hyphenated words are one token there. Each tree is found in its article by its letters and
digits; its leaves then give way to our tokens. What the parser could not have known – tags of the
parts of a word, structure around a lost possessive – is marked unknown, and a sentence whose verb
was hidden in a contraction is left out, for its whole tree is a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from seqlab.errors import DataError
from seqlab.files import read_text
from seqlab.syntax.backends.file_backend import read_trees
from seqlab.syntax.training.restoring import DASHES, OPENING, QUOTES, letters_of, restore
from seqlab.syntax.training.treebanks import Part, TreebankSentence, cleaned, parts_of
from seqlab.syntax.tree import Tree
from seqlab.text import Document, Token

LEVELS = ("adv", "int", "ele")
# Articles whose levels stand under each other's names: neither side of a split could have them.
_MIXED_UP = frozenset(
    (
        "arctic-mapping",
        "wnl-arctic-ramadan",
        "wnl-the-millenials",
        "wnl-tributes",
        "wnl-use-of-e-cig",
    )
)
# Some articles were saved with the low halves of typographic characters only.
_HALVES = {0x13: "–", 0x14: "—", 0x18: "‘", 0x19: "’", 0x1C: "“", 0x1D: "”"}
# How far ahead of the last tree the next one is looked for, in letters and digits.
_WINDOW = 1_500


def read_onestop(folder: str | Path, part: Part) -> Iterator[TreebankSentence]:
    """The restored sentences of the articles that belong to `part`, all reading levels."""
    folder = Path(folder)
    paths = [path for level in LEVELS for path in sorted((folder / "trees" / level).glob("*.mrg"))]
    if not paths:
        raise DataError(folder, "no trees/LEVEL/*.mrg files", fix="set SEQLAB_DATA")
    # One article at three levels is one document: no part may see another's.
    parts = parts_of(path.stem for path in paths)
    for path in paths:
        if parts[path.stem] == part and path.stem not in _MIXED_UP:
            text = read_text(folder / "texts" / path.parent.name / f"{path.stem}.txt")
            yield from restored(read_trees(path), text.translate(_HALVES), path.stem)


@dataclass(frozen=True, slots=True)
class _Article:
    """An article's tokens, and for each of its letters and digits the token it belongs to."""

    tokens: tuple[Token, ...]
    first_of_sentence: frozenset[int]
    letters: str
    owners: tuple[int, ...]


def restored(trees: Sequence[Tree], text: str, document: str) -> Iterator[TreebankSentence]:
    """The trees that can be found in `text`, over our tokens of it."""
    article = _article(text)
    start = 0
    for tree in trees:
        letters = letters_of("".join(tree.leaves()))
        place = article.letters.find(letters, start, start + len(letters) + _WINDOW)
        if not letters or place < 0:
            continue
        start = place + len(letters)
        if span := _sentence_span(article, place, start):
            first, end = span
            tokens = [token.text for token in article.tokens[first:end]]
            owners = [owner - first for owner in article.owners[place:start]]
            clean = cleaned(tree)
            if clean and (sentence := restore(clean, tokens, owners, document)):
                yield sentence


def _article(text: str) -> _Article:
    parsed = Document.parse(text)
    tokens: list[Token] = []
    firsts: set[int] = set()
    letters: list[str] = []
    owners: list[int] = []
    for sentence in parsed.sentences:
        firsts.add(len(tokens))
        for token in sentence.tokens:
            kept = letters_of(token.text)
            letters.append(kept)
            owners += [len(tokens)] * len(kept)
            tokens.append(token)
    return _Article(tuple(tokens), frozenset(firsts), "".join(letters), tuple(owners))


def _sentence_span(article: _Article, place: int, end: int) -> tuple[int, int] | None:
    """The tokens of the tree's sentence with its quotes; nothing if it is no whole sentence."""
    tokens, owners = article.tokens, article.owners
    first, last = owners[place], owners[end - 1]
    inside_first = place > 0 and owners[place - 1] == first
    inside_last = end < len(owners) and owners[end] == last
    if inside_first or inside_last:
        return None
    while (
        first > 0
        and first not in article.first_of_sentence
        and tokens[first - 1].text in (QUOTES | OPENING)
    ):
        first -= 1
    starts_well = first in article.first_of_sentence or (
        tokens[first - 1].text in (".", "!", "?", "…") and article.letters[place].isupper()
    )
    after = last + 1
    while after < len(tokens) and after not in article.first_of_sentence:
        text = tokens[after].text
        if letters_of(text) or text in OPENING or text in DASHES:
            break
        after += 1
    ends_well = (
        after == len(tokens)
        or after in article.first_of_sentence
        or tokens[after - 1].text in (".", "!", "?", "…", "”", '"')
    )
    return (first, after) if starts_well and ends_well else None


def in_gum_style(sentence: TreebankSentence) -> TreebankSentence:
    """The sentence with subject relatives named as GUM names them, for training on both.

    GUM calls the pronoun of "the man who came" NP, the Penn Treebank and its parsers WHNP.
    """
    assert sentence.tree is not None
    renamed: dict[int, Tree] = {}
    for node in reversed(list(sentence.tree.nodes())):
        if node.word is None:
            children = [renamed[id(child)] for child in node.children]
            if (
                node.label == "SBAR"
                and [child.label for child in children] == ["WHNP", "S"]
                and [child.label for child in children[1].children] == ["VP"]
            ):
                children[0] = Tree.node("NP", children[0].children)
            renamed[id(node)] = Tree.node(node.label, children)
        else:
            renamed[id(node)] = node
    return replace(sentence, tree=renamed[id(sentence.tree)])
