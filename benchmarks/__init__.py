"""What SeqLab costs (this folder) and how good it is (`results/`), measured by anyone."""
