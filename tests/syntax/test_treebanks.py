"""The three sources of the syntax model, read as they were published."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from seqlab.errors import DataError
from seqlab.syntax import Tree
from seqlab.syntax.training.onestop import in_gum_style, read_onestop, restored
from seqlab.syntax.training.treebanks import (
    UNKNOWN,
    cleaned,
    parts_of,
    read_ewt,
    read_gum,
    sentence_of_tree,
)


def test_function_tags_and_traces_go() -> None:
    tree = Tree.parse(
        "(ROOT (S (NP-SBJ-1 (PRP He)) (VP (VBD seemed) (S (NP-SBJ (-NONE- *-1))"
        " (VP (TO to) (VP (VB go) (PP-DIR (TO to) (NP (NN town)))))))))"
    )
    assert str(cleaned(tree)) == (
        "(ROOT (S (NP (PRP He)) (VP (VBD seemed) (S"
        " (VP (TO to) (VP (VB go) (PP (IN to) (NP (NN town)))))))))"
    )


def test_a_tree_of_nothing_but_traces_is_no_tree() -> None:
    assert cleaned(Tree.parse("(ROOT (S (NP (-NONE- *))))")) is None


def test_brackets_keep_their_characters_and_tags() -> None:
    tree = cleaned(Tree.parse("(S (-LRB- -LRB-) (NP (NN a)) (-RRB- -RRB-))"))
    assert tree is not None
    assert tree.leaves() == ["(", "a", ")"]
    assert tree.tags() == ["-LRB-", "NN", "-RRB-"]


def test_ewt_has_words_not_written_tokens(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu.gz"
    rows = [
        "# newdoc id = d1",
        "1-2\tdon't" + "\t_" * 8,
        "1\tdo\tdo\tAUX\tVBP" + "\t_" * 5,
        "2\tn't\tnot\tPART\tRB" + "\t_" * 5,
        "2.1\tgo\tgo\tVERB\tVB" + "\t_" * 5,
        "",
    ]
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    [sentence] = read_ewt(path)
    assert sentence.tokens == ("do", "n't")
    assert sentence.tags == ("VBP", "RB")
    assert sentence.lemmas == ("do", "not")
    assert sentence.document == "d1"


def test_a_row_with_too_few_columns_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text("1\tdo\tdo\n\n")
    with pytest.raises(DataError, match=r"x\.conllu, line 1: 3 columns instead of 10"):
        list(read_ewt(path))


def test_a_folder_without_trees_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no \*\.ptb files"):
        list(read_gum(tmp_path, "train"))
    with pytest.raises(DataError, match=r"no trees/LEVEL/\*\.mrg"):
        list(read_onestop(tmp_path, "train"))


def test_lost_quotes_and_dashes_are_put_back() -> None:
    tree = Tree.parse(
        "(ROOT (S (NP (DT The) (NN plan)) (VP (VBZ is) (ADJP (JJ ready))"
        " (SBAR (S (NP (PRP he)) (VP (VBD said))))) (. .)))"
    )
    [sentence] = restored([tree], "“The plan is ready” – he said.", "a")
    assert sentence.tokens == ("“", "The", "plan", "is", "ready", "”", "–", "he", "said", ".")
    assert sentence.tags == ("``", "DT", "NN", "VBZ", "JJ", "''", ":", "PRP", "VBD", ".")
    assert str(sentence.tree) == (
        "(ROOT (S (`` “) (NP (DT The) (NN plan)) (VP (VBZ is) (ADJP (JJ ready)) ('' ”) (: –)"
        " (SBAR (S (NP (PRP he)) (VP (VBD said))))) (. .)))"
    )
    assert sentence.trusted == (True,) * 10


def test_the_parts_of_a_word_are_unknown_and_the_tree_around_them_in_doubt() -> None:
    tree = Tree.parse(
        "(ROOT (S (NP (NP (DT The) (NNS worlds) (JJ biggest) (NN forest)))"
        " (VP (VBZ is) (ADJP (JJ well-known) (PP (IN in) (NP (NNP Peru))))) (. .)))"
    )
    [sentence] = restored([tree], "The world’s biggest forest is well-known in Peru.", "a")
    assert sentence.tokens[1:3] == ("world", "’s")
    assert sentence.tags[1:3] == (UNKNOWN, UNKNOWN)
    assert sentence.tags[6:9] == (UNKNOWN, "HYPH", UNKNOWN)
    assert sentence.trusted is not None
    assert not any(sentence.trusted[:4])
    assert sentence.trusted[-1]


def test_a_sentence_whose_verb_was_hidden_is_left_out() -> None:
    tree = Tree.parse("(ROOT (S (NP (PRP$ Its)) (VP (VBD run)) (. .)))")
    assert list(restored([tree], "It’s run.", "a")) == []
    assert list(restored([Tree.parse("(ROOT (NP (NNS Dogs) (NN nt)))")], "Dogsn’t", "a")) == []


def test_subject_relatives_are_named_as_in_gum() -> None:
    tree = Tree.parse(
        "(ROOT (NP (NP (NNS men)) (SBAR (WHNP (WP who)) (S (VP (VBP lie)))) (SBAR (WHNP (WP who))"
        " (S (NP (PRP I)) (VP (VBP know))))))"
    )
    renamed = in_gum_style(sentence_of_tree(tree, "d", "onestop")).tree
    assert str(renamed) == str(tree).replace("(WHNP (WP who)) (S (VP", "(NP (WP who)) (S (VP")


def test_a_piece_of_a_sentence_is_left_out() -> None:
    piece = Tree.parse("(ROOT (NP (NN shop) (, ,) (. .)))")
    assert list(restored([piece], "New domains, including “.shop, .song”, came.", "a")) == []


def test_a_tree_that_is_not_in_the_text_does_not_hide_the_next() -> None:
    other = Tree.parse("(ROOT (NP (NN elsewhere)))")
    tree = Tree.parse("(ROOT (S (NP (NNS Dogs)) (VP (VBP bark)) (. .)))")
    assert [s.tokens for s in restored([other, tree], "Dogs bark.", "a")] == [("Dogs", "bark", ".")]


def test_no_document_is_in_two_parts(data_dir: Path) -> None:
    folder = data_dir / "treebanks" / "gum"
    train, dev, test = (
        {sentence.document for sentence in read_gum(folder, part)}
        for part in ("train", "dev", "test")
    )
    assert (len(train), len(dev), len(test)) == (86, 11, 11)
    assert len(train | dev | test) == 108


def test_articles_are_held_out_as_the_corpora_hold_them_out() -> None:
    from corpora import split_documents

    names = [f"article-{number}" for number in range(50)]
    theirs = split_documents(names)
    assert {name for name, part in parts_of(names).items() if part == "test"} == {
        name for name, part in theirs.items() if part == "test"
    }


def test_real_articles_are_restored(data_dir: Path) -> None:
    sentences = list(read_onestop(data_dir / "onestop", "dev"))
    assert len(sentences) > 1000
    for sentence in sentences:
        assert sentence.tree is not None
        assert tuple(sentence.tree.leaves()) == sentence.tokens
        assert tuple(sentence.tree.tags()) == sentence.tags
    assert any("’s" in sentence.tokens for sentence in sentences)
