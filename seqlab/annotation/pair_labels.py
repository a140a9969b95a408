"""Silver labels: sentence pairs in, labelled pairs out, a batch at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice

from corpora import Pair
from seqlab.alignment import Aligner, Links
from seqlab.annotation.labels.phrase_labels import phrase_labels
from seqlab.annotation.labels.sentence_labels import sentence_operations
from seqlab.annotation.labels.word_labels import word_labels
from seqlab.annotation.options import DEFAULTS, AnnotationOptions
from seqlab.annotation.record import LabelledPair
from seqlab.syntax import Analysis, Syntax
from seqlab.text import split_sentences, tokenize

Sentences = list[tuple[str, ...]]


def annotate_pairs(
    pairs: Iterable[Pair],
    aligner: Aligner,
    syntax: Syntax | None = None,
    options: AnnotationOptions = DEFAULTS,
    batch_size: int = 256,
) -> Iterator[LabelledPair]:
    """Each pair with the operations that lead from its source to its target, in order.

    With `syntax` the labels come for phrases too, and the heuristics see real tags.
    """
    source = iter(pairs)
    while batch := list(islice(source, batch_size)):
        sides = [(_sentences(pair.sources), _sentences(pair.targets)) for pair in batch]
        aligned = aligner.align([(_flat(first), _flat(second)) for first, second in sides])
        analyses = analysed([side for pair in sides for side in pair], syntax)
        for pair, (first, second), links in zip(batch, sides, aligned, strict=True):
            yield annotate(
                first, second, links, options, next(analyses), next(analyses), origin=pair
            )


def annotate(
    source: Sequence[Sequence[str]],
    target: Sequence[Sequence[str]],
    links: Links,
    options: AnnotationOptions = DEFAULTS,
    source_analyses: Sequence[Analysis] | None = None,
    target_analyses: Sequence[Analysis] | None = None,
    origin: Pair | None = None,
) -> LabelledPair:
    """Label one pair, given as the tokens of its sentences and links over each side as a whole."""
    source_tokens, target_tokens = _flat(source), _flat(target)
    source_tags, target_tags = _tags(source_analyses), _tags(target_analyses)
    words = word_labels(source_tokens, target_tokens, links, options, source_tags, target_tags)
    return LabelledPair(
        source_tokens=source_tokens,
        target_tokens=target_tokens,
        links=tuple(sorted(words.links)),
        source_labels=words.source,
        target_labels=words.target,
        operations=sentence_operations(
            source_tokens, target_tokens, words, (len(source), len(target)), options
        ),
        source_phrases=_phrases(words.source, source_analyses, options),
        target_phrases=_phrases(words.target, target_analyses, options),
        source_tags=source_tags,
        target_tags=target_tags,
        corpus=origin.corpus if origin else "",
        document=origin.document if origin else "",
        levels=origin.levels if origin else None,
        reference=origin.reference if origin else 0,
        id=origin.id if origin else "",
        genre=origin.genre if origin else "",
        source_starts=_starts(source),
        target_starts=_starts(target),
    )


def _sentences(texts: Sequence[str]) -> Sentences:
    return [
        tokens
        for text in texts
        for sentence in split_sentences(text)
        if (tokens := tuple(tokenize(sentence)))
    ]


def _flat(sentences: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(token for sentence in sentences for token in sentence)


def _starts(sentences: Sequence[Sequence[str]]) -> tuple[int, ...]:
    lengths = [len(sentence) for sentence in sentences]
    return tuple(accumulate(lengths[:-1], initial=0))


def analysed(sides: Sequence[Sentences], syntax: Syntax | None) -> Iterator[list[Analysis] | None]:
    """The analyses of each side's sentences, all of the batch analysed in one call."""
    if syntax is None:
        yield from (None for _ in sides)
        return
    analyses = syntax.analyse([sentence for side in sides for sentence in side])
    for side in sides:
        yield list(islice(analyses, len(side)))


def _tags(analyses: Sequence[Analysis] | None) -> tuple[str, ...] | None:
    if analyses is None:
        return None
    return tuple(tag for analysis in analyses for tag in analysis.tags)


def _phrases(
    labels: Sequence[str], analyses: Sequence[Analysis] | None, options: AnnotationOptions
) -> tuple[str, ...] | None:
    if analyses is None:
        return None
    return phrase_labels(labels, [analysis.tree for analysis in analyses], options)
