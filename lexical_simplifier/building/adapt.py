"""A ranker from the replacements of one corpus, in a simplifier that is otherwise the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy

import numpy as np

from lexical_simplifier.building.examples import Example, from_replacements
from lexical_simplifier.building.replacements import Replacement, replaced_spans
from lexical_simplifier.options import RankerOptions
from lexical_simplifier.simplifier import LexicalSimplifier
from lexical_simplifier.stages.rank import PairwiseRanker
from seqlab.annotation import LabelledPair
from seqlab.progress import track
from seqlab.syntax import load_syntax

# One pair of words teaches no more than so often; more examples than this only take longer.
REPEATS, MOST = 3, 12_000


def count_replacements(pairs: Iterable[LabelledPair]) -> int:
    """How many words and short phrases of the pairs were replaced."""
    return sum(1 for pair in pairs for _ in replaced_spans(pair))


def adapted_ranker(shipped: LexicalSimplifier, pairs: Sequence[LabelledPair]) -> LexicalSimplifier:
    """`shipped` with a ranker learned from the replacements of `pairs`; nothing else differs.

    The counts in its thesaurus are those of its own corpora, so these pairs have not been seen.
    """
    examples = _examples(shipped, pairs)[:MOST]
    own = copy(shipped)
    own.ranker = PairwiseRanker(RankerOptions(), push=shipped.ranker.push).fit(
        [example.candidates.features for example in examples],
        [example.gold for example in examples],
    )
    return own


def first_right(simplifier: LexicalSimplifier, pairs: Sequence[LabelledPair]) -> float:
    """How often the first candidate is the word that the editor wrote, where it is among them."""
    examples = _examples(simplifier, pairs)
    right = [
        example.gold[int(np.argmax(simplifier.ranker.predict(example.candidates.features)))] > 0
        for example in examples
    ]
    return float(np.mean(right)) if right else 0.0


def _examples(simplifier: LexicalSimplifier, pairs: Sequence[LabelledPair]) -> list[Example]:
    seen: Counter[tuple[str, str]] = Counter()
    chosen: list[Replacement] = []
    for pair in pairs:
        for replacement in replaced_spans(pair):
            words = " ".join(replacement.tokens[replacement.start : replacement.end]).lower()
            key = words, " ".join(replacement.words).lower()
            seen[key] += 1
            if seen[key] <= REPEATS:
                chosen.append(replacement)
    sentences = list({replacement.tokens: None for replacement in chosen})
    found = track(load_syntax("embedded").analyse(sentences), "tag replacements", len(sentences))
    tags = {words: analysis.tags for words, analysis in zip(sentences, found, strict=True)}
    return from_replacements([(one, tags[one.tokens]) for one in chosen], simplifier.features)
