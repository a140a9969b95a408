"""Where analyses come from: the model that ships, stanza, spaCy, or trees in files."""
