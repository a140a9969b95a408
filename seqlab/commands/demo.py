"""Show what SeqLab does on the articles that ship with it.

seqlab demo
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from corpora import Kind, Pair

# A pair as alike as this was edited, but not rewritten: its changes can be followed.
TELLING_SIMILARITY = 0.7
SHOWN: tuple[Kind, ...] = ("1-1", "1-N", "1-1", "N-1", "1-1")

Change = Literal["kept", "deleted", "added"]


# Its sentences are long enough to be split, and hard enough to have words replaced.
ARTICLE = "urban-otters.en.0.txt"


def demo() -> None:
    """Simplify an article of the sample corpus, then align the corpus and show some pairs."""
    import corpora
    from corpora import read_levelled
    from corpora.alignment import KindTable, align_corpus

    sample = Path(corpora.__file__).parent / "sample"
    show_simplified(sample / "articles" / ARTICLE, colour=sys.stdout.isatty())
    table = KindTable()
    pairs = list(table.counting(align_corpus(read_levelled(sample))))
    terminal = sys.stdout.isatty()
    print(f"{table.total:,} sentence pairs of the sample corpus, level 0 the most complex\n")
    if terminal:
        from rich import print as rich_print

        rich_print(table.rich())
    else:
        print(table.markdown())
    for pair in telling_pairs(pairs):
        levels = "→".join(pair.levels or ())
        print(f"{pair.document}, {levels}, {pair.kind}, similarity {pair.similarity:.2f}")
        for line in before_and_after(pair, colour=terminal):
            print(line)
        print()


def show_simplified(article: Path, *, colour: bool) -> None:
    """Print the sentences of an article that the default model changes, before and after."""
    from seqlab import Simplifier
    from seqlab.files import read_text

    found = Simplifier.load().explain(read_text(article))
    changed = [one for one in found if one.output != one.source]
    print(f"{article.name}: {len(changed)} of {len(found)} sentences simplified\n")
    for one in changed:
        for line in before_and_after(Pair((one.source,), (one.output,)), colour=colour):
            print(line)
        print()


def telling_pairs(pairs: Sequence[Pair]) -> list[Pair]:
    """One pair for each of `SHOWN`, all of different documents, in which words were changed."""
    chosen: list[Pair] = []
    for kind in SHOWN:
        documents = {pair.document for pair in chosen}
        candidates = [
            pair for pair in pairs if pair.kind == kind and pair.document not in documents
        ]
        if candidates:
            chosen.append(
                min(candidates, key=lambda pair: abs((pair.similarity or 0) - TELLING_SIMILARITY))
            )
    return chosen


def before_and_after(pair: Pair, *, colour: bool) -> Iterator[str]:
    """Both sides on a line each, the deleted words marked in the first, the added in the second."""
    changes = list(word_changes(pair.source.split(), pair.target.split()))
    for label, change in (("before", "deleted"), ("after ", "added")):
        words = [_marked(text, kind, colour) for kind, text in changes if kind in ("kept", change)]
        yield f"  {label}  {' '.join(words)}"


def word_changes(source: Sequence[str], target: Sequence[str]) -> Iterator[tuple[Change, str]]:
    """Runs of words that were kept, deleted or added, in order."""
    matcher = difflib.SequenceMatcher(a=source, b=target, autojunk=False)
    for operation, start, end, target_start, target_end in matcher.get_opcodes():
        if operation == "equal":
            yield "kept", " ".join(source[start:end])
            continue
        if end > start:
            yield "deleted", " ".join(source[start:end])
        if target_end > target_start:
            yield "added", " ".join(target[target_start:target_end])


def _marked(text: str, change: Change, colour: bool) -> str:
    if change == "kept":
        return text
    if colour:
        return f"\033[9;31m{text}\033[0m" if change == "deleted" else f"\033[32m{text}\033[0m"
    return f"[-{text}-]" if change == "deleted" else f"{{+{text}+}}"
