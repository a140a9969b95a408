"""SAMSA's own examples, with scenes written by hand, from clauses, and from the parser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from seqlab.evaluation import EvaluationOptions, MeanOf, Samsa, Sari, load_metrics
from seqlab.evaluation.metrics.samsa import samsa
from seqlab.syntax import Scene

CALL = "John got home and gave Mary a call."
# got: John, home; gave a call: John, Mary.
CALL_SCENES = [
    Scene(frozenset({0, 1, 2}), (1,), ((0,), (2,))),
    Scene(frozenset({0, 4, 5, 6, 7}), (7,), ((0,), (5,))),
]


class Given:
    """A finder that knows the scenes it was given."""

    name = "ucca"

    def __init__(self, scenes: list[Scene]) -> None:
        self.given = scenes

    def scenes(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[Scene]]:
        return (self.given for _ in sentences)


def test_one_scene_a_sentence_is_best_and_not_splitting_is_penalised() -> None:
    metric = Samsa(Given(CALL_SCENES), aligner="exact")
    assert float(metric.sentence(CALL, "John got home. John gave Mary a call.")) == 100
    assert float(metric.sentence(CALL, CALL)) == 50
    ablated = Samsa(Given(CALL_SCENES), aligner="exact", penalty=False)
    assert float(ablated.sentence(CALL, CALL)) == 100


def test_a_split_that_alters_who_did_what_is_penalised() -> None:
    metric = Samsa(Given(CALL_SCENES), aligner="exact")
    # The paper's bad split: the second scene keeps Mary, but neither John nor the call.
    assert float(metric.sentence(CALL, "John got home and gave. Mary spoke.")) == 62.5


def test_more_sentences_than_scenes_score_zero_and_so_does_a_text_without_scenes() -> None:
    metric = Samsa(Given(CALL_SCENES), aligner="exact")
    assert float(metric.sentence(CALL, "John. Got. Home.")) == 0
    assert float(Samsa(Given([]), aligner="exact").sentence("Chapter 1", "Chapter 1")) == 0


def test_the_formula_by_hand() -> None:
    scenes = [
        Scene(frozenset({0, 1, 2}), (1,), ((0,), (2,))),
        Scene(frozenset({3, 4}), (3,), ((4,),)),
    ]
    aligned = [frozenset({0, 1}), frozenset({3})]
    # First scene: relation and one of two participants; second: relation, not its participant.
    expected = (1 + 0.5 + 1 + 0) / 4
    assert samsa(scenes, aligned, penalty=False) == pytest.approx(expected)
    # Three scenes and two sentences: many scenes may share a sentence.
    assert samsa([*scenes, scenes[1]], aligned) == pytest.approx((1.5 + 1 + 1) / 6 * 2 / 3)


def test_ties_go_to_the_first_sentence_and_equal_numbers_match_one_to_one() -> None:
    scene = Scene(frozenset({0}), (0,), ((0,),))
    both = [frozenset({0}), frozenset({0})]
    assert samsa([scene, scene], both) == 1
    # The first takes the only sentence with the word; the second has to take the other.
    assert samsa([scene, scene], [frozenset({0}), frozenset()]) == 0.5


def test_implicit_units_count_half_and_all_centers_must_be_kept() -> None:
    words = frozenset({0, 1, 2})
    assert samsa([Scene(words, (0,), ((),))], [words]) == 0.75
    assert samsa([Scene(words, (0,), ())], [words]) == 0.75
    assert samsa([Scene(words, (), ((0,),))], [words]) == 0.75
    # "cats and dogs": half of a unit with two centers is not the unit (footnote 4).
    assert samsa([Scene(words, (0,), ((1, 2),))], [frozenset({0, 1})]) == 0.5


def test_the_name_and_the_signature_say_where_scenes_come_from(tmp_path: Path) -> None:
    metric = Samsa(Given([]), aligner="exact", penalty=False)
    assert metric.name == "SAMSA-abl"
    assert str(metric.signature(0)).startswith("SAMSA-abl|scenes:ucca|aligner:exact|penalty:no|")
    [clauses] = load_metrics(["samsa/clauses"])
    assert str(clauses.signature(0)).startswith("SAMSA/clauses|scenes:clauses|aligner:mwa")
    path = tmp_path / "gold.jsonl"
    tokens = ["John", "got", "home", "and", "gave", "Mary", "a", "call", "."]
    scenes = [scene.to_json() for scene in CALL_SCENES]
    path.write_text(json.dumps({"tokens": tokens, "scenes": scenes}))
    [gold] = load_metrics(["samsa"], EvaluationOptions(scenes=str(path), aligner="exact"))
    assert gold.name == "SAMSA/file"
    assert float(gold.sentence(CALL, CALL)) == 50


def test_the_parser_that_ships_reads_the_paper_s_example() -> None:
    metric = Samsa("ucca", aligner="exact")
    split = metric.sentence(CALL, "John got home. John gave Mary a call.")
    assert float(split) > float(metric.sentence(CALL, CALL)) > 0


def test_tokenised_and_lowercased_outputs_have_their_sentences() -> None:
    metric = Samsa(Given(CALL_SCENES), aligner="exact")
    lowered = metric.sentence(CALL.lower(), "john got home . john gave mary a call .")
    assert float(lowered) == 100


def test_mean_with_sari_has_both_parts() -> None:
    output = "John got home. John called Mary."
    both = MeanOf(Sari(), Samsa(Given(CALL_SCENES), aligner="exact"), "geometric")
    score = both.sentence(CALL, output, [output])
    assert set(score.parts) == {"SARI", "SAMSA"}
    assert float(score) == pytest.approx((score.parts["SARI"] * score.parts["SAMSA"]) ** 0.5)
