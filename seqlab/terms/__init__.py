"""Words of the house: which terms stay, which are replaced by what, and what they mean."""

from seqlab.terms.entries import Entry, Terms, no_terms
from seqlab.terms.files import keep_entries, public_glossary, read_glossary
from seqlab.terms.forms import forms_of, inflected_like
from seqlab.terms.topics import topic_entries

__all__ = [
    "Entry",
    "Terms",
    "forms_of",
    "inflected_like",
    "keep_entries",
    "no_terms",
    "public_glossary",
    "read_glossary",
    "topic_entries",
]
