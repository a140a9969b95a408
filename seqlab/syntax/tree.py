"""`Tree`: a constituency tree that is read from, and printed as, Penn Treebank brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from seqlab.errors import shortened

# In brackets, a word must not itself hold brackets or blanks; the treebanks write them so.
_ESCAPES = (
    ("(", "-LRB-"),
    (")", "-RRB-"),
    ("[", "-LSB-"),
    ("]", "-RSB-"),
    ("{", "-LCB-"),
    ("}", "-RCB-"),
)
_TOKEN = re.compile(r"[()]|[^ \t\r\n()]+")
_BLANKS = re.compile(r"[ \t\r\n]")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tree:
    """A node with what is below it; `span` is the half-open range of tokens it covers.

    A node with a `word` is a leaf: its label is the part-of-speech tag. Trees are walked without
    recursion, so that a tree as deep as a sentence of hundreds of words is no special case.
    """

    label: str
    children: tuple[Tree, ...] = ()
    word: str | None = None
    span: tuple[int, int] = (0, 0)

    @classmethod
    def leaf(cls, tag: str, word: str, position: int) -> Tree:
        """The token at `position` with its part-of-speech tag."""
        return cls(tag, (), word, (position, position + 1))

    @classmethod
    def node(cls, label: str, children: Iterable[Tree]) -> Tree:
        """A constituent over `children`, which must be given in the order of the sentence."""
        children = tuple(children)
        span = (children[0].span[0], children[-1].span[1]) if children else (0, 0)
        return cls(label, children, None, span)

    @classmethod
    def flat(cls, words: Sequence[str], tags: Sequence[str], label: str = "ROOT") -> Tree:
        """All words directly under one node: what is known of a sentence without a parser."""
        pairs = enumerate(zip(tags, words, strict=True))
        return cls.node(label, [cls.leaf(tag, word, place) for place, (tag, word) in pairs])

    @classmethod
    def parse(cls, text: str) -> Tree:
        """The tree written in `text`; one without a label on its outermost bracket gets ROOT."""
        trees = list(parse_trees(text))
        if len(trees) != 1:
            raise ValueError(f"expected one bracketed tree, found {len(trees)}: {shortened(text)}")
        return trees[0]

    def __str__(self) -> str:
        parts: list[str] = []
        stack: list[Tree | str] = [self]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                parts.append(item)
            elif item.word is not None:
                parts.append(f" ({_escaped(item.label)} {_escaped(item.word)})")
            else:
                parts.append(f" ({_escaped(item.label)}")
                stack.append(")")
                stack.extend(reversed(item.children))
        return "".join(parts)[1:]

    def __repr__(self) -> str:
        return f"<Tree {shortened(str(self), 200)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self._rows() == other._rows()

    def __hash__(self) -> int:
        return hash(self._rows())

    def __reduce__(self) -> tuple[object, ...]:
        # Nested pickles run into the recursion limit on deep trees; a list of rows does not.
        return (_from_rows, (self._rows(),))

    def _rows(self) -> tuple[tuple[str, str | None, int, int], ...]:
        return tuple(
            (node.label, node.word, node.span[0], len(node.children)) for node in self.nodes()
        )

    def nodes(self) -> Iterator[Tree]:
        """This node and everything below it, parents before children, left to right."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.children:
                stack += node.children[::-1]

    def constituents(self) -> Iterator[Tree]:
        """The nodes above the part-of-speech tags."""
        return (node for node in self.nodes() if node.word is None)

    def tokens(self) -> list[Tree]:
        """The leaves as nodes (word and tag), in order."""
        return [node for node in self.nodes() if node.word is not None]

    def leaves(self) -> list[str]:
        """The words, in order."""
        return [node.word for node in self.nodes() if node.word is not None]

    def tags(self) -> list[str]:
        """The part-of-speech tags, in order."""
        return [node.label for node in self.nodes() if node.word is not None]

    def spans(self) -> list[tuple[str, int, int]]:
        """Label, start and end of every constituent."""
        return [(node.label, *node.span) for node in self.constituents()]

    def with_words(self, words: Sequence[str], tags: Sequence[str] | None = None) -> Tree:
        """The same tree over other words, and other tags, one for each leaf."""
        if len(words) != len(self.leaves()):
            raise ValueError(f"{len(words)} words for {len(self.leaves())} leaves")
        replaced = iter(zip(words, self.tags() if tags is None else tags, strict=True))
        rows = []
        for label, word, start, count in self._rows():
            if word is not None:
                word, label = next(replaced)
            rows.append((label, word, start, count))
        return _from_rows(rows)


