"""Stripped trees over the tokens of the text they were stripped from.

See `onestop.py` for what was stripped and why some of it cannot be known again.
"""

from __future__ import annotations

from collections.abc import Sequence

from seqlab.syntax.training.treebanks import UNKNOWN, TreebankSentence
from seqlab.syntax.tree import Tree

QUOTES = frozenset("\"'“”‘’`´«»") | {"``", "''"}
OPENING = frozenset("“‘«([")
DASHES = frozenset("-–—―") | {"--", "---"}
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


def letters_of(text: str) -> str:
    """The letters and digits of `text`: what stripping left as it was."""
    return "".join(character for character in text if character.isalnum())


def restore(
    tree: Tree, tokens: Sequence[str], owners: Sequence[int], document: str
) -> TreebankSentence | None:
    """`tree` over `tokens`, or nothing where it is not worth learning from.

    `owners` says for each letter and digit of the tree which of the tokens it belongs to.
    """
    if _hides_a_verb(tokens):
        return None
    ranges = _matched(tree, tokens, owners)
    if ranges is None:
        return None
    tags, doubtful = _tags(tree, ranges, tokens)
    rebuilt = _rebuilt(tree, ranges, tokens, tags)
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
    tree: Tree, tokens: Sequence[str], owners: Sequence[int]
) -> list[tuple[int, int] | None] | None:
    """For each leaf the range of tokens it stands for; nothing for a leaf the text lacks."""
    ranges: list[tuple[int, int] | None] = []
    reached = place = 0
    for leaf in tree.leaves():
        count = len(letters_of(leaf))
        if count:
            first, end = owners[place], owners[place + count - 1] + 1
            if first < reached:
                # Two leaves in one of our tokens: no tree can say that.
                return None
            if leaf[-1] == "s" and end < len(tokens) and tokens[end] in ("'", "’"):
                # `houses’` lost its apostrophe, which is a token without letters.
                end += 1
            place += count
        else:
            wanted = QUOTES if leaf in QUOTES else DASHES if leaf in DASHES else {leaf}
            first = reached
            while first < len(tokens) and tokens[first] not in wanted:
                first = len(tokens) if letters_of(tokens[first]) else first + 1
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
                tags[place] = "HYPH" if tokens[place] in DASHES else UNKNOWN
    return tags, doubtful


def _mark_tag(token: str, place: int) -> str:
    if token in DASHES:
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
