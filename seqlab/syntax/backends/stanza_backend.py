"""Stanza, where the user has its models: tags, lemmas, trees and entities from its pipeline."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from seqlab.english import lemma
from seqlab.errors import UsageError
from seqlab.syntax.analysis import Analysis
from seqlab.syntax.chunks import chunks
from seqlab.syntax.training.treebanks import cleaned
from seqlab.syntax.tree import Tree, unescaped

PROCESSORS = ("tokenize", "pos", "lemma", "constituency", "ner")
_BATCH = 64


class StanzaSyntax:
    """Runs the user's Stanza models over sentences that are already tokens.

    Nothing is fetched: a missing model is an error that names the command which fetches it.

    Args:
        language: Stanza's code of the language.
        folder: Where the models lie; empty for Stanza's own place (`~/stanza_resources`).
        package: The set of models, as in `stanza.download`.
        ner: Look for entities too, which takes about as long as all the rest.
        settings: More options of `stanza.Pipeline`, such as `constituency_model_path`.
    """

    def __init__(
        self,
        language: str = "en",
        folder: str = "",
        package: str = "default",
        ner: bool = True,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self._ner = ner
        self._pipeline = _pipeline(language, folder, package, ner, settings or {})

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyses in the order of the sentences, a batch at a time."""
        stream = iter(sentences)
        while batch := [list(tokens) for tokens in islice(stream, _BATCH)]:
            # Stanza drops empty sentences, and reads a token of blanks as no token at all.
            full = [[token.strip() or "_" for token in tokens] for tokens in batch if tokens]
            parsed = iter(self._pipeline(full).sentences if full else ())
            for tokens in batch:
                yield self._analysis(tokens, next(parsed)) if tokens else _nothing()

    def _analysis(self, tokens: list[str], sentence: Any) -> Analysis:
        tags = [word.xpos or "XX" for word in sentence.words]
        tree = cleaned(_tree(sentence.constituency)) or Tree.flat(tokens, tags)
        if len(tree.leaves()) != len(tokens):
            tree = Tree.flat(tokens, tags)
        # Parsers may have been trained on other tags; ours are always the Penn tags.
        tree = tree.with_words(tokens, tags)
        lemmas = [
            word.lemma or lemma(token, tag)
            for token, tag, word in zip(tokens, tags, sentence.words, strict=True)
        ]
        return Analysis(
            tokens=tuple(tokens),
            tags=tuple(tags),
            lemmas=tuple(lemmas),
            chunks=tuple(chunks(tree)),
            tree=tree,
            entities=_entities(sentence) if self._ner else None,
        )


def _pipeline(
    language: str, folder: str, package: str, ner: bool, settings: Mapping[str, Any]
) -> Any:
    try:
        import stanza
    except ImportError:
        raise UsageError(
            "syntax backend 'stanza': not installed; run `pip install stanza`"
        ) from None
    processors = [name for name in PROCESSORS if ner or name != "ner"]
    options: dict[str, Any] = {
        "lang": language,
        "package": package,
        "processors": ",".join(processors),
        "tokenize_pretokenized": True,
        "download_method": None,
        "verbose": False,
    }
    if folder:
        options["dir"] = folder
    place = f", model_dir={folder!r}" if folder else ""
    fetch = (
        f'run `python -c "import stanza; stanza.download({language!r}{place}, '
        f'package={package!r}, processors={",".join(processors)!r})"`'
    )
    logging.getLogger("stanza").setLevel(logging.ERROR)
    try:
        return stanza.Pipeline(**{**options, **settings})
    except (OSError, KeyError, ValueError) as error:
        # Stanza raises all of these for models that are missing, in part or altogether.
        reason = str(error).strip().split("\n")[0]
        raise UsageError(f"syntax backend 'stanza': no models ({reason}); {fetch}") from None


def _tree(node: Any) -> Tree:
    """Stanza's tree as ours, without recursion."""
    order: list[Any] = []
    stack = [node]
    while stack:
        item = stack.pop()
        order.append(item)
        stack.extend(item.children)
    # Children come after their parents, right before left; build them from the end.
    done: dict[int, Tree] = {}
    position = 0
    for item in reversed(order):
        if len(item.children) == 1 and not item.children[0].children:
            word = unescaped(str(item.children[0].label))
            done[id(item)] = Tree.leaf(str(item.label), word, position)
            position += 1
        elif item.children:
            done[id(item)] = Tree.node(str(item.label), [done[id(c)] for c in item.children])
    return done[id(node)]


def _entities(sentence: Any) -> tuple[str, ...]:
    """Stanza's BIOES labels as IOB."""
    labels = [token.ner or "O" for token in sentence.tokens]
    return tuple(
        {"S": "B", "E": "I"}.get(label[0], label[0]) + label[1:] if label != "O" else "O"
        for label in labels
    )


def _nothing() -> Analysis:
    return Analysis((), (), (), (), Tree("ROOT"), ())
