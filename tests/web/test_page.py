"""The page in a real browser: paste, simplify, choose, keep, download; with a keyboard; for all."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.serving.files import docx
from tests.web.browser import Serving, browser, new_page, tab_to, violations

pytestmark = pytest.mark.slow
TEXT = (
    "Approximately 3,000 residents assisted the police in order to locate the missing child, who "
    "was subsequently discovered in a nearby village.\n\n"
    "Applicants are required to submit the documentation prior to the commencement of the course. "
    "She commenced her studies at the age of seventeen and obtained a degree in chemistry."
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    serving = Serving("serve", "--port", "0")
    yield serving.wait_for(r"at (http://\S+);")
    assert serving.end() == 0
    # Nothing that anybody typed is in the log.
    log = "".join(serving.log)
    assert "POST /v1/simplify 200" in log
    assert "residents" not in log
    assert "Traceback" not in log


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as own:
        yield own


def done(page: Any, times: int = 1) -> None:
    """Wait until the page has shown so many results."""
    page.locator(f'body[data-results="{times}"]').wait_for()


def docx_text(path: Path) -> str:
    content = zipfile.ZipFile(io.BytesIO(path.read_bytes())).read("word/document.xml").decode()
    return " ".join(re.findall(r"<w:t[^>]*>([^<]*)", content))


def test_paste_simplify_choose_refuse_keep_and_download(address: str, chromium: Any) -> None:
    page = new_page(chromium)
    page.goto(address)
    page.fill("#text", TEXT)
    page.click("#go")
    done(page)
    simple = page.locator("#after")
    assert "About 3,000 residents helped" in simple.inner_text()
    assert "Approximately" in page.locator("#before").inner_text()
    plain = simple.inner_text()
    page.check("#level-easy")
    done(page, 2)
    easy = simple.inner_text()
    assert easy != plain
    # Refuse one edit, and only that one.
    page.locator("#after .change", has_text="helped").click()
    assert "very sure" in page.locator("#panel").inner_text()
    page.get_by_role("button", name="Put the old words back").click()
    page.locator("#after .refused", has_text="assisted").wait_for()
    assert "About 3,000 residents assisted" in simple.inner_text().replace("↩", "")
    # A decision by hand holds when the strength moves.
    page.locator("#strength").fill("0.6")
    done(page, 3)
    assert page.locator("#after .refused", has_text="assisted").count() == 1
    # Keep a term.
    page.fill("#keep", "commencement")
    page.press("#keep", "Enter")
    done(page, 4)
    assert "commencement" in simple.inner_text()
    page.select_option("#format", "docx")
    with page.expect_download() as download:
        page.click("#download")
    text = docx_text(Path(download.value.path()))
    assert "residents assisted the police" in text
    assert "commencement" in text
    assert "prior to" not in text
    assert page.faults == []
    assert page.hosts <= {address.split("/")[2], ""}


def test_the_whole_way_with_the_keyboard_alone(address: str, chromium: Any) -> None:
    page = new_page(chromium)
    page.goto(address)
    page.locator("#level-plain").wait_for()
    tab_to(page, "#text")
    page.keyboard.insert_text(TEXT)
    page.keyboard.press("Control+Enter")
    done(page)
    tab_to(page, "#level-plain")
    page.keyboard.press("ArrowDown")
    done(page, 2)
    tab_to(page, "#after .change >> nth=0")
    page.keyboard.press("Enter")
    page.locator("#panel[open]").wait_for()
    page.keyboard.press("Escape")
    # The focus is back where it came from.
    first = tab_to(page, "#after .change >> nth=0", most=1)
    old = first.get_attribute("aria-label").split("instead of ")[1]
    page.keyboard.press(" ")
    page.keyboard.press("Enter")
    page.locator("#after .refused", has_text=old).wait_for()
    page.keyboard.press("Shift+Tab")
    tab_to(page, "#keep", most=200)
    page.keyboard.type("documentation")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Do not keep documentation any more").wait_for()
    done(page, 3)
    tab_to(page, "#format")
    page.keyboard.press("ArrowDown")
    tab_to(page, "#download")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "text.simple.docx"
    assert old in docx_text(Path(download.value.path()))
    assert page.faults == []


def test_a_file_comes_back_in_its_own_format(address: str, chromium: Any, tmp_path: Path) -> None:
    file = tmp_path / "letter.docx"
    file.write_bytes(docx(TEXT.split("\n\n")[0]))
    page = new_page(chromium)
    page.goto(address)
    page.locator("#level-plain").wait_for()
    page.set_input_files("#file", file)
    done(page)
    page.locator("#after .change", has_text="helped").click()
    page.get_by_role("button", name="Put the old words back").click()
    page.locator("#after .refused").wait_for()
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename == "letter.simple.docx"
    text = docx_text(Path(download.value.path()))
    assert "About 3,000 residents assisted the police to find" in text
    assert page.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious(address: str, chromium: Any, width: int, scheme: str) -> None:
    page = new_page(chromium, viewport={"width": width, "height": 844}, color_scheme=scheme)
    page.goto(address)
    page.locator("#level-plain").wait_for()
    assert violations(page) == []
    page.fill("#text", TEXT)
    page.click("#go")
    done(page)
    page.locator("#after .change").nth(1).click()
    assert violations(page) == []
    # Nothing is cut off or needs scrolling to the side, also at twice the size or 320 pixels.
    for own in (width, max(320, width // 2)):
        page.set_viewport_size({"width": own, "height": 844})
        inner = page.evaluate("document.documentElement.scrollWidth")
        assert inner <= own, f"{inner} wide in a window of {own}"
    page.goto(f"{address}docs")
    page.locator("#types section").first.wait_for()
    assert violations(page) == []
    assert page.faults == []


def test_it_remembers_nothing_unless_asked(address: str, chromium: Any) -> None:
    page = new_page(chromium)
    page.goto(f"{address}#text=They%20commenced%20the%20work%20in%20order%20to%20help.")
    done(page)
    assert page.url == address
    assert "stays on this computer" in page.locator("#privacy").inner_text()
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert page.context.cookies() == []
    page.locator("summary", has_text="Reading view").click()
    page.select_option("#size", "large")
    page.check("#remember")
    kept = page.evaluate("JSON.stringify(localStorage)")
    assert "large" in kept
    assert "commenced" not in kept


def test_with_a_token_the_page_asks_for_it(chromium: Any) -> None:
    token = "a-token-for-this-test"
    serving = Serving("serve", "--port", "0", "--token", token)
    address = serving.wait_for(r"at (http://\S+);")
    page = new_page(chromium)
    page.goto(address)
    page.fill("#token", token)
    page.press("#token", "Enter")
    page.locator("#level-plain").wait_for()
    page.fill("#text", TEXT)
    page.click("#go")
    done(page)
    assert "About 3,000" in page.locator("#after").inner_text()
    assert serving.end() == 0
