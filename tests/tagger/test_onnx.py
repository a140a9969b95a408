"""The exported network scores as torch does, whatever the sizes."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from seqlab.errors import DataError
from seqlab.tagger import LabelledSentence, Tagger, export_onnx, load_onnx_tagger

pytest.importorskip("onnxruntime", reason="needs seqlab[onnx]")
pytest.importorskip("onnxscript", reason="needs seqlab[onnx]")


@pytest.fixture(scope="module")
def exported(trained: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported") / "model"
    shutil.copytree(trained, folder)
    assert export_onnx(folder).difference < 1e-4
    return folder


def test_labels_and_probabilities_match_torch(
    exported: Path, sentences: list[LabelledSentence]
) -> None:
    given = [*sentences[:60], LabelledSentence(()), LabelledSentence(("ba",) * 700)]
    torch_tagger, onnx_tagger = Tagger.load(exported), load_onnx_tagger(exported)
    assert list(onnx_tagger.predict(given)) == list(torch_tagger.predict(given))
    for a, b in zip(
        onnx_tagger.predict_proba(given), torch_tagger.predict_proba(given), strict=True
    ):
        for head in torch_tagger.heads:
            np.testing.assert_allclose(a[head], b[head], atol=1e-4)


def test_a_second_export_in_one_process_works(exported: Path) -> None:
    assert export_onnx(exported).difference < 1e-4


def test_a_model_that_was_not_exported_or_damaged_says_so(exported: Path, trained: Path) -> None:
    with pytest.raises(DataError, match="not exported yet"):
        load_onnx_tagger(trained)
    (exported / "network.onnx").write_bytes(b"nothing")
    with pytest.raises(DataError, match="truncated or altered"):
        load_onnx_tagger(exported)
