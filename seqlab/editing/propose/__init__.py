"""Edits that could be made to a sentence; none is decided here."""

from seqlab.editing.parsed import Tagged
from seqlab.editing.propose.counting import (
    Replacement,
    aligned_blocks,
    build_inventory,
    changes_of,
    count_inventory,
    replacements,
    stayed_in,
)
from seqlab.editing.propose.inventory import (
    DELETED,
    GOES_ON,
    RARE,
    STAYS,
    Entry,
    Inventory,
    Option,
    Proposal,
    SubstitutionProbabilities,
    filled,
    has_auxiliary,
    unit,
)
from seqlab.editing.propose.label_splits import NO_CUT, companions
from seqlab.editing.propose.proposals import LexicalTarget, lexical_targets
from seqlab.editing.propose.split_writer import (
    AHEAD,
    FAR,
    INSERT,
    WORD,
    Script,
    SplitWriter,
)
from seqlab.editing.propose.substitution_labels import (
    SUBSTITUTION,
    known_labels,
    substitution_labels,
    substitution_vocabulary,
)

__all__ = [
    "AHEAD",
    "DELETED",
    "FAR",
    "GOES_ON",
    "INSERT",
    "NO_CUT",
    "RARE",
    "STAYS",
    "SUBSTITUTION",
    "WORD",
    "Entry",
    "Inventory",
    "LexicalTarget",
    "Option",
    "Proposal",
    "Replacement",
    "Script",
    "SplitWriter",
    "SubstitutionProbabilities",
    "Tagged",
    "aligned_blocks",
    "build_inventory",
    "changes_of",
    "companions",
    "count_inventory",
    "filled",
    "has_auxiliary",
    "known_labels",
    "lexical_targets",
    "replacements",
    "stayed_in",
    "substitution_labels",
    "substitution_vocabulary",
    "unit",
]
