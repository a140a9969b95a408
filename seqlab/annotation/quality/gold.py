"""Gold labels to measure against: made by hand, or derived from gold word links."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from seqlab.alignment import from_pharaoh
from seqlab.annotation.labels.word_labels import word_labels
from seqlab.annotation.options import AnnotationOptions
from seqlab.annotation.record import LabelledPair, read_labelled
from seqlab.errors import DataError
from seqlab.files import read_lines

# Links by people need no mending: what they left unlinked between two linked words is no synonym.
FROM_LINKS = AnnotationOptions(same_place="off", reorder="increasing")
_SOURCE, _TARGET, _SURE = 1, 3, 7


def read_gold(path: str | Path, options: AnnotationOptions = FROM_LINKS) -> Iterator[LabelledPair]:
    """Gold pairs of a JSONL file made by hand, or of a MultiMWA file of gold links (TSV)."""
    path = Path(path)
    if ".tsv" in path.suffixes:
        yield from read_multimwa(path, options)
    else:
        yield from read_labelled(path)


def read_multimwa(
    path: str | Path, options: AnnotationOptions = FROM_LINKS
) -> Iterator[LabelledPair]:
    """Pairs of a MultiMWA file with the word labels that its sure links imply.

    Columns, from 0: 1 and 3 are the tokenised sides, 7 the sure links.
    """
    for number, line in enumerate(read_lines(path), start=1):
        columns = line.split("\t")
        if len(columns) <= _SURE:
            raise DataError(
                path,
                f"{len(columns)} columns, not {_SURE + 1} or more",
                line=number,
                value=line,
                fix="give a MultiMWA file, or a .jsonl file of labelled pairs",
            )
        source, target = tuple(columns[_SOURCE].split()), tuple(columns[_TARGET].split())
        try:
            links = from_pharaoh(columns[_SURE])
            words = word_labels(source, target, links, options)
        except ValueError as error:
            raise DataError(path, f"not links of this pair: {error}", line=number) from None
        yield LabelledPair(
            source_tokens=source,
            target_tokens=target,
            links=tuple(sorted(links)),
            source_labels=words.source,
            target_labels=words.target,
            corpus=Path(path).name.split(".")[0],
        )
