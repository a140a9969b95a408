"""The stages of an ablation after training: labels and texts of the variants, and their counts.

Everything before them is in `seqlab.training.stages`: a variant is trained as a model is.
"""

PACKAGE = "seqlab.ablation.stages"
