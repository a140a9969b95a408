"""Which sentences are running text that models can read, by their length first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seqlab.text.document import Token

# Shorter ones are headings, calls and list items.
FEWEST_TOKENS = 4
# Longer ones are lists or broken text: trees of them are not to be trusted, and the cost of
# parsing them grows without bound.
MOST_TOKENS = 120
MOST_CHARACTERS = 4_000

_SURROGATE = re.compile("[\ud800-\udfff]")


def is_prose(tokens: Sequence[Token]) -> bool:
    """Whether a sentence is running text that may be analysed; others are left as they are.

    The length is looked at before anything is read, so a sentence of any length costs the same.
    Half a surrogate pair (from JSON) is no character, and no model can read it.
    """
    if not FEWEST_TOKENS <= len(tokens) <= MOST_TOKENS:
        return False
    if tokens[-1].end - tokens[0].start > MOST_CHARACTERS:
        return False
    letters = sum(token.text.isalpha() for token in tokens)
    return letters * 2 >= len(tokens) and not any(_SURROGATE.search(t.text) for t in tokens)
