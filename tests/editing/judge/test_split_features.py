"""What the judge of splits sees: agreement, tense, lists, and what a pronoun stands for."""

from __future__ import annotations

import math

from seqlab.editing.edit import Edit, Word
from seqlab.editing.judge.split_features import label_split_features
from seqlab.editing.propose.label_splits import LabelSplit
from tests.editing.propose.bracketed import parsed

LIST = (
    "(S (NP (NNP Ann)) (VP (VP (VBD ran)) (, ,) (VP (VBD sat)) (CC and) (VP (VBD slept)"
    " (ADVP (RB well)))) (. .))"
)
FOOTPRINTS = (
    "(S (NP (PRP They)) (VP (VBD found) (NP (NP (NNS bones)) (PP (IN of) (NP (NNS dinosaurs)))"
    " (SBAR (WHNP (WDT that)) (S (VP (VBP are) (ADJP (JJ old))))))) (. .))"
)
FOUNDED = (
    "(S (NP (PRP It)) (VP (VBD was) (NP (NP (DT a) (NN club)) (VP (VBN founded) (PP (IN in)"
    " (NP (NNP Rome)))))) (. .))"
)


def features(tree: str, cut: int, lead: str, dropped: tuple[int, ...] = ()) -> dict[str, float]:
    """Of one cut whose new sentence opens with the words of `lead`, written as `word_TAG`."""
    words = [Word(*item.split("_")[:1], tag=item.split("_")[1]) for item in lead.split()]
    reach = {cut, *dropped}
    span = (min(reach), max(reach) + 1)
    edit = Edit("split", "labels", span, lead=tuple(words), dropped=dropped, cut=cut)
    return label_split_features(LabelSplit(edit, 0.9, ""), parsed(tree))


def test_the_last_member_of_a_list_is_seen():
    found = features(LIST, 5, "she_PRP", (4,))
    assert found["members"] == 3
    assert found["drops_and"] == 1
    # "Ann ran and sat. She slept well": the list has its conjunction again, and no comma.
    assert math.isnan(found["joined_after_comma"])


def test_a_pronoun_and_its_verb():
    wrong = features(FOOTPRINTS, 5, "this_DT", (5,))
    assert wrong["agrees"] == 0
    right = features(FOOTPRINTS, 5, "they_PRP", (5,))
    assert right["agrees"] == 1
    assert right["antecedent_number"] == 1
    assert right["restrictive"] == 1
    assert right["antecedent_of"] == 1
    assert right["rivals"] == 2


def test_a_tense_that_does_not_fit():
    wrong = features(FOUNDED, 4, "it_PRP is_VBZ")
    right = features(FOUNDED, 4, "it_PRP was_VBD")
    assert (wrong["present_passive_of_past"], right["present_passive_of_past"]) == (1, 0)
    assert (wrong["same_tense"], right["same_tense"]) == (0, 1)
    assert wrong["verb_made"] == right["verb_made"] == 1


def test_what_is_not_there_is_not_known():
    found = features(LIST, 5, "", (4,))
    assert math.isnan(found["agrees"])
    assert "rivals" not in found
    assert "restrictive" not in found
