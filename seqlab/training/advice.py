"""How far the judge should hear a generator: its critic, and a last word that hears both."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from seqlab.editing.fitting import JudgedEdits, Sources, bars_of_taken, with_last_word
from seqlab.editing.judge import texts_of
from seqlab.errors import UsageError
from seqlab.peers import CriticOptions
from seqlab.peers.generator import (
    Critic,
    Generator,
    JudgedText,
    advice_of,
    has_critic,
    save_advice,
)
from seqlab.pipeline import Simplifier
from seqlab.tagger import Tagger
from seqlab.training.edits import Row, read_edits, read_judged_splits, read_more_edits
from seqlab.training.made_edits import MadeEdits

_CRITIC = CriticOptions()
# A critic tells more than trees and reader, so words have its say from here on.
_ASKED_FROM = {"word": 0.3}


@dataclass(frozen=True)
class Judged:
    """The files of judged edits that advice is learned from, each of other documents.

    Args:
        edits: Of `levels`, for the critic; their test part is left out.
        more: Further replacements and deletions, for the critic.
        splits: Splits, for the critic.
        easy: Deletions at the easy level, for the critic.
        wanted: Edits that a simplifier wanted to make, and what it and a generator proposed: by
            these the last word is fitted.
        taken: Edits that a simplifier made: by these the bars are set.
    """

    edits: str = "$SEQLAB_DATA/edits"
    more: str = "corpora/verdicts/edits.jsonl.gz"
    splits: str = "corpora/verdicts/splits.jsonl.gz"
    easy: str = "corpora/verdicts/easy.jsonl.gz"
    wanted: tuple[str, ...] = (
        "corpora/verdicts/wanted.jsonl.xz",
        "corpora/verdicts/proposed.jsonl.xz",
    )
    taken: str = "corpora/verdicts/taken.jsonl.gz"


def fit_advice(
    folder: str | Path,
    judged: Judged | None = None,
    critic: CriticOptions = _CRITIC,
    model: str = "default",
    seed: int = 1,
) -> dict[str, dict[str, float]]:
    """Fit and write the advice of a generator; AUCs of acceptable before and after, by kind.

    Args:
        folder: The generator's folder; what is learned goes into its `critic` and `advice`.
        judged: The files of judged edits.
        critic: The training of the critic, unless the folder has one.
        model: The simplifier that is advised.
        seed: Of the critic and the trees.
    """
    judged = judged or Judged()
    generator = Generator.load(folder)
    simplifier = Simplifier.load(model)
    own = simplifier.judge
    if own.reader is None or not isinstance(simplifier.tagger, Tagger):
        raise UsageError(f"the judge of {model} has no reader, so nothing is advised: train one")
    if critic.steps and not has_critic(folder):
        Critic.fit(generator, folder, judged_texts(judged, seed), critic, seed)
    judge = replace(own, last_word=None)
    made = MadeEdits(judge, own.resources, simplifier.syntax, simplifier.tagger)
    advice = advice_of(folder, generator)

    def read(*names: str) -> tuple[JudgedEdits, Sources]:
        edits, sources = made.read(*names)
        advice.learn([one.row for one in (*edits.words, *edits.splits)], "plain")
        advice.learn([one.row for one in edits.easy], "easy")
        return edits, sources

    fitted, report = with_last_word(
        judge, *read(*judged.wanted), simplifier.syntax, max(1, seed), advice, _ASKED_FROM
    )
    if fitted.last_word is None:
        raise UsageError(f"{' and '.join(judged.wanted)}: too few judged edits to learn from")
    fitted = bars_of_taken(fitted, *read(judged.taken), simplifier.syntax, advice)
    save_advice(fitted, folder)
    return report


def judged_texts(judged: Judged, seed: int) -> list[JudgedText]:
    """The sentences that the critic learns from, each with all edits that were judged in it."""
    plain = [*read_edits(judged.edits), *read_more_edits(judged.more)]
    plain += read_judged_splits(judged.splits)
    easy = read_more_edits(judged.easy)
    found = [*_by_sentence(plain, "plain"), *_by_sentence(easy, "easy")]
    random.Random(seed).shuffle(found)
    return found


def _by_sentence(rows: Iterable[Row], level: str) -> list[JudgedText]:
    edits: dict[str, dict[str, str]] = {}
    for row in rows:
        before, after = texts_of(row)
        if after != before:
            edits.setdefault(before, {})[after] = row["verdict"]
    return [JudgedText(source, level, tuple(own.items())) for source, own in edits.items()]
