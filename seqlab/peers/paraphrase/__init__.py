"""Paraphrase rules tuned towards a metric (Xu et al. 2016)."""
