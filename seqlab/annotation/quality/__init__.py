"""How good the labels are: gold labels, agreement with them, and the semi-oracle."""
