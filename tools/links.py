"""Check the built site: what links lead to is there, and nothing is loaded from elsewhere.

python -m tools.links site
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself when a page is opened.
_LOADED = {
    "script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src",
}  # fmt: skip
# Links of this kind name something that is not fetched.
_NAMED = {"canonical", "alternate", "me", "edit"}


class _Page(HTMLParser):
    """The ids of a page, its links, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of one tag."""
        values = {name: value or "" for name, value in attrs}
        self.ids |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        named = set(values.get("rel", "").split()) & _NAMED
        if (place := values.get(_LOADED.get(tag, ""))) and not named:
            self.loaded.append(place)


def broken_links(site: Path) -> list[str]:
    """One line for each link that leads nowhere, and for each thing that comes from elsewhere."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    found = []
    for path, page in pages.items():
        shown = path.relative_to(site)
        for place in page.loaded:
            if urlsplit(place).netloc or urlsplit(place).scheme not in ("", "data"):
                found.append(f"{shown}: loads {place} from elsewhere")
        for link in [*page.links, *page.loaded]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            if parts.path.startswith("/"):
                if path.name != "404.html":
                    found.append(f"{shown}: {link} is an absolute path")
                continue
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                found.append(f"{shown}: {link} leads nowhere")
            elif parts.fragment and target in pages:
                anchor = unquote(parts.fragment)
                if anchor not in pages[target].ids and not anchor.startswith("__"):
                    found.append(f"{shown}: {link}: no such place on that page")
    return found


def foreign_styles(site: Path) -> list[str]:
    """Style sheets that load something from elsewhere."""
    return [
        f"{path.relative_to(site)}: {what}"
        for path in site.rglob("*.css")
        for what in ("url(http", "url(//", '@import "http', "@import url(")
        if what in path.read_text(encoding="utf-8")
    ]


def main(site: Path) -> int:
    """Print what is wrong; the exit code is 1 if anything is."""
    pages = sum(1 for _ in site.rglob("*.html"))
    if not pages:
        print(f"{site}: no pages; build them with make docs", file=sys.stderr)
        return 1
    found = [*broken_links(site.resolve()), *foreign_styles(site)]
    print("\n".join(found), end="\n" if found else "")
    print(f"{pages} pages, {len(found)} broken links")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
