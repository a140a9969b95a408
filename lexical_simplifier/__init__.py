"""Simpler words that fit: substitutes generated, selected, ranked and confirmed."""
