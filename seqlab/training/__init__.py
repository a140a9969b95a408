"""Training: the one chain from a corpus to a model folder, its stages cached by content."""

from seqlab.training.chain import (
    Chain,
    annotation_node,
    chain,
    decisions_node,
    held_out_node,
    lexical_node,
    model_node,
    pairs_node,
    sentences_node,
    tagger_node,
    with_start,
)
from seqlab.training.critic import fit_critic, heard_report
from seqlab.training.distillation import teacher_labels, text_sentences
from seqlab.training.execute.cache import Cache, Done, Task, locked
from seqlab.training.execute.code import ROOT, code_version, environment
from seqlab.training.execute.node import Node
from seqlab.training.feedback import copy_start, learn_feedback, read_feedback
from seqlab.training.report import Report, report_text
from seqlab.training.run import CACHE, do_nodes
from seqlab.training.settings import (
    MODEL,
    AlignmentSettings,
    AnnotationSettings,
    CardSettings,
    CorpusSettings,
    DecisionSettings,
    ExportSettings,
    JudgeSettings,
    LabelSettings,
    LexicalSettings,
    SplitSettings,
    TeacherSettings,
    TrainSettings,
)
from seqlab.training.sources import Source, parse_sources
from seqlab.training.train import (
    SplitSentences,
    copy_model,
    label_sentences,
    labelled_sentences,
    train_model,
)

__all__ = [
    "CACHE",
    "MODEL",
    "ROOT",
    "AlignmentSettings",
    "AnnotationSettings",
    "Cache",
    "CardSettings",
    "Chain",
    "CorpusSettings",
    "DecisionSettings",
    "Done",
    "ExportSettings",
    "JudgeSettings",
    "LabelSettings",
    "LexicalSettings",
    "Node",
    "Report",
    "Source",
    "SplitSentences",
    "SplitSettings",
    "Task",
    "TeacherSettings",
    "TrainSettings",
    "annotation_node",
    "chain",
    "code_version",
    "copy_model",
    "copy_start",
    "decisions_node",
    "do_nodes",
    "environment",
    "fit_critic",
    "heard_report",
    "held_out_node",
    "label_sentences",
    "labelled_sentences",
    "learn_feedback",
    "lexical_node",
    "locked",
    "model_node",
    "pairs_node",
    "parse_sources",
    "read_feedback",
    "report_text",
    "sentences_node",
    "tagger_node",
    "teacher_labels",
    "text_sentences",
    "train_model",
    "with_start",
]
