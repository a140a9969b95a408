"""Head words: which child of a constituent stands for it (Collins 1999, appendix A)."""

from __future__ import annotations

from seqlab.syntax.tree import Tree

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