def parse_trees(text: str) -> Iterator[Tree]:
    """Every tree in `text`, however it is broken into lines."""
    labels: list[str] = []
    pending: list[list[Tree]] = []
    position = 0
    pieces = _TOKEN.findall(text)
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        if piece == "(":
            label = ""
            if index + 1 < len(pieces) and pieces[index + 1] not in "()":
                index += 1
                label = pieces[index]
            if index + 1 < len(pieces) and pieces[index + 1] not in "()":
                index += 1
                if index + 1 >= len(pieces) or pieces[index + 1] != ")":
                    raise ValueError(
                        f"not a bracketed tree: two words under one tag in {_at(text)}"
                    )
                index += 1
                leaf = Tree.leaf(label, unescaped(pieces[index - 1]), position)
                position += 1
                if pending:
                    pending[-1].append(leaf)
                else:
                    yield leaf
                    position = 0
            else:
                labels.append(label)
                pending.append([])
        elif piece == ")":
            if not pending:
                raise ValueError(f"not a bracketed tree: a bracket too many in {_at(text)}")
            label, children = labels.pop(), pending.pop()
            node = Tree.node(label or ("" if pending else "ROOT"), children)
            if pending:
                pending[-1].append(node)
            else:
                yield node
                position = 0
        else:
            raise ValueError(f"not a bracketed tree: {piece!r} stands outside brackets")
        index += 1
    if pending:
        raise ValueError(f"not a bracketed tree: {len(pending)} brackets not closed in {_at(text)}")


def unescaped(word: str) -> str:
    """The word as it stood in the text: `-LRB-` is an opening bracket."""
    if "B-" in word:
        for character, escape in _ESCAPES:
            word = word.replace(escape, character)
    return word


def _escaped(word: str) -> str:
    # Square and curly brackets do not disturb the notation, so they stay.
    word = word.replace("(", "-LRB-").replace(")", "-RRB-")
    return _BLANKS.sub("\u00a0", word)


def _at(text: str) -> str:
    return repr(shortened(text, 60))


def _from_rows(rows: Sequence[tuple[str, str | None, int, int]]) -> Tree:
    """A tree from its nodes in preorder: label, word, start, number of children."""
    done: list[Tree] = []
    for label, word, start, count in reversed(rows):
        if word is not None:
            done.append(Tree.leaf(label, word, start))
        else:
            children = [done.pop() for _ in range(count)]
            done.append(Tree.node(label, children))
    return done[0]


# Each row: a label, the side the search starts from, and the children's labels by priority.
_TABLE = """
ADJP left NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
ADVP right RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
CONJP right CC RB IN
FRAG right
INTJ left
LST right LS :
NAC left NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW
PP right IN TO VBG VBN RP FW
PRN left
PRT right RP
QP left $ IN NNS NN JJ RB DT CD QP JJR JJS
RRC right VP NP ADVP ADJP PP
S left TO IN VP S SBAR ADJP UCP NP
SBAR left WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG
SBARQ left SQ S SINV SBARQ FRAG
SINV left VBZ VBD VBP VB MD VP S SINV ADJP NP
SQ left VBZ VBD VBP VB MD VP SQ
UCP right
VP left TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP
WHADJP left CC WRB JJ ADJP
WHADVP right CC WRB
WHNP left WDT WP WP$ WHADJP WHPP WHNP
WHPP right IN TO FW
"""
_RULES = {row.split()[0]: (row.split()[1], row.split()[2:]) for row in _TABLE.strip().split("\n")}
_PUNCTUATION = frozenset(("``", "''", ",", ".", ":", "-LRB-", "-RRB-", "HYPH", "NFP"))
_NOUNS = frozenset(["NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"])


