"""Take the pictures of docs/serving.md and docs/rating.md in a real browser.

    python -m benchmarks.serving.pictures

Needs playwright and Debian's chromium. Look at them before they are kept.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.web.browser import CHROMIUM, ROOT, Serving
from tests.web.studies import write_study

IMAGES = ROOT / "docs" / "images"
_ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
_PATIENCE = 120_000


def main() -> None:
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM), args=_ARGUMENTS)
        _page(browser)
        _study(browser)
        browser.close()


def _opened(browser: Any, address: str, **options: Any) -> Any:
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(_PATIENCE)
    page.goto(address)
    return page


def _page(browser: Any) -> None:
    serving = Serving("serve", "--port", "0")
    address = serving.wait_for(r"at (http://\S+);")
    for scheme in ("light", "dark"):
        for name, width, height in (("desktop", 1200, 1300), ("phone", 390, 844)):
            page = _opened(
                browser, address, viewport={"width": width, "height": height}, color_scheme=scheme
            )
            page.locator("#level-plain").wait_for()
            page.click("#example")
            page.locator('body[data-results="1"]').wait_for()
            page.locator("#after .change", has_text="helped").click()
            page.get_by_role("button", name="Put the old words back").click()
            page.locator("#after .refused").wait_for()
            if name == "desktop":
                page.locator("#after .change", has_text="taken part").click()
            page.screenshot(
                path=str(IMAGES / f"page-{name}-{scheme}.png"), full_page=name == "desktop"
            )
            if name == "phone":
                page.locator("#after").scroll_into_view_if_needed()
                page.locator("#after .change").nth(1).click()
                page.screenshot(path=str(IMAGES / f"page-phone-{scheme}.png"))
    serving.end()
    _beside(
        [IMAGES / f"page-phone-{scheme}.png" for scheme in ("light", "dark")],
        IMAGES / "page-phone.png",
    )


def _beside(paths: list[Path], target: Path) -> None:
    pictures = [Image.open(path).convert("RGB") for path in paths]
    height = max(one.height for one in pictures)
    joined = Image.new("RGB", (sum(one.width for one in pictures) + 20, height), "white")
    left = 0
    for one in pictures:
        joined.paste(one, (left, 0))
        left += one.width + 20
    joined.save(target, optimize=True)
    for path in paths:
        path.unlink()


def _study(browser: Any) -> None:
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        study = write_study(Path(folder), 6, raters=3, title="Which sentences are easier?")
        serving = Serving("rate", str(study), "--port", "0")
        admin = serving.wait_for(r"admin: (http://\S+)")
        links = [serving.wait_for(r"(http://\S+/r/\S+)") for _ in range(3)]
        for number, link in enumerate(links):
            page = _opened(browser, link, viewport={"width": 900, "height": 900})
            page.get_by_role("button", name="Start").click()
            for _ in range(6 - number):
                page.locator("#answers").wait_for()
                source = page.locator(".reading").first.inner_text()
                item = int(source.split("matter ")[1].split()[0])
                for question in ("meaning", "fluency", "simplicity"):
                    score = min(100, 14 * item + chance.randrange(12))
                    page.locator(f'[id="{question}.0"]').fill(str(score))
                if number == 0 and page.get_by_role("heading", name="Page 3 of 6").count():
                    page.screenshot(path=str(IMAGES / "rate-page.png"), full_page=True)
                page.get_by_role("button", name="Send and go on").click()
        page.get_by_text("Page 5 of 6").first.wait_for()
        overview = _opened(browser, admin, viewport={"width": 1000, "height": 700})
        overview.screenshot(path=str(IMAGES / "rate-admin.png"), full_page=True)
        serving.end()


if __name__ == "__main__":
    main()
