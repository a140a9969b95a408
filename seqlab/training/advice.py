"""How far the judge should hear a generator: a last word fitted with its probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from seqlab.editing.fitting import JudgedEdits, Sources, bars_of_taken, with_last_word
from seqlab.errors import UsageError
from seqlab.peers.generator import Generator, GeneratorAdvice, save_advice
from seqlab.pipeline import Simplifier
from seqlab.tagger import Tagger
from seqlab.training.made_edits import MadeEdits

WANTED = ("corpora/verdicts/wanted.jsonl.xz",)
TAKEN = "corpora/verdicts/taken.jsonl.gz"


def fit_advice(
    folder: str | Path,
    wanted: Sequence[str] = WANTED,
    taken: str = TAKEN,
    model: str = "default",
    seed: int = 1,
) -> dict[str, dict[str, float]]:
    """Fit and write the advice of a generator; AUCs of acceptable before and after, by kind.

    Args:
        folder: The generator's folder; what is learned goes into its `advice`.
        wanted: Files of judged edits that a simplifier wanted to make: by these it is fitted.
        taken: Judged edits that a simplifier made, of other documents: by these bars are set.
        model: The simplifier that is advised.
        seed: Of the trees.
    """
    generator = Generator.load(folder)
    simplifier = Simplifier.load(model)
    own = simplifier.judge
    if own.reader is None or not isinstance(simplifier.tagger, Tagger):
        raise UsageError(f"the judge of {model} has no reader, so nothing is advised: train one")
    judge = replace(own, last_word=None)
    made = MadeEdits(judge, own.resources, simplifier.syntax, simplifier.tagger)
    advice = GeneratorAdvice(generator)

    def read(*names: str) -> tuple[JudgedEdits, Sources]:
        edits, sources = made.read(*names)
        advice.learn([one.row for one in (*edits.words, *edits.splits)], "plain")
        advice.learn([one.row for one in edits.easy], "easy")
        return edits, sources

    fitted, report = with_last_word(judge, *read(*wanted), simplifier.syntax, max(1, seed), advice)
    if fitted.last_word is None:
        raise UsageError(f"{' and '.join(wanted)}: too few judged edits to learn from")
    fitted = bars_of_taken(fitted, *read(taken), simplifier.syntax, advice)
    save_advice(fitted, folder)
    return report
