"""PDF: its text comes out as plain text; a PDF holds drawn letters, not paragraphs to rewrite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from seqlab.documents.formats.lines import Piece, paragraphs
from seqlab.errors import DataError
from seqlab.text import Selector


def read_pdf(path: Path, selector: Selector) -> Iterator[Piece]:
    """The text of a PDF file page by page, a blank line between two."""
    import logging

    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    # What it mends in silence is of no use to the user; what it cannot mend is an error.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    letters = 0
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise DataError(path, "is password-protected", fix="save it without one")
        for page in reader.pages:
            text = _joined(page.extract_text())
            letters += len(text)
            yield from paragraphs(text + "\n\n", selector)
    except DataError:
        raise
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(path, f"damaged PDF: {error}", fix="print it to PDF again") from None
    except OSError as error:
        raise DataError(path, f"cannot be read: {error.strerror or error}") from None
    if not letters:
        raise DataError(
            path, "contains no text, only images", fix="run text recognition (OCR) first"
        )


def _joined(text: str) -> str:
    """Words broken over two lines put together again."""
    text = text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
    return re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", text).strip()
