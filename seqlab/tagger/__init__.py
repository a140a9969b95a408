"""The tagger: learns any label set from labelled sentences and predicts it for new ones.

Names are imported when first used: prediction then need not wait for the training framework.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqlab.lazy import lazy_names

if TYPE_CHECKING:
    from seqlab.tagger.folder.piece_vocabulary import prune_pieces, used_pieces
    from seqlab.tagger.labelling import label_sentences, read_any_sentences
    from seqlab.tagger.network.encoder import Encoder, load_encoder
    from seqlab.tagger.network.feature_cache import FeatureCache
    from seqlab.tagger.network.low_rank import AdaptedLinear, put_module
    from seqlab.tagger.options import HeadOptions, ModelOptions, TrainingOptions
    from seqlab.tagger.runtime.export import export_adapter, export_onnx
    from seqlab.tagger.runtime.names import STATES
    from seqlab.tagger.runtime.session import decide, threshold_row
    from seqlab.tagger.runtime.word_vectors import ContextualReader, ReadSentence
    from seqlab.tagger.sentence import (
        IGNORED,
        LabelledSentence,
        merge_sentences,
        read_sentences,
        sentence_from_json,
        write_sentences,
    )
    from seqlab.tagger.tagger import Tagger
    from seqlab.tagger.training.report import label_table
    from seqlab.tagger.training.scores import HeadScores, LabelScore, score_labels
    from seqlab.tagger.training.train import Trained, train_tagger
    from seqlab.tagger.training.tuning import evaluate, tune_thresholds
    from seqlab.tagger.vectors import load_vectors

_HOMES = {
    "ContextualReader": ".runtime.word_vectors",
    "ReadSentence": ".runtime.word_vectors",
    "Encoder": ".network.encoder",
    "load_encoder": ".network.encoder",
    "FeatureCache": ".network.feature_cache",
    "label_sentences": ".labelling",
    "read_any_sentences": ".labelling",
    "export_onnx": ".runtime.export",
    "label_table": ".training.report",
    "prune_pieces": ".folder.piece_vocabulary",
    "used_pieces": ".folder.piece_vocabulary",
    "STATES": ".runtime.names",
    "AdaptedLinear": ".network.low_rank",
    "put_module": ".network.low_rank",
    "export_adapter": ".runtime.export",
    "HeadOptions": ".options",
    "ModelOptions": ".options",
    "TrainingOptions": ".options",
    "HeadScores": ".training.scores",
    "LabelScore": ".training.scores",
    "score_labels": ".training.scores",
    "IGNORED": ".sentence",
    "LabelledSentence": ".sentence",
    "merge_sentences": ".sentence",
    "read_sentences": ".sentence",
    "sentence_from_json": ".sentence",
    "write_sentences": ".sentence",
    "Tagger": ".tagger",
    "decide": ".runtime.session",
    "threshold_row": ".runtime.session",
    "tune_thresholds": ".training.tuning",
    "Trained": ".training.train",
    "train_tagger": ".training.train",
    "evaluate": ".training.tuning",
    "load_vectors": ".vectors",
}

__all__ = [
    "IGNORED",
    "STATES",
    "AdaptedLinear",
    "ContextualReader",
    "Encoder",
    "FeatureCache",
    "HeadOptions",
    "HeadScores",
    "LabelScore",
    "LabelledSentence",
    "ModelOptions",
    "ReadSentence",
    "Tagger",
    "Trained",
    "TrainingOptions",
    "decide",
    "evaluate",
    "export_adapter",
    "export_onnx",
    "label_sentences",
    "label_table",
    "load_encoder",
    "load_vectors",
    "merge_sentences",
    "prune_pieces",
    "put_module",
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


__getattr__ = lazy_names(__name__, _HOMES)
