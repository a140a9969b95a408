"""The frame of every HTML report: one file with one style sheet that needs no network.

A report is `page_start(…)`, its own content, and `page_end(…)`; long reports write them piece by
piece. The policy in the head forbids the page to load anything, and scripts unless it has its own.
"""

from __future__ import annotations

from html import escape
from importlib import resources

import seqlab

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page_start(title: str, eyebrow: str = "", lede: str = "", has_script: bool = False) -> str:
    """Everything up to the content: head, style sheet, heading; all arguments are plain text."""
    style = resources.files("seqlab").joinpath("report_page.css").read_text("utf-8")
    policy = _POLICY + "; script-src 'unsafe-inline'" * has_script
    button = (
        '<button class="theme" id="theme" type="button" '
        'aria-label="Switch between light and dark"></button>\n'
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<link rel="icon" href="data:,">\n<title>{escape(title)}</title>\n'
        f'<style>\n{style}</style>\n</head>\n<body>\n<header class="top"><div class="wrap">\n'
        f'<p class="eyebrow" id="eyebrow">{escape(eyebrow)}</p>\n'
        f'<h1 id="title">{escape(title)}</h1>\n<p class="lede" id="lede">{escape(lede)}</p>\n'
        f"{button * has_script}</div></header>\n"
    )


def page_end(script: str = "") -> str:
    """What follows the content: the version that made it, and the page's script if it has one."""
    code = f'<script>\n"use strict";\n(() => {{\n{script}\n}})();\n</script>\n' if script else ""
    made = f'<footer class="wrap">SeqLab {seqlab.__version__}</footer>\n' * (not script)
    return f"{made}{code}</body>\n</html>\n"
