"""A small causal language model with adapters that rewrites sentences."""
