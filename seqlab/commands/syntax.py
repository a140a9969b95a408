"""Tag and parse text, or train and evaluate the model that does it."""

from __future__ import annotations

from typing import Literal

from seqlab.files import atomic_write
from seqlab.syntax import Sources
from seqlab.tagger import ModelOptions, TrainingOptions

_SOURCES, _MODEL, _TRAINING = Sources(), ModelOptions(), TrainingOptions()


def syntax(
    action: Literal["parse", "train", "evaluate"],
    path: str = "-",
    out: str | None = None,
    backend: str = "embedded",
    model_folder: str = "",
    output: Literal["trees", "tags", "chunks", "json"] = "trees",
    tokenized: bool = False,
    sources: Sources = _SOURCES,
    model: ModelOptions = _MODEL,
    training: TrainingOptions = _TRAINING,
) -> None:
    """Parse a text, train the model that ships, or evaluate a backend on held-out sentences.

    Args:
        action: `parse` prints an analysis of a text; `train` makes a model folder (see
            `configs/syntax`); `evaluate` scores a backend on the held-out documents.
        path: The text to parse; `-` reads standard input.
        out: Where the analyses, the model or the scores go; without it they are printed.
        backend: `embedded`, `stanza`, `spacy` or `file`.
        model_folder: Another model for the backend: a folder (embedded, stanza), a pipeline's
            name (spacy), a file of trees (file).
        output: What `parse` prints: a bracketed tree, `word/TAG`, `[NP chunks]`, or all as JSON.
        tokenized: The text has one sentence per line, its tokens separated by spaces.
        sources: What `train` learns from.
        model: The tagger that `train` makes.
        training: How it is trained.
    """
    if action == "train":
        from seqlab.errors import UsageError
        from seqlab.syntax import train_syntax

        if out is None:
            raise UsageError("train needs --out, the folder of the new model")
        metrics = train_syntax(out, sources, model, training)
        print(f"{out}: best epoch {metrics.get('best_epoch')}, {metrics.get('seconds')} s")
        return
    from seqlab.syntax import load_syntax

    option = {"embedded": "folder", "stanza": "folder", "spacy": "model", "file": "path"}
    options = {option.get(backend, "folder"): model_folder} if model_folder else {}
    loaded = load_syntax(backend, **options)
    if action == "parse":
        from seqlab.syntax import parse_file

        parse_file(path, loaded, output, tokenized, out)
    else:
        from seqlab.syntax import score_table

        table = score_table(loaded, sources.place)
        if out is None:
            print(table)
        else:
            with atomic_write(out) as handle:
                handle.write(table + "\n")
