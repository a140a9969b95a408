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
from seqlab.editing.propose.inventory import Entry, Inventory, Option, Proposal, filled, unit
from seqlab.editing.propose.proposals import LexicalTarget, Substitution, lexical_targets, shortlist

__all__ = [
    "Entry",
    "Inventory",
    "LexicalTarget",
    "Option",
    "Proposal",
    "Replacement",
    "Substitution",
    "Tagged",
    "aligned_blocks",
    "build_inventory",
    "changes_of",
    "count_inventory",
    "filled",
    "lexical_targets",
    "replacements",
    "shortlist",
    "stayed_in",
    "unit",
]
