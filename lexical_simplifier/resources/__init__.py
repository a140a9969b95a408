"""What the lexical simplifier knows: lexicon, thesaurus, n-grams, listed words, their folder."""
