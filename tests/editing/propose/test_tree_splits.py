"""Clauses that become sentences of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bracketed import parsed

from seqlab.editing import apply_edits, splits
from seqlab.text import Document


def split(bracketed: str) -> dict[str, str]:
    sentence = parsed(bracketed)
    return {
        edit.kind: " ".join(apply_edits(sentence.tokens, [edit], sentence.tags))
        for edit in splits(sentence)
    }


CLAUSES = (
    "(ROOT (S (S (NP (PRP She)) (VP (VBD left) (NP (DT the) (NN town)))) (, ,) (CC {0})"
    " (S (NP (DT the) (NN dog)) (VP (VBD stayed) (PP (IN with) (NP (PRP him))))) (. {1})))"
)


def test_coordinated_clauses() -> None:
    assert split(CLAUSES.format("and", ".")) == {
        "clauses": "She left the town. The dog stayed with him."
    }
    assert split(CLAUSES.format("but", ".")) == {
        "clauses": "She left the town. But the dog stayed with him."
    }


def test_neither_choices_nor_questions_are_split() -> None:
    assert split(CLAUSES.format("or", ".")) == {}
    assert split(CLAUSES.format("and", "?")) == {}


PREDICATES = (
    "(ROOT (S {} (VP (VP (VBD moved) (PP (IN to) (NP (NNP Rome))) (PP (IN in) (NP (CD 1990))))"
    " (CC and) (VP (VBD opened) (NP (DT a) (NN shop)) (PP (IN by) (NP (DT the) (NN sea)))))"
    " (. .)))"
)


@pytest.mark.parametrize(
    ("subject", "again"),
    [
        ("(NP (NNP Anna) (NNP Bell))", "She"),
        ("(NP (NNP Dr.) (NNP Bell))", "Bell"),
        ("(NP (NNP Qasr) (NNP Bell))", "Qasr Bell"),
        ("(NP (DT A) (JJ young) (NN woman))", "She"),
        ("(NP (DT A) (NN company))", "It"),
        ("(NP (DT The) (NN head) )", "The head"),
        ("(NP (NNS Nurses))", "They"),
        ("(NP (PRP She))", "She"),
    ],
)
def test_coordinated_predicates_repeat_the_subject(subject: str, again: str) -> None:
    first = " ".join(parsed(f"(S {subject})").tree.leaves())
    assert split(PREDICATES.format(subject)) == {
        "predicates": f"{first} moved to Rome in 1990. {again} opened a shop by the sea."
    }


PASSIVES = (
    "(ROOT (S (NP (DT The) (NN novel)) (VP (VBD was) {}) (. .)))",
    "(VP (VBN written) (PP (IN in) (NP (CD 1920))) (CC and) (VP (VBN published) (PP (IN by)"
    " (NP (DT a) (NN press)))))",
    "(VP (VP (VBN written) (PP (IN in) (NP (CD 1920)))) (, ,) (CC and) (VP (VBN published)"
    " (PP (IN by) (NP (DT a) (NN press)))))",
)


@pytest.mark.parametrize("predicate", PASSIVES[1:])
def test_the_second_of_two_passives_takes_the_auxiliary_along(predicate: str) -> None:
    assert split(PASSIVES[0].format(predicate)) == {
        "predicates": "The novel was written in 1920. It was published by a press."
    }
    assert split(PASSIVES[0].format(predicate.replace("(CC and)", "(CC or)"))) == {}


def test_a_subject_that_cannot_be_repeated_is_not_split() -> None:
    assert split(PREDICATES.format("(NP (DT Every) (NN nurse))")) == {}
    assert split(PREDICATES.format("(NP (DT No) (NN nurse))")) == {}


RELATIVE = (
    "(ROOT (S (NP (NP {0}) (, ,) (SBAR (WHNP (WDT {1})) (S (VP (VBD was) (VP (VBN built)"
    " (PP (IN in) (NP (CD 1889))))))) (, ,)) (VP (VBZ attracts) (NP (NNS visitors))) (. .)))"
)


def test_relative_clauses() -> None:
    assert split(RELATIVE.format("(DT The) (NN tower)", "which")) == {
        "relative": "The tower attracts visitors. It was built in 1889."
    }
    assert split(RELATIVE.format("(DT A) (NN tower)", "which")) == {
        "relative": "A tower attracts visitors. It was built in 1889."
    }
    # "who" must speak of a person, so this tree is wrong somewhere.
    assert split(RELATIVE.format("(DT The) (NN tower)", "who")) == {}


def test_a_pronoun_must_agree_with_the_verb() -> None:
    tree = (
        "(ROOT (S (NP (DT The) (NNS storms)) (VP (VP (VBD moved) (PP (IN up) "
        "(NP (DT the) (NN coast)))) (CC and) (VP (VBD {}) (VP (VBN seen) "
        "(PP (IN by) (NP (NNS ships)))))) (. .)))"
    )
    assert split(tree.format("was")) == {}
    assert split(tree.format("were")) == {
        "predicates": "The storms moved up the coast. They were seen by ships."
    }


def test_the_only_verb_may_be_tagged_as_a_participle() -> None:
    found = split(
        "(ROOT (S (NP (NP (NNP Marchetti)) (, ,) (SBAR (NP (WP who)) (S (VP (VBD spent) "
        "(NP (CD two) (NNS years)) (ADVP (RB there))))) (, ,) (VP (VBN regarded) (NP (PRP it)) "
        "(PP (IN as) (NP (NN home))))) (. .)))"
    )
    assert found["relative"] == "Marchetti regarded it as home. Marchetti spent two years there."


def test_appositions_need_a_name_and_a_sure_tense() -> None:
    tree = (
        "(ROOT (S (NP (PRP He)) (VP (VBD visited) (NP (NP (NNP Bradford)) (, ,)"
        " (NP (NP (DT a) (NN {})) (PP (IN in) (NP (NNP Yorkshire)))))) (. .)))"
    )
    assert split(tree.format("city")) == {
        "apposition": "He visited Bradford. Bradford is a city in Yorkshire."
    }
    assert split(tree.format("failure")) == {}


PARTICIPLE = (
    "(ROOT (S (S (VP ({} {}) (PP (IN in) (NP (NNP Paris))))) (, ,) (NP (DT the) (NN {}))"
    " (VP (VBD moved) (PP (IN to) (NP (NNP Rome)))) (. .)))"
)


def test_participial_openings_become_finite() -> None:
    assert split(PARTICIPLE.format("VBN", "Born", "painter")) == {
        "participle": "The painter was born in Paris. The painter moved to Rome."
    }
    assert split(PARTICIPLE.format("VBG", "Living", "painter")) == {
        "participle": "The painter lived in Paris. The painter moved to Rome."
    }
    assert split(PARTICIPLE.format("VBG", "Living", "question")) == {}
    assert split(PARTICIPLE.format("VBN", "Based", "painter")) == {}


def test_contrast() -> None:
    tree = (
        "(ROOT (S (SBAR (IN Although) (S (NP (PRP he)) (VP (VBD was) (ADJP (RB very) (JJ ill)))))"
        " (, ,) (NP (PRP he)) (VP (VBD came) (ADVP (RB home))) (. .)))"
    )
    assert split(tree) == {"contrast": "He was very ill. But he came home."}


def test_however_after_a_semicolon_becomes_but() -> None:
    tree = CLAUSES.format("and", ".").replace(
        "(, ,) (CC and) (S", "(: ;) (S (ADVP (RB however)) (, ,)"
    )
    assert split(tree) == {"clauses": "She left the town. But the dog stayed with him."}


def test_what_was_made_between_commas() -> None:
    tree = (
        "(ROOT (S (NP (NP (DT The) (NN {0})) (, ,) (VP (VBN {1}) (PP (IN in) (NP (NNP May)"
        " (CD 1890)))) (, ,)) (VP ({2}) (VP (VBN hit) (PP (IN in) (NP (DT the) (NN war))))) (. .)))"
    )
    assert split(tree.format("tower", "built", "VBD was")) == {
        "made": "The tower was hit in the war. It was built in May 1890."
    }
    assert split(tree.format("tower", "painted", "VBD was")) == {}
    assert split(tree.format("tower) (CC and) (NN wall", "built", "VBD was")) == {}


def test_quotations_are_not_torn_apart() -> None:
    tree = CLAUSES.format("and", ".").replace("(NP (PRP She))", "(`` “) (NP (PRP She))")
    assert split(tree) == {}


def test_splits_nest_and_follow_the_order_of_the_text() -> None:
    sentence = parsed(
        "(ROOT (S (S (NP (NP (DT The) (NN tower)) (, ,) (SBAR (WHNP (WDT which)) (S (VP (VBZ is)"
        " (ADJP (RB very) (JJ old))))) (, ,)) (VP (VBD fell) (PRT (RP down)))) (, ,) (CC and)"
        " (S (NP (DT the) (NN church)) (VP (VBD was) (VP (VBN built) (ADVP (RB again))))) (. .)))"
    )
    edits = splits(sentence)
    assert not edits[0].conflicts(edits[1])
    assert apply_edits(sentence.tokens, edits, sentence.tags) == [
        "The tower fell down.",
        "The tower is very old.",
        "The church was built again.",
    ]


def test_closing_participles_become_finite() -> None:
    tree = (
        "(ROOT (S (NP (NNP Peter) (NNP Bell)) (VP (VBD left) (NP (DT the) (NN club)) (, ,)"
        " (S (VP (VBG {}) (NP (DT the) (NN head)) (PP (IN of) (NP (NNP Rome)))))) (. .)))"
    )
    assert split(tree.format("becoming")) == {
        "closing": "Peter Bell left the club. He became the head of Rome."
    }
    assert split(tree.format("causing")) == {
        "result": "Peter Bell left the club. This caused the head of Rome."
    }
    assert split(tree.format("including")) == {}


def test_a_reason_and_a_place_stand_alone() -> None:
    tree = (
        "(ROOT (S (NP (PRP They)) (VP (VBD moved) (PP (TO to) (NP (NNP Rome))) (PP (IN in) (NP"
        " (CD 1990))) (PP (IN with) (NP (NNP Anna))) {} (SBAR {} (S (NP (NN work)) (VP (VBD was)"
        " (ADJP (RB easily) (VBN found)))))) (. .)))"
    )
    assert split(tree.format("", "(IN because)")) == {
        "reason": "They moved to Rome in 1990 with Anna. This was because work was easily found."
    }
    assert split(tree.format("(, ,)", "(IN while)")) == {
        "contrast": "They moved to Rome in 1990 with Anna. Work was easily found."
    }
    assert split(tree.format("(, ,)", "(WHADVP (WRB where))")) == {
        "place": "They moved to Rome in 1990 with Anna. There, work was easily found."
    }


@pytest.mark.parametrize(
    ("dates", "told"),
    [
        ("(VBN born) (CD 1950)", "was born in 1950"),
        ("(VBN born) (NNP May) (CD 8) (, ,) (CD 1950)", "was born on May 8, 1950"),
        ("(VBN born) (CD 1950) (IN in) (NNP Rome)", "was born in 1950 in Rome"),
        (
            "(: ;) (VBN born) (CD 8) (NNP May) (CD 1950) (, ,) (NNP Rome) (, ,) (NNP Italy)",
            "was born on 8 May 1950 in Rome, Italy",
        ),
        ("(CD 1904) (: –) (CD 1961)", "lived from 1904 to 1961"),
    ],
)
def test_dates_of_a_life_get_their_own_sentence(dates: str, told: str) -> None:
    tree = (
        "(ROOT (S (NP (NP (NNP Juan) (NNP Bell)) (PRN (-LRB- -LRB-) {} (-RRB- -RRB-))) (VP (VBZ is)"
        " (NP (DT a) (JJ Spanish) (NN painter))) (. .)))"
    )
    sentence = parsed(tree.format(dates), brackets=True)
    edits = [edit for edit in splits(sentence) if edit.kind == "lifetime"]
    assert apply_edits(sentence.tokens, edits, sentence.tags) == [
        "Juan Bell is a Spanish painter.",
        f"He {told}.",
    ]


def test_years_that_stand_close_by_a_dash_are_set_apart() -> None:
    tree = (
        "(ROOT (S (NP (NP (NNP Juan) (NNP Bell)) (PRN (-LRB- -LRB-) (CD 1904) (: –) (CD 1961)"
        " (-RRB- -RRB-))) (VP (VBZ is) (NP (DT a) (NN painter))) (. .)))"
    )
    spaced = parsed(tree, brackets=True)
    close = Document.parse("Juan Bell (1904–1961) is a painter.").tokens
    sentence = replace(spaced, tokens=tuple(close))
    edits = [edit for edit in splits(sentence) if edit.kind == "lifetime"]
    assert apply_edits(close, edits, sentence.tags)[1] == "He lived from 1904 to 1961."


def test_what_something_is_and_what_it_does() -> None:
    tree = (
        "(ROOT (S (NP (NNP Malden)) (VP (VBZ is) (NP (NP (DT a) (JJ small) (NN fishing)"
        " (NN village)) (SBAR (WHNP (WDT that)) (S (VP (VBZ lies) (PP (IN on) (NP (DT the)"
        " (NN coast))) (PP (IN of) (NP (NNP Kent)))))))) (. .)))"
    )
    assert split(tree) == {
        "definition": "Malden is a small fishing village. It lies on the coast of Kent."
    }


def test_a_participle_keeps_the_name_and_gives_the_pronoun_to_the_rest() -> None:
    tree = (
        "(ROOT (S (S (VP (VBG Living) (PP (IN in) (NP (NNP Paris))))) (, ,) (NP (NNP Anna)"
        " (NNP Bell)) (VP (VBD moved) (PP (TO to) (NP (NNP Rome)))) (. .)))"
    )
    assert split(tree) == {"participle": "Anna Bell lived in Paris. She moved to Rome."}
