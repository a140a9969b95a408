"""Settings from YAML are checked key by key, and errors name the key and the nearest one."""

from __future__ import annotations

import pytest

from seqlab.ablation.plan.settings import Settings
from seqlab.errors import UsageError
from seqlab.training.config import differences, from_plain, merged, nested, to_plain


def test_dotted_and_nested_keys_say_the_same() -> None:
    dotted = {"model.hidden": 8, "model": {"layers": 2}, "corpus.share": 0.5}
    assert nested(dotted) == {
        "model": {"hidden": 8, "layers": 2},
        "corpus": {"share": 0.5},
    }


def test_a_later_value_takes_the_place_of_an_earlier_one_and_leaves_the_rest() -> None:
    assert merged({"a": {"b": 1, "c": 2}}, {"a": {"b": 3}}) == {"a": {"b": 3, "c": 2}}


def test_settings_survive_the_way_to_plain_values_and_back() -> None:
    settings = from_plain(
        Settings,
        {"corpus": {"kinds": ["1-1", "1-N"]}, "model": {"head": {"decoder": "crf"}}},
    )
    assert settings.corpus.kinds == ("1-1", "1-N")
    assert settings.model.head.decoder == "crf"
    assert from_plain(Settings, to_plain(settings)) == settings


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"modle": {}}, "no setting 'modle'; did you mean model?"),
        ({"model": {"hiden": 1}}, "did you mean model.hidden?"),
        ({"model": {"hidden": "big"}}, "model.hidden: must be a whole number"),
        ({"model": {"hidden": True}}, "model.hidden: must be a whole number"),
        ({"corpus": {"level_pairs": "some"}}, "corpus.level_pairs: one of auto, adjacent, all"),
        ({"corpus": {"kinds": "1-1"}}, "corpus.kinds: must be a list"),
        ({"corpus": 3}, "corpus: must be a mapping"),
        ({"alignment": {"aligner": "giza"}}, "alignment: no aligner 'giza'; known: exact"),
        ({"labels": {"set": "cd"}}, "labels: no label set 'cd'"),
        ({"labels": {"set": "phrase-iob"}}, "needs annotation.syntax"),
        ({"simplification": {"rules_off": ["commas"]}}, "no repair 'commas'"),
        ({"training": {"seed": 4}}, "write `seeds:"),
    ],
)
def test_what_is_wrong_is_named(given: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError) as error:
        from_plain(Settings, given)
    assert said in str(error.value)


def test_whole_numbers_are_numbers_and_a_bare_off_is_the_word() -> None:
    # YAML reads `strength: 1` as a whole number and `reorder: off` as false.
    settings = from_plain(
        Settings, {"simplification": {"strength": 1}, "annotation": {"reorder": False}}
    )
    assert settings.simplification.strength == 1.0
    assert settings.annotation.reorder == "off"


def test_differences_are_listed_by_dotted_key() -> None:
    first, second = {"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 1, "c": 4}, "d": 3}
    assert list(differences(first, second)) == [("a.c", 2, 4)]
