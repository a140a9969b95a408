"""Text as documents, paragraphs, sentences and tokens that remember their spaces."""

from seqlab.text.document import (
    Document,
    Paragraph,
    Sentence,
    Token,
    encodable,
    split_sentences,
    tokenize,
)
from seqlab.text.protected import (
    DEFAULT_PROTECTED,
    ProtectedContent,
    Selector,
    is_number_table,
    is_prose,
    protected_spans,
)

__all__ = [
    "DEFAULT_PROTECTED",
    "Document",
    "Paragraph",
    "ProtectedContent",
    "Selector",
    "Sentence",
    "Token",
    "encodable",
    "is_number_table",
    "is_prose",
    "protected_spans",
    "split_sentences",
    "tokenize",
]
