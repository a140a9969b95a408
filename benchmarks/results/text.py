"""Write docs/results/text.md: how well and how fast texts are cut, beside other tools.

The other tools are no dependencies: `pip install pysbd blingfire nltk sacremoses spacy` (and
`nupunkt`, on Python 3.11 or newer). Those that are missing are left out of the tables.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from benchmarks.results.boundaries import Agreement, Gold, Span, agreement, read_ewt, read_sample
from seqlab.files import atomic_write, data_folder, read_text
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.text import Document, split_sentences, tokenize
from seqlab.text.segmentation import sentence_spans

PAGE = Path("docs/results/text.md")
SAMPLE = Path("tests/text/gold")
ROUNDS = 3

Splitter = Callable[[str], list[Span]]
Tokenizer = Callable[[str], list[str]]


def main() -> None:
    treebank = data_folder() / "treebanks" / "ewt"
    dev = read_ewt(treebank / "en_ewt-ud-dev.conllu.gz")
    sets = {
        "EWT dev": dev,
        "EWT dev, weblogs": [d for d in dev if d.name.startswith("weblog")],
        "EWT test": read_ewt(treebank / "en_ewt-ud-test.conllu.gz"),
        "news": read_sample(SAMPLE),
    }
    with atomic_write(PAGE) as page:
        page.write(_page(sets))
    print(PAGE)


def _page(sets: dict[str, list[Gold]]) -> str:
    source = "UD English EWT, tests/text/gold (our own, CC0), OneStopEnglish"
    sizes = [
        f"{name}: {len(documents)} documents, {sum(len(d.sentences) for d in documents):,} "
        f"sentences, {sum(len(t) for d in documents for t in d.tokens):,} tokens"
        for name, documents in sets.items()
    ]
    return "\n".join(
        [
            "# Text: tokens and sentences",
            "",
            provenance("python -m benchmarks.results.text", source),
            "",
            "F1 of exact spans against hand-made boundaries; a span counts if both ends are right.",
            "Speeds are the best of "
            f"{ROUNDS} rounds over EWT dev, processor time, one thread; tools that",
            "remember what they met in the first round (SeqLab, spaCy) gain by it:",
            "`python benchmarks/text.py` shows the first round too.",
            "",
            _HOW_TUNED,
            "",
            *(f"- {size}" for size in sizes),
            "",
            "## The whole chain",
            "",
            "`Document.parse` on raw documents (paragraphs separated by blank lines).",
            "",
            as_markdown(["", "sentence F1", "token F1"], _chain(sets)),
            "",
            "## Sentence splitters",
            "",
            "Each sees one paragraph at a time.",
            "",
            as_markdown(
                ["splitter", *(f"{name} F1" for name in sets), "million characters / s"],
                _compare_splitters(sets),
            ),
            "",
            _WHY_SENTENCEX,
            "",
            "## Paragraphs",
            "",
            *_paragraphs(),
            "",
            "## Tokenisers",
            "",
            "Each sees one hand-cut sentence at a time.",
            "",
            as_markdown(
                ["tokeniser", *(f"{name} F1" for name in sets), "thousand tokens / s"],
                _compare_tokenizers(sets),
            ),
            "",
            _CONVENTIONS,
            "",
        ]
    )


_HOW_TUNED = """\
The rules were made looking at single mistakes in EWT train only, but the dev scores were watched
all along, for the choice of the splitter and after each change of the rules, so dev is a little
flattering. Test scores led to no change: they are the ones to quote. *news* is our own sample, by
the author of the rules, with the kinds of case they were made for: a check that they do what they
promise, not a measure of quality on unseen text."""

_WHY_SENTENCEX = """\
**SeqLab uses sentencex** (MIT, Wikimedia, a Rust library without dependencies). It is the fastest
here by far, and the most accurate on EWT of those we can use everywhere: nupunkt, a little
better, needs Python 3.11, and its time grows with the square of the length of a run of question
marks.
Its weakness was news: it keeps all that stands between quotation marks or brackets in one piece.
`seqlab.text` hides these marks from it, one space for one character, and corrects a few
mistakes (`p.m. Monday`, `Ms. Doe`, `"Stop!" he said`, `saw me. I`) seen in EWT *train* or known
from news. What
remains wrong in EWT is mostly lines without a full stop – signatures, mail headers, headings –
that the treebank joins in one paragraph; no splitter by punctuation can find these."""

_CONVENTIONS = """\
Tokens follow EWT: `do n't`, `can not`, `$ 1.5 m`, `5 p.m.`, `U.S.` (but `U.S .` at the end of a
sentence), hyphenated words in parts (`well - known`) except after a prefix (`e-mail`,
`anti-war`). NLTK and Moses follow the older Penn treebank, where `well-known` is one token, and
spaCy has rules of its own; the comparison says how near each is to the treebanks that SeqLab's
syntax models learn from, not which is better in itself. One deliberate difference: fractions and
dates stay whole (`3/4`, EWT `3 / 4` but `9/11`)."""


_PARAGRAPH_RULE = """\
A blank line ends a paragraph; so do headings (`## …`), list items and ruled lines. A single line
break ends one too, unless the text is hard-wrapped: its widest line has 40 to 120 characters, at
least half of its line breaks come where the next word would not have fitted, and a quarter of
these stand before a small letter. Even then a line ends a paragraph where the next word would
have fitted."""


def _paragraphs() -> Iterator[str]:
    """The rule, and what it does to OneStopEnglish as it is and wrapped at three widths."""
    texts = misjudged = total = lost = 0
    for path in sorted((data_folder() / "onestop" / "texts").glob("*/*.txt")):
        lines = [" ".join(line.split()) for line in read_text(path).splitlines() if line.strip()]
        texts += 1
        misjudged += len(Document.parse("\n".join(lines)).paragraphs) != len(lines)
        sentences = [sentence for line in lines for sentence in split_sentences(line)]
        for width in (65, 72, 80):
            wrapped = (textwrap.fill(line, width, break_on_hyphens=False) for line in lines)
            found = {" ".join(s.split()) for s in split_sentences("\n\n".join(wrapped))}
            total += len(sentences)
            lost += sum(sentence not in found for sentence in sentences)
    yield _PARAGRAPH_RULE
    yield ""
    yield (
        f"OneStopEnglish has one paragraph per line: {misjudged} of {texts} texts are taken for"
        f" wrapped. Wrapped at 65, 72 and 80 characters with blank lines between paragraphs,"
        f" {total - lost:,} of {total:,} sentences ({100 * (total - lost) / total:.2f} %) are"
        " found as before."
    )


def _chain(sets: dict[str, list[Gold]]) -> Iterator[list[str]]:
    for name, documents in sets.items():
        sentences = tokens = Agreement(0, 0, 0)
        for gold in documents:
            found = Document.parse(gold.text)
            sentences += agreement(gold.sentences, ((s.start, s.end) for s in found.sentences))
            tokens += agreement(_flat(gold.tokens), ((t.start, t.end) for t in found.tokens))
        yield [name, _percent(sentences), _percent(tokens)]


def _compare_splitters(sets: dict[str, list[Gold]]) -> Iterator[list[str]]:
    for name, split in _splitters():
        scores = [_percent(_split_score(split, documents)) for documents in sets.values()]
        paragraphs = [d.text[start:end] for d in sets["EWT dev"] for start, end in d.paragraphs]
        seconds = _best_time(split, paragraphs)
        yield [name, *scores, f"{sum(map(len, paragraphs)) / seconds / 1e6:.2f}"]


def _split_score(split: Splitter, documents: list[Gold]) -> Agreement:
    total = Agreement(0, 0, 0)
    for document in documents:
        found = [
            (start + first, start + last)
            for start, end in document.paragraphs
            for first, last in split(document.text[start:end])
        ]
        total += agreement(document.sentences, found)
    return total


def _compare_tokenizers(sets: dict[str, list[Gold]]) -> Iterator[list[str]]:
    for name, cut in _tokenizers():
        scores = []
        for documents in sets.values():
            total = Agreement(0, 0, 0)
            for document in documents:
                for (start, end), gold in zip(document.sentences, document.tokens, strict=True):
                    found = _located(cut(document.text[start:end]), document.text, start, end)
                    total += agreement(gold, found)
            scores.append(_percent(total))
        sentences = [d.text[start:end] for d in sets["EWT dev"] for start, end in d.sentences]
        tokens = sum(len(spans) for d in sets["EWT dev"] for spans in d.tokens)
        yield [name, *scores, f"{tokens / _best_time(cut, sentences) / 1e3:.0f}"]


def _located(pieces: Iterable[str], text: str, start: int, end: int) -> Iterator[Span]:
    """Where the pieces stand; one that is not in the text, because it was changed, is left out."""
    position = start
    for piece in pieces:
        found = text.find(piece.strip(), position, end)
        if found >= 0 and piece.strip():
            position = found + len(piece.strip())
            yield found, position


def _splitters() -> Iterator[tuple[str, Splitter]]:
    yield "**seqlab.text** (sentencex, corrected)", lambda text: sentence_spans(text, 0, len(text))
    sentencex = import_module("sentencex")
    yield (
        _named("sentencex"),
        lambda text: list(_located(sentencex.segment("en", text), text, 0, len(text))),
    )
    if blingfire := _installed("blingfire"):
        yield (
            _named("blingfire"),
            lambda text: list(
                _located(blingfire.text_to_sentences(text).split("\n"), text, 0, len(text))
            ),
        )
    if pysbd := _installed("pysbd"):
        segmenter = pysbd.Segmenter(language="en", clean=False)
        yield (
            _named("pysbd"),
            lambda text: list(_located(segmenter.segment(text), text, 0, len(text))),
        )
    if nupunkt := _installed("nupunkt"):
        yield (
            _named("nupunkt"),
            lambda text: list(_located(nupunkt.sent_tokenize(text), text, 0, len(text))),
        )


def _tokenizers() -> Iterator[tuple[str, Tokenizer]]:
    yield "**seqlab.text**", tokenize
    if nltk := _installed("nltk.tokenize.destructive", "nltk"):
        treebank = nltk.NLTKWordTokenizer()

        def cut(text: str) -> list[str]:
            return [text[start:end] for start, end in treebank.span_tokenize(text)]

        yield f"{_named('nltk')}, NLTKWordTokenizer", cut
    if sacremoses := _installed("sacremoses"):
        moses = sacremoses.MosesTokenizer(lang="en")
        yield (
            f"{_named('sacremoses')}, Moses",
            lambda text: [str(token) for token in moses.tokenize(text, escape=False)],
        )
    if spacy := _installed("spacy"):
        english = spacy.blank("en")
        yield (
            f"{_named('spacy')}, blank English",
            lambda text: [token.text for token in english.make_doc(text)],
        )


def _installed(module: str, package: str = "") -> Any:
    try:
        metadata.version(package or module)
    except metadata.PackageNotFoundError:
        return None
    return import_module(module)


def _named(package: str) -> str:
    return f"{package} {metadata.version(package)}"


def _best_time(run: Callable[[str], object], texts: list[str]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for text in texts:
            run(text)
        times.append(time.process_time() - start)
    return min(times)


def _flat(sentences: list[list[Span]]) -> Iterator[Span]:
    return (span for sentence in sentences for span in sentence)


def _percent(score: Agreement) -> str:
    return f"{100 * score.f1:.1f}"


if __name__ == "__main__":
    main()
