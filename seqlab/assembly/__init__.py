"""Fluent text from labels: edits found on trees, chosen, carried out, and their damage mended."""

from seqlab.assembly.assemble import assemble
from seqlab.assembly.choice import Decision, choose, deletion_score
from seqlab.assembly.connectives import connectives
from seqlab.assembly.deletions import deletions
from seqlab.assembly.edits import Edit, execute, executed
from seqlab.assembly.events import events
from seqlab.assembly.explanation import Explanation
from seqlab.assembly.fluency import Cost, causal_cost, fluency_guard, ngram_cost
from seqlab.assembly.guards import GUARDS, refusal
from seqlab.assembly.phrases import Parsed
from seqlab.assembly.rules import ALL_RULES, RULES
from seqlab.assembly.splitting import splits
from seqlab.assembly.words import Word, written

__all__ = [
    "ALL_RULES",
    "GUARDS",
    "RULES",
    "Cost",
    "Decision",
    "Edit",
    "Explanation",
    "Parsed",
    "Word",
    "assemble",
    "causal_cost",
    "choose",
    "connectives",
    "deletion_score",
    "deletions",
    "events",
    "execute",
    "executed",
    "fluency_guard",
    "ngram_cost",
    "refusal",
    "splits",
    "written",
]
