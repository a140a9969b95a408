"""Running stages: once each, cached by content."""
