"""The monolingual word aligner: what each of its steps links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from seqlab.alignment import Links, load_aligner
from seqlab.syntax import Analysis, Tree


def align(source: str, target: str, **options: object) -> Links:
    aligner = load_aligner("mwa", **{"paraphrases": "none", **options})
    return aligner.align([(source.split(), target.split())])[0]


def test_identical_sequences_come_first_and_take_their_stop_words_along() -> None:
    assert align("of the big dog", "a big dog of the king") == {(2, 1), (3, 2)}


def test_names_are_linked_with_their_initials() -> None:
    links = align("the United Nations met today", "the UN met today")
    assert {(1, 1), (2, 1)} <= links


def test_a_content_word_needs_context() -> None:
    # "bank" is alike, but nothing around it is: no link. With "river" near by there is one.
    assert align("bank", "bank") == set()
    assert (0, 3) in align("bank near river", "river at the bank")


def test_paraphrases_come_from_a_file(tmp_path: Path) -> None:
    words = tmp_path / "ppdb.txt"
    words.write_text("physician\tdoctor\n", encoding="utf-8")
    links = align("the physician left home", "a doctor left home", paraphrases=str(words))
    assert (1, 1) in links


def test_a_stop_word_follows_its_linked_neighbour() -> None:
    links = align("he saw the lethal dog", "the deadly dog saw him")
    assert (2, 0) not in links
    assert (2, 2) in align("he bought the dog", "she liked the dog")


def test_links_are_one_to_one_but_for_initials() -> None:
    links = align("the dog saw the dog near the dog", "a dog saw the dog")
    assert len({i for i, _ in links}) == len({j for _, j in links}) == len(links)


TREES = {
    "dogs bark": "(S (NP (NNS dogs)) (VP (VBP bark)))",
    "dogs now often happily and really bark": "(S (NP (NNS dogs)) (VP (ADVP (RB now) (RB often)"
    " (RB happily) (CC and) (RB really)) (VBP bark)))",
}


class Parsed:
    """A syntax that knows two sentences."""

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        for words in sentences:
            tree = Tree.parse(TREES[" ".join(words)])
            nothing = ("",) * len(words)
            yield Analysis(tuple(words), tuple(tree.tags()), nothing, nothing, tree)


def test_dependencies_from_trees_are_context_where_the_window_sees_none() -> None:
    pair = "dogs bark", "dogs now often happily and really bark"
    assert align(*pair, window=1) == set()
    assert align(*pair, window=1, syntax=Parsed()) == {(0, 0), (1, 6)}


def test_both_sides_may_be_empty() -> None:
    assert align("", "", syntax=Parsed()) == set()
