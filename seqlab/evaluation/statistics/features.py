"""What a system does to sentences, without references (thesis 4.3.2, and EASSE's features)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from seqlab.alignment import is_content
from seqlab.evaluation.metrics.metric import Array
from seqlab.evaluation.metrics.tokenizers import tokenize_lines
from seqlab.evaluation.statistics.edit_distance import (
    is_subsequence,
    moved,
    replacements,
    similarity,
)
from seqlab.syntax import Syntax, Tree
from seqlab.text import split_sentences, tokenize

# As many ranks as the thesis takes; words beyond have the last.
RANKS = 50_000

FEATURES = {
    "compression ratio": "characters of the output by characters of the original",
    "sentence splits": "sentences of the output less sentences of the original",
    "Levenshtein similarity": "characters that both share in order, 0–1",
    "replace-only Levenshtein": "characters replaced by characters of the shorter text",
    "exact copies": "the output is the original",
    "additions proportion": "words of the output that the original lacks",
    "deletions proportion": "words of the original that the output lacks",
    "reorderings proportion": "words of the original that stand elsewhere in the output",
    "deletion only": "the output is the original with words left out",
    "lexical complexity": "third quartile of the log ranks of the output's content words",
    "lexical complexity ratio": "mean squared log rank of content words, output by original",
    "tree depth ratio": "depth of the deepest constituency tree, output by original",
}


def features(
    originals: Sequence[str], outputs: Sequence[str], syntax: Syntax | None = None
) -> dict[str, Array]:
    """The value of every feature for every sentence; tree depths only with `syntax`."""
    first, second = (tokenize_lines(column, lowercase=True) for column in (originals, outputs))
    rows = [_values(*row) for row in zip(originals, outputs, first, second, strict=True)]
    names = [name for name in FEATURES if name != "tree depth ratio"]
    table = dict(zip(names, np.array(rows, dtype=np.float64).T, strict=True))
    if syntax is not None:
        pairs = zip(tree_depths(outputs, syntax), tree_depths(originals, syntax), strict=True)
        table["tree depth ratio"] = np.array([one / other for one, other in pairs])
    return table


def tree_depths(texts: Sequence[str], syntax: Syntax) -> list[int]:
    """Depth of the deepest tree of each text, at least 1."""
    sentences = [[tokenize(line) for line in split_sentences(text)] for text in texts]
    analyses = iter(syntax.analyse([tokens for text in sentences for tokens in text]))
    return [max([1, *(_depth(next(analyses).tree) for _ in text)]) for text in sentences]


def lexical_complexity(words: Sequence[str]) -> float:
    """EASSE's score: the third quartile of the log ranks of content words."""
    ranks = _log_ranks(words)
    return float(np.quantile(ranks, 0.75)) if ranks else 0.0


def squared_log_rank(words: Sequence[str]) -> float:
    """The score of thesis 4.3.2: the mean squared log rank of content words."""
    ranks = _log_ranks(words)
    return float(np.mean(np.square(ranks))) if ranks else 0.0


def _values(
    original: str, output: str, first: Sequence[str], second: Sequence[str]
) -> tuple[float, ...]:
    before, after = Counter(first), Counter(second)
    complexity = squared_log_rank(first)
    return (
        len(output) / len(original),
        len(split_sentences(output)) - len(split_sentences(original)),
        similarity(original, output),
        replacements(original, output) / min(len(original), len(output)),
        original == output,
        (after - before).total() / max(1, len(second)),
        (before - after).total() / max(1, len(first)),
        moved(first, second) / max(1, len(first)),
        len(second) < len(first) and is_subsequence(second, first),
        lexical_complexity(second),
        squared_log_rank(second) / complexity if complexity else 1.0,
    )


def _log_ranks(words: Sequence[str]) -> list[float]:
    ranks = _ranks()
    last = float(np.log(1 + RANKS))
    return [ranks.get(word, last) for word in words if word.isalpha() and is_content(word)]


@lru_cache(maxsize=1)
def _ranks() -> dict[str, float]:
    from wordfreq import top_n_list

    return {
        word: float(np.log(1 + rank)) for rank, word in enumerate(top_n_list("en", RANKS), start=1)
    }


def _depth(tree: Tree) -> int:
    """Nodes from the root down to the tag of the deepest word."""
    deepest, level = 0, [tree]
    while level := [child for node in level for child in node.children]:
        deepest += 1
    return deepest
