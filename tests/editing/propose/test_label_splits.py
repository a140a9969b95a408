"""Splits that labels describe: what is cut, opened, dropped, moved and inflected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest
from bracketed import parsed as parse

from seqlab.editing import Edit, Parsed, apply_edits
from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.edit import Word
from seqlab.editing.judge.guards import (
    GUARDS,
    SPLIT_GUARDS,
    hanging,
    late_condition,
    leaves_fragment,
    refusal,
    split_refusal,
    thought,
    tree_split_refusal,
)
from seqlab.editing.propose.label_splits import LabelSplit, companions, label_splits
from seqlab.editing.propose.split_writer import Script
from seqlab.editing.reading import SplitProbabilities

RIVER = (
    "(S (NP (DT The) (NNP Rhine)) (VP (VBZ crosses) (NP (NNP Basel)) (, ,) "
    "(S (VP (VBG flowing) (PP (TO to) (NP (DT the) (NNP North) (NNP Sea)))))) (. .))"
)
DOCTOR = (
    "(S (NP (NP (NNP Ann) (NNP Lee)) (, ,) (NP (DT a) (NN doctor) (PP (IN in) (NP (NNP Rome)))) "
    "(, ,)) (VP (VBD sold) (NP (DT the) (JJ old) (NN house)) (CC and) (VP (VBD moved) "
    "(PP (TO to) (NP (DT the) (NN coast))))) (. .))"
)


def _proposals(
    sentence: Parsed, inserts: dict[int, str], words: dict[int, str], sure: float = 1.0
) -> list[LabelSplit]:
    """The likeliest split at each cut."""
    firsts: dict[int, LabelSplit] = {}
    for split in _all_proposals(sentence, inserts, words, sure):
        firsts.setdefault(split.edit.cut, split)
    return list(firsts.values())


def _all_proposals(
    sentence: Parsed, inserts: dict[int, str], words: dict[int, str], sure: float = 1.0
) -> list[LabelSplit]:
    insert_labels = ("-", *dict.fromkeys(inserts.values()))
    word_labels = ("K", *dict.fromkeys(words.values()))
    return label_splits(
        sentence,
        SplitProbabilities(
            _matrix(len(sentence.tokens), inserts, insert_labels, sure),
            insert_labels,
            _matrix(len(sentence.tokens), words, word_labels, sure),
            word_labels,
        ),
    )


def _matrix(
    length: int, marked: dict[int, str], labels: tuple[str, ...], sure: float
) -> np.ndarray:
    rows = np.zeros((length, len(labels)))
    rows[:, 0] = 1.0
    for place, label in marked.items():
        rows[place, 0], rows[place, labels.index(label)] = 1 - sure, sure
    return rows


def _text(sentence: Parsed, splits: list[LabelSplit]) -> str:
    return " ".join(apply_edits(sentence.tokens, [s.edit for s in splits], sentence.tags))


@pytest.mark.parametrize("sure", [1.0, 0.3])
def test_a_participle_becomes_a_sentence(sure: float) -> None:
    """What goes with an unlikely cut is judged by what is likely if the cut is made."""
    sentence = parse(RIVER)
    splits = _proposals(sentence, {5: ". it"}, {4: "X", 5: "VBZ"}, sure)
    assert _text(sentence, splits) == "The Rhine crosses Basel. It flows to the North Sea."
    assert splits[0].probability == pytest.approx(sure)


def test_the_verb_agrees_with_its_opening() -> None:
    sentence = parse(RIVER)
    splits = _proposals(sentence, {5: ". they"}, {5: "VBZ"})
    assert _text(sentence, splits).endswith("They flow to the North Sea.")


def test_an_opening_repeats_a_noun() -> None:
    sentence = parse(RIVER)
    splits = _proposals(sentence, {5: ". the [n2]"}, {5: "VBZ"})
    assert _text(sentence, splits).endswith("The Rhine flows to the North Sea.")


def test_cuts_can_be_made_alone_and_together() -> None:
    sentence = parse(DOCTOR)
    splits = _proposals(sentence, {3: "is", 8: ". she", 13: ". she"}, {2: "X", 7: "X", 12: "X"})
    assert len(splits) == 2
    first, second = splits
    assert _text(sentence, [first]) == (
        "Ann Lee is a doctor in Rome. She sold the old house and moved to the coast."
    )
    assert _text(sentence, [second]) == (
        "Ann Lee, a doctor in Rome, sold the old house. She moved to the coast."
    )
    assert not first.edit.conflicts(second.edit)
    assert _text(sentence, splits) == (
        "Ann Lee is a doctor in Rome. She sold the old house. She moved to the coast."
    )


def test_a_clause_is_moved_behind_its_sentence() -> None:
    sentence = parse(DOCTOR)
    marked = {2: "X", 7: "X", **dict.fromkeys(range(3, 7), "M")}
    (split,) = _proposals(sentence, {3: ". she is"}, marked)
    assert _text(sentence, [split]) == (
        "Ann Lee sold the old house and moved to the coast. She is a doctor in Rome."
    )


WHERE = (
    "(S (NP (PRP She)) (VP (VBD taught) (PP (IN in) (NP (NP (NNP Leeds)) (, ,) "
    "(SBAR (WHADVP (WRB where)) (S (NP (JJ good) (NNS teachers)) (VP (VBD were) "
    "(ADJP (JJ rare)))))))) (. .))"
)


def test_there_has_a_comma_before_a_subject_and_none_before_a_verb() -> None:
    sentence = parse(WHERE)
    (split,) = _proposals(sentence, {6: ". there"}, {4: "X", 5: "X"})
    assert _text(sentence, [split]) == "She taught in Leeds. There, good teachers were rare."
    (were,) = _proposals(sentence, {6: ". there were"}, {4: "X", 5: "X", 8: "X"})
    assert _text(sentence, [were]).endswith("There were good teachers rare.")


def test_other_edits_conflict_where_they_touch() -> None:
    sentence = parse(DOCTOR)
    (split,) = _proposals(sentence, {13: ". she"}, {12: "X"})
    assert split.edit.conflicts(Edit("delete", "clause", (12, 17)))
    assert not split.edit.conflicts(Edit("delete", "adjective", (10, 11)))
    assert not split.edit.conflicts(Edit("replace", "word", (13, 14), text="went"))
    assert split.edit.conflicts(Edit("replace", "phrase", (12, 14), text="then went"))


def test_repeated_words_are_replaced_whole_or_not_at_all() -> None:
    repeated = tuple(Word(text, source=place) for place, text in ((1, "small"), (2, "amount")))
    lead = (Word("the"), *repeated)
    split = Edit("split", "labels", (10, 12), lead=lead, cut=11)
    assert split.conflicts(Edit("replace", "phrase", (0, 4), text="a little"))
    assert not split.conflicts(Edit("replace", "phrase", (1, 3), text="bit"))
    assert not split.conflicts(Edit("replace", "word", (2, 3), text="number"))


def _refusal(split: LabelSplit, sentence: Parsed) -> str | None:
    sentences = edited_sentences(sentence.tokens, [split.edit], sentence.tags)
    return split_refusal(split.edit, sentence, sentences)


def test_what_is_dropped_in_the_middle_prepares_the_next_cut() -> None:
    words = {4: "X", 9: "X"}
    assert companions((0, 5, 10), words, {}) == {4}
    assert companions((5, 10, 10**9), words, {}) == {9}
    # "The release [was] on Friday" follows from the first cut, "X[, is] a doctor, said" does not.
    assert companions((0, 5, 10), words, {7: "was"}) == {4, 7}
    assert companions((5, 10, 10**9), {4: "X", 6: "X", 9: "X"}, {7: "is"}) == {6, 7, 9}


@pytest.mark.parametrize(
    ("inserts", "words", "reason"),
    [
        ({13: ". she"}, {12: "X"}, None),
        ({6: "."}, {}, "without verb"),
        ({3: ". it"}, {}, "too short"),
    ],
)
def test_guards(inserts: dict[int, str], words: dict[int, str], reason: str | None) -> None:
    sentence = parse(DOCTOR)
    (split,) = _proposals(sentence, inserts, words)
    assert _refusal(split, sentence) == reason


def test_no_cut_inside_a_quotation() -> None:
    sentence = parse(
        "(S (NP (PRP He)) (VP (VBD said) (`` “) (S (NP (PRP I)) (VP (VBP am) (ADJP (JJ ill)) "
        "(CC and) (S (NP (PRP it)) (VP (VBZ hurts) (ADVP (RB badly)))))) ('' ”)) (. .))"
    )
    (split,) = _proposals(sentence, {7: "."}, {6: "X"})
    assert _refusal(split, sentence) == "quotation"


def test_several_openings_are_proposed_for_one_cut() -> None:
    sentence = parse(RIVER)
    splits = _all_proposals(sentence, {5: ". he"}, {4: "X", 5: "VBZ"})
    openings = [" ".join(word.lower for word in split.edit.lead) for split in splits]
    assert openings[0] == "he"
    assert "the rhine" in openings
    assert {split.edit.cut for split in splits} == {5}
    assert all(one.edit.conflicts(splits[0].edit) for one in splits[1:])


def test_no_because_is_dropped_where_its_clause_is_not_cut_off() -> None:
    sentence = parse(
        "(S (SBAR (IN Because) (S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ small))))) (, ,) "
        "(S (NP (NNP Ely)) (VP (VBZ has) (NP (NN time)))) (, ,) (IN so) "
        "(S (NP (PRP they)) (VP (VBP hope) (NP (DT the) (JJS best)))) (. .))"
    )
    (split,) = _proposals(sentence, {10: ". so"}, {0: "X", 8: "X", 9: "X"})
    assert 0 in split.edit.dropped
    assert _refusal(split, sentence) == "comma splice"


def test_a_new_sentence_needs_a_subject() -> None:
    sentence = parse(
        "(S (NP (PRP It)) (VP (VP (VBD was) (NP (DT the) (JJ first) (NN firm))) (, ,) (CC and) "
        "(VP (PP (IN for) (NP (NP (JJ much)) (PP (IN of) (NP (PRP$ its) (NN life))))) "
        "(VBD was) (NP (DT the) (JJS largest) (NN maker)))) (. .))"
    )
    (split,) = _proposals(sentence, {7: "."}, {5: "X", 6: "X"})
    assert _refusal(split, sentence) == "without subject"


def test_a_participle_with_no_finite_verb_is_no_sentence() -> None:
    sentence = parse(
        "(S (S (VP (VBG Having) (VP (VBN considered) (NP (NP (DT the) (NN report)) "
        "(VP (VBN supplied) (PP (IN by) (NP (DT the) (NN police)))))))) (, ,) "
        "(NP (PRP I)) (VP (VBP have) (VP (VBN decided) (S (VP (TO to) (VP (VB close) (NP "
        "(DT the) (NN case))))))) (. .))"
    )
    (split,) = _proposals(sentence, {9: "."}, {8: "X"})
    assert _refusal(split, sentence) == "without verb"


def test_no_negation_is_dropped_at_a_cut() -> None:
    sentence = parse(
        "(S (S (NP (PRP She)) (VP (VBD paid) (NP (DT the) (NN fine)))) (, ,) (CC nor) "
        "(SINV (VBZ is) (NP (DT any) (NN charge)) (ADJP (JJ pending))) (. .))"
    )
    (split,) = _proposals(sentence, {6: ". there"}, {4: "X", 5: "X"})
    assert _refusal(split, sentence) == "negation"


def test_both_participles_of_a_pair_become_finite_or_none() -> None:
    sentence = parse(
        "(S (NP (DT The) (NNS glaciers)) (VP (VBP move) (ADVP (RB slowly)) (, ,) (S (VP "
        "(VP (VBG eroding) (NP (DT the) (NN rock))) (CC and) "
        "(VP (VBG leaving) (NP (NN sand)))))) (. .))"
    )
    (split,) = _proposals(sentence, {5: ". they"}, {4: "X", 5: "VBP"})
    assert _refusal(split, sentence) == "half a coordination"


LANE = (
    "(S (NP (DT The) (NN lane)) (VP (MD will) (VP (VB close) {} (SBAR (IN {}) (S (NP (JJ new) "
    "(NNS works)) (VP (VBP are) (VP (VBN done))))))) (. .))"
)


def test_when_and_why_are_not_lost_with_a_connective() -> None:
    lost = parse(LANE.format("(ADVP (RB soon))", "while"))
    (split,) = _proposals(lost, {6: "."}, {5: "X"})
    assert _refusal(split, lost) == "lost connective"
    opposed = parse(LANE.format("(, ,)", "while"))
    (split,) = _proposals(opposed, {6: "."}, {5: "X"})
    assert _refusal(split, opposed) is None
    resumed = parse(LANE.format("(ADVP (RB soon))", "when"))
    (split,) = _proposals(resumed, {6: ". then"}, {5: "X"})
    assert _refusal(split, resumed) is None


def test_an_aim_is_no_sentence_of_its_own() -> None:
    sentence = parse(
        "(S (NP (DT The) (NN team)) (VP (VBD beat) (NP (PRP$ their) (NNS rivals)) (, ,) (S (VP "
        "(TO to) (VP (VB reach) (NP (DT the) (JJ final) (NN game)))))) (. .))"
    )
    (split,) = _proposals(sentence, {6: ". this was"}, {5: "X"})
    assert _refusal(split, sentence) == "aim"


def test_a_clause_that_hangs_on_another_is_no_sentence() -> None:
    sentence = parse(
        "(S (SBAR (IN If) (S (S (NP (DT the) (NN speed)) (VP (VBZ falls) (ADVP (RB often)))) "
        "(CC and) (S (NP (PRP we)) (VP (MD can) (RB not) (VP (VB help)))))) (, ,) "
        "(NP (PRP you)) (VP (MD may) (VP (VB leave) (ADVP (RB freely)))) (. .))"
    )
    (split,) = _proposals(sentence, {6: "."}, {5: "X"})
    sentences = edited_sentences(sentence.tokens, [split.edit], sentence.tags)
    assert hanging(split.edit, sentence, sentences)


def test_as_long_as_hangs_on_another_clause() -> None:
    sentence = parse(
        "(S (NP (DT The) (NN flat)) (VP (VBZ is) (ADJP (JJ yours)) (, ,) (SBAR (ADVP (RB as) "
        "(RB long)) (IN as) (S (NP (PRP you)) (VP (VBP pay) (NP (DT the) (NN rent)))))) (. .))"
    )
    edit = Edit("split", "labels", (4, 6), dropped=(4,), cut=5)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags)
    assert hanging(edit, sentence, sentences)


@pytest.mark.parametrize(
    ("rest", "hangs"),
    [
        ("(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ dry))))", True),
        ("(PP (IN by) (NP (NN law)))", False),
    ],
)
def test_what_is_provided_may_be_a_condition(rest: str, hangs: bool) -> None:
    sentence = parse(
        "(S (NP (PRP We)) (VP (VBP take) (NP (JJ green) (NN waste)) (, ,) "
        f"(VP (VBN provided) {rest})) (. .))"
    )
    lead = (Word("this"), Word("is", " ", "VBZ"))
    edit = Edit("split", "labels", (4, 6), lead=lead, dropped=(4,), cut=5)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags)
    assert hanging(edit, sentence, sentences) == hangs


def test_a_condition_is_not_cut_in_half() -> None:
    tree = (
        "(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ free)) (SBAR (IN if) (S (S (NP (DT the) "
        "(NN price)) (VP (VBZ stays) (ADJP (JJ small)))) {} (CC and) (S (NP (DT no) (NN tax)) "
        "(VP (VBZ is) (VP (VBN paid))))))) (. .))"
    )
    inside = parse(tree.format(""))
    (split,) = _proposals(inside, {9: "."}, {8: "X"})
    assert _refusal(split, inside) == "half a condition"
    outside = parse(tree.format("(, ,)"))
    (split,) = _proposals(outside, {10: "."}, {8: "X", 9: "X"})
    assert _refusal(split, outside) is None


def test_a_sentence_that_goes_on_behind_a_clause_is_not_cut_there() -> None:
    sentence = parse(
        "(S (NP (PRP They)) (VP (VBP expect) (S (NP (NP (DT the) (NN sale)) (, ,) (SBAR "
        "(WHNP (WDT which)) (S (VP (VBZ is) (ADJP (JJ late))))) (, ,)) (VP (TO to) (VP (VB be) "
        "(ADJP (RB quite) (JJ small)))))) (. .))"
    )
    (split, *_) = _all_proposals(sentence, {6: ". this"}, {4: "X", 5: "X"})
    assert _refusal(split, sentence) == "middle clause"


@pytest.mark.parametrize(("word", "reason"), [("provided", "late condition"), ("because", None)])
def test_a_condition_behind_a_relative_clause_stays_with_the_main_clause(
    word: str, reason: str | None
) -> None:
    sentence = parse(
        "(S (NP (PRP We)) (VP (MD will) (VP (VB repair) (NP (NP (DT the) (NN pool)) (, ,) (SBAR "
        "(WHNP (WDT which)) (S (VP (VBZ is) (ADJP (VBN shut)))))) (, ,) (SBAR (IN "
        f"{word}) (S (NP (PRP you)) (VP (VBP pay)))))) (. .))"
    )
    by_tree = Edit("split", "relative", (5, 12), dropped=(5, 6))
    sentences = edited_sentences(sentence.tokens, [by_tree], sentence.tags)
    assert tree_split_refusal(by_tree, sentence, sentences) == reason
    by_labels = Edit("split", "labels", (5, 7), dropped=(5, 6), cut=7)
    assert late_condition(by_labels, sentence, sentences) == (reason is not None)


@pytest.mark.parametrize(("goes_on", "reason"), [(False, "fragment"), (True, None)])
def test_an_infinitive_alone_is_no_sentence(goes_on: bool, reason: str | None) -> None:
    rest = "(, ,) (NP (PRP you)) (VP (MD can) (VP (VB write)))" if goes_on else ""
    sentence = parse(
        "(S (NP (PRP We)) (VP (VBP help) (NP (PRP you)) (S (VP (TO to) (VP (VB plan)))))"
        " (CC and) (S (VP (TO to) (VP (VB claim) (NP (NNS grants) (SBAR (S (NP (PRP you))"
        f" (VP (MD may) (VP (VB miss))))))))) {rest} (. .))"
    )
    edit = Edit("split", "labels", (5, 7), dropped=(5,), cut=6)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags)
    assert split_refusal(edit, sentence, sentences) == reason


def test_a_negation_that_would_hang_at_the_end_of_a_part_is_not_repaired_away() -> None:
    sentence = parse(
        "(S (S (NP (PRP He)) (VP (VBZ has) (RB never) (VP (VBN paid) (NP (DT the) (NN rent))))) "
        "(, ,) (CC nor) (SINV (VBZ is) (NP (DT any) (NN debt)) (ADJP (JJ open) (RB here))) (. .))"
    )
    split = Edit("split", "labels", (6, 9), dropped=(6,), cut=8, lead=(Word("he", "PRP"),))
    sentences = edited_sentences(sentence.tokens, [split], sentence.tags)
    assert not any(word.lower == "nor" for words in sentences for word in words)
    assert split_refusal(split, sentence, sentences) == "negation"


@pytest.mark.parametrize(("adverb", "reason"), [("afterwards", "sequence"), ("happily", None)])
def test_a_clause_is_not_moved_between_two_events_in_order(adverb: str, reason: str | None) -> None:
    sentence = parse(
        "(S (NP (NP (DT The) (NN poet)) (, ,) (VP (VBN born) (PP (IN in) (NP (NNP Bath)))) (, ,)) "
        f"(VP (VBD wrote) (NP (NNS plays)) (CC and) (VP (VBD taught) (ADVP (RB {adverb})))) (. .))"
    )
    split = Edit("split", "made", (2, 7), dropped=(2, 6), lead=(Word("he", "PRP"),))
    sentences = edited_sentences(sentence.tokens, [split], sentence.tags)
    assert tree_split_refusal(split, sentence, sentences) == reason


@pytest.mark.parametrize(
    ("verbs", "reason"),
    [
        ("(VBP are) (VP (VBG going) (ADVP (RB on)))", "simultaneous"),
        ("(VBP are) (ADJP (RB very) (JJ quiet))", None),
    ],
)
def test_what_goes_on_meanwhile_is_no_contrast(verbs: str, reason: str | None) -> None:
    sentence = parse(
        "(S (NP (DT The) (NN road)) (VP (VBZ is) (VP (VBN closed) (SBAR (IN while) (S (NP (NNS "
        f"works)) (VP {verbs}))))) (. .))"
    )
    lead = (Word("but", " ", "CC"),)
    for edit in (
        Edit("split", "contrast", (4, 8), lead=lead, dropped=(4,)),
        Edit("split", "labels", (4, 6), lead=lead, dropped=(4,), cut=5),
    ):
        sentences = edited_sentences(sentence.tokens, [edit], sentence.tags)
        assert (tree_split_refusal if edit.cut < 0 else split_refusal)(
            edit, sentence, sentences
        ) == reason


@pytest.mark.parametrize(("noun", "reason"), [("artist", "person"), ("village", None)])
def test_a_person_is_not_this(noun: str, reason: str | None) -> None:
    sentence = parse(
        "(S (NP (PRP It)) (VP (VBD was) (VP (VBN named) (PP (IN after) (NP (NP (NNP Ann) "
        f"(NNP Lee)) (, ,) (NP (DT a) (JJ famous) (NN {noun})) "
        "(PP (IN of) (NP (NNP Rome))))))) (. .))"
    )
    lead = (Word("this", " "), Word("is", " ", "VBZ"))
    edit = Edit("split", "labels", (6, 8), lead=lead, dropped=(6,), cut=7)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags)
    assert split_refusal(edit, sentence, sentences) == reason


@pytest.mark.parametrize(
    ("lead", "phrase", "reason"),
    [
        ("this was", "(IN by) (NP (DT a) (NN club)", "bare phrase"),
        ("it was", "(IN in) (NP (DT a) (NN club)", "bare phrase"),
        ("this was", "(IN during) (NP (DT a) (NN strike)", None),
        ("it is", "(IN near) (NP (DT a) (NN club)", None),
    ],
)
def test_a_phrase_alone_is_no_sentence(lead: str, phrase: str, reason: str | None) -> None:
    sentence = parse(
        "(S (NP (DT The) (NN house)) (VP (VBD was) (VP (VBN sold) (PP (IN for) (NP (NN money))) "
        f"(PP {phrase} (PP (IN in) (NP (NNP Rome))))))) (. .))"
    )
    first, second = lead.split()
    words = (Word(first, " "), Word(second, " ", "VBD"))
    edit = Edit("split", "labels", (5, 7), lead=words, cut=6)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags)
    assert split_refusal(edit, sentence, sentences) == reason


def test_a_person_is_not_it() -> None:
    sentence = parse(
        "(S (NP (PRP She)) (VP (VBZ is) (NP (NP (DT a) (JJ famous) (NN artist)) (VP (VBG living) "
        "(PP (IN in) (NP (DT the) (NN south)))))) (. .))"
    )
    edit = Edit("split", "labels", (5, 6), lead=(Word("it", " "),), cut=5, changes={5: "lives"})
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags)
    assert split_refusal(edit, sentence, sentences) == "person"


@pytest.mark.parametrize(
    ("clause", "reason"),
    [
        (
            "(NP (NNS experts)) (VP (VBP think) (SBAR (S (VP (VBD was) (VP (VBN laid))))))",
            "thought",
        ),
        ("(NP (NNS experts)) (VP (VBD laid) (ADVP (RB early)))", None),
    ],
)
def test_what_somebody_thinks_was_done_is_no_sentence(clause: str, reason: str | None) -> None:
    sentence = parse(
        "(S (NP (PRP They)) (VP (VBD found) (NP (NP (DT a) (NN path)) (SBAR (WHNP (WDT that)) "
        f"(S (NP (NNS experts)) {clause})))) (. .))"
    )
    edit = Edit("split", "labels", (4, 5), dropped=(4,), cut=5)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags, source=sentence.words)
    assert thought(edit, sentence, sentences) == (reason is not None)


def test_splits_that_leave_no_verb_between_them_do_not_go_together() -> None:
    sentence = parse(
        "(S (S (NP (PRP They)) (VP (VBD gave) (NP (DT each) (NN member)) (NP (CD one) (NN vote))))"
        " (, ,) (ADVP (RB regardless) (PP (IN of) (NP (NN rank)))) (, ,) (CC and) (S (NP (NNS "
        "gains)) (VP (VBD were) (VP (VBN shared)))) (. .))"
    )
    first = Edit("split", "labels", (6, 7), dropped=(6,), cut=7)
    second = Edit("split", "labels", (10, 12), dropped=(10, 11), cut=12)
    for edits, wanted in (([first, second], True), ([second], False)):
        sentences = edited_sentences(sentence.tokens, edits, sentence.tags, source=sentence.words)
        assert leaves_fragment(edits, sentences) is wanted


@pytest.mark.parametrize(("others", "reason"), [("females", "people"), ("chairs", None)])
def test_animals_are_no_people(others: str, reason: str | None) -> None:
    sentence = parse(
        "(S (NP (PRP They)) (VP (VBD counted) (NP (CD 14) (NNS individuals)) (PP (IN with) (NP "
        f"(CD two) (NNS {others})))) (. .))"
    )
    assert refusal(Edit("replace", "substitution", (3, 4), "people"), sentence) == reason


@pytest.mark.parametrize(("article", "reason"), [("(PRP$ their)", "people"), ("(DT the)", None)])
def test_occupants_of_homes_are_not_their_people(article: str, reason: str | None) -> None:
    sentence = parse(f"(S (NP (PRP It)) (VP (VBD forced) (NP {article} (NNS occupants))) (. .))")
    assert refusal(Edit("replace", "substitution", (3, 4), "people"), sentence) == reason


def test_what_is_told_otherwise_stays_so() -> None:
    sentence = parse("(S (NP (PRP You)) (VP (VBP tell) (NP (PRP us)) (ADVP (RB otherwise))) (. .))")
    assert refusal(Edit("delete", "adverb", (3, 4)), sentence) == "exception"


@pytest.mark.parametrize(
    ("before", "reason"), [("(NP (NNS savings) (, ,))", "form"), ("(MD may)", None)]
)
def test_an_infinitive_needs_what_governs_it(before: str, reason: str | None) -> None:
    sentence = parse(f"(S {before} (VP (VB exceed) (NP (DT the) (NN sum))) (. .))")
    place = sentence.lower.index("exceed")
    edit = Edit("replace", "substitution", (place, place + 1), "be more than")
    assert refusal(edit, sentence) == reason


@pytest.mark.parametrize(("many", "reason"), [("many", "exception"), ("no", None)])
def test_other_than_is_except_only_of_all(many: str, reason: str | None) -> None:
    sentence = parse(
        f"(S (NP (PRP It)) (VP (VBZ has) (NP (NP (DT {many}) (NNS uses)) (ADJP (JJ other) (PP "
        "(IN than) (NP (NN play)))))) (. .))"
    )
    assert refusal(Edit("replace", "substitution", (4, 6), "except"), sentence) == reason


@pytest.mark.parametrize(("second", "reason"), [("(, ,)", "list end"), ("(CC and)", None)])
def test_a_list_keeps_its_end(second: str, reason: str | None) -> None:
    sentence = parse(
        f"(S (NP (PRP It)) (VP (VBZ sells) (NP (NN tea) {second} (NN milk) (, ,) (CC or) (NN ale))"
        ") (. .))"
    )
    assert refusal(Edit("delete", "label", (5, 8)), sentence) == reason


def test_the_first_time_something_is_done_is_no_sentence() -> None:
    sentence = parse(
        "(S (S (NP (PRP It)) (VP (VBZ moves))) (, ,) (CC but) (S (NP (NP (DT the) (JJ first) "
        "(NN time)) (SBAR (S (NP (PRP you)) (VP (VBP play))))) (, ,) (NP (PRP it)) (VP (MD may) "
        "(VP (VB jump)))) (. .))"
    )
    edit = Edit("split", "labels", (9, 10), dropped=(9,), cut=10)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags)
    assert hanging(edit, sentence, sentences)


MARIE = (
    "(S (NP (NP (NNP Marie)) (, ,) (SBAR (WHNP (WP$ whose) (NN father)) (S (VP (VBD was) (NP "
    "(DT a) (NN miner))))) (, ,)) (VP (VP (VBD joined) (NP (PRP us))) (CC and) (VP "
    "(VBD left) (ADVP (RB "
    "early)))) (. .))"
)
NOVELS = (
    "(S (NP (PRP She)) (VP (VBZ has) (NP (NP (CD nine) (NNS novels)) (, ,) (SBAR (WHNP (NP (JJ "
    "several)) (PP (IN of) (WHNP (WDT which)))) (S (VP (VBP are) (ADJP (JJ long))))))) (. .))"
)
THERE = (
    "(S (NP (DT A) (NN claim)) (VP (VBD was) (VP (VP (VBN made) (ADVP (RB here))) (CC and) (VP "
    "(ADVP (RB there)) (VBN recognized) (PP (IN by) (NP (DT a) (NN court)))))) (. .))"
)
FILM = (
    "(S (NP (NP (DT The) (NN film)) (, ,) (VP (VP (VBN directed) (PP (IN by) (NP (NNP Ann)))) (CC "
    "and) (VP (VBG starring) (NP (NNP Eve)))) (, ,)) (VP (VBD won) (NP (DT a) (NN prize))) (. .))"
)


@pytest.mark.parametrize(
    ("tree", "edit", "reason"),
    [
        (
            MARIE,
            Edit("split", "labels", (1, 8), lead=(Word("she", " "),), dropped=(1, 2, 7), cut=8),
            "possessor",
        ),
        (
            MARIE,
            Edit("split", "labels", (1, 3), lead=(Word("her", " "),), dropped=(1, 2), cut=3),
            None,
        ),
        (
            NOVELS,
            Edit("split", "labels", (4, 8), lead=(Word("they", " "),), dropped=(4, 5, 6, 7), cut=8),
            "part of all",
        ),
        (THERE, Edit("split", "labels", (5, 6), dropped=(5,), cut=6), "bare there"),
        (
            FILM,
            Edit(
                "split",
                "labels",
                (2, 9),
                lead=(Word("it", " "), Word("was", " ", "VBD")),
                dropped=(2, 8),
            ),
            "mixed participles",
        ),
    ],
)
def test_what_a_dropped_word_meant_must_be_written(
    tree: str, edit: Edit, reason: str | None
) -> None:
    sentence = parse(tree)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags, source=sentence.words)
    found = [
        name
        for name in ("possessor", "part of all", "bare there", "mixed participles")
        if SPLIT_GUARDS[name](edit, sentence, sentences)
    ]
    assert found == ([reason] if reason else [])


class Writes:
    """A writer that writes one script at every cut."""

    def __init__(self, *steps: tuple[int, str]) -> None:
        self.script = Script(0.9, steps)

    def scripts(self, states: Any, tags: Any, cuts: Sequence[int]) -> list[list[Script]]:
        return [[self.script] for _ in cuts]


def _written(tree: str, cut: int, *steps: tuple[int, str]) -> str:
    sentence = parse(tree)
    labels = ("-", ". he", ". she", ".", "this")
    words = ("K", "X")
    inserts = _matrix(len(sentence.tokens), {cut: ". he"}, labels, 1.0)
    told = SplitProbabilities(
        inserts,
        labels,
        _matrix(len(sentence.tokens), {}, words, 1.0),
        words,
        states=np.zeros((len(sentence.tokens), 2)),
    )
    (split,) = label_splits(sentence, told, writer=cast("Any", Writes(*steps)))
    assert split.script == 0.9
    return _text(sentence, [split])


def test_a_script_is_written_as_one_edit() -> None:
    text = _written(DOCTOR, 13, (12, "w:X"), (13, "i:. she"))
    assert text == "Ann Lee, a doctor in Rome, sold the old house. She moved to the coast."


def test_whom_the_sentence_began_with_decides_he_or_she() -> None:
    text = _written(MARIE, 11, (10, "w:X"), (11, "i:. he"))
    assert text == "Marie, whose father was a miner, joined us. She left early."


def test_a_script_without_an_opening_at_its_cut_proposes_nothing() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        _written(DOCTOR, 13, (12, "w:X"))


SOLDIERS = (
    "(S (NP (NNP Ann)) (VP (VBD told) (NP (NP (DT the) (NNS guards)) (, ,) (SBAR (WHNP "
    "(WP who)) (S "
    "(VP (VBD searched) (NP (PRP it)))))) (, ,) (SBAR (IN that) (S (NP (PRP he)) (VP "
    "(VBD left))))) "
    "(. .))"
)
ACTRESS = (
    "(S (NP (NP (DT The) (NN actress)) (, ,) (VP (VBN born) (PP (IN in) (NP (NNP Lagos)))) (, ,)) "
    "(VP (VBD won) (, ,) (S (VP (VBG beating) (NP (PRP him))))) (. .))"
)
PAYERS = (
    "(S (NP (PRP We)) (VP (VP (VBP have) (VP (VBN agreed))) (CC and) (VP (MD will) (VP (VB pay) "
    "(NP (PRP you))))) (. .))"
)
HEIR = (
    "(S (NP (DT The) (NN heir)) (VP (VP (VBD came)) (CC and) (VP (NP (NN thereupon)) (VBD took) "
    "(NP (DT the) (NN name)))) (. .))"
)
ETHANOL = (
    "(S (NP (NN Water)) (VP (VBZ freezes) (ADVP (RB early)) (, ,) (SBAR (IN whereas) (S (NP (NN "
    "ethanol)) (VP (VBZ stays) (ADJP (JJ liquid)))))) (. .))"
)


@pytest.mark.parametrize(
    ("tree", "edit", "reason"),
    [
        (
            SOLDIERS,
            Edit("split", "labels", (4, 6), lead=(Word("they", " "),), dropped=(4, 5), cut=6),
            "torn clause",
        ),
        (
            ACTRESS,
            Edit(
                "split",
                "labels",
                (2, 10),
                lead=(Word("she", " "),),
                dropped=(2, 8),
                changes={9: "beat"},
                cut=9,
                inserts={3: (Word("was", " ", "VBD"),)},
            ),
            "second verb",
        ),
        (
            ETHANOL,
            Edit(
                "split",
                "labels",
                (3, 6),
                lead=(Word("this", " "), Word("is", " ", "VBZ"), Word("because", " ", "IN")),
                dropped=(3, 4),
                cut=5,
            ),
            "invented cause",
        ),
        (
            PAYERS,
            Edit("split", "labels", (3, 5), lead=(Word("it", " "),), dropped=(3,), cut=4),
            "other speaker",
        ),
        (
            HEIR,
            Edit("split", "labels", (3, 5), dropped=(3,), cut=4),
            "without subject",
        ),
    ],
)
def test_a_split_neither_tears_nor_invents(tree: str, edit: Edit, reason: str) -> None:
    sentence = parse(tree)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags, source=sentence.words)
    assert SPLIT_GUARDS[reason](edit, sentence, sentences)
    assert split_refusal(edit, sentence, sentences) is not None


@pytest.mark.parametrize(
    ("tree", "edit"),
    [
        (PAYERS, Edit("split", "labels", (3, 5), lead=(Word("we", " "),), dropped=(3,), cut=4)),
        (HEIR, Edit("split", "labels", (3, 5), lead=(Word("he", " "),), dropped=(3,), cut=4)),
    ],
)
def test_who_speaks_may_go_on(tree: str, edit: Edit) -> None:
    sentence = parse(tree)
    sentences = edited_sentences(sentence.tokens, [edit], sentence.tags, source=sentence.words)
    assert not SPLIT_GUARDS["other speaker"](edit, sentence, sentences)
    assert not SPLIT_GUARDS["without subject"](edit, sentence, sentences)


@pytest.mark.parametrize(
    ("words", "span", "text", "reason"),
    [
        ("They denied that it leaked .", (1, 2), "said", "denial"),
        ("They denied that it leaked .", (1, 2), "rejected", None),
        ("They failed to come .", (1, 3), "did not", None),
        ("She was so tired that she slept .", (2, 3), "", "half a pair"),
        ("She was so tired .", (2, 3), "", None),
        ("Pay either here or there .", (1, 2), "", "half a pair"),
        ("Bring ( a ) a form .", (1, 4), "", "half a pair"),
    ],
)
def test_what_is_denied_or_paired_stays_so(
    words: str, span: tuple[int, int], text: str, reason: str | None
) -> None:
    tags = {"They": "PRP", "denied": "VBD", "failed": "VBD", "that": "IN", "to": "TO"}
    tree = " ".join(
        f"({tags.get(w, {'(': '-LRB-', ')': '-RRB-', '.': '.'}.get(w, 'NN'))} "
        f"{ {'(': '-LRB-', ')': '-RRB-'}.get(w, w) })"
        for w in words.split()
    )
    sentence = parse(f"(S {tree})")
    edit = Edit("replace" if text else "delete", "substitution", span, text)
    found = [name for name in ("denial", "half a pair") if GUARDS[name](edit, sentence)]
    assert found == ([reason] if reason else [])
