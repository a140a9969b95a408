"""The array counting against plain counters, and the tokeniser against sacreBLEU's."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from seqlab.evaluation.metrics.ngrams import ngram_counts
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.tokenizers import tokenize_lines

SENTENCE = st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=8).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(SENTENCE, SENTENCE, SENTENCE, SENTENCE), min_size=1, max_size=4))
def test_counts_are_those_of_counters(rows: list[tuple[str, ...]]) -> None:
    originals, outputs, *references = map(list, zip(*rows, strict=True))
    segments = Segments(originals, outputs, references)
    for n, counts in enumerate(ngram_counts(segments, 4, "none", False), start=1):
        for index, (original, output, *these) in enumerate(rows):
            mine = counts.sentence == index
            expected = [_ngrams(original, n), _ngrams(output, n)]
            expected.append(sum((_ngrams(reference, n) for reference in these), Counter()))
            found = (counts.original[mine], counts.output[mine], counts.references[mine])
            keys = set().union(*expected)
            assert len(found[0]) == len(keys)
            for values, counter in zip(found, expected, strict=True):
                assert sorted(values) == sorted(counter[key] for key in keys)


def _ngrams(line: str, n: int) -> Counter:
    tokens = line.split()
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


TEXT = st.text(alphabet="ab19 .,-–&;'\"()/é\u00a0\n", max_size=24)


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXT, min_size=1, max_size=4))
def test_13a_over_many_lines_is_sacrebleus_line_by_line(lines: list[str]) -> None:
    reference = Tokenizer13a()
    assert tokenize_lines(lines) == [reference(line).split() for line in lines]


@pytest.mark.parametrize(
    "line", ["1..2 a..5", "a,,5", "&quot;Hi&quot; &amp; 3-4", "U.S. 1,000.5", "x\x10y", "a\x12b"]
)
def test_13a_on_awkward_lines(line: str) -> None:
    expected = Tokenizer13a()(line).replace("\x12", "\x12").split()
    assert tokenize_lines([line]) == [expected]
