"""Hand-made boundaries: our own news sample, and the English Web Treebank where it is present."""

from __future__ import annotations

from pathlib import Path

from benchmarks.results.boundaries import Gold, agreement, read_ewt, read_sample
from seqlab.matches import Matches
from seqlab.text import Document


def scores(documents: list[Gold]) -> tuple[float, float]:
    sentences = tokens = Matches()
    for gold in documents:
        found = Document.parse(gold.text)
        sentences += agreement(gold.sentences, [(s.start, s.end) for s in found.sentences])
        marked = [span for sentence in gold.tokens for span in sentence]
        tokens += agreement(marked, [(t.start, t.end) for t in found.tokens])
    return sentences.f1, tokens.f1


def test_our_news_sample() -> None:
    documents = read_sample(Path(__file__).parent / "gold")
    assert sum(len(document.sentences) for document in documents) >= 120
    sentence_f1, token_f1 = scores(documents)
    assert sentence_f1 > 0.98
    assert token_f1 > 0.99


def test_english_web_treebank(data_dir: Path) -> None:
    path = data_dir / "treebanks" / "ewt" / "en_ewt-ud-dev.conllu.gz"
    sentence_f1, token_f1 = scores(read_ewt(path))
    assert sentence_f1 > 0.85
    assert token_f1 > 0.99
