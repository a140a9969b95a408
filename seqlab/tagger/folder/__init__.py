"""A model as a folder: its description, weights, hashes and vocabularies."""
