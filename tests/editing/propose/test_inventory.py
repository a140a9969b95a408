"""What the editor put for what, by lemma, and proposals in new sentences."""

import pytest

from seqlab.editing.propose import Inventory, Tagged, build_inventory, filled, replacements
from seqlab.english import lemma
from seqlab.errors import DataError


def tagged(text: str) -> Tagged:
    """A text written as `word_TAG word_TAG`."""
    words, tags = zip(*(item.rsplit("_", 1) for item in text.split()), strict=True)
    return Tagged(words, tags, tuple(map(lemma, words, tags)), (len(words),))


SERVED = tagged("He_PRP served_VBD as_IN mayor_NN of_IN Rome_NNP ._.")
WAS = tagged("He_PRP was_VBD mayor_NN of_IN Rome_NNP ._.")
ORDER = tagged("She_PRP left_VBD in_IN order_NN to_TO rest_VB ._.")
LEFT = tagged("She_PRP left_VBD to_TO rest_VB ._.")


@pytest.fixture(scope="module")
def inventory() -> Inventory:
    return build_inventory([(SERVED, (WAS, WAS)), (ORDER, (LEFT, LEFT)), (ORDER, (ORDER, LEFT))])


def texts(inventory: Inventory, sentence: str) -> set[tuple[int, int, str]]:
    return {(p.start, p.end, p.text) for p in inventory.proposals(tagged(sentence))}


def test_stretches_between_words_that_stayed():
    changes = [(c.start, c.end, c.first, c.last) for c in replacements(SERVED, WAS)]
    assert changes == [(1, 3, 1, 2)]


@pytest.mark.parametrize(
    ("sentence", "new"),
    [
        ("They_PRP served_VBD as_IN guards_NNS ._.", "were"),
        ("It_PRP serves_VBZ as_IN a_DT home_NN ._.", "is"),
        ("Old_JJ ships_NNS serve_VBP as_IN homes_NNS ._.", "are"),
        ("The_DT leader_NN of_IN the_DT rebels_NNS served_VBD as_IN king_NN ._.", "was"),
    ],
)
def test_a_pattern_inflects_in_new_sentences(inventory, sentence, new):
    assert new in {text for _, _, text in texts(inventory, sentence)}


def test_a_deletion_is_proposed_without_its_neighbour(inventory):
    assert (2, 4, "") in texts(inventory, "We_PRP met_VBD in_IN order_NN to_TO talk_VB ._.")


def test_counts_come_back(inventory):
    entry = inventory.entry("in order/N")
    assert (entry.seen, entry.kept) == (2, (1, 0))
    assert [(o.template, o.counts) for o in entry.options] == [("", (1, 2))]


def test_names_and_numbers_are_never_proposed(inventory):
    source = tagged("In_IN Rome_NNP 12_CD men_NNS came_VBD ._.")
    target = tagged("In_IN Milan_NNP 13_CD men_NNS came_VBD ._.")
    assert list(replacements(source, target)) == []


def test_a_form_that_there_is_not_gives_nothing():
    assert filled("be/V0", tagged("can_MD"), 0, 1) is None


@pytest.mark.parametrize(
    ("sentence", "new"),
    [
        ("He_PRP was_VBD likely_JJ to_TO win_VB ._.", "would probably"),
        ("He_PRP is_VBZ likely_JJ to_TO win_VB ._.", "will probably"),
        ("To_TO be_VB likely_JJ to_TO win_VB is_VBZ good_JJ ._.", "will probably"),
    ],
)
def test_an_auxiliary_takes_the_tense_of_what_it_stands_for(sentence, new):
    likely = Inventory({"be/V likely to": "2 0 0\twill probably=2,2"})
    assert new in {text for _, _, text in texts(likely, sentence)}


def test_saved_and_loaded(inventory, tmp_path):
    inventory.save(tmp_path / "i.tsv.gz", ["levels, CC BY-SA 4.0"])
    again = Inventory.load(tmp_path / "i.tsv.gz")
    assert dict(again.lines) == dict(inventory.lines)


def test_another_file_is_refused(tmp_path):
    (tmp_path / "i.tsv").write_text("no header\n")
    with pytest.raises(DataError, match="not an inventory"):
        Inventory.load(tmp_path / "i.tsv")
