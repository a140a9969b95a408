"""Learning to parse: treebanks, their sentences as labels, training and scores."""
