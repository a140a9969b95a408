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
from seqlab.syntax.file_backend import read_trees
from seqlab.syntax.tree import Tree
from seqlab.syntax.treebanks import UNKNOWN, Part, TreebankSentence, cleaned, parts_of
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
_QUOTES = frozenset("\"'“”‘’`´«»") | {"``", "''"}
_OPENING = frozenset("“‘«([")
_DASHES = frozenset("-–—―") | {"--", "---"}
_POSSESSIVES = frozenset(("'s", "’s", "'", "’"))
_MARKS = {
    **dict.fromkeys("([", "-LRB-"),
    **dict.fromkeys(")]", "-RRB-"),
    **dict.fromkeys(".!?", "."),
    **dict.fromkeys(":;…", ":"),
    **dict.fromkeys("£€$", "$"),
    ",": ",",
}
# After these words `'s` is a verb, so the parser never saw the sentence's verb.
_BEFORE_IS = frozenset(
    ("it", "he", "she", "that", "there", "what", "who", "where", "how", "here", "let", "this")
)
_CLITICS = frozenset(
    mark + rest for mark in "'’" for rest in ("m", "re", "ve", "ll", "d", "t")
) | frozenset(("n't", "n’t"))
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
        letters = _letters("".join(tree.leaves()))
        place = article.letters.find(letters, start, start + len(letters) + _WINDOW)
        if not letters or place < 0:
            continue
        start = place + len(letters)
        if span := _sentence_span(article, place, start):
            clean = cleaned(tree)
            if clean and (sentence := _restore(clean, article, span, place, document)):
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
            kept = _letters(token.text)
            letters.append(kept)
            owners += [len(tokens)] * len(kept)
            tokens.append(token)
    return _Article(tuple(tokens), frozenset(firsts), "".join(letters), tuple(owners))


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


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
        and tokens[first - 1].text in (_QUOTES | _OPENING)
    ):
        first -= 1
    starts_well = first in article.first_of_sentence or (
        tokens[first - 1].text in (".", "!", "?", "…") and article.letters[place].isupper()
    )
    after = last + 1
    while after < len(tokens) and after not in article.first_of_sentence:
        text = tokens[after].text
        if _letters(text) or text in _OPENING or text in _DASHES:
            break
        after += 1
    ends_well = (
        after == len(tokens)
        or after in article.first_of_sentence
        or tokens[after - 1].text in (".", "!", "?", "…", "”", '"')
    )
    return (first, after) if starts_well and ends_well else None


def _restore(
    tree: Tree, article: _Article, span: tuple[int, int], place: int, document: str
) -> TreebankSentence | None:
    tokens = [token.text for token in article.tokens[span[0] : span[1]]]
    if _hides_a_verb(tokens):
        return None
    owner_of_leaf = _matched(tree, article, span, place, tokens)
    if owner_of_leaf is None:
        return None
    tags, doubtful = _tags(tree, owner_of_leaf, tokens)
    rebuilt = _rebuilt(tree, owner_of_leaf, tokens, tags)
    return TreebankSentence(
        tokens=tuple(tokens),
        tags=tuple(tags),
        document=document,
        source="onestop",
        tree=rebuilt,
        trusted=_trusted(rebuilt, doubtful),
    )


def _hides_a_verb(tokens: Sequence[str]) -> bool:
    for before, token in zip(("", *tokens), tokens, strict=False):
        lower = token.lower()
        if lower in _CLITICS or (lower in _POSSESSIVES and before.lower() in _BEFORE_IS):
            return True
    return False


