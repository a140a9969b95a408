"""The tagger: learns any label set from labelled sentences and predicts it for new ones.

Names are imported when first used: prediction then need not wait for the training framework.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seqlab.tagger.encoder import Encoder, load_encoder
    from seqlab.tagger.feature_cache import FeatureCache
    from seqlab.tagger.labelling import label_sentences, read_any_sentences
    from seqlab.tagger.options import HeadOptions, ModelOptions, TrainingOptions
    from seqlab.tagger.piece_vocabulary import prune_pieces, used_pieces
    from seqlab.tagger.report import label_table
    from seqlab.tagger.runtime.export import export_onnx
    from seqlab.tagger.scores import HeadScores, LabelScore, score_labels
    from seqlab.tagger.sentence import (
        IGNORED,
        LabelledSentence,
        merge_sentences,
        read_sentences,
        sentence_from_json,
        write_sentences,
    )
    from seqlab.tagger.tagger import Tagger
    from seqlab.tagger.thresholds import decide, threshold_row, tune_thresholds
    from seqlab.tagger.training import Trained, train_tagger
    from seqlab.tagger.tuning import evaluate
    from seqlab.tagger.vectors import load_vectors

_PLACES = {
    "Encoder": "encoder",
    "load_encoder": "encoder",
    "FeatureCache": "feature_cache",
    "label_sentences": "labelling",
    "read_any_sentences": "labelling",
    "export_onnx": "runtime.export",
    "label_table": "report",
    "prune_pieces": "piece_vocabulary",
    "used_pieces": "piece_vocabulary",
    "HeadOptions": "options",
    "ModelOptions": "options",
    "TrainingOptions": "options",
    "HeadScores": "scores",
    "LabelScore": "scores",
    "score_labels": "scores",
    "IGNORED": "sentence",
    "LabelledSentence": "sentence",
    "merge_sentences": "sentence",
    "read_sentences": "sentence",
    "sentence_from_json": "sentence",
    "write_sentences": "sentence",
    "Tagger": "tagger",
    "decide": "thresholds",
    "threshold_row": "thresholds",
    "tune_thresholds": "thresholds",
    "Trained": "training",
    "train_tagger": "training",
    "evaluate": "tuning",
    "load_vectors": "vectors",
}

__all__ = [
    "IGNORED",
    "Encoder",
    "FeatureCache",
    "HeadOptions",
    "HeadScores",
    "LabelScore",
    "LabelledSentence",
    "ModelOptions",
    "Tagger",
    "Trained",
    "TrainingOptions",
    "decide",
    "evaluate",
    "export_onnx",
    "label_sentences",
    "label_table",
    "load_encoder",
    "load_vectors",
    "merge_sentences",
    "prune_pieces",
    "read_any_sentences",
    "read_sentences",
    "score_labels",
    "sentence_from_json",
    "threshold_row",
    "train_tagger",
    "tune_thresholds",
    "used_pieces",
    "write_sentences",
]


def __getattr__(name: str) -> Any:
    if name in _PLACES:
        return getattr(import_module(f"seqlab.tagger.{_PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
