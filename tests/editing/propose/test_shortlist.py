"""What little is judged of all that is proposed."""

from seqlab.editing.propose import Entry, Option, Proposal, shortlist
from seqlab.editing.propose.proposals import LexicalTarget


def proposal(text: str, put: int, seen: int) -> Proposal:
    option = Option(text, (put, put))
    return Proposal(0, 1, text, Entry(seen, (0, 0), (option,)), option)


def test_what_the_editor_did_often_comes_first():
    found = shortlist([proposal("rare", 1, 100), proposal("usual", 60, 100)], [], 10)
    assert [edit.text for edit in found] == ["usual", "rare"]


def test_two_witnesses_are_better_than_one():
    target = LexicalTarget(0, 0, 1, ("both", "alone"), (0.4, 0.4), (0.0, 0.0), None)
    found = shortlist([proposal("both", 5, 10)], [target], 10)
    assert [edit.text for edit in found] == ["both", "alone"]
    assert len(found) == 2


def test_longer_sentences_have_more():
    many = [proposal(f"w{k}", 1, 10) for k in range(60)]
    assert len(shortlist(many, [], 8)) < len(shortlist(many, [], 40)) < 60
