"""Base chunks of a tree in IOB, as CoNLL-2000 defined them.

The rules follow what the shared task says of its data (Tjong Kim Sang and Buchholz 2000, section
2): a chunk holds a constituent from its start to its head; verbs form one chunk with their
auxiliaries, infinitives and the adverbs between; a possessive starts a new noun chunk;
prepositions and subordinators stand alone; conjunctions and punctuation are outside.
"""

from __future__ import annotations

from seqlab.syntax.tree import Tree

_CHUNK_OF = {
    "NP": "NP",
    "NX": "NP",
    "NAC": "NP",
    "NML": "NP",
    "QP": "NP",
    "WHNP": "NP",
    "VP": "VP",
    "PP": "PP",
    "WHPP": "PP",
    "ADVP": "ADVP",
    "WHADVP": "ADVP",
    "ADJP": "ADJP",
    "WHADJP": "ADJP",
    "PRT": "PRT",
    "CONJP": "CONJP",
    "INTJ": "INTJ",
    "LST": "LST",
}
# What may stand inside a noun chunk before its head without being a chunk of its own.
_MODIFIERS = frozenset(["ADJP", "ADVP", "CONJP", "NAC", "NML", "NX", "QP", "UCP", "WHADJP", "PRT"])
_VERBS = frozenset(["VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "TO"])
_PUNCTUATION = frozenset(["``", "''", ",", ".", ":", "-LRB-", "-RRB-", "HYPH", "NFP", "SYM"])


def chunks(tree: Tree) -> list[str]:
    """One IOB label (`B-NP`, `I-NP`, `O`) for each token of `tree`."""
    start = tree.span[0]
    tokens = tree.tokens()
    kinds: list[str | None] = [None] * len(tokens)
    owners = [-1] * len(tokens)
    stack: list[tuple[Tree, int | None]] = [(tree, None)]
    made = 0
    while stack:
        node, verbs = stack.pop()
        if node.word is not None:
            continue
        chunk: int | None = made
        made += 1
        if node.label in _CHUNK_OF:
            kind = _CHUNK_OF[node.label]
        elif node.label in ("SQ", "SINV"):
            kind = "VP"
        elif node.label in ("SBAR", "SBARQ"):
            kind = "SBAR"
        else:
            kind, chunk = "", None
        if verbs is not None and (node.label == "VP" or _is_bare_infinitive(node)):
            # A verb phrase inside a verb phrase carries its chunk on.
            kind, chunk = "VP", verbs
        inside, passed_on = _members(node, kind)
        if chunk is not None:
            for token in inside:
                kinds[token.span[0] - start] = kind
                owners[token.span[0] - start] = chunk
        covered = {id(token) for token in inside}
        for child in reversed(node.children):
            if child is passed_on:
                stack.append((child, chunk))
            elif child.word is None and id(_first_token(child)) not in covered:
                stack.append((child, None))
    _possessives(tokens, kinds, owners)
    _trim(tokens, kinds, owners)
    return _iob(kinds, owners)


def _first_token(node: Tree) -> Tree | None:
    return next((below for below in node.nodes() if below.word is not None), None)


def _is_bare_infinitive(node: Tree) -> bool:
    return node.label == "S" and len(node.children) == 1 and node.children[0].label == "VP"


def _members(node: Tree, kind: str) -> tuple[list[Tree], Tree | None]:
    """The tokens `node` itself gives to its chunk, and the child that carries the chunk on."""
    if kind == "VP":
        return _verb_members(node)
    if kind == "SBAR":
        return [child for child in node.children if child.label in ("IN", "TO", "RB", "DT")], None
    if kind == "PP":
        return _until_last(
            node, frozenset({"IN", "TO", "VBG", "VBN", "RP", "FW", "JJ", "RB"})
        ), None
    if kind:
        return _until_last(node, None), None
    return [], node.children[0] if _is_bare_infinitive(node) else None


def _verb_members(node: Tree) -> tuple[list[Tree], Tree | None]:
    """Verbs of a verb phrase with the adverbs before and between them; not what follows."""
    members: list[Tree] = []
    waiting: list[Tree] = []
    if _is_bare_infinitive(node):
        return [], node.children[0]
    for child in node.children:
        if child.word is not None and child.label in _VERBS:
            members += [*waiting, child]
            waiting = []
        elif child.word is not None and child.label == "RB":
            waiting.append(child)
        elif child.label == "ADVP" and node.label == "VP" and _is_plain(child):
            waiting += child.tokens()
        elif (child.label == "VP" or _is_bare_infinitive(child)) and members:
            if node.label in ("SQ", "SINV") and waiting:
                break
            return [*members, *waiting], child
        else:
            break
    # "do n't" without its verb: the negation belongs to the auxiliary.
    members += [word for word in waiting[:1] if word.word in ("n't", "n’t", "not") and members]
    return members, None


def _until_last(node: Tree, wanted: frozenset[str] | None) -> list[Tree]:
    """Everything up to the last word that is directly below `node`."""
    last = -1
    for index, child in enumerate(node.children):
        if child.word is not None and child.label not in _PUNCTUATION:
            if wanted is None or child.label in wanted:
                last = index
        elif not (child.word is not None or child.label in _MODIFIERS) and last >= 0:
            break
    members: list[Tree] = []
    for child in node.children[: last + 1]:
        if child.word is not None:
            members.append(child)
        elif child.label in _MODIFIERS and _is_plain(child):
            members += child.tokens()
        else:
            # A possessor, a clause or the like before the head is a chunk of its own.
            members = []
    return members


def _is_plain(node: Tree) -> bool:
    return all(below.label in _MODIFIERS for below in node.constituents())


def _possessives(tokens: list[Tree], kinds: list[str | None], owners: list[int]) -> None:
    """Move `'s` from the possessor's chunk to the beginning of the next noun chunk."""
    for index, token in enumerate(tokens):
        if token.label != "POS" or kinds[index] != "NP":
            continue
        following = index + 1
        if following < len(tokens) and kinds[following] == "NP":
            if owners[following] != owners[index]:
                owners[index] = owners[following]
            elif index and owners[index - 1] == owners[index]:
                # A flat phrase, "Mary 's dog" under one node.
                fresh = -2 - index
                old = owners[index]
                for place in range(index, len(tokens)):
                    if owners[place] == old:
                        owners[place] = fresh


def _trim(tokens: list[Tree], kinds: list[str | None], owners: list[int]) -> None:
    """Punctuation and conjunctions at the edge of a chunk are outside it."""
    for order in (range(len(tokens)), range(len(tokens) - 1, -1, -1)):
        previous = -1
        for index in order:
            if owners[index] == -1 or kinds[index] is None:
                previous = -1
                continue
            edge = tokens[index].label in _PUNCTUATION or (
                tokens[index].label == "CC" and kinds[index] != "CONJP"
            )
            if edge and owners[index] != previous:
                kinds[index] = None
                owners[index] = -1
                previous = -1
                continue
            previous = owners[index]


def _iob(kinds: list[str | None], owners: list[int]) -> list[str]:
    labels = []
    previous = -1
    for kind, owner in zip(kinds, owners, strict=True):
        if kind is None:
            labels.append("O")
            previous = -1
        else:
            labels.append(("I-" if owner == previous else "B-") + kind)
            previous = owner
    return labels
