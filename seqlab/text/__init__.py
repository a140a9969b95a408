"""Lossless text: characters to paragraphs, sentences and tokens that remember their spaces."""
