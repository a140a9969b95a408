"""Labelled pairs for people: terminal, page, plots and counts."""
