"""How another system's rewriting is cut into edits."""

from __future__ import annotations

import pytest
from bracketed import parsed as parse

from seqlab.editing import apply_edits
from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.judge.guards import split_refusal
from seqlab.editing.propose.rewriting import holds_together, rewriting_edits

RISK = (
    "(S (NP (NN Smoking)) (VP (VBZ is) (VP (VBN associated) (PP (IN with) (NP (DT a) "
    "(ADJP (RB markedly) (JJR higher)) (NN risk))))) (. .))"
)
RULES = (
    "(S (NP (NNS Donors)) (VP (VP (MD must) (VP (VB rest) (PP (IN for) (NP (CD 15) "
    "(NNS minutes))))) (, ,) (CC and) (VP (MD may) (RB not) (VP (VB drink)))) (. .))"
)
FEE = (
    "(S (NP (DT The) (NN fee)) (VP (VBZ depends) (PP (IN on) (NP (DT the) (NN area))) (, ,) "
    "(S (VP (VBG meaning) (NP (NNS roofs) (CC and) (NNS drives))))) (. .))"
)
LIKE = (
    "(S (NP (NNP Ann) (NNP Lee)) (VP (VBD bought) (NP (DT the) (NN house)) (PP (IN as) "
    "(NP (NP (DT a) (NN doctor)) (PP (IN in) (NP (NNP Rome)))))) (. .))"
)
NOR = (
    "(S (NP (NNS Donors)) (VP (VP (MD must) (VP (VB rest))) (, ,) (CC nor) "
    "(VP (MD may) (VP (VB drink)))) (. .))"
)
NOR_PLACE = 4


def cut(sentence: str, output: str) -> list[str]:
    """Every edit as `old → new`; a split as the sentences that it makes."""
    parsed = parse(sentence)
    shown = []
    for edit in rewriting_edits(parsed, output):
        if edit.operation == "split":
            shown.append(" | ".join(apply_edits(parsed.tokens, [edit], parsed.tags)))
        else:
            old = " ".join(token.text for token in parsed.tokens[slice(*edit.span)])
            shown.append(f"{old} → {edit.text}".strip())
    return shown


def test_neighbouring_changes_are_one_edit() -> None:
    edits = cut(RISK, "Smoking is linked to a much higher risk.")
    assert "associated with → linked to" in edits
    assert "markedly → much" in edits
    # A preposition alone would break what asks for it.
    assert "with → to" not in edits


def test_a_part_of_a_bold_change_is_proposed_beside_it() -> None:
    edits = cut(RISK, "Smoking brings a higher risk.")
    assert "is associated with → brings" in edits
    assert "markedly →" in edits


def test_a_split_takes_the_joint_away_and_opens_with_the_new_words() -> None:
    edits = cut(RULES, "Donors must rest for 15 minutes. They may not drink.")
    assert edits == ["Donors must rest for 15 minutes. | They may not drink."]


def test_a_verb_in_another_form_opens_the_new_sentence() -> None:
    edits = cut(FEE, "The fee depends on the area. This means roofs and drives.")
    assert edits == ["The fee depends on the area. | This means roofs and drives."]


def test_an_opening_has_the_verb_that_the_guards_look_for() -> None:
    parsed = parse(LIKE)
    output = "Ann Lee bought the house. She was a doctor in Rome."
    [edit] = [own for own in rewriting_edits(parsed, output) if own.operation == "split"]
    assert [word.tag for word in edit.lead] == ["", "VBD"]
    sentences = edited_sentences(parsed.tokens, [edit], parsed.tags)
    assert split_refusal(edit, parsed, sentences) is None


def test_a_negation_that_joins_is_not_left_out() -> None:
    output = "Donors must rest. They may drink."
    edits = rewriting_edits(parse(NOR), output)
    lost = [own for own in edits if own.operation == "split" and NOR_PLACE in own.dropped]
    assert lost == []


def test_commas_alone_are_no_edits() -> None:
    assert cut(RULES, "Donors must rest for 15 minutes and may not drink.") == []


@pytest.mark.parametrize(
    "output",
    [
        "Donors must rest for 50 minutes, and may not drink.",
        "Donors must rest for 15 minutes, and may drink.",
        "Donors must rest for 15 minutes, and will not drink.",
        "Donors must rest for 15 minutes, and may not “drink”.",
    ],
)
def test_what_the_whole_must_keep(output: str) -> None:
    parsed = parse(RULES)
    assert not holds_together(parsed, output)
    assert holds_together(parsed, "Donors must rest for 15 minutes. They may not drink.")
