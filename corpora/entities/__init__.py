"""Names, places and numbers: recognised, replaced by placeholders, and restored."""
