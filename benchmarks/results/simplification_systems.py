"""Outputs to compare: controls that buy scores, the simplifier's variants, oracles and people."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from corpora import Pair, detokenize, open_corpus, split_pairs
from corpora.alignment import align_corpus
from seqlab import Simplifier
from seqlab.alignment import load_aligner
from seqlab.annotation import annotate_pairs, semi_oracle
from seqlab.evaluation import TestSet
from seqlab.files import data_folder

STRENGTHS = (0.25, 0.5, 1.0)
SEED = 13
Texts = list[str]


def controls(lexical_hard: Callable[[Sequence[str]], list[int]]) -> dict[str, Callable]:
    """What anyone can do without understanding a word; a score they reach proves nothing."""

    def cut(text: str) -> str:
        found = text.split()
        return " ".join(found[: max(1, round(0.8 * len(found)))])

    def random_deletion(text: str) -> str:
        draw = random.Random(f"{SEED}{text}")
        return " ".join(w for w in text.split() if draw.random() > 0.3) or text

    def zzz(text: str) -> str:
        found = text.split()
        hard = set(lexical_hard(found))
        return " ".join("zzz" if place in hard else w for place, w in enumerate(found))

    return {
        "identity": lambda text: text,
        "cut to 80 %": cut,
        "30 % deleted at random": random_deletion,
        "hard words become zzz": zzz,
    }


def simplified(simplifier: Simplifier, name: str = "default") -> dict[str, Callable]:
    """The simplifier at several strengths, and each operation alone at the default strength."""

    def run(**options: object) -> Callable[[Sequence[str]], Texts]:
        return lambda texts: simplifier.simplify_sentences(list(texts), **options)  # type: ignore[arg-type]

    return {
        **{
            f"{name}, {kind} only": run(operations=(kind,))
            for kind in ("delete", "replace", "split")
        },
        **{f"{name}, strength {strength}": run(strength=strength) for strength in STRENGTHS},
    }


def hard_words(simplifier: Simplifier) -> Callable[[Sequence[str]], list[int]]:
    """Places of the hardest sixth of a text's words, by the lexical simplifier."""

    def places(words: Sequence[str]) -> list[int]:
        assert simplifier.lexical is not None
        chances = simplifier.lexical.is_complex(list(words))
        ranked = sorted(range(len(words)), key=lambda place: -chances[place])
        return [place for place in ranked[: round(len(words) / 6)] if chances[place] > 0]

    return places


def oracle(originals: Sequence[str], references: Sequence[str]) -> Texts:
    """The semi-oracle of thesis Table 3.7: silver labels of these references, obeyed."""
    pairs = (Pair((a,), (b,)) for a, b in zip(originals, references, strict=True))
    labelled = annotate_pairs(pairs, load_aligner("light"))
    return [detokenize(" ".join(semi_oracle(pair))) for pair in labelled]


def onestop_test() -> TestSet:
    """Aligned sentences of the test articles, from the advanced to the elementary level."""
    corpus = open_corpus(data_folder() / "onestop" / "texts")
    pairs = align_corpus(corpus.documents(), "dynamic", "all")
    chosen = [pair for pair in split_pairs(pairs).test if pair.levels == ("adv", "ele")]
    return TestSet(
        "onestop",
        tuple(pair.source for pair in chosen),
        (tuple(pair.target for pair in chosen),),
    )


def published(folder: Path) -> dict[str, Texts]:
    """The outputs of each system whose file is in `folder`."""
    return {
        path.name: path.read_text(encoding="utf-8").splitlines()
        for path in sorted(folder.iterdir())
    }
