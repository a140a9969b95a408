"""Running stages: once each, cached by content, in one process or many."""
