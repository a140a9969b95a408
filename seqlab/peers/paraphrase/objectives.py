"""SARI, BLEU and FKBLEU of one output, from n-grams counted once per sentence: fast enough to tune.

SARI is Xu et al.'s sentence form, as `seqlab.evaluation` computes it; BLEU is smoothed by one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from seqlab.english import count_syllables
from seqlab.peers.paraphrase.options import Objective

ORDER = 4
_ALPHA = 0.9
Grams = list[Counter[tuple[str, ...]]]


class SentenceObjective:
    """Scores outputs of one original against its references, 0 to 1; all in lowercase tokens."""

    def __init__(
        self, original: Sequence[str], references: Sequence[Sequence[str]], objective: Objective
    ) -> None:
        self.objective = objective
        self.many = len(references)
        self.original, self.original_length = _grams(original), len(original)
        self.lengths = [len(reference) for reference in references]
        counted = [_grams(reference) for reference in references]
        # SARI sums over references, BLEU clips by the largest.
        self.sums = [sum((own[n] for own in counted), Counter()) for n in range(ORDER)]
        self.most: Grams = []
        for n in range(ORDER):
            largest: Counter[tuple[str, ...]] = Counter()
            for own in counted:
                largest |= own[n]
            self.most.append(largest)
        self.grade = _grade(original)

    def score(self, output: Sequence[str]) -> float:
        """The objective's value for an output."""
        grams = _grams(output)
        if self.objective == "sari":
            return self._sari(grams)
        bleu = _bleu(grams, self.most, len(output), self.lengths)
        if self.objective == "bleu":
            return bleu
        far = _bleu(grams, self.original, len(output), [self.original_length])
        easier = 1 / (1 + math.exp(min(50.0, _grade(output) - self.grade)))
        return math.sqrt(max(0.0, _ALPHA * bleu - (1 - _ALPHA) * far) * easier)

    def _sari(self, grams: Grams) -> float:
        total = 0.0
        for n in range(ORDER):
            old, new, wanted = self.original[n], grams[n], self.sums[n]
            added = [gram for gram in new if gram not in old]
            right = sum(gram in wanted for gram in added)
            missing = sum(gram not in old for gram in wanted)
            total += _f1(_ratio(right, len(added)), _ratio(right, missing))
            precision = recall = deleted = 0.0
            kept = keep = gone = 0
            for gram, count in old.items():
                before, after = count * self.many, new.get(gram, 0) * self.many
                reference = wanted.get(gram, 0)
                done, asked = min(before, after), min(before, reference)
                good = min(done, asked)
                if done:
                    kept += 1
                    precision += good / done
                if asked:
                    keep += 1
                    recall += good / asked
                lost = max(0, before - after)
                if lost:
                    gone += 1
                    deleted += max(0, lost - reference) / lost
            total += _f1(_ratio(precision, kept), _ratio(recall, keep)) + _ratio(deleted, gone)
        return total / (3 * ORDER)


def _grams(words: Sequence[str]) -> Grams:
    words = tuple(words)
    return [
        Counter(words[place : place + n] for place in range(len(words) - n + 1))
        for n in range(1, ORDER + 1)
    ]


def _bleu(grams: Grams, most: Grams, length: int, lengths: Sequence[int]) -> float:
    if not length:
        return 0.0
    logs = 0.0
    for n in range(ORDER):
        total = max(0, length - n)
        right = sum(min(count, most[n].get(gram, 0)) for gram, count in grams[n].items())
        smooth = 1 if n else 0
        if not right + smooth:
            return 0.0
        logs += math.log((right + smooth) / max(1, total + smooth))
    nearest = min(lengths, key=lambda own: (abs(own - length), own))
    return min(1.0, math.exp(1 - nearest / length)) * math.exp(logs / ORDER)


def _grade(words: Sequence[str]) -> float:
    """Flesch-Kincaid grade of a sentence; punctuation counts as a word of one syllable."""
    if not words:
        return 0.0
    syllables = sum(count_syllables(word) for word in words)
    return 0.39 * len(words) + 11.8 * syllables / len(words) - 15.59


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _f1(precision: float, recall: float) -> float:
    return _ratio(2 * precision * recall, precision + recall)
