"""What a corpus must have for a model to learn from it, said in one line before training starts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from corpora import LevelledDocument, Pair, document_of
from seqlab.errors import DataError

LEAST_DOCUMENTS = 3
# Of English words about a third are among the commonest fifty; of other languages a few.
_COMMON, _SHARE, _WORDS = 50, 0.12, 200


def check_levels(path: Path, documents: Iterable[LevelledDocument]) -> Iterator[LevelledDocument]:
    """The documents; an error after the last if none is there at two levels."""
    levels: set[str] = set()
    several = False
    for document in documents:
        levels |= set(document.levels)
        several = several or len(document.levels) > 1
        yield document
    if not several and levels:
        raise DataError(
            path,
            f"no article exists at two levels, only at {', '.join(sorted(levels))}",
            fix="put the simpler version of each beside it, e.g. name.0.txt and name.1.txt",
        )


def check_pairs(path: Path, pairs: Sequence[Pair]) -> None:
    """Raise a `DataError` if nothing can be learned from `pairs`."""
    if not pairs:
        raise DataError(path, "no sentence pairs in it", fix="see `seqlab corpora stats` on it")
    if all(pair.sources == pair.targets for pair in pairs):
        raise DataError(
            path,
            f"both sides of all {len(pairs):,} pairs are the same: nothing was simplified in them",
            fix="check that the simple side is in the second column or file",
        )
    documents = {document_of(pair) for pair in pairs}
    if len(documents) < LEAST_DOCUMENTS:
        articles = "article" if len(documents) == 1 else "articles"
        raise DataError(
            path,
            f"{len(documents)} {articles}: too few to split into train, valid and test",
            fix=f"give at least {LEAST_DOCUMENTS}, preferably thirty or more",
        )
    _check_language(path, pairs)


def _check_language(path: Path, pairs: Sequence[Pair]) -> None:
    step = max(1, len(pairs) // 500)
    texts = (text for pair in pairs[::step] for text in (pair.source, pair.target))
    words = list(islice((w for text in texts for w in re.findall(r"\w+", text.lower())), 20_000))
    common = _common_words()
    share = sum(word in common for word in words) / max(1, len(words))
    if len(words) >= _WORDS and share < _SHARE:
        raise DataError(
            path,
            f"this is not English: {share:.0%} of its words are common English words",
            value=pairs[0].source[:60],
            fix="SeqLab's tokens, words and trees are English; give an English corpus",
        )


@cache
def _common_words() -> frozenset[str]:
    import wordfreq

    return frozenset(wordfreq.top_n_list("en", _COMMON))
