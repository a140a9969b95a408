"""Judged edits → sentences with the edits written into them, which teach a reader its verdicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqlab.editing.fitting import (
    case_of,
    fold_of,
    held_out,
    labelled,
    mark_split,
    marked_copies,
)
from seqlab.tagger import LabelledSentence, write_sentences
from seqlab.text import Document, Token, tokenize
from seqlab.training.edits import (
    edits_file,
    read_edits,
    read_judged_splits,
    read_more_edits,
    read_taken,
    verdict_files,
)
from seqlab.training.stages import Work

Row = dict[str, Any]
_FILES = ("more", "easy", "splits", "wanted", "taken")
# Percent of the documents that neither trees nor reader learn from, of edits and of the rest.
HELD_EDITS, HELD_REST = 10, 20
# Each of so many parts of the documents of `wanted` is read by a reader that has not seen it.
FOLDS = 2


@dataclass(frozen=True)
class JudgedRows:
    """All that was judged; `part` of an edit is `valid` where its document is held out."""

    edits: list[Row]
    easy: list[Row]
    splits: list[Row]


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The files of judged edits."""
    judge = settings["judge"]
    names = [judge[name] for name in _FILES if judge[name]]
    return [edits_file(judge["edits"]), *(path for name in names for path in verdict_files(name))]


def judged_rows(judge: Mapping[str, Any]) -> JudgedRows:
    """The judged edits that settings name; each document on one side only."""
    edits = read_edits(judge["edits"])
    edits += read_more_edits(judge["more"]) if judge["more"] else []
    valid = {row["document"] for row in edits if row["part"] == "valid"}
    for row in edits:
        document = row["document"]
        held = document in valid or (judge["reader"] and held_out(document, HELD_EDITS))
        row["part"] = "valid" if held else "train"
    # All that a judge wrote is good: probabilities are not to be measured by it.
    edits = [row for row in edits if row["part"] == "train" or not row.get("written")]
    easy = read_more_edits(judge["easy"]) if judge["easy"] else []
    splits = read_judged_splits(judge["splits"]) if judge["splits"] else []
    for row in (*easy, *splits):
        row["part"] = "valid" if held_out(row["document"], HELD_REST) else "train"
    return JudgedRows(edits, easy, splits)


def run(work: Work) -> None:
    """Write `train.jsonl` and `valid.jsonl`: marked sentences of documents apart."""
    rows = judged_rows(work.settings["judge"])
    for part in ("train", "valid"):
        edits = [row for row in rows.edits if row["part"] == part]
        splits = [row for row in rows.splits if row["part"] == part]
        sentences = [
            *_splits([*splits, *(row for row in edits if row["operation"] == "split")]),
            *_words([row for row in edits if row["operation"] != "split"]),
            *_words([row for row in rows.easy if row["part"] == part], "easy"),
        ]
        write_sentences(work.out / f"{part}.jsonl", sentences)


def split_sentences(judge: Mapping[str, Any]) -> list[LabelledSentence]:
    """Marked splits for an adapter of a reader.

    Those that a model wanted to make, which are the harder ones, count twice.
    """
    judged = judged_rows(judge)
    edits = [row for row in judged.edits if row["operation"] == "split"]
    splits = [row for row in (*judged.splits, *edits) if row["part"] == "train"]
    if judge["wanted"]:
        splits += 2 * read_taken(judge["wanted"])[2]
    return [*_splits(splits)]


def word_sentences(judge: Mapping[str, Any], left_out: int | None = None) -> list[LabelledSentence]:
    """Marked words and deletions for an adapter of a reader, wanted ones twice.

    Args:
        judge: Names the files.
        left_out: One of `FOLDS` parts of the documents of `wanted`, not to be learned from.
    """
    judged = judged_rows(judge)
    edits = [row for row in judged.edits if row["operation"] != "split" and not row.get("written")]
    sentences = [
        *_words([row for row in edits if row["part"] == "train"]),
        *_words([row for row in judged.easy if row["part"] == "train"], "easy"),
    ]
    if judge["wanted"]:
        words, easy, _ = (
            [row for row in rows if fold_of(row["document"], FOLDS) != left_out]
            for rows in read_taken(judge["wanted"])
        )
        sentences += 2 * [*_words(words), *_words(easy, "easy")]
    return sentences


def _splits(rows: Sequence[Row]) -> Iterator[LabelledSentence]:
    for row in rows:
        tokens = [token.text for token in _tokens(row["source"])]
        words, place = mark_split(tokens, tokenize(row["after"]))
        yield labelled(words, {place: row["verdict"]}, row["document"])


def _words(rows: Sequence[Row], level: str = "plain") -> Iterator[LabelledSentence]:
    """Edits of words, as many as have room in one copy of their sentence."""
    by_sentence: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        by_sentence[row["source"], row["document"]].append(row)
    for (source, document), own in by_sentence.items():
        tokens = _tokens(source)
        starts, ends = [t.start for t in tokens], [t.end for t in tokens]
        verdicts = {
            (case.start, case.end, case.new): row["verdict"]
            for row in reversed(own)
            for case in [case_of(row, 0, starts, ends)]
        }
        edits = list(verdicts)
        for words, places in marked_copies([token.text for token in tokens], edits, level):
            letters = {place: verdicts[edits[number]] for number, place in places.items()}
            yield labelled(words, letters, document)


def _tokens(source: str) -> list[Token]:
    return [token for sentence in Document.parse(source).sentences for token in sentence.tokens]
