"""A quick tagger for the build: a linear model over words, endings and neighbours.

The syntax model that ships is better (and is what users get) but takes hours over the tens of
thousands of sentences that the table and the ranker are made from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from seqlab.files import read_lines

Tagged = tuple[tuple[str, ...], tuple[str, ...]]


def read_tagged(path: str | Path) -> Iterator[Tagged]:
    """Tokens and Penn tags of every sentence of a CoNLL-U file."""
    tokens: list[str] = []
    tags: list[str] = []
    for line in read_lines(path):
        columns = line.split("\t")
        if len(columns) == 10 and columns[0].isdigit():
            tokens.append(columns[1])
            tags.append(columns[4])
        elif not line.strip() and tokens:
            yield tuple(tokens), tuple(tags)
            tokens, tags = [], []
    if tokens:
        yield tuple(tokens), tuple(tags)


class QuickTagger:
    """Penn tags by a linear classifier over hashed features."""

    def __init__(self, buckets: int = 2**18, seed: int = 0) -> None:
        self.buckets = buckets
        self.seed = seed
        self.model_: Any = None

    def fit(self, sentences: Iterable[Tagged]) -> QuickTagger:
        """Learn from tagged sentences."""
        from sklearn.linear_model import SGDClassifier

        sentences = list(sentences)
        rows = self._hashed(tokens for tokens, _ in sentences)
        labels = [tag for _, tags in sentences for tag in tags]
        self.model_ = SGDClassifier(
            loss="modified_huber", alpha=1e-6, max_iter=4, tol=None, random_state=self.seed
        ).fit(rows, labels)
        return self

    def predict(
        self, sentences: Sequence[Sequence[str]], batch_size: int = 2000
    ) -> Iterator[tuple[str, ...]]:
        """The tags of each sentence."""
        for start in range(0, len(sentences), batch_size):
            batch = sentences[start : start + batch_size]
            tags = iter(self.model_.predict(self._hashed(batch)).tolist())
            for tokens in batch:
                yield tuple(next(tags) for _ in tokens)

    def _hashed(self, sentences: Iterable[Sequence[str]]) -> Any:
        from sklearn.feature_extraction import FeatureHasher

        hasher = FeatureHasher(self.buckets, input_type="string", alternate_sign=False)
        return hasher.transform(
            _features(tokens, place) for tokens in sentences for place in range(len(tokens))
        )


def _features(tokens: Sequence[str], place: int) -> list[str]:
    word = tokens[place]
    own = word.lower()

    def at(other: int) -> str:
        return tokens[other].lower() if 0 <= other < len(tokens) else "<>"

    before, after = at(place - 1), at(place + 1)
    return [
        f"w={own}",
        *(f"e{size}={own[-size:]}" for size in (2, 3, 4)),
        f"s={own[:2]}",
        f"b={before}",
        f"bb={at(place - 2)}",
        f"a={after}",
        f"aa={at(place + 2)}",
        f"c={word[:1].isupper()}{place == 0}",
        f"d={word[:1].isdigit()}",
        f"bw={before} {own}",
        f"wa={own} {after}",
        f"be={before[-3:]}",
        f"ae={after[-3:]}",
        f"ba={before} {after}",
        f"eee={before[-2:]} {own[-2:]} {after[-2:]}",
    ]
