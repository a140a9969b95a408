"""Every proposal for a sentence, from all proposers: splits, deletions, words and phrases."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from seqlab.editing.edit import Edit, Span
from seqlab.editing.propose.connectives import connectives
from seqlab.editing.propose.deletions import deletions
from seqlab.editing.propose.event_nouns import events
from seqlab.editing.propose.inventory import Inventory
from seqlab.editing.propose.label_splits import LabelSplit, label_splits
from seqlab.editing.propose.lexical_candidates import LexicalTarget
from seqlab.editing.propose.shortlist import shortlist
from seqlab.editing.propose.splits import splits
from seqlab.editing.reading import Reading, head_of

# A word that the tagger is this sure to keep is not worth a look.
LEAST_CHANGE = 0.05
# A word that readers do not find hard is looked up where the tagger is this sure to replace it.
LEAST_REPLACE = 0.3


def propose_edits(
    reading: Reading,
    level: str | None,
    operations: Collection[str],
    targets: Sequence[LexicalTarget] = (),
    inventory: Inventory | None = None,
) -> tuple[list[Edit], dict[int, LabelSplit]]:
    """The edits that could be made, each once, and what the labels say of those that they propose.

    The second value names label splits by the number of their edit.
    """
    edits: list[Edit] = []
    by_labels: dict[int, LabelSplit] = {}
    if "split" in operations:
        edits += splits(reading.parsed)
        chances = reading.splits(level)
        for split in label_splits(reading.parsed, chances) if chances is not None else ():
            by_labels[len(edits)] = split
            edits.append(split.edit)
    if "delete" in operations:
        edits += deletions(reading.parsed)
    if "replace" in operations:
        edits += [*connectives(reading.parsed), *events(reading.parsed)]
    edits += _substitutions(reading, level, operations, targets, inventory)
    return _unique(edits, by_labels)


def changeable(reading: Reading, level: str | None) -> set[int]:
    """The words that the tagger may want changed; all where it was never taught operations."""
    head = head_of("operation", level)
    if head not in reading.labels:
        return set(range(len(reading.parsed.tokens)))
    change = reading.chance(head, "R") + reading.chance(head, "D")
    return set((change >= LEAST_CHANGE).nonzero()[0].tolist())


def replaceable(reading: Reading, level: str | None) -> set[int]:
    """The words that the tagger wants replaced, hard or not."""
    chances = reading.chance(head_of("operation", level), "R")
    return set((chances >= LEAST_REPLACE).nonzero()[0].tolist())


def _substitutions(
    reading: Reading,
    level: str | None,
    operations: Collection[str],
    targets: Sequence[LexicalTarget],
    inventory: Inventory | None,
) -> list[Edit]:
    """Words and phrases of the lexical simplifier and the inventory that are worth judging."""
    wanted = changeable(reading, level)
    phrases = [
        proposal
        for proposal in (inventory.proposals(reading.tagged) if inventory is not None else ())
        if not wanted.isdisjoint(range(proposal.start, proposal.end))
    ]
    edits = []
    for one in shortlist(phrases, targets, len(reading.tagged.tokens)):
        span = (one.start, one.end)
        operation = "replace" if one.text else "delete"
        old = " ".join(reading.tagged.tokens[slice(*span)]).lower()
        if operation in operations and one.text.lower() != old:
            edits.append(Edit(operation, "substitution", span, one.text))
    return edits


def _unique(
    edits: Sequence[Edit], by_labels: dict[int, LabelSplit]
) -> tuple[list[Edit], dict[int, LabelSplit]]:
    seen: set[tuple[str, Span, str]] = set()
    kept: list[Edit] = []
    named: dict[int, LabelSplit] = {}
    for number, edit in enumerate(edits):
        if edit.operation != "split":
            key = (edit.operation, edit.span, edit.text.lower())
            if key in seen:
                continue
            seen.add(key)
        if number in by_labels:
            named[len(kept)] = by_labels[number]
        kept.append(edit)
    return kept, named
