"""Sentences as word pieces, cut into windows an encoder can read; batches of similar length."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.errors import DataError
from seqlab.files import read_text
from seqlab.tagger.inputs.forms import padded
from seqlab.text import encodable

# A longer "word" is a URL or noise; its beginning is enough.
_MAX_PIECES_PER_WORD = 16
_OVERLAP = 64
# Words whose pieces are remembered; a stream of ever new words must not fill the memory.
_MAX_CACHED_WORDS = 10_000
# So many words are cut in one call: of more the tokeniser would keep too much at a time.
_CUT_TOGETHER = 256
# At most this share of a batch may be padding.
MAX_PADDING = 0.1
_FIX = "take an unaltered copy of the model folder, or train it again"


@dataclass(frozen=True, slots=True)
class Window:
    """Part of a sentence as encoder input: piece numbers, and the word each belongs to.

    The word is -1 for special tokens and for pieces that are there only as context.
    """

    sentence: int
    ids: tuple[int, ...]
    words: tuple[int, ...]


class WordPieces:
    """The pieces of words, by a tokeniser of the `tokenizers` package.

    Args:
        tokenizer: The tokeniser; its vocabulary may be a part of the one it was made with.
        specials: Names of its special tokens, by what they are for: `cls`, `sep`, `unk`, `pad`,
            and `eos` for encoders without an unknown piece.
    """

    def __init__(self, tokenizer: Any, specials: dict[str, str | None]) -> None:
        # Sentence encoders are published with settings that cut and pad every text.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        # Else it starts a thread for every processor.
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        self._tokenizer = tokenizer
        ids = {
            purpose: tokenizer.token_to_id(name)
            for purpose, name in specials.items()
            if name is not None
        }
        # Not every encoder has both special tokens.
        self.before = [ids["cls"]] if ids.get("cls") is not None else []
        self.after = [ids["sep"]] if ids.get("sep") is not None else []
        unknown = ids.get("unk")
        self.unknown = int(ids.get("eos") or 0) if unknown is None else int(unknown)
        self.padding = int(ids.get("pad") or 0)
        # There no word is cut otherwise because of those around it.
        self._apart = (type(tokenizer.pre_tokenizer).__name__, type(tokenizer.model).__name__) == (
            "BertPreTokenizer",
            "WordPiece",
        )
        self._seen: dict[str, list[int]] = {}

    @classmethod
    def load(cls, folder: str | Path) -> WordPieces:
        """The tokeniser of an encoder's folder: `tokenizer.json` and `tokenizer_config.json`."""
        from tokenizers import Tokenizer

        folder = Path(folder)
        try:
            config = json.loads(read_text(folder / "tokenizer_config.json"))
            names = {purpose: config.get(f"{purpose}_token") for purpose in _SPECIALS}
            specials = {
                purpose: name.get("content") if isinstance(name, dict) else name
                for purpose, name in names.items()
            }
            return cls(Tokenizer.from_str(read_text(folder / "tokenizer.json")), specials)
        except DataError:
            raise
        except Exception as error:  # the package raises nothing more exact
            reason = str(error).split("\n")[0]
            raise DataError(folder, f"not a tokeniser: {reason}", fix=_FIX) from None

    @classmethod
    def of_transformers(cls, tokenizer: Any) -> WordPieces:
        """A copy of a tokeniser that `transformers` has loaded."""
        from tokenizers import Tokenizer

        specials = {purpose: getattr(tokenizer, f"{purpose}_token", None) for purpose in _SPECIALS}
        return cls(Tokenizer.from_str(tokenizer.backend_tokenizer.to_str()), specials)

    def pieces(self, sentences: Sequence[Sequence[str]]) -> list[list[list[int]]]:
        """For each sentence, for each word, the numbers of its pieces, at least one."""
        if not self._apart:
            return self._cut(sentences)
        if len(self._seen) > _MAX_CACHED_WORDS:
            self._seen = {}
        # Another thread may begin anew; what is in this dictionary stays there.
        seen = self._seen
        words = dict.fromkeys(token for sentence in sentences for token in sentence)
        new = [word for word in words if word not in seen]
        for start in range(0, len(new), _CUT_TOGETHER):
            part = new[start : start + _CUT_TOGETHER]
            seen.update(zip(part, self._cut([part])[0], strict=True))
        return [[seen[token] for token in sentence] for sentence in sentences]

    def _cut(self, sentences: Sequence[Sequence[str]]) -> list[list[list[int]]]:
        clean = [[encodable(token) for token in sentence] for sentence in sentences]
        result = []
        for sentence, encoded in zip(
            sentences,
            self._tokenizer.encode_batch(clean, is_pretokenized=True, add_special_tokens=False),
            strict=True,
        ):
            of_words: list[list[int]] = [[] for _ in sentence]
            for piece, word in zip(encoded.ids, encoded.word_ids, strict=True):
                if word is not None and len(of_words[word]) < _MAX_PIECES_PER_WORD:
                    of_words[word].append(piece)
            result.append([of_word or [self.unknown] for of_word in of_words])
        return result


