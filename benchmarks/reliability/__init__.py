"""Attempts to break SeqLab, counted: random strings, hostile files, kills and poison documents."""
