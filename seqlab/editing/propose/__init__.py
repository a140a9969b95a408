"""Edits that could be made to a sentence; none is decided here."""

from seqlab.editing.propose.counting import build_inventory, changes_of, count_inventory, stayed_in
from seqlab.editing.propose.extraction import Replacement, Tagged, aligned_blocks, replacements
from seqlab.editing.propose.inventory import Entry, Inventory, Option, Proposal
from seqlab.editing.propose.lexical_candidates import LexicalTarget, lexical_targets
from seqlab.editing.propose.patterns import filled, unit
from seqlab.editing.propose.shortlist import Substitution, shortlist

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
