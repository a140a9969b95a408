"""Tokens as what a network reads: numbers of their forms, and pieces of words."""
