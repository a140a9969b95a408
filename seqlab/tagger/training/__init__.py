"""Training a tagger: epochs, thresholds, calibration, scores and the report."""
