"""A simplifier that the tests of the service share."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")
pytest.importorskip("httpx", reason="the web extra is not installed")

from seqlab.pipeline import Simplifier


@pytest.fixture(scope="session")
def simplifier() -> Simplifier:
    return Simplifier.load()
