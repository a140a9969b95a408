"""Wheel and source distribution in empty environments, and the tests, on every Python that is here.

nox -l                       # what there is
nox -s wheel-3.12            # needs the files that `make dist` writes
nox -s tests-3.13
"""

from __future__ import annotations

from pathlib import Path

import nox

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]
ROOT = Path(__file__).resolve().parent
CONSTRAINTS = ["-c", str(ROOT / "constraints.txt")]
nox.options.sessions = ["wheel", "sdist"]
nox.options.error_on_missing_interpreters = False


def _smoke(session: nox.Session, pattern: str) -> None:
    """Install what `dist` holds into an empty environment, and use it in an empty folder."""
    (file,) = (ROOT / "dist").glob(pattern)
    session.install(*CONSTRAINTS, str(file))
    folder = session.create_tmp()
    session.chdir(folder)
    session.run("python", str(ROOT / "tools" / "smoke.py"), env={"PYTHONPATH": ""})


@nox.session(python=PYTHONS)
def wheel(session: nox.Session) -> None:
    """The wheel, installed and used outside the clone."""
    _smoke(session, "seqlab-*.whl")


@nox.session(python=PYTHONS)
def sdist(session: nox.Session) -> None:
    """The source distribution, built, installed and used outside the clone."""
    _smoke(session, "seqlab-[0-9]*.tar.gz")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The fast tests."""
    session.install(*CONSTRAINTS, "-e", ".[dev]")
    session.run("python", "-m", "pytest", "-n", "2", *session.posargs)