def head_child(node: Tree) -> Tree:
    """The child that the head word of `node` is under; `node` itself where it is a leaf."""
    if not node.children:
        return node
    words = [child for child in node.children if child.label not in _PUNCTUATION]
    children = words or list(node.children)
    found = _noun_head(children) if node.label in ("NP", "NX") else _by_rule(node.label, children)
    return _first_conjunct(children, found)


def head_token(node: Tree) -> Tree:
    """The leaf (word and tag) that heads `node`."""
    while node.children:
        node = head_child(node)
    return node


def head_word(node: Tree) -> str:
    """The word that heads `node`: `dog` of "the big dog in the yard"; empty without words."""
    return head_token(node).word or ""


def _by_rule(label: str, children: list[Tree]) -> int:
    side, priorities = _RULES.get(label, ("left", []))
    order = range(len(children)) if side == "left" else range(len(children) - 1, -1, -1)
    for wanted in priorities:
        for index in order:
            if children[index].label == wanted:
                return index
    return order[0]


def _noun_head(children: list[Tree]) -> int:
    last = len(children) - 1
    if children[last].label == "POS":
        # Collins takes the clitic; the possessor is what every other stage asks for.
        return _noun_head(children[:last]) if last else last
    for index in range(last, -1, -1):
        if children[index].label in _NOUNS:
            return index
    for index, child in enumerate(children):
        if child.label == "NP":
            return index
    for group in (("$", "ADJP", "PRN"), ("CD",), ("JJ", "JJS", "RB", "QP")):
        for index in range(last, -1, -1):
            if children[index].label in group:
                return index
    return last


def _first_conjunct(children: list[Tree], found: int) -> Tree:
    """In a coordination the first conjunct is the head (Collins 1999, rules for coordination)."""
    if found >= 2 and children[found - 1].label == "CC":
        return children[found - 2]
    return children[found]


CLAUSES = frozenset({"S", "SBAR", "SBARQ", "SINV", "SQ"})
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})


def clauses(tree: Tree) -> list[Tree]:
    """The clauses (S, SBAR, SBARQ, SINV, SQ) of `tree`, outer before inner."""
    return [node for node in tree.constituents() if node.label in CLAUSES]


def is_finite(clause: Tree) -> bool:
    """Whether the clause has a finite verb of its own, not counting the clauses inside it."""
    stack = list(clause.children)
    if clause.label in ("SBAR", "SBARQ"):
        # "that he came": the clause below the subordinator is the same clause.
        stack += [grandchild for child in _inner(clause) for grandchild in child.children]
    while stack:
        node = stack.pop()
        if node.word is not None and node.label in _FINITE:
            return True
        if node.label not in CLAUSES:
            stack.extend(node.children)
    return False


def ancestors(tree: Tree, position: int) -> list[Tree]:
    """The nodes from the root down to, and with, the leaf at token `position`."""
    start, end = tree.span
    if not start <= position < end:
        raise IndexError(f"no token {position} in a tree over {start}–{end}")
    found = [tree]
    while found[-1].word is None:
        found.append(
            next(child for child in found[-1].children if child.span[0] <= position < child.span[1])
        )
    return found


def common_ancestor(tree: Tree, first: int, second: int) -> Tree:
    """The lowest node over both tokens; the leaf itself where they are the same."""
    lowest = tree
    for one, other in zip(ancestors(tree, first), ancestors(tree, second), strict=False):
        if one is not other:
            break
        lowest = one
    return lowest


def path_between(tree: Tree, first: int, second: int) -> list[Tree]:
    """The nodes passed from one leaf up to the lowest common ancestor and down to the other."""
    top = common_ancestor(tree, first, second)
    up = ancestors(top, first)[1:]
    down = ancestors(top, second)[1:]
    return [*reversed(up), top, *down]


def node_over(tree: Tree, start: int, end: int) -> Tree | None:
    """The highest constituent that covers exactly tokens `start`–`end`, if there is one."""
    node: Tree | None = tree
    while node is not None and node.span != (start, end):
        node = next(
            (
                child
                for child in node.children
                if child.span[0] <= start and end <= child.span[1] and start < end
            ),
            None,
        )
    return node


def _inner(clause: Tree) -> tuple[Tree, ...]:
    return tuple(child for child in clause.children if child.label in CLAUSES)
