"""A study of 40 items with three raters in a real browser, killed half way: nothing is lost."""

from __future__ import annotations

import csv
import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from seqlab.cli import main
from tests.web.browser import Serving, browser, new_page, violations
from tests.web.studies import write_study

pytestmark = pytest.mark.slow
QUESTIONS = ("meaning", "fluency", "simplicity")


def serve(study: Path) -> tuple[Serving, list[str]]:
    """The study under way, and its admin's and raters' links."""
    serving = Serving("rate", str(study), "--port", "0")
    links = [serving.wait_for(r"admin: (http://\S+)")]
    links += [serving.wait_for(r"(http://\S+/r/\S+)") for _ in range(3)]
    return serving, links


def rate_page(page: Any, scores: dict[str, int]) -> None:
    """Answer one page, by keyboard, and go on."""
    for name, score in scores.items():
        page.locator(f'[id="{name}.0"]').fill(str(score))
    page.locator('[id="simplicity.0"]').press("Enter")


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    study = write_study(tmp_path, 40, raters=3, consent="I take part freely.")
    chance = random.Random(1)
    easiness = {str(item): chance.randrange(15, 85) for item in range(1, 41)}
    sent: list[tuple[int, str]] = []
    serving, (admin, *links) = serve(study)
    with browser() as own:
        pages = []
        for link in links:
            page = new_page(own)
            page.goto(link)
            assert violations(page) == []
            page.check("#agree")
            page.get_by_role("button", name="Start").click()
            page.locator("#answers").wait_for()
            pages.append(page)
        assert violations(pages[0]) == []
        for round_ in range(40):
            for rater, page in enumerate(pages, start=1):
                if (round_, rater) == (17, 2):
                    # In the middle, with a page open in every browser.
                    serving.end(kill=True)
                    serving, (admin, *again) = serve(study)
                    # The port is another one; the keys of the links are not.
                    assert [one.split("/r/")[1] for one in again] == [
                        one.split("/r/")[1] for one in links
                    ]
                    for one, link in zip(pages, again, strict=True):
                        one.goto(link)
                        # What a browser asked of the dead server is no fault of the page.
                        one.faults.clear()
                source = page.locator(".reading").first.inner_text()
                item = source.split("matter ")[1].split(" ")[0]
                score = easiness[item] + chance.randrange(-10, 11) + rater
                page.get_by_role("heading", name=f"Page {round_ + 1} of 40").wait_for()
                rate_page(page, dict.fromkeys(QUESTIONS, score))
                sent.append((rater, item))
        for page in pages:
            page.get_by_text("That was all.").wait_for()
            assert page.faults == []
        overview = new_page(own)
        overview.goto(admin)
        assert violations(overview) == []
        assert overview.get_by_text("40/40").count() == 3
        agreed = overview.locator("tr", has_text="simplicity").inner_text()
        overview.screenshot(path=str(tmp_path / "admin.png"), full_page=True)
    assert serving.end() == 0
    with sqlite3.connect(tmp_path / "study.sqlite") as store:
        kept = store.execute("SELECT rater, item FROM pages WHERE done IS NOT NULL").fetchall()
        (integrity,) = store.execute("PRAGMA integrity_check").fetchone()
    assert sorted(kept) == sorted(sent)
    assert integrity == "ok"
    assert float(agreed.split("\t")[3].split(" ")[0]) > 0.6
    assert main(["rate", str(study), "--export", str(tmp_path / "out")]) == 0
    rows = list(csv.DictReader((tmp_path / "out" / "ratings.csv").open()))
    assert len(rows) == 120 * 3
    assert not any("http" in value for row in rows for value in row.values())
    # The export goes through `metaevaluate`, beside a metric that is right and one that is not.
    with (tmp_path / "values.csv").open("w") as handle:
        handle.write("item,system,right,wrong\n")
        for item, value in easiness.items():
            handle.write(f"{item},system0,{value},{chance.random()}\n")
    table = tmp_path / "meta.md"
    command = ["metaevaluate", str(tmp_path / "out" / "ratings.csv"), "--split", "none"]
    command += ["--values", str(tmp_path / "values.csv"), "--question", "simplicity"]
    assert main([*command, "--samples", "100", "--markdown", str(table)]) == 0
    right = next(line for line in table.read_text().splitlines() if line.startswith("| right"))
    assert float(re.findall(r"-?\d\.\d+", right)[0]) > 0.9
