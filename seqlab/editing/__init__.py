"""Edits of a sentence: proposed, judged, chosen and applied."""
