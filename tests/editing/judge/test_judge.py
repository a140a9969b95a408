"""Features of edits, and a small judge that is trained, saved, loaded and asked."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.judge import (
    Bars,
    Batch,
    Case,
    Judge,
    Resources,
    WordTable,
)
from seqlab.editing.judge.judge import GROUPS, feature_columns
from seqlab.editing.judge.training import (
    Corpus,
    Sources,
    TrainingOptions,
    fit_judge,
    fold_of,
    promised_bars,
    recall_at,
    training_features,
)
from seqlab.editing.judge.word_features import label_chances, split_points
from seqlab.editing.propose import Tagged
from seqlab.english import lemma
from seqlab.errors import DataError, UsageError
from seqlab.syntax import Analysis, Tree

TAGS = {
    "He": "PRP", "She": "PRP", "bought": "VBD", "purchased": "VBD", "numerous": "JJ", "many": "JJ",
    "books": "NNS", "houses": "NNS", "in": "IN", "Rome": "NNP", "Paris": "NNP", ".": ".",
}  # fmt: skip


class TableSyntax:
    """Tags from a table; no trees."""

    def analyse(self, sentences):
        for tokens in sentences:
            tags = tuple(TAGS.get(token, "NN") for token in tokens)
            lemmas = tuple(map(lemma, tokens, tags))
            yield Analysis(tuple(tokens), tags, lemmas, ("O",) * len(tags), Tree("S"))


def tagged(text: str) -> Tagged:
    tokens = tuple(text.split())
    tags = tuple(TAGS.get(token, "NN") for token in tokens)
    return Tagged(tokens, tags, tuple(map(lemma, tokens, tags)), (len(tokens),))


@pytest.fixture(scope="module")
def lexical() -> LexicalSimplifier:
    return LexicalSimplifier.load(threshold=0.0, syntax=TableSyntax())


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    sources, plain = [], []
    for who in ("He", "She"):
        for what in ("books", "houses"):
            for where in ("Rome", "Paris"):
                sources.append(tagged(f"{who} purchased numerous {what} in {where} ."))
                plain.append(tagged(f"{who} bought many {what} in {where} ."))
    documents = [f"d{number}" for number in range(len(sources))]
    return Corpus.of(documents, sources, [(text, text) for text in plain])


@pytest.fixture(scope="module")
def rows() -> list[dict]:
    found = []
    for number in range(80):
        source = f"{('He', 'She')[number % 2]} purchased numerous books in Rome ."
        good = number % 4 < 2
        start = source.index("numerous")
        edit = {"source": source, "start": start, "end": start + 8, "operation": "replace"}
        edit |= {"new": "many" if good else "Paris", "verdict": "y" if good else "g"}
        part = "train" if number < 50 else "valid"
        found.append({**edit, "document": f"d{number % 8}", "part": part})
    return found


@pytest.fixture(scope="module")
def judge(rows, corpus, lexical) -> Judge:
    options = TrainingOptions(folds=2, iterations=10, least=2)
    sources = Sources.of(rows, TableSyntax())
    columns, resources = training_features(rows, sources, corpus, lexical, options)
    return fit_judge(rows, columns, resources, options, {"provenance": ["made for a test"]})


def test_every_group_gives_a_number_for_every_case(corpus, lexical):
    resources = corpus.resources(lexical)
    text = corpus.sources[0]
    cases = [
        Case(0, 1, 2, ("bought",)),
        Case(0, 2, 3, (), "delete"),
        Case(0, 0, 0, (), "split", ("He", "bought", ".", "It", "was", "nice", ".")),
    ]
    columns = feature_columns(Batch([text], cases), resources)
    assert {len(values) for values in columns.values()} == {3}
    assert columns["inventory_own_count_plain"][0] == pytest.approx(np.log1p(8))
    assert columns["is_delete"].tolist() == [0, 1, 0]
    assert columns["split_parts"][2] == 2
    assert np.isnan(columns["deletion_share"][0])
    assert set(GROUPS) >= {"inventory", "words", "fluency", "tagger"}


def test_the_tagger_is_seen_where_there_is_one(corpus, lexical):
    text, resources = corpus.sources[0], corpus.resources(lexical)
    chances = {
        name: np.linspace(0, 1, len(text.tokens)).astype(np.float32)
        for name in ("plain_R", "plain_D", "easy_R", "easy_D")
    }
    batch = Batch([text], [Case(0, 1, 3, ("got",))], [chances])
    columns = feature_columns(batch, resources)
    assert columns["tagger_plain_R_max"][0] == pytest.approx(chances["plain_R"][2])
    assert columns["tagger_plain_R_left"][0] == pytest.approx(0.0)


def test_own_documents_are_not_counted(corpus, lexical):
    fold = fold_of("d0", 2)
    whole = corpus.resources(lexical).inventory.entry("purchase/V").seen
    rest = corpus.resources(lexical, fold, 2).inventory.entry("purchase/V").seen
    assert rest == whole - sum(fold_of(name, 2) == fold for name in corpus.documents)


def test_it_learns_the_difference(judge, rows):
    good, bad = judge.judge_edits([rows[0], rows[2]], TableSyntax())
    assert good.good > 0.6 > 0.4 > bad.good
    assert good.acceptable >= good.good


def test_saved_and_loaded_it_says_the_same(judge, rows, lexical, tmp_path):
    judge.save(tmp_path)
    again = Judge.load(tmp_path, lexical)
    syntax = TableSyntax()
    assert again.judge_edits(rows[:8], syntax) == judge.judge_edits(rows[:8], syntax)
    assert again.bars == judge.bars
    assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".gz", ".safetensors"}


def test_a_folder_of_another_version_is_refused(judge, lexical, tmp_path):
    judge.save(tmp_path)
    values = json.loads((tmp_path / "judge.json").read_text())
    (tmp_path / "judge.json").write_text(json.dumps({**values, "component": "edit_judge.v0"}))
    with pytest.raises(DataError, match="another version"):
        Judge.load(tmp_path, lexical)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"operation": "move"}, "no operation 'move'"),
        ({"end": 999}, "not in its source"),
        ({"operation": "split"}, "needs the text `after`"),
    ],
)
def test_rows_that_are_no_edits_are_refused(judge, rows, change, message):
    with pytest.raises(UsageError, match=message):
        judge.judge_edits([{**rows[0], **change}], TableSyntax())


def test_no_edits_no_verdicts(judge):
    assert judge.judge_edits([], TableSyntax()) == []


def test_bars_keep_what_strength_promises():
    chances = np.linspace(0, 1, 2001)
    right = np.random.default_rng(0).random(2001) < chances
    bars = promised_bars(chances, right)
    taken = right[chances >= bars.at(0.5)]
    assert taken.mean() == pytest.approx(0.95, abs=0.02)


def test_recall_counts_good_edits_only():
    acceptable = np.array([0.9, 0.8, 0.7, 0.6])
    is_good = np.array([True, False, True, True])
    is_acceptable = np.array([True, True, True, False])
    assert recall_at(acceptable, acceptable, is_good, is_acceptable) == pytest.approx(2 / 3)


def test_words_come_back(corpus, lexical, tmp_path):
    words = corpus.resources(lexical).words
    words.save(tmp_path / "w.tsv.gz")
    again = WordTable.load(tmp_path / "w.tsv.gz")
    assert again["numerous"] == words["numerous"]
    assert again["numerous"].kept == (0, 0)
    assert again["many"].written == (8, 8)
    assert again.best_tags(("PRP", "VBD"), ("many",), ("NNS", "IN"))[1] == ("JJ",)
    assert isinstance(Resources(corpus.resources(lexical).inventory, again, lexical), Resources)


def test_labels_of_the_tagger_become_chances():
    heads = {"plain.operation": np.array([[0.7, 0.2, 0.1]]), "plain.split": np.array([[0.9, 0.1]])}
    labels = {"plain.operation": ("C", "D", "R"), "plain.split": ("-", "S")}
    chances = label_chances(heads, labels)
    assert {name: float(values[0]) for name, values in chances.items()} == pytest.approx(
        {"plain_R": 0.1, "plain_D": 0.2, "plain_S": 0.1}
    )


@pytest.mark.parametrize(
    ("source", "after", "points"),
    [
        ("He came and she left .", "He came . She left .", [2]),
        ("He , who came , left .", "He left . He came .", [6]),
        ("He came .", "He came .", []),
    ],
)
def test_split_points_are_found_again(source, after, points):
    assert split_points(source.split(), after.split()) == points


def test_a_level_may_have_bars_of_its_own(judge: Judge, tmp_path: Path) -> None:
    words, cuts = Bars((1.01, 0.5, 0.4)), Bars((1.01, 0.3, 0.2))
    deeper = replace(judge, level_bars={"easy": {"replace": words, "split": cuts}})
    deeper.save(tmp_path)
    again = Judge.load(tmp_path, judge.resources.lexical)
    assert again.bars_of("replace", "easy") == words
    assert again.bars_of("split", "easy") == cuts
    assert again.bars_of("replace", "plain") == judge.bars
