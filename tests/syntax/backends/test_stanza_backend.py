"""The Stanza backend with real models, trained here in a few seconds by Stanza's own code."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.errors import UsageError
from seqlab.syntax import Syntax, load_syntax

pytest.importorskip("stanza", reason="Stanza is not installed")


@pytest.fixture(scope="module")
def syntax(tmp_path_factory: pytest.TempPathFactory) -> Syntax:
    from stanza_models import write_stanza_folder

    folder = tmp_path_factory.mktemp("stanza")
    settings = write_stanza_folder(folder)
    return load_syntax(
        "stanza",
        folder=str(folder),
        ner=False,
        settings={**settings, "allow_unknown_language": True},
    )


def test_tags_lemmas_and_trees_come_from_the_models(syntax: Syntax) -> None:
    [found] = syntax.analyse([["Mary", "saw", "the", "cat", "."]])
    assert found.tags == ("NNP", "VBD", "DT", "NN", ".")
    assert found.lemmas == ("mary", "see", "the", "cat", ".")
    assert str(found.tree) == (
        "(ROOT (S (NP (NNP Mary)) (VP (VBD saw) (NP (DT the) (NN cat))) (. .)))"
    )
    assert found.chunks == ("B-NP", "B-VP", "B-NP", "I-NP", "O")
    assert found.entities is None


def test_sentences_keep_their_order_and_tokens(syntax: Syntax) -> None:
    sentences = [["The", "dog", "(", "slept", ")", "."], [], ["🙂"], ["A", " ", "man"]]
    found = list(syntax.analyse(sentences))
    assert [list(analysis.tokens) for analysis in found] == sentences
    assert [analysis.tree.leaves() for analysis in found] == sentences


def test_missing_models_are_named_with_the_command_that_fetches_them(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no models .*stanza\.download\('en', model_dir="):
        load_syntax("stanza", folder=str(tmp_path))
