"""Paragraphs as a reader sees them: prose with its markup, sentences, protected content."""
