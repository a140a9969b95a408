"""An experiment's YAML is read whole, and refused whole, before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.ablation import plan_runs, read_experiment
from seqlab.ablation.plan.experiment import file_name, from_resolved
from seqlab.errors import UsageError

QUESTION = "# Is it so?\n"


def written(folder: Path, text: str, name: str = "test.yaml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_variants_change_only_what_they_name(tmp_path: Path) -> None:
    written(tmp_path, "model.hidden: 8\ncorpus: {share: 0.5}\n", "base.yaml")
    path = written(
        tmp_path,
        QUESTION + "base: {from: base.yaml, model.layers: 2}\n"
        "variants:\n  wide: {model.hidden: 99}\nseeds: [1, 2]\n",
    )
    experiment = read_experiment(path)
    assert experiment.question == "Is it so?"
    assert list(experiment.variants) == ["base", "wide"]
    base, wide = experiment.variants.values()
    assert (base.model.hidden, wide.model.hidden) == (8, 99)
    assert wide.model.layers == 2
    assert wide.corpus == base.corpus
    assert experiment.seeds == (1, 2)


def test_a_grid_is_every_combination(tmp_path: Path) -> None:
    path = written(
        tmp_path, QUESTION + "grid:\n  corpus.share: [0.25, 0.5]\n  model.layers: [1, 2]\n"
    )
    assert list(read_experiment(path).variants)[1:] == [
        "share 0.25, layers 1",
        "share 0.25, layers 2",
        "share 0.5, layers 1",
        "share 0.5, layers 2",
    ]


def test_the_same_question_can_be_asked_on_another_base(tmp_path: Path) -> None:
    own = written(tmp_path, "corpus: {documents: 3}\n", "own.yaml")
    path = written(
        tmp_path, QUESTION + "base: {from: absent.yaml}\nvariants: {a: {corpus.share: 0.5}}\n"
    )
    experiment = read_experiment(path, base=own, seeds=[7])
    assert all(settings.corpus.documents == 3 for settings in experiment.variants.values())
    assert experiment.seeds == (7,)


def test_another_aligner_does_not_get_the_options_of_the_first(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        QUESTION + "base: {alignment: {aligner: light, options: {paraphrases: none}}}\n"
        "variants: {exact: {alignment.aligner: exact}}\n",
    )
    assert read_experiment(path).variants["exact"].alignment.options == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("variants: {}\n", "the first line must be `# ` and the question"),
        (QUESTION + "varants: {}\n", "no key 'varants'; did you mean variants?"),
        (QUESTION + "variants: {a: {corpus.shar: 1}}\n", "variant 'a': no setting 'corpus.shar'"),
        (QUESTION + "variants: {a: {}}\n", "variant 'a': must be a mapping"),
        (QUESTION + "variants: {base: {corpus.share: 0.5}}\n", "two are called 'base'"),
        (QUESTION + "grid: {corpus.share: 0.5}\n", "grid: must map keys to lists"),
        (QUESTION + "seeds: [1, 1]\n", "seeds: must be different whole numbers"),
        (QUESTION + "seeds: []\n", "seeds: must be different whole numbers"),
        (QUESTION + "metrics: [sary]\n", "no metric 'sary'; did you mean sari?"),
        (QUESTION + "base: {from: absent.yaml}\n", "absent.yaml: no such file"),
        (QUESTION + "- 1\n", "holds no settings"),
        (QUESTION + "a: [\n", "not YAML"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UsageError) as error:
        read_experiment(path)
    assert said in str(error.value)
    assert str(path) in str(error.value) or "absent" in str(error.value)
    assert "\n" not in str(error.value)


def test_names_of_variants_become_names_of_files() -> None:
    assert file_name("simalign argmax / 2") == "simalign-argmax-2"


def test_resolved_experiments_are_read_again(tmp_path: Path) -> None:
    path = written(tmp_path, QUESTION + "variants: {a: {corpus.share: 0.5}}\nlesson: So.\n")
    experiment = read_experiment(path)
    assert from_resolved(experiment.to_plain()) == experiment


def test_seeds_enter_only_the_stages_that_use_them(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        QUESTION + "variants: {crf: {model.head.decoder: crf}}\nseeds: [1, 2]\n"
        "metrics: [labels, links, sari]\n",
    )
    runs = plan_runs(read_experiment(path))
    stages: dict[str, set[str]] = {}
    for run in runs:
        for name, node in run.nodes().items():
            stages.setdefault(node.stage, set()).add(name)
    counts = {stage: len(names) for stage, names in stages.items()}
    # Two variants by two seeds are four taggers, over one alignment.
    assert counts["pairs"] == counts["links"] == counts["annotation"] == counts["gold"] == 1
    assert counts["tagger"] == counts["labelling"] == counts["outputs"] == 4


def test_every_variant_is_judged_on_the_test_pairs_of_the_base(tmp_path: Path) -> None:
    path = written(tmp_path, QUESTION + "variants: {all: {corpus.level_pairs: all}}\n")
    base, other = plan_runs(read_experiment(path))
    judged = [run.targets["labels"].inputs["test"].id for run in (base, other)]
    assert judged[0] == judged[1]
    models = [run.targets["labels"].inputs["model"].id for run in (base, other)]
    assert models[0] != models[1]


def test_a_rival_that_was_trained_again_is_run_again(tmp_path: Path) -> None:
    rival = tmp_path / "rival"
    path = written(
        tmp_path,
        QUESTION + f"base: {{simplification: {{system: rival, rival: '{rival}'}}}}\n"
        "variants:\n  same: {simplification.system: identity, simplification.rival: ''}\n"
        "metrics: [sari]\n",
    )

    def outputs_id() -> str:
        [scores] = plan_runs(read_experiment(path))[0].targets.values()
        return scores.inputs["outputs"].id

    rival.mkdir()
    (rival / "SHA256SUMS").write_text("one")
    first = outputs_id()
    assert outputs_id() == first
    (rival / "SHA256SUMS").write_text("two")
    assert outputs_id() != first


def test_a_rival_needs_its_folder(tmp_path: Path) -> None:
    path = written(tmp_path, QUESTION + "variants:\n  a: {simplification.system: rival}\n")
    with pytest.raises(UsageError, match="go together"):
        read_experiment(path)
