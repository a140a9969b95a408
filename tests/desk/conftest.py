"""A simplifier and the edits of one text, shared by the tests of the desk."""

from __future__ import annotations

import pytest

from seqlab.desk import EditsFile, edit_text
from seqlab.pipeline import Simplifier

TEXT = """A report

Approximately 3,000 residents assisted the police in order to locate the missing child, who was \
subsequently discovered in a nearby village. The mayor, who had attended an enormous meeting, \
expressed gratitude.

Born in Vienna in 1906, she commenced her studies at the age of seventeen and obtained a degree \
in chemistry prior to relocating to London.
"""


@pytest.fixture(scope="session")
def simplifier() -> Simplifier:
    return Simplifier.load()


@pytest.fixture(scope="session")
def edits(simplifier: Simplifier) -> EditsFile:
    return edit_text(simplifier, TEXT, strength=0.8)
