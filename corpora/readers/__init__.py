"""One reader per corpus format."""
