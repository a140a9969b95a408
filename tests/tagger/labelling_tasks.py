"""Small labelling tasks that a working tagger must be able to learn."""

from __future__ import annotations

import random
import string

from seqlab.tagger import LabelledSentence, ModelOptions, TrainingOptions

SMALL = ModelOptions(word_dim=24, char_filters=16, hidden=32, min_count=1, dropout=0.1)
QUICK = TrainingOptions(epochs=9, patience=2, batch_size=16, learning_rate=5e-3, accelerator="cpu")


def synthetic(count: int, seed: int = 0) -> list[LabelledSentence]:
    """Numbers in words: `parity` needs the word, `after_odd` its left neighbour, both learnable."""
    order = random.Random(seed)
    words = [first + second for first in "bdfgk" for second in string.ascii_lowercase[:10]]
    sentences = []
    for number in range(count):
        chosen = [order.randrange(len(words)) for _ in range(order.randint(1, 14))]
        parity = tuple("odd" if word % 2 else "even" for word in chosen)
        after_odd = tuple("yes" if left == "odd" else "no" for left in ("even", *parity[:-1]))
        sentences.append(
            LabelledSentence(
                tuple(words[word] for word in chosen),
                {"parity": parity, "after_odd": after_odd},
                document=f"d{number % 10}",
            )
        )
    return sentences
