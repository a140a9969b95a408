"""A document that knows where each of its paragraphs, sentences and tokens stands.

All offsets count characters of the document's own text, so `document.text[part.start:part.end]`
is `part.text` for every part, and the tokens with their recorded whitespace make up the text
again, whatever characters it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seqlab.text.paragraphs import paragraph_spans
from seqlab.text.sentences import sentence_spans
from seqlab.text.tokens import token_spans


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign, where it stands, and the whitespace that follows it."""

    text: str
    start: int
    end: int
    space: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence from its first token to its last, without the whitespace around it."""

    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, heading or list item: sentences that belong together."""

    text: str
    start: int
    end: int
    sentences: tuple[Sentence, ...]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of all its sentences, in order."""
        return tuple(token for sentence in self.sentences for token in sentence.tokens)


@dataclass(frozen=True, slots=True)
class Document:
    """A text and its paragraphs; `leading` is the whitespace before the first token."""

    text: str
    leading: str
    paragraphs: tuple[Paragraph, ...]

    @classmethod
    def parse(cls, text: str) -> Document:
        """The document that `text` is, with nothing lost: see `join`."""
        paragraphs = tuple(_paragraphs(text))
        first = paragraphs[0].start if paragraphs else len(text)
        return cls(text, text[:first], paragraphs)

    @property
    def start(self) -> int:
        """Where the document starts, always 0."""
        return 0

    @property
    def end(self) -> int:
        """The number of characters of the text."""
        return len(self.text)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of all paragraphs, in order."""
        return tuple(sentence for part in self.paragraphs for sentence in part.sentences)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of all sentences, in order."""
        return tuple(
            token
            for part in self.paragraphs
            for sentence in part.sentences
            for token in sentence.tokens
        )

    def join(self) -> str:
        """The text put together again from the tokens and their recorded whitespace."""
        pieces = [self.leading]
        for token in self.tokens:
            pieces += token.text, token.space
        return "".join(pieces)


def split_sentences(text: str) -> list[str]:
    """The sentences of `text`, each as it is written there, line breaks included."""
    return [
        text[start:end]
        for paragraph in paragraph_spans(text)
        for start, end in sentence_spans(text, *paragraph)
    ]


def _paragraphs(text: str) -> Iterator[Paragraph]:
    spans = [
        [token_spans(text, *sentence) for sentence in sentence_spans(text, *paragraph)]
        for paragraph in paragraph_spans(text)
    ]
    # The whitespace of a token reaches to the next token, which may be in the next paragraph.
    starts = [token[0] for paragraph in spans for sentence in paragraph for token in sentence]
    starts.append(len(text))
    number = 0
    for paragraph in spans:
        sentences = []
        for sentence in paragraph:
            tokens = []
            for start, end in sentence:
                number += 1
                tokens.append(Token(text[start:end], start, end, text[end : starts[number]]))
            start, end = tokens[0].start, tokens[-1].end
            sentences.append(Sentence(text[start:end], start, end, tuple(tokens)))
        start, end = sentences[0].start, sentences[-1].end
        yield Paragraph(text[start:end], start, end, tuple(sentences))
