"""Another system's rewriting as edits, judged like ours, and the check of the whole sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab import Simplifier
from seqlab.editing import PROPOSER
from seqlab.errors import DataError, UsageError
from seqlab.peers import load_proposer, of_outputs, use_proposer

TEXT = "The physician commenced the treatment in 1990 because the patient did not respond."


@pytest.fixture(scope="module")
def simplifier() -> Simplifier:
    return Simplifier.load()


def proposed(simplifier: Simplifier, output: str) -> list[tuple[str, bool]]:
    simplifier.proposer = of_outputs([TEXT], [output])
    try:
        [one] = simplifier.explain(TEXT, strength=1.0)
    finally:
        simplifier.proposer = None
    words = one.tokens
    return [
        (f"{' '.join(words[slice(*d.edit.span)])} → {d.edit.text}", d.taken)
        for d in one.decisions
        if d.edit.kind == PROPOSER
    ]


def test_replacements_of_a_rewriting_become_edits(simplifier: Simplifier) -> None:
    output = TEXT.replace("respond", "recover")
    assert any(edit.startswith("respond → ") for edit, _ in proposed(simplifier, output))


def test_what_the_guards_refuse_is_not_done(simplifier: Simplifier) -> None:
    wrong = TEXT.replace("1990", "1980").replace("did not respond", "did respond")
    assert not any(taken for _, taken in proposed(simplifier, wrong))
    simplifier.proposer = of_outputs([TEXT], [wrong])
    output = simplifier.simplify(TEXT, strength=1.0)
    simplifier.proposer = None
    assert "1990" in output
    assert " not " in output


def test_an_unchanged_rewriting_proposes_nothing(simplifier: Simplifier) -> None:
    assert proposed(simplifier, TEXT) == []


def test_outputs_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("one\ntwo\n")
    with pytest.raises(DataError, match="2 outputs for 1 lines"):
        load_proposer(path, TEXT)


def test_a_folder_that_is_no_rival_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no rival's model folder"):
        load_proposer(tmp_path)


@pytest.mark.parametrize(("trust", "makes"), [(1.0, True), (None, False)])
def test_a_rival_that_is_not_heard_is_not_trusted(
    tmp_path: Path, trust: float | None, makes: bool
) -> None:
    path = tmp_path / "out.txt"
    path.write_text(TEXT.replace("commenced the treatment", "began to treat him") + "\n")
    own = Simplifier.load()
    use_proposer(own, path, TEXT, trust=trust)
    [one] = own.explain(TEXT, strength=1.0)
    theirs = [d for d in one.decisions if d.edit.kind == PROPOSER]
    assert theirs
    assert any(d.verdict.acceptable > 0.5 for d in theirs) == makes


def test_trust_is_a_probability(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        use_proposer(Simplifier.load(), tmp_path, TEXT, trust=2.0)
