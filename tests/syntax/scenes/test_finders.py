"""Where scenes come from: the parser that ships, clauses, and files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seqlab.cli import main
from seqlab.errors import DataError
from seqlab.syntax import Scene, Tree, load_scenes
from seqlab.syntax.scenes.clauses import clause_scenes
from seqlab.syntax.scenes.parser import UccaParser
from seqlab.syntax.scenes.scene import scenes_of
from seqlab.syntax.scenes.scores import edge_score, participant_score, scene_score
from seqlab.syntax.scenes.tree_form import to_graph

CALL = (
    "(S (NP (NNP John)) (VP (VP (VBD got) (ADVP (RB home))) (CC and) "
    "(VP (VBD gave) (NP (NNP Mary)) (NP (DT a) (NN call)))) (. .))"
)
BOOK = (
    "(S (NP (PRP I)) (VP (VBP read) (NP (NP (DT the) (NN book)) (SBAR (WHNP (WDT that)) "
    "(S (NP (NNP John)) (VP (VBD wrote)))))) (. .))"
)


def test_joined_verb_phrases_are_two_scenes_with_one_subject() -> None:
    first, second = clause_scenes(Tree.parse(CALL))
    assert (first.relation, first.participants) == ((1,), ((0,),))
    assert (second.relation, second.participants) == ((4,), ((0,), (5,), (7,)))


def test_a_relative_clause_is_a_scene() -> None:
    first, second = clause_scenes(Tree.parse(BOOK))
    assert (first.relation, second.relation) == ((1,), (6,))


def test_after_be_the_predicate_is_the_relation() -> None:
    tree = "(S (NP (DT The) (NN park)) (VP (VBZ is) (ADJP (RB very) (JJ big))) (. .))"
    [scene] = clause_scenes(Tree.parse(tree))
    assert (scene.relation, scene.participants, scene.kind) == ((4,), ((1,),), "S")


@pytest.fixture(scope="module")
def parser() -> UccaParser:
    found = load_scenes("ucca")
    assert isinstance(found, UccaParser)
    return found


def test_the_parser_finds_what_happens_and_who(parser: UccaParser) -> None:
    tokens = ["She", "wrote", "a", "letter", "and", "he", "read", "it", "."]
    [scenes] = parser.scenes([tokens])
    assert [tokens[scene.relation[0]] for scene in scenes] == ["wrote", "read"]
    assert (0,) in scenes[0].participants


def test_any_tokens_are_parsed_and_the_batch_changes_nothing(parser: UccaParser) -> None:
    odd = [[], ["."], ["\u200b", "�", "👩‍👩‍👧"], ["a"] * 300, ["He", "ran", "."]]
    together = list(parser.scenes(odd))
    assert len(together) == len(odd)
    assert together[0] == []
    assert [next(iter(parser.scenes([one]))) for one in odd] == together


def test_a_folder_without_scene_heads_is_refused() -> None:
    from seqlab.syntax.backends.embedded import FOLDER

    with pytest.raises(DataError, match="not a scene model"):
        UccaParser(FOLDER)


def test_scenes_from_a_file_are_carried_to_other_tokens(tmp_path: Path) -> None:
    path = tmp_path / "scenes.jsonl"
    row = {"tokens": ["He", "didn't", "run."], "scenes": [{"relation": [2], "participants": [[0]]}]}
    path.write_text(json.dumps(row))
    finder = load_scenes(str(path))
    [[scene]] = finder.scenes([["He", "did", "n't", "run", "."]])
    assert (scene.relation, scene.participants) == ((3, 4), ((0,),))
    [[same]] = finder.scenes([["He", "didn't", "run."]])
    assert same == Scene(frozenset({0, 2}), (2,), ((0,),))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"scenes": []}, "no list of tokens"),
        ({"tokens": ["a"]}, "no list of scenes"),
        ({"tokens": ["a"], "scenes": [3]}, "a scene is no object"),
        ({"tokens": ["a"], "scenes": [{"relation": [7]}]}, "not positions of tokens"),
        ({"tokens": ["a"], "scenes": [{"relation": [0], "participants": 1}]}, "are no list"),
    ],
)
def test_a_bad_line_is_named(row: dict[str, object], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "scenes.jsonl"
    path.write_text("\n" + json.dumps(row))
    with pytest.raises(DataError) as caught:
        load_scenes(str(path))
    assert "line 2" in str(caught.value)
    assert reason in str(caught.value)


def test_a_text_that_the_file_lacks_is_named(tmp_path: Path) -> None:
    path = tmp_path / "scenes.jsonl"
    path.write_text('{"tokens": ["a"], "scenes": []}')
    with pytest.raises(DataError, match="no scenes for a text"):
        list(load_scenes(str(path)).scenes([["b"]]))


def test_a_finder_that_is_neither_a_name_nor_a_path() -> None:
    with pytest.raises(DataError, match="ucca, clauses, or a path"):
        load_scenes("tupa")


def test_scores_count_relations_participants_and_edges() -> None:
    gold = to_graph(Tree.parse("(ROOT (H (A He) (P ran) (A (R to) (C school))) (U .))"))
    other = to_graph(Tree.parse("(ROOT (H (A He) (P ran) (D (R to) (C school))) (U .))"))
    scenes = [scenes_of(gold)], [scenes_of(other)]
    assert scene_score(*scenes).f1 == 1
    score = participant_score(*scenes)
    assert (score.correct, score.predicted, score.gold) == (1, 1, 2)
    labelled, unlabelled = edge_score([gold], [other]), edge_score([gold], [other], labelled=False)
    assert (labelled.correct, unlabelled.correct, unlabelled.gold) == (5, 6, 6)


def test_the_command_shows_scenes_and_writes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "She wrote a letter."
    assert main(["syntax", "--scenes", text]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("She wrote a letter .\n  process  wrote: She")
    out = tmp_path / "scenes.jsonl"
    assert main(["syntax", "--scenes", text, "--output", "json", "--out", str(out)]) == 0
    [[scene]] = load_scenes(str(out)).scenes([["She", "wrote", "a", "letter", "."]])
    assert scene.relation == (1,)


def test_every_sentence_and_every_parallel_scene_has_a_main_relation() -> None:
    # So little favour that no word would be a relation of itself.
    strict = UccaParser(favour=1e-6)
    sentences = [["There", "he", "died", "."], ["She", "ran", "and", "he", "slept", "."]]
    first, second = strict.scenes(sentences)
    assert [sentences[0][place] for scene in first for place in scene.relation] == ["died"]
    assert len(second) == 2
