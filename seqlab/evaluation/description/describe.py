"""`describe_pairs`: what the simplifications of a corpus are like (thesis 3.1, 4.2.2 and 4.3)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from corpora import Pair
from seqlab.alignment import load_aligner
from seqlab.annotation import annotate_pairs
from seqlab.errors import UsageError
from seqlab.evaluation.metrics.metric import Array
from seqlab.evaluation.statistics.features import features
from seqlab.syntax import load_syntax
from seqlab.text import split_sentences, tokenize

# The operations that Figures 4.4 and 4.5 of the thesis count; other pairs are one of the two below.
MAIN = ("DELETE", "REPLACE", "SPLIT")
UNIDENTIFIED, NONE = "unidentified", "none"
KINDS = ("identical", "1-1", "1-N", "N-1", "N-N")
# What phrase labels say (thesis Table 3.4): operations on chunks, and on whole clauses.
PHRASES = {
    "D": "phrase deleted",
    "R": "phrase replaced",
    "A": "phrase added",
    "M": "phrase moved",
    "DC": "clause deleted",
    "AC": "clause added",
    "MC": "clause moved",
}


# Without slots: the command line reads the defaults from the instance's dictionary.
@dataclass(frozen=True)
class DescribeOptions:
    """How a corpus is described.

    Args:
        sample: Operations and features are of so many pairs, drawn at random; 0 takes all.
        seed: Of the draw.
        aligner: Word aligner of the operations.
        syntax: Backend of phrases and tree depths; `none` leaves both out.
    """

    sample: int = 2000
    seed: int = 1
    aligner: str = "light"
    syntax: str = "embedded"

    def __post_init__(self) -> None:
        if self.sample < 0:
            raise UsageError(f"describe.sample must be 0 or more, not {self.sample}")


@dataclass(frozen=True, slots=True)
class CorpusDescription:
    """Counts over the whole corpus, operations and features over the pairs looked at."""

    name: str
    originals: int
    pairs: int
    source_tokens: int
    target_tokens: int
    kinds: Mapping[str, int]
    # So many pairs were looked at more closely.
    looked_at: int
    operations: Mapping[str, int] = field(default_factory=dict)
    combinations: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    # Pairs with at least one such unit.
    phrases: Mapping[str, int] = field(default_factory=dict)
    features: Mapping[str, Array] = field(default_factory=dict)

    @property
    def transformations(self) -> dict[str, float]:
        """Shares of pairs as in Table 4.3 of the thesis."""
        found = self.features
        return {
            "sentence splitting": float((found["sentence splits"] > 0).mean()),
            "compression (<75%)": float((found["compression ratio"] < 0.75).mean()),
            "word reordering": float((found["reorderings proportion"] > 0).mean()),
            "exact match": float(found["exact copies"].mean()),
            "word deletion only": float(found["deletion only"].mean()),
        }

    def to_json(self) -> dict[str, Any]:
        """The description as plain data; of features, the means."""
        return {
            "name": self.name,
            "originals": self.originals,
            "pairs": self.pairs,
            "source_tokens": self.source_tokens,
            "target_tokens": self.target_tokens,
            "kinds": dict(self.kinds),
            "looked_at": self.looked_at,
            "operations": dict(self.operations),
            "combinations": {"+".join(key): count for key, count in self.combinations.items()},
            "phrases": dict(self.phrases),
            "features": {name: float(values.mean()) for name, values in self.features.items()},
            "transformations": self.transformations,
        }


def describe_pairs(
    name: str, pairs: Iterable[Pair], options: DescribeOptions | None = None
) -> CorpusDescription:
    """Describe a corpus that is read once; pairs with an empty side are passed over."""
    options = options or DescribeOptions()
    draw = random.Random(options.seed)
    originals: set[int] = set()
    kinds: Counter[str] = Counter()
    chosen: list[Pair] = []
    count = source_tokens = target_tokens = 0
    for pair in pairs:
        if not pair.source.strip() or not pair.target.strip():
            continue
        count += 1
        # Hashes, not texts: a corpus of millions must not be held in memory for a count.
        originals.add(hash(pair.sources))
        kinds[_kind(pair)] += 1
        source_tokens += len(tokenize(pair.source))
        target_tokens += len(tokenize(pair.target))
        if not options.sample or len(chosen) < options.sample:
            chosen.append(pair)
        elif (place := draw.randrange(count)) < options.sample:
            chosen[place] = pair
    if not count:
        raise UsageError(f"{name}: no pairs to describe")
    operations, combinations, phrases = _operations(chosen, options)
    syntax = None if options.syntax == "none" else load_syntax(options.syntax)
    values = features([pair.source for pair in chosen], [pair.target for pair in chosen], syntax)
    return CorpusDescription(
        name,
        len(originals),
        count,
        source_tokens,
        target_tokens,
        kinds,
        len(chosen),
        operations,
        combinations,
        phrases,
        values,
    )


def _kind(pair: Pair) -> str:
    """What happened to the sentences as wholes, by the sentences that operations are counted by.

    A reader may take a line for one sentence that holds several.
    """
    if pair.source == pair.target:
        return "identical"
    many = [sum(map(_sentence_count, side)) > 1 for side in (pair.sources, pair.targets)]
    return f"{'N' if many[0] else '1'}-{'N' if many[1] else '1'}"


def _sentence_count(text: str) -> int:
    return len(split_sentences(text))


def _operations(
    pairs: list[Pair], options: DescribeOptions
) -> tuple[Counter[str], Counter[tuple[str, ...]], Counter[str]]:
    """Pairs by operation, by combination of the main ones, and by unit of phrases."""
    syntax = None if options.syntax == "none" else load_syntax(options.syntax)
    operations: Counter[str] = Counter()
    combinations: Counter[tuple[str, ...]] = Counter()
    phrases: Counter[str] = Counter()
    annotated = annotate_pairs(pairs, load_aligner(options.aligner), syntax)
    for pair, labelled in zip(pairs, annotated, strict=True):
        operations.update(labelled.operations)
        main = tuple(name for name in MAIN if name in labelled.operations)
        if not main:
            # A changed capital is a change, though no operation.
            main = (NONE if pair.source == pair.target else UNIDENTIFIED,)
            operations.update(main)
        combinations[main] += 1
        units = {
            label[2:]
            for side in (labelled.source_phrases, labelled.target_phrases)
            for label in side or ()
            if label.startswith("B-")
        }
        phrases.update(unit for unit in units if unit in PHRASES)
    return operations, combinations, phrases
