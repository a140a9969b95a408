"""`seqlab lexical`: suggestions on the command line, and what goes wrong."""

from __future__ import annotations

import pytest

from lexical_simplifier import DEFAULT_FOLDER, LexicalSimplifier, suggestions
from seqlab.commands.lexical import lexical
from seqlab.errors import UsageError
from seqlab.syntax import Analysis, Tree

TAGS = {"The": "DT", "physician": "NN", "will": "MD", "commence": "VB", "therapy": "NN", ".": "."}


class KnownTags:
    """A syntax backend that knows the words of one sentence."""

    def analyse(self, sentences):  # type: ignore[no-untyped-def]
        for tokens in sentences:
            tags = tuple(TAGS[token] for token in tokens)
            yield Analysis(tuple(tokens), tags, tuple(tokens), ("O",) * len(tags), Tree("S", ()))


def test_suggestions_show_words_candidates_reasons_and_the_result() -> None:
    simplifier = LexicalSimplifier.load(DEFAULT_FOLDER, syntax=KnownTags())
    shown = suggestions(simplifier, "The physician will commence therapy.")
    assert "physician (hard" in shown
    assert "→ doctor (sure" in shown
    assert "WordNet synonym, PPDB paraphrase" in shown
    assert shown.splitlines()[-1].startswith("→ The doctor will")


def test_suggest_needs_a_sentence() -> None:
    with pytest.raises(UsageError, match="needs a sentence"):
        lexical("suggest")


def test_build_needs_a_place() -> None:
    with pytest.raises(UsageError, match="needs --out"):
        lexical("build")
