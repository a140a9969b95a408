"""Doing it: chosen edits carried out on the words of a sentence, and the repairs that follow."""
