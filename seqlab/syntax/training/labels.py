"""A treebank sentence as labels for the tagger: tags, chunks, and its tree in four labels."""

from __future__ import annotations

from collections.abc import Sequence

from seqlab.syntax.backends.embedded import MAX_DEPTH, encode, plain, within_levels
from seqlab.syntax.chunks import chunks
from seqlab.syntax.training.treebanks import UNKNOWN, TreebankSentence
from seqlab.tagger import LabelledSentence


def labelled(sentence: TreebankSentence, weight: float = 1.0) -> LabelledSentence:
    """What the tagger learns from a treebank's sentence; unknown parts stay unlabelled."""
    labels: dict[str, tuple[str, ...]] = {"tag": sentence.tags}
    if sentence.tree is not None:
        labels |= _tree_labels(sentence)
    return LabelledSentence(
        tokens=tuple(plain(token) for token in sentence.tokens),
        labels=labels,
        document=sentence.document,
        weight=weight,
    )


def _tree_labels(sentence: TreebankSentence) -> dict[str, tuple[str, ...]]:
    assert sentence.tree is not None
    found = encode(sentence.tree)
    count = len(sentence.tokens)
    trusted = sentence.trusted or (True,) * count

    def known(values: Sequence[str], by_next: bool = True) -> tuple[str, ...]:
        # A level is a difference to the token before, so both must be trusted.
        padded = [*values, *[UNKNOWN] * (count - len(values))]
        return tuple(
            value if trusted[place] and (not by_next or trusted[max(0, place - 1)]) else UNKNOWN
            for place, value in enumerate(padded)
        )

    return {
        "chunk": known(chunks(sentence.tree)),
        "level": known([str(within_levels(value)) for value in found.levels]),
        "depth": known([str(min(value, MAX_DEPTH)) for value in found.depths], by_next=False),
        "constituent": known(found.constituents[:-1], by_next=False),
        "unary": known(found.unaries, by_next=False),
    }
