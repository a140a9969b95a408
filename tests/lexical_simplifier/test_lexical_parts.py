"""The parts of the lexical simplifier that need no model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lexical_simplifier.building.evidence import is_variant, negates
from lexical_simplifier.building.table import candidate_key, target_key
from lexical_simplifier.evaluation.datasets import read_benchls, read_lexmturk, read_swords
from lexical_simplifier.options import RankerOptions
from lexical_simplifier.resources.lexicon import article_before, part_of_speech
from lexical_simplifier.resources.retrofit import retrofit
from lexical_simplifier.stages.features import COLUMN, FEATURES
from lexical_simplifier.stages.rank import FrequencyRanker, PairwiseRanker
from seqlab.errors import DataError


def test_the_article_changes_only_where_it_must() -> None:
    assert article_before(["An", "ailment"], 1, "sickness") == "A"
    assert article_before(["a", "residence"], 1, "house") is None
    assert article_before(["the", "ailment"], 1, "sickness") is None
    assert article_before(["ailment"], 0, "sickness") is None


def test_names_have_no_part_of_speech_to_replace() -> None:
    assert part_of_speech("London", "NNP") is None
    assert part_of_speech("gizmo", "NNP") == "NOUN"
    assert part_of_speech("upon", "IN") == "OTHER"


def test_retrofitting_draws_synonyms_together_and_leaves_others_alone() -> None:
    vectors = np.array([[1, 0], [0, 1], [1, 1]], dtype=np.float32)
    new = retrofit(vectors, [(0, 1, 1.0)], iterations=10)
    # The fixed point of q0 = (v0 + q1) / 2, q1 = (v1 + q0) / 2.
    np.testing.assert_allclose(new[:2], [[2 / 3, 1 / 3], [1 / 3, 2 / 3]], atol=1e-3)
    np.testing.assert_array_equal(new[2], vectors[2])


def test_the_ranker_learns_what_people_choose() -> None:
    rng = np.random.default_rng(0)
    features = [rng.normal(size=(6, len(FEATURES))).astype(np.float32) for _ in range(200)]
    good = COLUMN["cosine"]
    gold = [(f[:, good] == f[:, good].max()).astype(np.float32) for f in features]
    ranker = PairwiseRanker(RankerOptions(members=1, epochs=40, learning_rate=2e-2)).fit(
        features[:150], gold[:150]
    )
    hits = [gold[i][ranker.predict(features[i]).argmax()] for i in range(150, 200)]
    assert np.mean(hits) > 0.7
    by_frequency = [gold[i][FrequencyRanker().predict(features[i]).argmax()] for i in range(200)]
    assert np.mean(by_frequency) < 0.5


@pytest.mark.parametrize(
    ("first", "second"),
    [("help", "helping"), ("colour", "color"), ("organise", "organize"), ("south", "southwest")],
)
def test_variants_are_no_substitutes(first: str, second: str) -> None:
    assert is_variant(first, second)


def test_different_words_are_no_variants() -> None:
    assert not is_variant("physician", "doctor")
    assert negates("happy", "unhappy")
    assert not negates("happy", "glad")


def test_table_keys_are_dictionary_forms() -> None:
    assert target_key(["carried", "out"], ["VBD", "RP"]) == ("carry out", "VERB")
    assert target_key(["residences"], ["NNS"]) == ("residence", "NOUN")
    assert target_key(["London"], ["NNP"]) is None
    assert candidate_key(["homes"], "NOUN") == ("home", "NOUN")
    assert candidate_key(["quickly"], "NOUN") is None


def test_benchmarks_are_read(data_dir: Path) -> None:
    benchls = list(read_benchls(data_dir / "lexical/benchls.txt"))
    assert len(benchls) == 929
    assert benchls[1].target == "diverted"
    assert benchls[1].substitutes["redirected"] == 1.0
    assert all(i.tokens[i.index] == i.target for i in benchls)
    lexmturk = list(read_lexmturk(data_dir / "lexical/lexmturk.txt"))
    assert len(lexmturk) == 500
    assert max(lexmturk[0].substitutes, key=lexmturk[0].substitutes.__getitem__) == "parts"
    swords = list(read_swords(data_dir / "lexical/swords_v1.1_dev.json.gz"))
    assert len(swords) == 370
    assert swords[0].substitutes["amount"] == 0.8


def test_a_bad_row_is_named(tmp_path: Path) -> None:
    path = tmp_path / "benchls.txt"
    path.write_text("a sentence without columns\n")
    with pytest.raises(DataError, match="line 1"):
        list(read_benchls(path))
