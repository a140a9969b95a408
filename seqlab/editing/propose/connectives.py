"""Words that join a sentence to the one before: `But` is easier than `However,`."""

from __future__ import annotations

from collections.abc import Iterator

from seqlab.editing.edit import Edit
from seqlab.editing.parsed import FINITE, Parsed

_CONTRAST = frozenset({"however", "nevertheless", "nonetheless"})
# Before a clause that opens with one of these, `but` would need a comma again.
_OPENERS = frozenset(
    {"when", "if", "although", "though", "while", "because", "since", "as", "after"}
)


def connectives(parsed: Parsed) -> Iterator[Edit]:
    """ "However, the plan failed." → "But the plan failed." """
    texts, tags = parsed.lower, parsed.tags
    if len(texts) < 5 or texts[0] not in _CONTRAST or texts[1] != ",":
        return
    if texts[2] in _OPENERS or not FINITE.intersection(tags[2:]):
        return
    yield Edit("replace", "connective", (0, 2), "But", sure=True)
