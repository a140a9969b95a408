"""spaCy, with whichever pipeline is installed: tags, lemmas, entities, and clauses from its parse.

spaCy has no constituency parser. Where its pipeline has a dependency parser, clauses and noun
chunks are read off the dependencies and made a tree of two or three floors; else the tree is flat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from seqlab.english import lemma
from seqlab.errors import UsageError
from seqlab.syntax.analysis import Analysis
from seqlab.syntax.tree import Tree

# Relations whose dependent heads a clause, in spaCy's English labels and in Universal ones.
_CLAUSAL = {
    "ccomp": "SBAR",
    "advcl": "SBAR",
    "relcl": "SBAR",
    "acl:relcl": "SBAR",
    "csubj": "SBAR",
    "csubjpass": "SBAR",
    "xcomp": "S",
    "acl": "S",
    "pcomp": "S",
    "parataxis": "S",
}
_VERBS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "TO"))
_ALONE = {"IN": "PP", "RP": "PRT", "RB": "ADVP", "RBR": "ADVP", "WRB": "ADVP", "UH": "INTJ"}


class SpacySyntax:
    """Runs an installed spaCy pipeline over sentences that are already tokens.

    Args:
        model: Name or path of the pipeline, or a loaded one.
    """

    def __init__(self, model: Any = "en_core_web_sm") -> None:
        self._nlp = _loaded(model) if isinstance(model, str) else model

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyses in the order of the sentences, a batch at a time."""
        from spacy.tokens import Doc

        # A token of nothing but blanks would count as white space.
        docs = (Doc(self._nlp.vocab, words=list(tokens)) for tokens in sentences)
        for doc in self._nlp.pipe(docs):
            yield _analysis(doc)


def _loaded(model: str) -> Any:
    try:
        import spacy
    except ImportError:
        raise UsageError("syntax backend 'spacy': not installed; run `pip install spacy`") from None
    try:
        return spacy.load(model)
    except OSError:
        raise UsageError(
            f"syntax backend 'spacy': no pipeline {model!r}; run `python -m spacy download {model}`"
        ) from None


def _analysis(doc: Any) -> Analysis:
    tokens = [token.text for token in doc]
    tags = [token.tag_ or _guess(token) for token in doc]
    lemmas = [token.lemma_ or lemma(token.text, tag) for token, tag in zip(doc, tags, strict=True)]
    labels = _chunk_labels(doc, tags)
    return Analysis(
        tokens=tuple(tokens),
        tags=tuple(tags),
        lemmas=tuple(lemmas),
        chunks=tuple(labels),
        tree=_tree(doc, tags, labels),
        entities=_entities(doc),
    )


def _guess(token: Any) -> str:
    return "." if token.is_punct else "CD" if token.like_num else "NN"


def _entities(doc: Any) -> tuple[str, ...] | None:
    if not doc.has_annotation("ENT_IOB"):
        return None
    return tuple(f"{t.ent_iob_}-{t.ent_type_}" if t.ent_type_ else "O" for t in doc)


def _chunk_labels(doc: Any, tags: Sequence[str]) -> list[str]:
    """Noun chunks as spaCy finds them; verbs, prepositions and adverbs by their tags."""
    labels = ["O"] * len(tags)
    if doc.has_annotation("DEP"):
        for span in doc.noun_chunks:
            for place in range(span.start, span.end):
                labels[place] = "B-NP" if place == span.start else "I-NP"
            for place in range(span.start + 1, span.end):
                # As in CoNLL-2000, a possessive begins a chunk.
                if tags[place] == "POS":
                    labels[place] = "B-NP"
    for place, tag in enumerate(tags):
        before = labels[place - 1] if place else "O"
        if labels[place] != "O":
            continue
        if tag in _VERBS:
            labels[place] = "I-VP" if before.endswith("VP") and "AD" not in before else "B-VP"
        elif tag == "RB" and before in ("B-VP", "I-VP") and tags[place + 1 : place + 2] != []:
            follows = tags[place + 1] in _VERBS
            labels[place] = "I-VP" if follows else "B-ADVP"
        elif tag in _ALONE:
            labels[place] = "B-" + _ALONE[tag]
    return labels


def _tree(doc: Any, tags: Sequence[str], labels: Sequence[str]) -> Tree:
    """Clauses over chunks over tokens."""
    spans = _chunk_spans(labels)
    if doc.has_annotation("DEP"):
        spans += _clause_spans(doc)
    # Outer before inner; where a clause and a chunk are the same, the clause is the outer one.
    order = {"S": 0, "SBAR": 0}
    spans.sort(key=lambda span: (span[1], -span[2], order.get(span[0], 1)))
    stack: list[tuple[str, int, list[Tree]]] = [("ROOT", len(doc), [])]
    upcoming = 0
    for place, (token, tag) in enumerate(zip(doc, tags, strict=True)):
        while upcoming < len(spans) and spans[upcoming][1] == place:
            label, _, end = spans[upcoming]
            upcoming += 1
            if end <= stack[-1][1]:  # a span that crosses another is left out
                stack.append((label, end, []))
        stack[-1][2].append(Tree.leaf(tag, token.text, place))
        while len(stack) > 1 and stack[-1][1] == place + 1:
            label, _, children = stack.pop()
            stack[-1][2].append(Tree.node(label, children))
    return Tree.node("ROOT", stack[0][2])


def _chunk_spans(labels: Sequence[str]) -> list[tuple[str, int, int]]:
    spans: list[tuple[str, int, int]] = []
    for place, label in enumerate(labels):
        if label.startswith("B-"):
            spans.append((label[2:], place, place + 1))
        elif label.startswith("I-"):
            kind, start, _ = spans.pop()
            spans.append((kind, start, place + 1))
    return spans


def _clause_spans(doc: Any) -> list[tuple[str, int, int]]:
    spans = []
    for token in doc:
        if token.dep_ == "ROOT" or token.dep_ == "root" or token.head is token:
            label = "S" if any(below.tag_ in _VERBS for below in token.subtree) else "FRAG"
        elif token.dep_ in _CLAUSAL:
            label = _CLAUSAL[token.dep_]
        else:
            continue
        spans.append((label, token.left_edge.i, token.right_edge.i + 1))
    return spans
