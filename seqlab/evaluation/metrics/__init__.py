"""The metrics, one class per file, and the scores, signatures and segments they share."""
