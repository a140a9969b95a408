"""Systems to compare with, trained on the same pairs: a phrase table and a small Transformer."""
