"""Edits of a sentence: proposed widely, judged one by one, the chosen ones applied."""

from seqlab.editing.apply.assemble import assemble
from seqlab.editing.apply.edits import apply_edits, edited_sentences, joined_sentences
from seqlab.editing.apply.repairs import ALL_RULES, RULES
from seqlab.editing.decide import decide_edits, decide_labels
from seqlab.editing.decision import Decision
from seqlab.editing.edit import Edit
from seqlab.editing.explanation import Explanation
from seqlab.editing.judge import Judge, Verdict
from seqlab.editing.judge.fluency import Cost, causal_cost, ngram_cost, readable_edits
from seqlab.editing.judge.guards import GUARDS, refusal
from seqlab.editing.judge.tagger_features import label_chances
from seqlab.editing.parsed import Parsed
from seqlab.editing.propose import Inventory, LexicalTarget, lexical_targets
from seqlab.editing.propose.connectives import connectives
from seqlab.editing.propose.deletions import deletions
from seqlab.editing.propose.event_nouns import events
from seqlab.editing.propose.proposals import propose_edits, replaceable
from seqlab.editing.propose.splits import splits
from seqlab.editing.reading import Reading, head_of, read
from seqlab.editing.source import SourceSentence, paragraph_sentences, text_sentences
from seqlab.editing.words import Word, detokenize

__all__ = [
    "ALL_RULES",
    "GUARDS",
    "RULES",
    "Cost",
    "Decision",
    "Edit",
    "Explanation",
    "Inventory",
    "Judge",
    "LexicalTarget",
    "Parsed",
    "Reading",
    "SourceSentence",
    "Verdict",
    "Word",
    "apply_edits",
    "assemble",
    "causal_cost",
    "connectives",
    "decide_edits",
    "decide_labels",
    "deletions",
    "detokenize",
    "edited_sentences",
    "events",
    "head_of",
    "joined_sentences",
    "label_chances",
    "lexical_targets",
    "ngram_cost",
    "paragraph_sentences",
    "propose_edits",
    "read",
    "readable_edits",
    "refusal",
    "replaceable",
    "splits",
    "text_sentences",
]
