"""What could be done to a sentence: every proposal is an `Edit`, and none is decided here."""
