"""Training and judging the embedded model: what it learns from and how well it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from seqlab.progress import track
from seqlab.syntax.analysis import Syntax
from seqlab.syntax.backends.embedded import EmbeddedSyntax
from seqlab.syntax.chunks import chunks
from seqlab.syntax.options import Sources
from seqlab.syntax.training.attribution import append_attribution
from seqlab.syntax.training.labels import labelled
from seqlab.syntax.training.onestop import in_gum_style, read_onestop
from seqlab.syntax.training.scores import Score, bracket_score, chunk_score, clause_score, tag_score
from seqlab.syntax.training.treebanks import UNKNOWN, Part, TreebankSentence, read_ewt, read_gum
from seqlab.tables import as_markdown
from seqlab.tagger import LabelledSentence, ModelOptions, TrainingOptions, train_tagger

_NOTES = {
    "purpose": "Penn tags, CoNLL-2000 chunks and constituency trees of English",
    "data": "GUM (annotations CC BY 4.0; texts CC BY or CC BY-SA), "
    "UD English EWT (CC BY-SA 4.0), OneStopEnglish (CC BY-SA 4.0)",
    "licence": "CC BY-SA 4.0",
}


def read_part(source: str, part: Part, folder: str | Path) -> list[TreebankSentence]:
    """The sentences of one source (`gum`, `onestop`, `ewt`) that belong to `part`."""
    folder = Path(folder)
    if source == "gum":
        return list(read_gum(folder / "treebanks" / "gum", part))
    if source == "onestop":
        return list(read_onestop(folder / "onestop", part))
    return list(read_ewt(folder / "treebanks" / "ewt" / f"en_ewt-ud-{part}.conllu.gz"))


def training_sentences(sources: Sources) -> list[LabelledSentence]:
    """All that the model learns from."""
    place = sources.place
    found = [labelled(sentence) for sentence in read_part("gum", "train", place)]
    found *= sources.gum_copies
    automatic = read_part("onestop", "train", place) if sources.onestop_weight else []
    # The levels of an article share many sentences; each is taken once.
    automatic = [
        in_gum_style(sentence if sources.onestop_tags else without_tags(sentence))
        for sentence in {sentence.tokens: sentence for sentence in automatic}.values()
    ]
    tagged = read_part("ewt", "train", place) if sources.ewt else []
    if sources.teacher:
        teacher = EmbeddedSyntax(sources.teacher)
        return [
            *found,
            *(
                labelled(sentence, sources.teacher_weight)
                for sentence in parsed(teacher, [*automatic, *tagged])
            ),
        ]
    found += [labelled(sentence, sources.onestop_weight) for sentence in automatic]
    return found + [labelled(sentence) for sentence in tagged]


def without_tags(sentence: TreebankSentence) -> TreebankSentence:
    """The sentence with its tags unknown: a tagger's mistakes are not worth learning."""
    return replace(sentence, tags=(UNKNOWN,) * len(sentence.tags))


def parsed(teacher: Syntax, sentences: Sequence[TreebankSentence]) -> list[TreebankSentence]:
    """The sentences with the teacher's trees; tags that people gave (EWT's) stay."""
    analyses = teacher.analyse(sentence.tokens for sentence in sentences)
    found = []
    for sentence, analysis in zip(
        sentences, track(analyses, "parsing", len(sentences)), strict=True
    ):
        tags = sentence.tags if sentence.source == "ewt" else analysis.tags
        tree = analysis.tree.with_words(sentence.tokens, tags)
        found.append(replace(sentence, tags=tags, tree=tree, trusted=None))
    return found


def development_sentences(sources: Sources, ewt_sentences: int = 500) -> list[LabelledSentence]:
    """What the best epoch is chosen by: hand-checked trees, and some of EWT's tags."""
    found = [labelled(sentence) for sentence in read_part("gum", "dev", sources.place)]
    if sources.ewt:
        ewt = read_part("ewt", "dev", sources.place)
        found += [labelled(sentence) for sentence in ewt[:ewt_sentences]]
    return found


def train_syntax(
    out: str | Path, sources: Sources, model: ModelOptions, training: TrainingOptions
) -> Mapping[str, Any]:
    """Train the tagger on the treebanks and write its folder; gives the development scores."""
    trained = train_tagger(
        training_sentences(sources), development_sentences(sources), out, model, training, _NOTES
    )
    append_attribution(out)
    return trained.metrics


def evaluate_syntax(syntax: Syntax, sentences: Sequence[TreebankSentence]) -> dict[str, Score]:
    """How well a backend analyses sentences: `tag`, and with trees `bracket`, `chunk`, `clause`."""
    found = list(syntax.analyse(sentence.tokens for sentence in sentences))
    scores = {"tag": tag_score([s.tags for s in sentences], [analysis.tags for analysis in found])}
    pairs = [(s.tree, a) for s, a in zip(sentences, found, strict=True) if s.tree is not None]
    if pairs:
        gold, trees = [tree for tree, _ in pairs], [analysis.tree for _, analysis in pairs]
        scores["bracket"] = bracket_score(gold, trees)
        scores["chunk"] = chunk_score(map(chunks, gold), [a.chunks for _, a in pairs])
        scores["clause"] = clause_score(gold, trees)
    return scores


def score_table(syntax: Syntax, folder: str | Path, part: Part = "test") -> str:
    """A Markdown table of a backend's scores on all sources' held-out sentences."""
    heads = "sentences held out", "number", "tag accuracy", "bracket F1", "chunk F1", "clause F1"
    rows = []
    for source in ("gum", "onestop", "ewt"):
        sentences = read_part(source, part, folder)
        scores = evaluate_syntax(syntax, sentences)
        cells = [
            f"{scores[kind].f1:.4f}" if kind in scores else "–"
            for kind in ("tag", "bracket", "chunk", "clause")
        ]
        rows.append([f"{source} {part}", f"{len(sentences):,}", *cells])
    return as_markdown(heads, rows)
