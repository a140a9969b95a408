"""Text as documents, paragraphs, sentences and tokens that remember their spaces."""

from seqlab.text.document import Document, Paragraph, Sentence, Token, split_sentences
from seqlab.text.prose import is_prose
from seqlab.text.tokens import tokenize

__all__ = ["Document", "Paragraph", "Sentence", "Token", "is_prose", "split_sentences", "tokenize"]
