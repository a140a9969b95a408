"""Test sets with references, published outputs and rivals as variants of an experiment."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.ablation import read_experiment, run_experiment, summarise
from seqlab.errors import UsageError

TEXT = """# Is a published system better than the original?
base: {evaluation: {test: turkcorpus_test, skip: 1, samples: 100}, simplification.system: identity}
base_name: original
variants:
  published: {simplification: {system: published, rival: $SEQLAB_DATA/outputs.txt}}
  reference: {simplification.system: reference}
metrics: [bleu, sari, bleu-sentence, sentences, token-f1]
"""
ORIGINALS = ["Passed over.", "The big cat sleeps, and the dog barks.", "It is a very old house."]
REFERENCES = (
    ["Passed.", "The cat sleeps. The dog barks.", "It is an old house."],
    ["Over.", "The big cat sleeps. The dog barks.", "The house is old."],
)


@pytest.fixture
def experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SEQLAB_DATA", str(tmp_path))
    folder = tmp_path / "turkcorpus"
    folder.mkdir()
    (folder / "test.truecase.detok.orig").write_text("\n".join(ORIGINALS) + "\n")
    for number, texts in enumerate(REFERENCES):
        (folder / f"test.truecase.detok.simp.{number}").write_text("\n".join(texts) + "\n")
    (tmp_path / "outputs.txt").write_text("\n".join(REFERENCES[1][1:]) + "\n")
    path = tmp_path / "published.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_all_references_count_and_sentences_are_passed_over(
    experiment: Path, tmp_path: Path
) -> None:
    results = run_experiment(read_experiment(experiment), tmp_path / "out", tmp_path / "cache")
    assert [run.reason for run in results.failed] == []
    cells = {row.variant: row.cells for row in summarise(results).rows}
    # The outputs are the second reference, which alone would not give the first its due.
    assert cells["published"]["BLEU"].mean == pytest.approx(100)
    assert cells["published"]["BLEU (sentence)"].mean == pytest.approx(100)
    assert cells["published"]["token F1"].mean == pytest.approx(100)
    assert cells["published"]["sentences"].mean == pytest.approx(1.5)
    assert cells["published"]["split %"].mean == pytest.approx(50)
    assert cells["original"]["sentences"].mean == pytest.approx(1)
    # A reference is compared with the others only.
    assert cells["reference"]["BLEU"].mean < 100


def test_outputs_are_counted(experiment: Path, tmp_path: Path) -> None:
    (tmp_path / "outputs.txt").write_text("One.\n")
    results = run_experiment(read_experiment(experiment), tmp_path / "out", tmp_path / "cache")
    assert [run.variant for run in results.failed] == ["published"]
    assert "1 outputs for 2 sentences" in results.failed[0].reason


def test_a_rival_goes_with_its_system(experiment: Path) -> None:
    experiment.write_text(TEXT.replace(", rival: $SEQLAB_DATA/outputs.txt", ""), encoding="utf-8")
    with pytest.raises(UsageError, match="go together"):
        read_experiment(experiment)


def test_a_variant_of_another_system_drops_the_rival_of_the_base(experiment: Path) -> None:
    text = TEXT.replace(
        "simplification.system: identity}", "simplification: {system: rival, rival: a}}"
    ).replace("original", "rival")
    experiment.write_text(text, encoding="utf-8")
    variants = read_experiment(experiment).variants
    assert variants["rival"].simplification.rival == ("a",)
    assert variants["reference"].simplification.rival == ()
