"""A run over a folder: documents read, simplified and written, resumable at any moment."""
