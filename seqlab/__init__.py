"""SeqLab simplifies English text by labelling every word: copy, delete or replace."""

__version__ = "0.1.0"
