"""The stages joined for training and for experiments."""

from seqlab.experiments.ablation import render as render_results
from seqlab.experiments.ablation import run_experiment
from seqlab.experiments.comparison import compare_folders
from seqlab.experiments.experiment import Experiment, question_of, read_experiment
from seqlab.experiments.plan import plan_runs
from seqlab.experiments.results import Results, read_results
from seqlab.experiments.running import plan_table
from seqlab.experiments.silver import (
    SilverOptions,
    SplitSentences,
    silver_sentences,
    split_by_document,
)
from seqlab.experiments.simplifier_model import (
    RewritingOptions,
    SettingsFile,
    WikipediaOptions,
    build_simplifier,
    default_corpora,
    write_settings,
)
from seqlab.experiments.summary import Summary, summarise
from seqlab.experiments.tables import markdown_table
from seqlab.experiments.training import train_and_test

__all__ = [
    "Experiment",
    "Results",
    "RewritingOptions",
    "SettingsFile",
    "SilverOptions",
    "SplitSentences",
    "Summary",
    "WikipediaOptions",
    "build_simplifier",
    "compare_folders",
    "default_corpora",
    "markdown_table",
    "plan_runs",
    "plan_table",
    "question_of",
    "read_experiment",
    "read_results",
    "render_results",
    "run_experiment",
    "silver_sentences",
    "split_by_document",
    "summarise",
    "train_and_test",
    "write_settings",
]
