"""Published test sets and systems' outputs, where they are present."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.files import read_lines


def _lines(path: Path) -> list[str]:
    return list(read_lines(path))


@pytest.fixture(scope="session")
def turk(data_dir: Path) -> tuple[list[str], list[list[str]], dict[str, list[str]]]:
    """TurkCorpus test: originals, eight references, ten systems' outputs."""
    folder = data_dir / "turkcorpus"
    if not folder.is_dir():
        pytest.skip(f"no TurkCorpus in {folder}")
    originals = _lines(folder / "test.truecase.detok.orig")
    references = [_lines(folder / f"test.truecase.detok.simp.{index}") for index in range(8)]
    systems = {path.name: _lines(path) for path in sorted((folder / "systems").iterdir())}
    return originals, references, systems


@pytest.fixture(scope="session")
def pwkp(data_dir: Path) -> tuple[list[str], list[list[str]], dict[str, list[str]]]:
    """PWKP test: originals, one reference, eleven systems' outputs and the original itself."""
    folder = data_dir / "pwkp"
    if not folder.is_dir():
        pytest.skip(f"no PWKP in {folder}")
    systems = {path.name.split(".")[0]: _lines(path) for path in (folder / "systems").iterdir()}
    return _lines(folder / "pwkp.test.orig"), [_lines(folder / "pwkp.test.simp")], systems
