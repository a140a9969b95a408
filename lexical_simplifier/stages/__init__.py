"""The stages of lexical simplification: targets, candidates, selection, ranking, confirmation."""
