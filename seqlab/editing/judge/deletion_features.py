"""The shape of what is deleted: brackets, commas, clauses, single words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch
from seqlab.editing.judge.resources import Resources

Columns = dict[str, NDArray[np.float32]]
_NAMES = (
    "names", "numbers", "verbs", "comma_before", "comma_after", "opens_bracket", "opens_comma",
    "relative", "preposition", "participle", "share", "adverb", "adjective", "ends_sentence",
    "foreign", "content_share", "rarest", "determiner_before", "noun_after", "conjunction_before",
    "left_words",
)  # fmt: skip


def deletion_features(batch: Batch, resources: Resources) -> Columns:
    """Numbers of deletions; not known for other edits."""
    values = np.full((len(batch.cases), len(_NAMES)), np.nan, dtype=np.float32)
    for row, case in enumerate(batch.cases):
        if case.new or case.operation == "split" or case.start >= case.end:
            continue
        text = batch.sentences[case.sentence]
        tokens, tags = text.tokens, text.tags
        own = tags[case.start : case.end]
        words = [token.lower() for token in tokens[case.start : case.end]]
        first = 1 if len(words) > 1 and words[0] in (",", "(") else 0
        before = tokens[case.start - 1] if case.start else ""
        after = tokens[case.end] if case.end < len(tokens) else ""
        values[row] = (
            sum(tag.startswith("NNP") for tag in own),
            own.count("CD"),
            sum(tag.startswith("VB") for tag in own),
            before == ",",
            after == ",",
            words[0] in ("(", "["),
            words[0] == ",",
            own[first].startswith("W"),
            own[first] in ("IN", "TO"),
            own[first] in ("VBG", "VBN"),
            len(words) / len(tokens),
            own[first].startswith("RB"),
            own[first].startswith("JJ"),
            case.end >= len(tokens) - 1,
            own.count("FW"),
            sum(map(resources.is_content, words)) / len(words),
            min(float(resources.facts(word)[0]) for word in words),
            bool(case.start) and tags[case.start - 1] in ("DT", "PRP$", "POS"),
            case.end < len(tokens) and tags[case.end].startswith("NN"),
            before.lower() in ("and", "or", "but"),
            len(tokens) - len(words),
        )
    return {f"deletion_{name}": values[:, k] for k, name in enumerate(_NAMES)}
