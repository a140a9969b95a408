"""Units of a sentence: scenes, minimal centers, and the tree that labels are made of."""

from __future__ import annotations

import pytest

from corpora import UccaEdge, UccaPassage, UccaUnit
from seqlab.syntax import Tree
from seqlab.syntax.backends.embedded import decode, encode
from seqlab.syntax.scenes.labels import HEADS, labelled
from seqlab.syntax.scenes.remotes import remote_labels, with_remotes
from seqlab.syntax.scenes.scene import scenes_of
from seqlab.syntax.scenes.tree_form import to_graph, to_tree
from seqlab.syntax.scenes.units import sentence_graphs

# The paper's examples (Sulem et al. 2018, sections 3 and 4.2), as trees of categories.
PARK = "(ROOT (H (A He) (P ran) (A (R into) (F the) (C park))) (U .))"
PRESIDENT = (
    "(ROOT (H (A (F The) (E previous) (C (C president) (E (R of) (F the) (C commission)))) "
    "(P resigned)) (U .))"
)
LATE = "(ROOT (H (A He) (P said) (A (A he) (F will) (F be) (S late))) (U .))"
HOUSE = (
    "(ROOT (H (A (F The) (C man) (E (R who) (P entered) (A (F the) (C house)))) (S is) "
    "(A John)) (U .))"
)
CATS = "(ROOT (H (A (C cats) (N and) (C dogs)) (P sleep)) (U .))"


def relations(tree: str) -> list[tuple[str, list[str]]]:
    graph = to_graph(Tree.parse(tree))

    def said(center: tuple[int, ...]) -> str:
        return " ".join(graph.tokens[word] for word in center)

    return [(said(s.relation), [said(c) for c in s.participants]) for s in scenes_of(graph)]


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (PARK, [("ran", ["He", "park"])]),
        (PRESIDENT, [("resigned", ["president"])]),
        (LATE, [("said", ["He", "late"]), ("late", ["he"])]),
        (HOUSE, [("is", ["man", "John"]), ("entered", ["house"])]),
        (CATS, [("sleep", ["cats dogs"])]),
        ("(ROOT (U .))", []),
        (
            "(ROOT (H (A (A his) (A|S wife)) (P left)))",
            [("left", ["wife"]), ("wife", ["his", "wife"])],
        ),
    ],
)
def test_scenes_and_minimal_centers_of_the_paper(
    tree: str, expected: list[tuple[str, list[str]]]
) -> None:
    assert relations(tree) == expected


@pytest.mark.parametrize("tree", [PARK, PRESIDENT, LATE, HOUSE, CATS])
def test_labels_give_the_tree_back(tree: str) -> None:
    given = Tree.parse(tree)
    labels = encode(to_tree(to_graph(given)))
    assert decode(given.leaves(), given.tags(), labels) == given


def passage(tokens: str, punctuation: str = "", **units: UccaUnit) -> UccaPassage:
    words = tuple(tokens.split())
    signs = tuple(word in punctuation.split() for word in words)
    named = {
        name: UccaUnit(name, unit.edges, unit.words, unit.implicit) for name, unit in units.items()
    }
    return UccaPassage("p", words, (1,) * len(words), signs, "top", named)


def of(*edges: str, words: tuple[int, ...] = (), implicit: bool = False) -> UccaUnit:
    """A unit by its edges: `A:he`, or `*A:he` for a remote one."""
    made = []
    for edge in edges:
        tag, _, child = edge.rpartition(":")
        made.append(UccaEdge(child, tuple(tag.strip("*").split("|")), tag.startswith("*")))
    return UccaUnit("", tuple(made), words, implicit)


# "gave it up": the process stands around the participant.
GAP = passage(
    "he gave it up .",
    ".",
    top=of("H:scene", "U:stop"),
    scene=of("A:he", "P:gave", "A:it"),
    he=of(words=(0,)),
    gave=of(words=(1, 3)),
    it=of(words=(2,)),
    stop=of(words=(4,)),
)


