"""From word links to labels of words, phrases and sentences, and the label sets made of them."""
