"""Fluent text from labels: edits found on trees, chosen, carried out, and their damage mended."""

from seqlab.editing.apply.assemble import assemble
from seqlab.editing.apply.edits import apply_edits, edited_sentences
from seqlab.editing.apply.repairs import ALL_RULES, RULES
from seqlab.editing.edit import Edit
from seqlab.editing.explanation import Explanation
from seqlab.editing.judge.choice import Decision, choose, deletion_score
from seqlab.editing.judge.fluency import Cost, causal_cost, fluency_guard, ngram_cost
from seqlab.editing.judge.guards import GUARDS, refusal
from seqlab.editing.judge.split_features import split_features
from seqlab.editing.judge.split_guards import SPLIT_GUARDS, split_refusal
from seqlab.editing.parsed import Parsed
from seqlab.editing.propose.connectives import connectives
from seqlab.editing.propose.deletions import deletions
from seqlab.editing.propose.event_nouns import events
from seqlab.editing.propose.label_splits import (
    LabelSplit,
    SplitProbabilities,
    label_splits,
    split_probabilities,
)
from seqlab.editing.propose.splits import splits
from seqlab.editing.words import Word, detokenize

__all__ = [
    "ALL_RULES",
    "GUARDS",
    "RULES",
    "SPLIT_GUARDS",
    "Cost",
    "Decision",
    "Edit",
    "Explanation",
    "LabelSplit",
    "Parsed",
    "SplitProbabilities",
    "Word",
    "apply_edits",
    "assemble",
    "causal_cost",
    "choose",
    "connectives",
    "deletion_score",
    "deletions",
    "detokenize",
    "edited_sentences",
    "events",
    "fluency_guard",
    "label_splits",
    "ngram_cost",
    "refusal",
    "split_features",
    "split_probabilities",
    "split_refusal",
    "splits",
]
