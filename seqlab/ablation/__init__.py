"""Ablation: variants of the training chain, judged side by side in a table with significance."""

from seqlab.ablation.execute.running import plan_table
from seqlab.ablation.plan.experiment import Experiment, question_of, read_experiment
from seqlab.ablation.plan.plan import plan_runs
from seqlab.ablation.results.comparison import compare_folders
from seqlab.ablation.results.folder import Results, read_results
from seqlab.ablation.results.summary import Row, Summary, summarise
from seqlab.ablation.results.tables import markdown_table
from seqlab.ablation.run import render as render_results
from seqlab.ablation.run import run_experiment

__all__ = [
    "Experiment",
    "Results",
    "Row",
    "Summary",
    "compare_folders",
    "markdown_table",
    "plan_runs",
    "plan_table",
    "question_of",
    "read_experiment",
    "read_results",
    "render_results",
    "run_experiment",
    "summarise",
]
