"""A labelled pair for the eye: coloured and aligned in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from seqlab.annotation.record import LabelledPair

STYLES = {"C": "", "D": "red strike", "R": "yellow", "A": "green", "M": "cyan underline"}
KEY = "D delete   R replace   A add   M reorder"


def show_pairs(pairs: Iterable[LabelledPair], console: Console | None = None) -> None:
    """Print pairs one under the other with a label under each changed word."""
    console = console or Console()
    key = Text("  ").join(
        Text(name, style=STYLES[name[0]] or "default") for name in KEY.split("   ")
    )
    console.print(key)
    for pair in pairs:
        console.print(Rule(", ".join(pair.operations) or "not annotated", style="dim"))
        _print_side(console, "source", pair.source_tokens, pair.source_labels)
        _print_side(console, "target", pair.target_tokens, pair.target_labels)
        for sources, targets in pair.replacements:
            old = " ".join(pair.source_tokens[i] for i in sources)
            new = " ".join(pair.target_tokens[j] for j in targets)
            console.print(Text.assemble("        ", (old, "yellow"), " → ", (new, "bold")))


def _print_side(console: Console, name: str, tokens: Sequence[str], labels: Sequence[str]) -> None:
    """Words over their labels, both broken into lines at the same places."""
    margin = 8
    room = max(console.width - margin, 20)
    words, marks, used = Text(), Text(), 0
    first = True

    def flush() -> None:
        nonlocal words, marks, used, first
        title = name if first else ""
        console.print(Text(f"{title:<{margin}}", style="dim") + words, no_wrap=True)
        if marks.plain.strip():
            console.print(Text(" " * margin) + marks, no_wrap=True)
        words, marks, used, first = Text(), Text(), 0, False

    for token, label in zip(tokens, labels, strict=True):
        width = max(Text(token).cell_len, 1)
        if used and used + width > room:
            flush()
        words.append(token, style=STYLES.get(label, ""))
        words.append(" " * (width - Text(token).cell_len + 1))
        marks.append(("" if label == "C" else label).ljust(width + 1), style=_mark(label))
        used += width + 1
    flush()


def _mark(label: str) -> str:
    return f"bold {STYLES[label].split()[0]}" if STYLES.get(label) else ""