def test_a_unit_with_a_gap_is_closed_and_opened_again() -> None:
    [graph] = sentence_graphs(GAP)
    tree = to_tree(graph)
    assert str(tree) == "(ROOT (H (A he) (P (- gave) (A^ it) (- up))) (U .))"
    back = to_graph(tree, graph.punctuation)
    assert [s.relation for s in scenes_of(back)] == [(1, 3)]
    assert [s.participants for s in scenes_of(back)] == [((0,), (2,))]


def test_units_that_cross_still_give_a_tree_over_all_words() -> None:
    crossing = passage(
        "a b c d",
        top=of("H:one", "H:two"),
        one=of("P:a", "A:c"),
        two=of("P:b", "A:d"),
        a=of(words=(0,)),
        b=of(words=(1,)),
        c=of(words=(2,)),
        d=of(words=(3,)),
    )
    [graph] = sentence_graphs(crossing)
    assert to_tree(graph).leaves() == ["a", "b", "c", "d"]
    assert len(scenes_of(graph)) == 2
    assert set(labelled(graph).labels) == set(HEADS)


def test_a_unit_reached_by_remote_edges_only_and_words_without_unit() -> None:
    odd = passage(
        "sleep well",
        top=of("H:scene"),
        scene=of("P:sleep", "*A:nobody"),
        sleep=of(words=(0,)),
        nobody=of(words=()),
    )
    [graph] = sentence_graphs(odd)
    assert to_tree(graph).leaves() == ["sleep", "well"]
    [scene] = scenes_of(graph)
    assert (scene.relation, scene.participants) == ((0,), ())


def test_an_implicit_participant_has_an_empty_center() -> None:
    travel = passage(
        "traveling is fun",
        top=of("H:scene"),
        scene=of("A:travel", "F:is", "S:fun"),
        travel=of("P:go", "A:who"),
        go=of(words=(0,)),
        who=of(implicit=True),
        **{"is": of(words=(1,))},
        fun=of(words=(2,)),
    )
    [graph] = sentence_graphs(travel)
    assert [(s.relation, s.participants) for s in scenes_of(graph)] == [
        ((2,), ((0,),)),
        ((0,), ((),)),
    ]


# "John got home and called": John is a remote participant of "called".
CALLED = passage(
    "John got home and called .",
    ".",
    top=of("H:got", "L:and", "H:called", "U:stop"),
    got=of("A:john", "P:go", "A:home"),
    called=of("P:call", "*A:john"),
    john=of(words=(0,)),
    go=of(words=(1,)),
    home=of(words=(2,)),
    call=of(words=(4,)),
    stop=of(words=(5,)),
    **{"and": of(words=(3,))},
)


def test_remote_participants_are_labels_and_come_back() -> None:
    [graph] = sentence_graphs(CALLED)
    labels = remote_labels(graph)
    assert labels == ["-", "-", "-", "-", "L1", "-"]
    bare = to_graph(to_tree(graph), graph.punctuation)
    assert scenes_of(bare)[1].participants == ()
    assert scenes_of(with_remotes(bare, labels))[1].participants == ((0,),)


def test_a_remote_label_that_leads_nowhere_is_left_out() -> None:
    bare = to_graph(Tree.parse(PARK))
    assert scenes_of(with_remotes(bare, ["L1"] * 6))[0].participants == ((0,), (4,))


def test_a_passage_is_divided_where_no_unit_goes_on() -> None:
    two = passage(
        "He ran . She slept .",
        ".",
        top=of("H:one", "U:dot", "H:two", "U:end"),
        one=of("A:he", "P:ran"),
        two=of("A:she", "P:slept"),
        he=of(words=(0,)),
        ran=of(words=(1,)),
        dot=of(words=(2,)),
        she=of(words=(3,)),
        slept=of(words=(4,)),
        end=of(words=(5,)),
    )
    graphs = list(sentence_graphs(two))
    assert [" ".join(graph.tokens) for graph in graphs] == ["He ran .", "She slept ."]
    assert [scenes_of(graph)[0].relation for graph in graphs] == [(1,), (1,)]
