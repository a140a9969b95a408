"""Writes docs/results/lexical_examples.md: thirty real sentences, what was replaced and why.

From each article the first two sentences in which something is replaced: ten articles of the
sample corpus, then OneStopEnglish (advanced level) until there are thirty.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from lexical_simplifier import Change, LexicalSimplifier
from seqlab.files import atomic_write, data_folder, read_text
from seqlab.provenance import provenance
from seqlab.text import Document

PAGE = Path("docs/results/lexical_examples.md")
SAMPLE = Path("corpora/sample/articles")


def changed_sentences(
    simplifier: LexicalSimplifier, path: Path, limit: int
) -> Iterator[tuple[str, list[str], list[Change]]]:
    """Sentences of an article in which words were replaced."""
    sentences = [
        [token.text for token in sentence.tokens]
        for sentence in Document.parse(read_text(path)).sentences
    ]
    sentences = [tokens for tokens in sentences[1:25] if 8 <= len(tokens) <= 35]
    found = 0
    for analysis in simplifier.syntax.analyse(sentences):
        new, changes = simplifier.simplify(analysis.tokens, analysis.tags)
        if changes:
            yield " ".join(analysis.tokens), new, changes
            found += 1
        if found == limit:
            return


def main() -> None:
    simplifier = LexicalSimplifier.load()
    sample = sorted(SAMPLE.glob("*.en.0.txt"))[::2][:10]
    onestop = sorted((data_folder() / "onestop" / "texts" / "adv").glob("*.txt"))[3::20][:8]
    lines = [
        "# Thirty sentences with their hard words replaced",
        "",
        provenance(
            "python -m benchmarks.results.lexical_examples",
            "sample corpus, OneStopEnglish; the model that ships",
        ),
        "",
        "Of every article the first two sentences in which something was replaced. These articles"
        " were read while the rules were made (weak evidence, function words, rare parts of"
        " speech, the threshold), and the list of plain words was fixed after reading it at work"
        " on other sentences of OneStopEnglish and Wikipedia, so expect somewhat worse elsewhere.",
    ]
    number = 0
    for path in [*sample, *onestop]:
        for before, new, changes in islice(changed_sentences(simplifier, path, 2), 30 - number):
            number += 1
            lines += ["", f"{number}. {before}  ", f"   → {' '.join(new)}"]
            for change in changes:
                best = change.substitute
                lines.append(
                    f"   - *{change.before}* → *{best.text}*: {best.reason};"
                    f" sure {best.confidence:.2f}"
                )
    text = "\n".join([*lines, ""])
    with atomic_write(PAGE) as handle:
        handle.write(text)
    print(text)


if __name__ == "__main__":
    main()
