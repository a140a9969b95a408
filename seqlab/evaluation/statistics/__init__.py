"""Confidence intervals, tests between systems, and textual features of outputs."""
