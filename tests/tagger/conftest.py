"""A tagger trained once for all tests of the folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from labelling_tasks import QUICK, synthetic

from seqlab.tagger import LabelledSentence, ModelOptions


@pytest.fixture(scope="session")
def sentences() -> list[LabelledSentence]:
    return synthetic(400)


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory, sentences: list[LabelledSentence]) -> Path:
    """A model folder: one softmax head with thresholds, one CRF head."""
    from seqlab.tagger import HeadOptions, train_tagger

    out = tmp_path_factory.mktemp("trained") / "model"
    heads = {"parity": HeadOptions(thresholds=True), "after_odd": HeadOptions(decoder="crf")}
    options = ModelOptions(
        word_dim=24, char_filters=16, hidden=32, min_count=1, dropout=0.1, heads=heads
    )
    train_tagger(sentences[:320], sentences[320:], out, options, QUICK)
    return out
