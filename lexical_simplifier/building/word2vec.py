"""Base vectors of one's own: Word2Vec over `word|TAG` tokens, joined to vectors of words."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from lexical_simplifier.building.sources import sentences_of_text
from lexical_simplifier.building.tagging import QuickTagger, read_tagged
from lexical_simplifier.resources.lexicon import part_of_speech
from seqlab.files import data_folder
from seqlab.progress import track


def train_vectors(
    out: str | Path,
    data: Path | None = None,
    sentences: int | None = None,
    size: int = 100,
    epochs: int = 5,
    seed: int = 0,
) -> str:
    """Train on the plain text of the data folder; writes word2vec text keyed `word|PART`.

    `sentences` is how many are read at most.
    """
    from gensim.models import Word2Vec

    data = data or data_folder()
    tagger = QuickTagger().fit(read_tagged(data / "treebanks/ewt/en_ewt-ud-train.conllu.gz"))
    text = islice(sentences_of_text([data / "wikipedia/text.txt.xz"]), sentences)
    read = list(track(text, "read"))
    keyed = [
        [
            f"{token.lower()}|{part_of_speech(token, tag) or 'NAME'}"
            for token, tag in zip(tokens, tags, strict=True)
        ]
        for tokens, tags in zip(read, tagger.predict(read), strict=True)
    ]
    model = Word2Vec(
        keyed, vector_size=size, window=5, min_count=5, sg=1, epochs=epochs, seed=seed, workers=1
    )
    model.wv.save_word2vec_format(str(out))
    return f"{len(model.wv):,} vectors → {out}"