def _matched(
    tree: Tree, article: _Article, span: tuple[int, int], place: int, tokens: Sequence[str]
) -> list[tuple[int, int] | None] | None:
    """For each leaf the range of tokens it stands for; nothing for a leaf the text lacks."""
    ranges: list[tuple[int, int] | None] = []
    reached = 0
    for leaf in tree.leaves():
        count = len(_letters(leaf))
        if count:
            first = article.owners[place] - span[0]
            end = article.owners[place + count - 1] - span[0] + 1
            if first < reached:
                # Two leaves in one of our tokens: no tree can say that.
                return None
            if end < len(tokens) and tokens[end] in _POSSESSIVES and leaf[-1] not in "'’":
                # `houses’` lost its apostrophe only; `James’s` comes with its `s`.
                end += 1 if not _letters(tokens[end]) and tokens[end - 1][-1] == "s" else 0
            place += count
        else:
            wanted = _QUOTES if leaf in _QUOTES else _DASHES if leaf in _DASHES else {leaf}
            first = reached
            while first < len(tokens) and tokens[first] not in wanted:
                first = len(tokens) if _letters(tokens[first]) else first + 1
            if first >= len(tokens):
                # The parser's own full stop after a headline, or a mark we read otherwise.
                ranges.append(None)
                continue
            end = first + 1
        ranges.append((first, end))
        reached = end
    return ranges


def _tags(
    tree: Tree, ranges: Sequence[tuple[int, int] | None], tokens: Sequence[str]
) -> tuple[list[str], set[int]]:
    """A tag for each token, and the tokens at which the tree is in doubt."""
    tags = [_mark_tag(token, place) for place, token in enumerate(tokens)]
    doubtful: set[int] = set()
    for tag, found in zip(tree.tags(), ranges, strict=True):
        if found is None:
            continue
        first, end = found
        if end - first == 1:
            tags[first] = tag
        else:
            doubtful.update(range(first, end))
            for place in range(first, end):
                tags[place] = "HYPH" if tokens[place] in _DASHES else UNKNOWN
    return tags, doubtful


def _mark_tag(token: str, place: int) -> str:
    if token in _DASHES:
        return ":"
    if token in ("”", "’", "''", "»"):
        return "''"
    if token in ("“", "‘", "``", "«"):
        return "``"
    if token == '"':
        return "``" if place == 0 else UNKNOWN
    return _MARKS.get(token, UNKNOWN)


def _rebuilt(
    tree: Tree,
    ranges: Sequence[tuple[int, int] | None],
    tokens: Sequence[str],
    tags: Sequence[str],
) -> Tree:
    """The constituents of `tree` over the tokens; marks put back hang from the lowest around."""
    kept = [found for found in ranges if found is not None]
    nodes: list[tuple[str, int, int]] = []
    for label, start, end in tree.spans():
        below = [found for found in ranges[start:end] if found is not None]
        if below and label != "ROOT":
            first, last = below[0][0], below[-1][1]
            if below == kept:
                # What covers the whole tree covers the quotes around it too.
                first, last = 0, len(tokens)
            nodes.append((label, first, last))
    stack: list[tuple[str, int, list[Tree]]] = [("ROOT", len(tokens), [])]
    upcoming = iter(nodes)
    following = next(upcoming, None)
    for place, (token, tag) in enumerate(zip(tokens, tags, strict=True)):
        while following is not None and following[1] == place:
            stack.append((following[0], following[2], []))
            following = next(upcoming, None)
        stack[-1][2].append(Tree.leaf(tag, token, place))
        while len(stack) > 1 and stack[-1][1] == place + 1:
            label, _, children = stack.pop()
            stack[-1][2].append(Tree.node(label, children))
    return Tree.node("ROOT", stack[0][2])


def _trusted(tree: Tree, doubtful: set[int]) -> tuple[bool, ...]:
    """Structure is in doubt in the smallest constituent around a divided word, and before it."""
    trusted = [True] * tree.span[1]
    if doubtful:
        for node in tree.constituents():
            own = {child.span[0] for child in node.children if child.word is not None}
            if own & doubtful:
                for place in range(max(0, node.span[0] - 1), node.span[1]):
                    if abs(place - min(own & doubtful)) <= 4 or place in doubtful:
                        trusted[place] = False
    return tuple(trusted)


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
