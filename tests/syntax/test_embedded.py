"""The embedded backend: a tiny model is trained here, and the one that ships is put to use."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.errors import DataError
from seqlab.syntax import Analysis, Syntax, clauses, load_syntax, parse_trees
from seqlab.syntax.backends.embedded import FOLDER
from seqlab.syntax.training.labels import labelled
from seqlab.syntax.training.train import evaluate_syntax
from seqlab.syntax.training.treebanks import TreebankSentence, sentence_of_tree
from seqlab.tagger import ModelOptions, TrainingOptions, train_tagger

TREES = """
(ROOT (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))
(ROOT (S (NP (PRP He)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP she)) (VP (VBD slept)))))))
(ROOT (S (NP (NNP Mary) (POS 's) (NN cat)) (VP (VBD saw) (NP (DT the) (JJ old) (NN dog))) (. .)))
(ROOT (FRAG (NP (NN Rain)) (. !)))
"""


@pytest.fixture(scope="module")
def sentences() -> list[TreebankSentence]:
    return [sentence_of_tree(tree, "d", "test") for tree in parse_trees(TREES)]


@pytest.fixture(scope="module")
def tiny(sentences: list[TreebankSentence], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    train = [labelled(sentence) for sentence in sentences]
    model = ModelOptions(word_dim=16, char_filters=8, hidden=24, dropout=0.0, min_count=1)
    options = TrainingOptions(
        epochs=40, patience=40, batch_size=2, learning_rate=0.02, metric="accuracy"
    )
    train_tagger(train, train, folder, model, options)
    return folder


def test_a_model_learns_its_trees_by_heart(tiny: Path, sentences: list[TreebankSentence]) -> None:
    syntax = load_syntax("embedded", folder=tiny)
    found = list(syntax.analyse([sentence.tokens for sentence in sentences]))
    assert [str(analysis.tree) for analysis in found] == TREES.strip().split("\n")
    assert found[0].lemmas == ("the", "dog", "bark", ".")
    assert {kind: score.f1 for kind, score in evaluate_syntax(syntax, sentences).items()} == {
        "tag": 1.0,
        "bracket": 1.0,
        "chunk": 1.0,
        "clause": 1.0,
    }


def test_a_model_may_have_another_beside_it(tiny: Path, sentences: list[TreebankSentence]) -> None:
    tokens = [sentence.tokens for sentence in sentences]
    alone = list(load_syntax("embedded", folder=tiny).analyse(tokens))
    # Beside itself it is what it was; the shipped model knows labels that it does not.
    for beside in (tiny, "embedded"):
        pair = load_syntax("embedded", folder=tiny, beside=beside, marginals=True)
        assert [analysis.tree for analysis in pair.analyse(tokens)] == [a.tree for a in alone]


AWKWARD: list[list[str]] = [
    [],
    ["Rain"],
    ["The", "dog"] * 200,
    ["🙂", "👩‍👩‍👧", "barked", "\u200b"],
    ["(", ")", "a b", "’s", "“"],
    ["x" * 3000],
]


@pytest.mark.parametrize("folder", ["tiny", "shipped"])
def test_awkward_sentences_give_valid_trees(folder: str, request: pytest.FixtureRequest) -> None:
    if folder == "shipped" and not FOLDER.is_dir():
        pytest.skip("the model has not been trained yet")
    path = request.getfixturevalue("tiny") if folder == "tiny" else ""
    found = list(load_syntax("embedded", folder=path).analyse(AWKWARD))
    assert [list(analysis.tokens) for analysis in found] == AWKWARD
    assert [analysis.tree.leaves() for analysis in found] == AWKWARD
    for analysis in found:
        count = len(analysis.tokens)
        assert len(analysis.tags) == len(analysis.lemmas) == len(analysis.chunks) == count
        assert analysis.tree.label == "ROOT"


def test_a_folder_without_the_heads_of_syntax_is_named(
    sentences: list[TreebankSentence], tmp_path: Path
) -> None:
    from dataclasses import replace

    tags = [replace(labelled(s), labels={"tag": s.tags}) for s in sentences]
    model = ModelOptions(word_dim=8, char_dim=0, hidden=8)
    train_tagger(tags, tags, tmp_path, model, TrainingOptions(epochs=1))
    with pytest.raises(DataError, match="not a syntax model: it has no head 'chunk'"):
        load_syntax("embedded", folder=tmp_path)


shipped = pytest.mark.skipif(not FOLDER.is_dir(), reason="the model has not been trained yet")


@pytest.fixture(scope="module")
def syntax() -> Syntax:
    return load_syntax()


def analysed(syntax: Syntax, text: str) -> Analysis:
    [found] = syntax.analyse([text.split()])
    return found


@shipped
def test_the_shipped_model_knows_possessives_and_contractions(syntax: Syntax) -> None:
    found = analysed(syntax, "The world ’s biggest forest does n’t burn .")
    assert found.tags[2] == "POS"
    assert found.tags[6] == "RB"
    assert found.lemmas[5:8] == ("do", "not", "burn")
    assert found.chunks == tuple("B-NP I-NP B-NP I-NP I-NP B-VP I-VP I-VP O".split())  # noqa: SIM905


@shipped
def test_the_shipped_model_finds_clauses(syntax: Syntax) -> None:
    found = analysed(syntax, "The man who lives here said that he was tired .")
    spans = {clause.span for clause in clauses(found.tree)}
    assert {(0, 11), (2, 5), (6, 10)} <= spans


@shipped
def test_the_shipped_model_is_at_most_ten_megabytes() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*")) <= 10_000_000
    assert "CC BY-SA" in (FOLDER / "MODEL_CARD.md").read_text()


@shipped
def test_the_shipped_model_on_held_out_documents(data_dir: Path, syntax: Syntax) -> None:
    from seqlab.syntax import read_part

    scores = evaluate_syntax(syntax, read_part("gum", "dev", data_dir))
    assert scores["tag"].f1 > 0.93
    assert scores["bracket"].f1 > 0.75
    assert scores["chunk"].f1 > 0.85


def test_a_teacher_gives_trees_to_sentences_that_have_tags_only(
    tiny: Path, sentences: list[TreebankSentence]
) -> None:
    from dataclasses import replace

    from seqlab.syntax.training.train import parsed

    tags = ("XX", *sentences[0].tags[1:])
    tagged = replace(sentences[0], tree=None, tags=tags, source="ewt")
    [found] = parsed(load_syntax("embedded", folder=tiny), [tagged])
    assert found.tags == tags
    assert str(found.tree) == str(sentences[0].tree).replace("DT", "XX")
