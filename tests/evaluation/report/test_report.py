"""The report opened in a real browser: nothing fetched, nothing wrong, everything works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seqlab.evaluation import EvaluationOptions, TestSet, evaluate, write_report
from seqlab.evaluation.report.data import density, example_indices, report_data
from seqlab.evaluation.report.page import report_page

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ORIGINALS = [
    f"The committee of village {number} then purchased {number} large houses, and it rained."
    for number in range(1, 25)
]
REFERENCES = [[line.replace("purchased", "bought") for line in ORIGINALS]]


@pytest.fixture(scope="module")
def evaluation():
    outputs = {
        "Lexical": [line.replace("purchased", "bought") for line in ORIGINALS],
        "Splitter": [line.replace(", and it", ". It") for line in ORIGINALS],
        # Text that would break out of a careless page.
        "</script><b>Sly": [
            line.replace("houses", "</script><img src=x onerror=alert(1)>") for line in ORIGINALS
        ],
        "Original": ORIGINALS,
    }
    tests = TestSet("toy", tuple(ORIGINALS), tuple(map(tuple, REFERENCES)))
    return evaluate(outputs, tests, ["sari", "bleu", "fkgl"], EvaluationOptions(samples=50))


def test_the_page_is_one_file_that_names_no_other(evaluation) -> None:
    page = report_page(evaluation, "A & B")
    assert "<title>A &amp; B</title>" in page
    assert "https://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "src=x" not in page.replace("\\u003cimg src=x", "")
    assert "{{" not in page


def test_long_corpora_show_telling_sentences_and_a_sample(evaluation) -> None:
    chosen = example_indices(evaluation, limit=10)
    assert len(chosen) <= 12
    assert list(chosen) == sorted(set(chosen))


def test_densities_have_unit_area_and_stay_in_range() -> None:
    values = density(np.array([0.5, 1.0, 1.0, 9.0]), 0.0, 1.6)
    assert values.sum() * 1.6 / len(values) == pytest.approx(1, abs=0.05)


def test_data_hold_parts_with_intervals(evaluation) -> None:
    [system, *_] = report_data(evaluation, "t")["systems"]
    value, low, high = system["scores"]["SARI"]["parts"]["add"]
    assert low <= value <= high


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}; apt-get install chromium")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def page(browser, evaluation, tmp_path: Path) -> Iterator[Any]:
    path = tmp_path / "report.html"
    write_report(evaluation, path, "Toy report")
    opened = browser.new_page(viewport={"width": 1200, "height": 900})
    opened.complaints, opened.requests = [], []
    opened.on("console", lambda message: opened.complaints.append(message.text))
    opened.on("pageerror", lambda error: opened.complaints.append(str(error)))
    opened.on("request", lambda request: opened.requests.append(request.url))
    opened.goto(path.as_uri())
    yield opened
    assert opened.complaints == []
    assert [url for url in opened.requests if not url.startswith("file:")] == []
    opened.close()


def test_plots_are_drawn(page) -> None:
    assert page.locator("h1").inner_text() == "Toy report"
    assert page.locator("#score-plot circle").count() == 4
    assert page.locator("#distribution-plot path").count() == 8
    assert page.locator("#length-plot g.line").count() == 4
    assert page.locator("[data-metric=SARI] figure").count() == 3
    assert page.locator("#score-table tbody tr").count() == 4


def test_systems_can_be_hidden_everywhere(page) -> None:
    page.get_by_role("button", name="Splitter").click()
    assert page.locator("#score-plot circle").count() == 3
    assert page.locator("#length-plot g.line").count() == 3
    assert page.locator("#score-table tr.off").count() == 1


def test_columns_sort(page) -> None:
    page.locator("#score-table th", has_text="FKGL").click()
    values = page.locator("#score-table tbody tr td:nth-child(4)").all_inner_texts()
    numbers = [float(value.split("\n")[0]) for value in values]
    assert numbers == sorted(numbers)


def test_filter_and_search(page) -> None:
    page.select_option("#example-system", "Splitter")
    page.get_by_role("tab", name="Splits").click()
    assert page.locator("#example-count").inner_text() == "24 of 24 sentences"
    page.get_by_role("tab", name="Copies", exact=True).click()
    assert page.locator(".example").count() == 0
    page.get_by_role("tab", name="All").click()
    page.fill("#example-search", "village 7 ")
    assert page.locator(".example").count() == 1
    assert page.locator(".example mark").first.inner_text().strip() == "village 7"
    page.fill("#example-search", "no such words")
    assert "No sentence matches" in page.locator("#example-count").inner_text()


def test_side_by_side_shows_every_system(page) -> None:
    page.select_option("#example-system", "")
    page.get_by_role("tab", name="Splits").click()
    # Only one of the three systems splits, and that is enough.
    assert page.locator("#example-count").inner_text() == "24 of 24 sentences"
    assert page.locator(".example").first.locator(".text").count() == 4


def test_changed_words_are_marked(page) -> None:
    page.select_option("#example-system", "Lexical")
    first = page.locator(".example").first
    assert first.locator("del").all_inner_texts() == ["purchased"]
    assert first.locator(".text ins").all_inner_texts() == ["bought"]


def test_hostile_text_is_only_text(page) -> None:
    page.select_option("#example-system", "</script><b>Sly")
    assert page.locator(".example img").count() == 0
    assert "<img src=x" in page.locator(".example .text").nth(1).inner_text()


def test_tooltips_tell_the_numbers(page) -> None:
    page.locator("#score-plot rect.hit").first.hover()
    assert "SARI" in page.locator("#tip").inner_text()


def test_theme_switches_and_a_phone_can_show_it(page) -> None:
    before = page.evaluate("document.documentElement.dataset.theme")
    page.locator("#theme").click()
    assert page.evaluate("document.documentElement.dataset.theme") != before
    page.set_viewport_size({"width": 380, "height": 800})
    page.wait_for_timeout(400)
    assert page.evaluate("document.documentElement.scrollWidth") <= 380


def test_one_system_without_references_still_makes_a_report(browser, tmp_path: Path) -> None:
    tests = TestSet("bare", tuple(ORIGINALS))
    found = evaluate({"Only": ORIGINALS[::-1]}, tests, ["fkgl"], EvaluationOptions(samples=10))
    write_report(found, tmp_path / "bare.html")
    opened, complaints = browser.new_page(), []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.goto((tmp_path / "bare.html").as_uri())
    assert opened.locator("#score-plot circle").count() == 1
    assert opened.locator("#significance").is_hidden()
    assert opened.get_by_role("tab", name="Worst SARI").count() == 0
    assert complaints == []
    opened.close()
