"""A real browser and real processes for tests of the pages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CHROMIUM = Path(os.environ.get("SEQLAB_CHROMIUM", "/usr/bin/chromium"))
_ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
# On a busy machine anything may take its time.
PATIENCE = 60_000


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium, or a skip that says how to get it."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}: apt-get install chromium, or set SEQLAB_CHROMIUM")
    with playwright.sync_playwright() as started:
        playwright.expect.set_options(timeout=PATIENCE)
        own = started.chromium.launch(executable_path=str(CHROMIUM), args=_ARGUMENTS.split())
        try:
            yield own
        finally:
            own.close()


def new_page(own: Any, **options: Any) -> Any:
    """A page of its own session, which fails the test on any error of its scripts."""
    context = own.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on(
        "requestfailed",
        lambda one: (
            page.faults.append(f"{one.url}: {one.failure}")
            if "ERR_ABORTED" not in str(one.failure)
            else None
        ),
    )
    page.hosts = set()
    page.on("request", lambda one: page.hosts.add(one.url.split("/")[2] if "//" in one.url else ""))
    return page


class Serving:
    """A command of ours that serves until it is stopped or killed; `said` is what it printed."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "run.py"), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.said: list[str] = []
        self.log: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.log.extend(self.process.stderr)

    def wait_for(self, pattern: str) -> str:
        """The first group of the first line that matches."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.search(pattern, line):
                return found[1]
        raise AssertionError(f"it ended: {self.said} {self.log}")

    def end(self, kill: bool = False) -> int:
        """Stop it, gently or not; its exit code."""
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def axe_source() -> str:
    """The text of axe-core, or a skip that says how to get it."""
    given = os.environ.get("SEQLAB_AXE")
    places = [ROOT / "node_modules" / "axe-core" / "axe.min.js"]
    if given:
        places.insert(0, Path(given))
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        how = "npm install --no-save axe-core" if shutil.which("npm") else "npm is missing too"
        pytest.skip(f"no axe-core: {how}, or set SEQLAB_AXE to axe.min.js")
    return found.read_text(encoding="utf-8")


def violations(page: Any) -> list[str]:
    """What axe-core finds that is serious or critical."""
    page.evaluate(axe_source())
    found = page.evaluate("axe.run()")
    return [
        f"{one['id']}: {one['nodes'][0]['target']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def tab_to(page: Any, selector: str, most: int = 80) -> Any:
    """Press Tab until the element has the focus."""
    target = page.locator(selector).first
    for _ in range(most):
        if target.evaluate("one => one === document.activeElement"):
            return target
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab")
