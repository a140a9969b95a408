"""`Side`: one text of a pair, tokenised, read by the encoder, labelled and priced once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lexical_simplifier import LexicalSimplifier
from seqlab.alignment import is_punctuation
from seqlab.level import WordKnowledge
from seqlab.model_folder import DEFAULT_FOLDER, tagger_folder
from seqlab.quality.tag_model import TagModel
from seqlab.syntax import Analysis, load_syntax
from seqlab.tagger import ContextualReader
from seqlab.text import encodable, split_sentences, tokenize

# The layer that keeps most of what words mean, and the one that tells labels apart.
MEANING_LAYER, LABEL_LAYER = 3, 6
HEADS = ("plain.operation", "easy.operation", "plain.split")
# Longer texts are read up to here: a sentence and its rewriting, not a book.
_MOST_TOKENS = 400


@dataclass(frozen=True)
class Side:
    """A text with everything that features are computed from; all arrays run along its tokens."""

    text: str
    sentences: tuple[tuple[str, ...], ...]
    # Vectors of the meaning layer, of length one; and of the label layer, as they are.
    meaning: np.ndarray
    labelling: np.ndarray
    # Probabilities of REPLACE and DELETE at plain and easy, and that a split belongs here.
    chances: dict[str, np.ndarray]
    # Negative log-probability of each token by the n-gram model, sentence ends included.
    costs: np.ndarray
    # The same for part-of-speech tags; and the analysis of each sentence.
    tag_costs: np.ndarray
    analyses: tuple[Analysis, ...]

    @property
    def tokens(self) -> tuple[str, ...]:
        """All tokens in order."""
        return tuple(token for sentence in self.sentences for token in sentence)

    @property
    def words(self) -> list[str]:
        """The tokens that are words, lowercase."""
        return [token.lower() for token in self.tokens if not is_punctuation(token)]


class Reader:
    """Reads texts with the models that ship.

    Args:
        tagger: The tagger whose encoder and labels are used.
        lexical: Source of word vectors and the n-gram model.
        tags: How usual sequences of tags are.
    """

    def __init__(
        self,
        tagger: str | Path | None = None,
        lexical: LexicalSimplifier | None = None,
        tags: TagModel | None = None,
    ) -> None:
        lexical = lexical or LexicalSimplifier.load()
        self._ngrams = lexical.ngrams
        self.knowledge = WordKnowledge(lexical)
        folder = tagger_folder(DEFAULT_FOLDER) if tagger is None else Path(tagger)
        self._tags = tags or TagModel({})
        self._syntax = load_syntax()
        self._context = ContextualReader(folder, (MEANING_LAYER, LABEL_LAYER), HEADS)

    def read(self, texts: Sequence[str]) -> list[Side]:
        """The texts, read; equal texts once."""
        different = list(dict.fromkeys(texts))
        split = [_sentences(text) for text in different]
        flat = [sentence for sentences in split for sentence in sentences]
        read = iter(self._context.read(flat))
        analysed = self._syntax.analyse(flat)
        sides = {}
        for text, sentences in zip(different, split, strict=True):
            found = [next(read) for _ in sentences]
            analyses = tuple(next(analysed) for _ in sentences)
            meaning = _joined([one.vectors[MEANING_LAYER] for one in found])
            sides[text] = Side(
                text,
                tuple(sentences),
                meaning / np.maximum(np.linalg.norm(meaning, axis=1, keepdims=True), 1e-9),
                _joined([one.vectors[LABEL_LAYER] for one in found]),
                self._chances([one.chances for one in found]),
                np.concatenate([np.zeros(0), *(self._costs(own) for own in sentences)]),
                np.concatenate([np.zeros(0), *(self._tags.costs(one.tags) for one in analyses)]),
                analyses,
            )
        return [sides[text] for text in texts]

    def _chances(self, found: Sequence[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
        chances = {}
        for head in HEADS:
            labels = self._context.labels[head]
            rows = _joined([one[head] for one in found], len(labels))
            for column, label in enumerate(labels):
                if label not in ("C", "-"):
                    chances[f"{head}.{label}"] = rows[:, column].astype(np.float64)
        return chances

    def _costs(self, tokens: Sequence[str]) -> np.ndarray:
        hashes = self._ngrams.hashes(["<s>", "<s>", *tokens, "</s>"])
        costs: np.ndarray = -self._ngrams.log_probabilities(hashes[:-2], hashes[1:-1], hashes[2:])
        return costs


def _sentences(text: str) -> list[tuple[str, ...]]:
    sentences = [tuple(tokenize(part)) for part in split_sentences(encodable(text))]
    kept, left = [], _MOST_TOKENS
    for sentence in sentences:
        if sentence and left > 0:
            kept.append(sentence[:left])
            left -= len(sentence)
    return kept


def _joined(rows: Sequence[np.ndarray], width: int = 384) -> np.ndarray:
    return np.concatenate(rows) if rows else np.zeros((0, width), dtype=np.float32)
