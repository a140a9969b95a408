"""The view of a whole document: readability by paragraph, what stayed hard, what was changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from seqlab.desk.edits import EXPLANATION, TAKEN, EditsFile, SentenceRecord
from seqlab.desk.subset import accepted_edits, sentence_text
from seqlab.documents import text_counts
from seqlab.text import tokenize

# From this grade or so many words on a sentence counts as hard.
HARD_GRADE, HARD_WORDS = 12.0, 25
_COMMON = 3000
_LISTED = 50


@cache
def common_words() -> frozenset[str]:
    """The 3,000 most common words of English, as they are written."""
    from wordfreq import top_n_list

    return frozenset(top_n_list("en", _COMMON))


def readability(sentences: Sequence[str]) -> dict[str, float]:
    """Grade level (FKGL), words per sentence, and the share of words outside the common 3,000."""
    counts = text_counts(list(sentences))
    words = [w.lower() for text in sentences for w in tokenize(text) if w[:1].isalpha()]
    rare = sum(word not in common_words() for word in words)
    return {
        "words": counts.words,
        "sentences": counts.sentences,
        "grade": round(counts.grade or 0.0, 2),
        "sentence_length": round(counts.words / max(1, counts.sentences), 2),
        "rare_words": round(rare / max(1, len(words)), 4),
    }


def summary_of(edits: EditsFile, accepted: Collection[str]) -> dict[str, Any]:
    """The summary of a document with the accepted edits, as plain values."""
    outputs = {one.id: sentence_text(one, accepted) for one in edits.sentences}
    own: dict[int, list[SentenceRecord]] = defaultdict(list)
    for sentence in edits.sentences:
        own[sentence.paragraph].append(sentence)
    paragraphs = [
        {
            "paragraph": number,
            "before": readability([one.text for one in sentences]),
            "after": readability([outputs[one.id] for one in sentences]),
        }
        for number, sentences in sorted(own.items())
        if any(not one.left for one in sentences)
    ]
    prose = [one for one in edits.sentences if not one.left]
    return {
        "document": dict(edits.document),
        "before": readability([one.text for one in prose]),
        "after": readability([outputs[one.id] for one in prose]),
        "sentences": len(edits.sentences),
        "changed": sum(outputs[one.id] != one.text for one in edits.sentences),
        "left_alone": dict(Counter(one.left for one in edits.sentences if one.left)),
        "paragraphs": paragraphs,
        "still_hard": _still_hard(prose, outputs),
        "changed_terms": _changed_terms(edits, accepted),
    }


def _still_hard(
    sentences: Sequence[SentenceRecord], outputs: dict[int, str]
) -> list[dict[str, Any]]:
    """The hardest sentences after all edits, and why no more was done."""
    hard: list[dict[str, Any]] = []
    for sentence in sentences:
        counts = text_counts([outputs[sentence.id]])
        length = counts.words / max(1, counts.sentences)
        grade = counts.grade or 0.0
        if grade < HARD_GRADE and length < HARD_WORDS:
            continue
        hard.append(
            {
                "sentence": sentence.id,
                "text": outputs[sentence.id],
                "grade": round(grade, 1),
                "why": _why(sentence),
            }
        )
    return sorted(hard, key=lambda one: -one["grade"])[:_LISTED]


def _why(sentence: SentenceRecord) -> str:
    """What was considered and not done, most frequent reason first."""
    left = [edit for edit in sentence.edits if edit.state != TAKEN]
    if not left:
        return "nothing was proposed"
    reasons = Counter(edit.reason.removeprefix("guard: ") for edit in left)
    return ", ".join(f"{reason} ({count})" for reason, count in reasons.most_common(3))


def _changed_terms(edits: EditsFile, accepted: Collection[str]) -> list[dict[str, Any]]:
    """What was replaced by what, how often and where."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for sentence in edits.sentences:
        for edit in accepted_edits(sentence, accepted):
            if edit.operation == "replace" and edit.kind != EXPLANATION:
                found[edit.old.lower(), edit.new.lower()].append(edit.id)
    return [
        {"old": old, "new": new, "edits": names}
        for (old, new), names in sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    ]
