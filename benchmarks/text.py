"""How fast texts are cut, beside other tools, and how the time grows with the length.

Processor time, best of three where it says so; the garbage collector is off while a clock runs,
as in Python's own `timeit`: what it adds (a third or so on a million tokens) depends on all else
that is in memory.
"""

from __future__ import annotations

import sys
import time
import timeit
from collections.abc import Callable
from pathlib import Path

# Run as a script, the first place Python looks is this folder, not the project's.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.results.boundaries import read_sample
from seqlab.text import Document, split_sentences, tokenize

GOLD = Path(__file__).resolve().parent.parent / "tests" / "text" / "gold"


def main() -> None:
    # Our own sample again and again, with numbers that differ, so that not all is remembered.
    sample = "\n\n".join(document.text for document in read_sample(GOLD))
    text = "\n\n".join(f"{sample} It was copy {number}-{number}." for number in range(100))
    sentences = split_sentences(text)
    print(f"{len(text):,} characters, {len(sentences):,} sentences")

    print("\ntokenising sentences")
    ours = _seconds(lambda: [tokenize(sentence) for sentence in sentences])
    tokens = sum(len(tokenize(sentence)) for sentence in sentences)
    print(f"  seqlab, first time   {ours:7.2f} s  {tokens / ours:10,.0f} tokens/s")
    again = _seconds(lambda: [tokenize(sentence) for sentence in sentences])
    print(f"  seqlab, once more    {again:7.2f} s  {tokens / again:10,.0f} tokens/s")
    try:
        from nltk.tokenize.destructive import NLTKWordTokenizer

        nltk = NLTKWordTokenizer()
        theirs = _seconds(lambda: [nltk.tokenize(sentence) for sentence in sentences])
        print(f"  nltk treebank        {theirs:7.2f} s  {tokens / theirs:10,.0f} tokens/s")
        print(f"  ratio nltk / seqlab  {theirs / ours:7.1f}")
    except ImportError:
        print("  nltk is not installed: pip install nltk to compare")

    print("\nsplitting sentences")
    paragraphs = text.split("\n\n")
    ours = _seconds(lambda: split_sentences(text))
    print(f"  seqlab               {ours:7.2f} s  {len(text) / ours / 1e6:10.2f} M chars/s")
    try:
        import pysbd

        segmenter = pysbd.Segmenter(language="en", clean=False)
        tenth = paragraphs[: len(paragraphs) // 10]
        theirs = 10 * _seconds(lambda: [segmenter.segment(part) for part in tenth])
        print(f"  pysbd, from a tenth  {theirs:7.2f} s  {len(text) / theirs / 1e6:10.2f} M chars/s")
        print(f"  ratio pysbd / seqlab {theirs / ours:7.1f}")
    except ImportError:
        print("  pysbd is not installed: pip install pysbd to compare")

    print("\nDocument.parse, ten times the text, best of three")
    small = text[: len(text) // 10]
    for name, short, long in (
        ("article after article", small, text),
        ("one paragraph", small.replace("\n", " "), text.replace("\n", " ")),
        ("one word", "a" * 500_000, "a" * 5_000_000),
        ("quotation marks only", '"' * 30_000, '"' * 300_000),
    ):
        first = _seconds(lambda short=short: Document.parse(short), 3)  # type: ignore[misc]
        second = _seconds(lambda long=long: Document.parse(long), 3)  # type: ignore[misc]
        ratio = second / first
        print(f"  {name:22} {first:7.3f} s → {second:7.3f} s, ratio {ratio:5.1f}")


def _seconds(run: Callable[[], object], rounds: int = 1) -> float:
    return min(timeit.repeat(run, timer=time.process_time, number=1, repeat=rounds))


if __name__ == "__main__":
    main()