_SPECIALS = ("cls", "sep", "unk", "pad", "eos")


def windows(
    tokenizer: WordPieces,
    sentences: Sequence[Sequence[str]],
    capacity: int,
    overlap: int = _OVERLAP,
) -> list[Window]:
    """One window per sentence, several with `overlap` pieces of context for long ones.

    Every word is in exactly one window with its number, even if it has no pieces of its own.
    """
    before, after = tokenizer.before, tokenizer.after
    cut = []
    filled = [number for number, sentence in enumerate(sentences) if len(sentence)]
    of_sentences = tokenizer.pieces([sentences[number] for number in filled]) if filled else []
    for number, pieces in zip(filled, of_sentences, strict=True):
        sizes = [len(of_word) for of_word in pieces]
        for first, start, stop, last in _cuts(sizes, capacity, overlap):
            ids, words = list(before), [-1] * len(before)
            for word in range(first, last):
                ids += pieces[word]
                words += [word if start <= word < stop else -1] * len(pieces[word])
            ids += after
            words += [-1] * len(after)
            cut.append(Window(number, tuple(ids), tuple(words)))
    return cut


def window_arrays(batch: Sequence[Window], longest: int, padding: int = 0) -> dict[str, np.ndarray]:
    """Windows as encoder input: `ids`, `mask`, and `words`, which counts through the batch.

    The batch has sentences padded to `longest` words; pieces that are no word's are -1.
    """
    # Nothing but empty sentences is read as one piece that is no word's.
    rows = batch or [Window(0, (padding,), (-1,))]
    width = max(len(window.ids) for window in rows)
    return {
        "ids": padded([window.ids for window in rows], width, padding),
        "mask": padded([(1,) * len(window.ids) for window in rows], width),
        "words": padded(
            [
                [window.sentence * longest + word if word >= 0 else -1 for word in window.words]
                for window in rows
            ],
            width,
            -1,
        ),
    }


def _cuts(sizes: Sequence[int], capacity: int, overlap: int) -> list[tuple[int, int, int, int]]:
    """Where windows begin and end: (context from, words from, words to, context to)."""
    overlap = min(overlap, capacity // 4)
    if sum(sizes) <= capacity:
        return [(0, 0, len(sizes), len(sizes))]
    cuts = []
    start = 0
    while start < len(sizes):
        first, used = start, 0
        while first > 0 and used + sizes[first - 1] <= overlap:
            first -= 1
            used += sizes[first]
        stop = start
        # Room is kept for the context after the words, except at the sentence's end.
        while stop < len(sizes) and (
            stop == start
            or used + sizes[stop] <= capacity - overlap
            or used + sum(sizes[stop:]) <= capacity
        ):
            used += sizes[stop]
            stop += 1
        last = stop
        while last < len(sizes) and used + sizes[last] <= capacity:
            used += sizes[last]
            last += 1
        cuts.append((first, start, stop, last))
        start = stop
    return cuts


def length_batches(
    lengths: Sequence[int], batch_size: int, batch_tokens: int, order: random.Random | None = None
) -> list[list[int]]:
    """Numbers of sentences in batches of similar length, at most a tenth of each padding.

    With `order`, sentences of the same length are mixed and the batches shuffled.
    """
    numbers = list(range(len(lengths)))
    if order is not None:
        order.shuffle(numbers)
    numbers.sort(key=lambda number: lengths[number])
    batches: list[list[int]] = []
    batch: list[int] = []
    filled = 0
    for number in numbers:
        length = max(1, lengths[number])
        area = length * (len(batch) + 1)
        padding = area - filled - length
        full = len(batch) >= batch_size or area > batch_tokens or padding > MAX_PADDING * area
        if batch and full:
            batches.append(batch)
            batch, filled = [], 0
        batch.append(number)
        filled += length
    if batch:
        batches.append(batch)
    if order is not None:
        order.shuffle(batches)
    return batches
