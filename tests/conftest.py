"""Fixtures that several test folders share."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.files import data_folder


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The corpora that the project may not hold; tests that need them skip without them."""
    folder = data_folder()
    if not folder.is_dir():
        pytest.skip(f"no corpora in {folder}; set SEQLAB_DATA to their folder")
    return folder
