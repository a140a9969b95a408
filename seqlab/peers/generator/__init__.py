"""A small causal language model that rewrites sentences, tuned by low-rank adapters."""
