"""Write the examples of README and guides again, from what the model that ships does now.

    python -m tools.examples            # rewrite
    python -m tools.examples --check    # say what is out of date

What stands between `<!-- begin before-after -->` and `<!-- end before-after -->` shows sentences at
both levels; a block after `<!-- output of: seqlab … -->` shows what that command prints.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from contextlib import redirect_stdout
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/index.md", "docs/start.md")
SENTENCES = (
    "Born in Vienna in 1906, she commenced her studies at the age of seventeen and obtained a "
    "degree in chemistry prior to relocating to London.",
    "Tenants who wish to terminate their agreement must submit a written notification at least "
    "thirty days in advance.",
)


@lru_cache
def _before_after() -> str:
    import seqlab

    simplifier = seqlab.Simplifier.load()
    tables = []
    for sentence in SENTENCES:
        shown: dict[str, list[str]] = {}
        for name, level, strength in (
            ("plain", "plain", 0.5),
            ("easy", "easy", 0.5),
            ("easy, full strength", "easy", 1.0),
        ):
            text = simplifier.simplify(sentence, level=level, strength=strength)
            shown.setdefault(text, []).append(name)
        rows = [f"| before | {sentence} |", "|---|---|"]
        rows += [f"| **{'; '.join(names)}** | {text} |" for text, names in shown.items()]
        tables.append("\n".join(rows))
    return "\n\n".join(tables)


@lru_cache
def _output(command: str) -> str:
    from seqlab import cli

    out = io.StringIO()
    with redirect_stdout(out):
        code = cli.main(shlex.split(command)[1:])
    if code:
        raise SystemExit(f"{command} failed")
    return "\n".join(line.rstrip() for line in out.getvalue().strip("\n").splitlines())


def renewed(text: str) -> str:
    """A page with its examples as they are now."""
    text = re.sub(
        r"(<!-- begin before-after -->\n).*?(<!-- end before-after -->)",
        lambda found: f"{found[1]}{_before_after()}\n{found[2]}",
        text,
        flags=re.S,
    )
    return re.sub(
        r"(<!-- output of: (.*?) -->\n```text\n).*?(^```$)",
        lambda found: f"{found[1]}{_output(found[2])}\n{found[3]}",
        text,
        flags=re.S | re.M,
    )


def out_of_date() -> list[str]:
    """The pages whose examples are not what the model does."""
    old = {name: (ROOT / name).read_text(encoding="utf-8") for name in PAGES}
    return [name for name, text in old.items() if renewed(text) != text]


def main(arguments: list[str]) -> int:
    """Rewrite the pages, or with `--check` name those that are out of date."""
    names = out_of_date()
    for name in names:
        if "--check" in arguments:
            print(f"{name}: examples are out of date; run: make examples")
        else:
            path = ROOT / name
            path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
            print(f"{name} written")
    return int("--check" in arguments and bool(names))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
