"""The critic: a causal model that learns verdicts, and how far the judge should hear it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from seqlab.causal import (
    Critic,
    CriticOptions,
    Judged,
    JudgedText,
    Opinion,
    is_trained,
    save_hearing,
)
from seqlab.editing.fitting import JudgedEdits, Sources, hearing_report, held_out, with_hearing
from seqlab.editing.judge import texts_of
from seqlab.errors import UsageError
from seqlab.pipeline import Simplifier
from seqlab.tagger import Tagger
from seqlab.training.edits import Row, read_edits, read_judged_splits, read_more_edits, read_taken
from seqlab.training.made_edits import MadeEdits

_OPTIONS = CriticOptions()
# Of the documents of `wanted` so many in 100 are learned from. Edits that a simplifier wants to
# make are the hard ones, so a critic sees these twice, and of all other sentences so many.
_LEARNED, _TIMES, _OTHERS = 50, 2, 20_000
# By so many in 100 of the documents of `taken` it is found out how much the critic counts.
_WEIGHED = 50


def fit_critic(
    out: str | Path,
    judged: Judged | None = None,
    options: CriticOptions = _OPTIONS,
    model: str = "default",
    seed: int = 1,
) -> dict[str, dict[str, float]]:
    """Train a critic into a folder, and fit the judge to hear it; AUCs of acceptable by kind.

    Args:
        out: The critic's folder; a critic that is trained to the end is not trained again.
        judged: The files of judged edits.
        options: The training of the critic.
        model: The simplifier whose judge hears it.
        seed: Of the critic.
    """
    judged = judged or Judged()
    simplifier = Simplifier.load(model)
    own = simplifier.judge
    if own.reader is None or not isinstance(simplifier.tagger, Tagger):
        raise UsageError(f"the judge of {model} has no reader, so it hears no critic: train one")
    if not is_trained(out):
        Critic.fit(out, judged_texts(judged, seed), options, seed)
    opinion = Opinion(Critic.load(out))
    weighed, taken = _taken(simplifier, opinion, judged)
    heard, report = with_hearing(own, weighed, taken, simplifier.syntax, opinion)
    save_hearing(heard, own, out)
    return report


def heard_report(
    simplifier: Simplifier, hearing: Simplifier, judged: Judged | None = None
) -> dict[str, dict[str, float]]:
    """What a critic gives: see `hearing_report`, on edits by which it was not weighed.

    Args:
        simplifier: Hears no critic.
        hearing: Is the same with one.
        judged: Has the file of these edits.
    """
    assert hearing.judge.hearing is not None
    opinion = cast("Opinion", hearing.judge.hearing.ask)
    _, taken = _taken(simplifier, opinion, judged or Judged())
    return hearing_report(simplifier.judge, hearing.judge, taken, simplifier.syntax)


def _taken(
    simplifier: Simplifier, opinion: Opinion, judged: Judged
) -> tuple[tuple[JudgedEdits, Sources], tuple[JudgedEdits, Sources]]:
    """The edits that a simplifier made, in two parts of the documents; the critic asked of all."""
    own = simplifier.judge
    tagger = cast("Tagger", simplifier.tagger)
    made = MadeEdits(own, own.resources, simplifier.syntax, tagger, simplifier.split_writer)
    edits, sources = made.read(judged.taken)
    opinion.learn([one.row for one in (*edits.words, *edits.splits)], "plain")
    opinion.learn([one.row for one in edits.easy], "easy")

    def part(weighed: bool) -> JudgedEdits:
        words, easy, splits = (
            [one for one in own if held_out(one.row["document"], _WEIGHED) == weighed]
            for own in (edits.words, edits.easy, edits.splits)
        )
        return JudgedEdits(words, easy, splits)

    return (part(True), sources), (part(False), sources)


def judged_texts(judged: Judged, seed: int) -> list[JudgedText]:
    """The sentences that the critic learns from, each with all edits that were judged in it."""
    plain = [*read_edits(judged.edits), *read_more_edits(judged.more)]
    plain += read_judged_splits(judged.splits)
    others = [*_by_sentence(plain, "plain"), *_by_sentence(read_more_edits(judged.easy), "easy")]
    random.Random(seed).shuffle(others)
    words, easy, splits = (
        [row for row in rows if held_out(row["document"], _LEARNED)]
        for rows in read_taken(judged.wanted)
    )
    wanted = [*_by_sentence([*words, *splits], "plain"), *_by_sentence(easy, "easy")]
    found = _TIMES * wanted + others[:_OTHERS]
    random.Random(seed).shuffle(found)
    return found


def _by_sentence(rows: Iterable[Row], level: str) -> list[JudgedText]:
    edits: dict[str, dict[str, str]] = {}
    for row in rows:
        before, after = texts_of(row)
        if after != before:
            edits.setdefault(before, {})[after] = row["verdict"]
    return [JudgedText(source, level, tuple(own.items())) for source, own in edits.items()]
