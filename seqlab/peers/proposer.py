"""A rival as proposer: what it would write for each sentence, from its model or from a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from seqlab.errors import DataError, UsageError
from seqlab.files import read_lines
from seqlab.peers.systems import load_peer
from seqlab.pipeline import Simplifier
from seqlab.text import split_sentences

# Of 506 edits of a generator, 106 had a P(acceptable) of 0.9 or more: 40 of 100 were right.
TRUST = 0.4


def use_proposer(
    simplifier: Simplifier,
    name: str | Path,
    text: str | None = None,
    level: str | None = None,
    trust: float | None = None,
) -> None:
    """Let a rival propose beside our own finders.

    Args:
        simplifier: What is changed.
        name: A rival's model folder, or a file with one output for each line of the text.
        text: The text that is simplified; a file of outputs needs it to tell its lines apart.
        level: The level that a rival which knows levels writes for, unless its name says another.
        trust: How many of 100 of its edits are right that the judge is sure of (0 to 1); as
            measured unless given.
    """
    if trust is not None and not 0.0 <= trust <= 1.0:
        raise UsageError(f"proposer_trust must be between 0 and 1 (got {trust})")
    if Path(name).is_file():
        simplifier.proposer = load_proposer(name, text)
    else:
        simplifier.proposer = load_peer(name, level).simplify_sentences
    simplifier.proposer_trust = TRUST if trust is None else trust


def load_proposer(
    name: str | Path, text: str | None = None
) -> Callable[[Sequence[str]], list[str]]:
    """What gives a rewriting for each sentence.

    Args:
        name: A rival's model folder, or a file with one output for each line of the text.
        text: The text that is simplified; a file of outputs needs it to tell its lines apart.
    """
    path = Path(name)
    if not path.is_file():
        return load_peer(name).simplify_sentences
    if text is None:
        raise UsageError(f"{name} is a file of outputs: it goes with one text, a sentence per line")
    originals = [line.strip() for line in text.split("\n") if line.strip()]
    outputs = [line.strip() for line in read_lines(path) if line.strip()]
    return of_outputs(originals, outputs, path)


def of_outputs(
    originals: Sequence[str], outputs: Sequence[str], path: str | Path = "outputs"
) -> Callable[[Sequence[str]], list[str]]:
    """Outputs looked up by their original; a sentence without an output stays as it is."""
    if len(originals) != len(outputs):
        reason = f"{len(outputs)} outputs for {len(originals)} lines of text"
        raise DataError(path, reason, fix="give one output per line of the text")
    known = {}
    for original, output in zip(originals, outputs, strict=True):
        known[" ".join(original.split())] = output
        # A line of several sentences has its output where both have equally many.
        parts, written = split_sentences(original), split_sentences(output)
        if len(parts) > 1 and len(parts) == len(written):
            known.update(zip(parts, written, strict=True))

    def proposed(sentences: Sequence[str]) -> list[str]:
        return [known.get(" ".join(sentence.split()), sentence) for sentence in sentences]

    return proposed
