"""MulTSS (thesis, chapter 6): one Transformer for several rewriting tasks, a token for each."""
