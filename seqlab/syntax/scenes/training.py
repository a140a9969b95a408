"""From UCCA passages to the scene model: a syntax model goes on learning, with more heads.

The passages are few, so the network starts from the embedded syntax model. Its own heads stay and
learn what that model says of the passages: they keep what is known of syntax from being lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpora import Part, read_ucca
from seqlab.files import atomic_write, read_text
from seqlab.syntax.analysis import Syntax
from seqlab.syntax.backends.embedded import FOLDER as SYNTAX_FOLDER
from seqlab.syntax.backends.embedded import EmbeddedSyntax
from seqlab.syntax.options import Sources
from seqlab.syntax.scenes.labels import labelled
from seqlab.syntax.scenes.loading import SceneFinder
from seqlab.syntax.scenes.parser import UccaParser
from seqlab.syntax.scenes.scene import scenes_of
from seqlab.syntax.scenes.scores import edge_score, participant_score, scene_score
from seqlab.syntax.scenes.units import UnitGraph, sentence_graphs
from seqlab.syntax.training.labels import labelled as labelled_syntax
from seqlab.syntax.training.scores import Score
from seqlab.syntax.training.treebanks import TreebankSentence
from seqlab.tables import as_markdown
from seqlab.tagger import LabelledSentence, ModelOptions, TrainingOptions, train_tagger

# Lists of names run over a hundred words; nothing that is parsed later looks so.
LONGEST = 120
UNITS = ("labelled", "unlabelled")
_NOTES = {
    "task": "UCCA scenes: units, main relations, participants; and syntax as embedded has it",
    "data": "UCCA-Wiki 2.0, published training part",
    "licence": "CC BY-SA 4.0 (weights)",
}

ATTRIBUTION = """
## Data, licences and attribution

The weights are licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/), as
the share-alike licences of the data ask; the code that runs them is Apache-2.0.

- **UCCA English Wiki 2.0** (https://github.com/UniversalConceptualCognitiveAnnotation/UCCA_English-Wiki),
  CC BY-SA 3.0. Omri Abend and Ari Rappoport (2013), "Universal Conceptual Cognitive Annotation
  (UCCA)", ACL. The training passages of its published split; the development passages chose the
  epoch; the test passages were never trained on.
- The network began as the embedded syntax model of this package: see its card for GUM, UD English
  EWT, OneStopEnglish and GloVe.

Method: units as constituents, constituents as labels (Gómez-Rodríguez and Vilares 2018,
"Constituent Parsing as Sequence Labeling", EMNLP). Scores: docs/results/scenes.md.

## Use and limits

Scenes of English sentences, tokenised as `seqlab.text.tokenize` does. Learned from biographies and
articles of Wikipedia, 126,000 tokens. Implicit units are not found; of remote edges only those to
participants, and only to units that stand in one of seven places (docs/syntax.md).
"""


def read_graphs(part: Part, folder: str | Path) -> list[UnitGraph]:
    """The sentences of a published part of UCCA-Wiki below the folder of the corpora."""
    path = Path(folder) / "ucca" / "wiki.tar.xz"
    return [graph for passage in read_ucca(path, part) for graph in sentence_graphs(passage)]


def training_sentences(graphs: Iterable[UnitGraph], syntax: Syntax) -> list[LabelledSentence]:
    """The sentences with the labels of their units and of a syntax model."""
    graphs = [graph for graph in graphs if len(graph.tokens) <= LONGEST]
    found = []
    analyses = syntax.analyse(graph.tokens for graph in graphs)
    for graph, analysis in zip(graphs, analyses, strict=True):
        tagged = TreebankSentence(
            analysis.tokens, analysis.tags, graph.document, "ucca", analysis.tree
        )
        found.append(labelled(graph, labelled_syntax(tagged).labels))
    return found


def train_scenes(
    out: str | Path, sources: Sources, model: ModelOptions, training: TrainingOptions
) -> Mapping[str, Any]:
    """Train the scene model and write its folder; gives the development scores."""
    syntax = EmbeddedSyntax()
    # The path of this package is no part of what the model is.
    trained = train_tagger(
        training_sentences(read_graphs("train", sources.place), syntax),
        training_sentences(read_graphs("valid", sources.place), syntax),
        out,
        model,
        replace(training, start=training.start or str(SYNTAX_FOLDER)),
        _NOTES,
    )
    path = Path(out) / "MODEL_CARD.md"
    card = read_text(path)
    with atomic_write(path) as handle:
        handle.write(card.rstrip("\n") + "\n" + ATTRIBUTION)
    return trained.metrics


def evaluate_scenes(finder: SceneFinder, graphs: Sequence[UnitGraph]) -> dict[str, Score]:
    """Scores on gold sentences: `scene` and `participant`; units too where the finder has them."""
    gold = [scenes_of(graph) for graph in graphs]
    tokens = [graph.tokens for graph in graphs]
    if isinstance(finder, UccaParser):
        parsed = list(finder.parse(tokens))
        found = [scenes_of(graph) for graph in parsed]
        units = {
            "labelled": edge_score(graphs, parsed),
            "unlabelled": edge_score(graphs, parsed, labelled=False),
        }
    else:
        found, units = list(finder.scenes(tokens)), {}
    return {
        "scene": scene_score(gold, found),
        "participant": participant_score(gold, found),
        **units,
    }


def scene_table(finders: Iterable[SceneFinder], graphs: Sequence[UnitGraph]) -> str:
    """A Markdown table of the scores of several finders on the same sentences."""
    heads = ["scenes from", "precision", "recall", "F1", "participants F1"]
    heads += ["labelled edges F1", "unlabelled edges F1"]
    rows = []
    for finder in finders:
        scores = evaluate_scenes(finder, graphs)
        scene = scores["scene"]
        cells = [scene.precision, scene.recall, scene.f1, scores["participant"].f1]
        units = [f"{100 * scores[n].f1:.1f}" if n in scores else "–" for n in UNITS]
        rows.append([finder.name, *(f"{100 * cell:.1f}" for cell in cells), *units])
    return as_markdown(heads, rows)
