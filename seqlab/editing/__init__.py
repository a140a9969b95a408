"""Edits of a sentence: proposed widely, judged one by one, the chosen ones applied."""

from seqlab.editing.apply.edits import (
    apply_edits,
    assemble,
    edited_sentences,
    joined_sentences,
)
from seqlab.editing.apply.repairs import ALL_RULES, RULES
from seqlab.editing.apply.segments import Revision, Segment, revision
from seqlab.editing.decide import decide_edits, decide_labels, second_look
from seqlab.editing.edit import PROPOSER, Edit, Word, detokenize
from seqlab.editing.explanation import Decision, Explanation, Rewritten
from seqlab.editing.judge import Feedback, Judge, Judged, Verdict, feedback_edits, fit_feedback
from seqlab.editing.judge.choose import Cost, causal_cost, ngram_cost, readable_edits
from seqlab.editing.judge.guards import GUARDS, refusal
from seqlab.editing.judge.word_features import label_chances
from seqlab.editing.parsed import Parsed
from seqlab.editing.propose import Inventory, LexicalTarget, SplitWriter, lexical_targets
from seqlab.editing.propose.deletions import deletions
from seqlab.editing.propose.proposals import (
    changeable,
    connectives,
    events,
    propose_edits,
    replaceable,
)
from seqlab.editing.propose.rewriting import (
    Proposer,
    edit_key,
    holds_together,
    keep_together,
    rewriting_edits,
    with_rewritings,
)
from seqlab.editing.propose.splits import splits
from seqlab.editing.reading import (
    Reading,
    SourceSentence,
    head_of,
    paragraph_sentences,
    read,
    substitution_chances,
    text_sentences,
)

__all__ = [
    "ALL_RULES",
    "GUARDS",
    "PROPOSER",
    "RULES",
    "Cost",
    "Decision",
    "Edit",
    "Explanation",
    "Feedback",
    "Inventory",
    "Judge",
    "Judged",
    "LexicalTarget",
    "Parsed",
    "Proposer",
    "Reading",
    "Revision",
    "Rewritten",
    "Segment",
    "SourceSentence",
    "SplitWriter",
    "Verdict",
    "Word",
    "apply_edits",
    "assemble",
    "causal_cost",
    "changeable",
    "connectives",
    "decide_edits",
    "decide_labels",
    "deletions",
    "detokenize",
    "edit_key",
    "edited_sentences",
    "events",
    "feedback_edits",
    "fit_feedback",
    "head_of",
    "holds_together",
    "joined_sentences",
    "keep_together",
    "label_chances",
    "lexical_targets",
    "ngram_cost",
    "paragraph_sentences",
    "propose_edits",
    "read",
    "readable_edits",
    "refusal",
    "replaceable",
    "revision",
    "rewriting_edits",
    "second_look",
    "splits",
    "substitution_chances",
    "text_sentences",
    "with_rewritings",
]
