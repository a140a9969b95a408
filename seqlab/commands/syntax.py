"""Tag and parse text, or train and evaluate the model that does it.

seqlab syntax parse article.txt --output chunks
"""

from __future__ import annotations

from typing import Literal

from seqlab.files import atomic_write
from seqlab.syntax import Sources
from seqlab.tagger import ModelOptions, TrainingOptions

_SOURCES, _MODEL, _TRAINING = Sources(), ModelOptions(), TrainingOptions()


def syntax(
    action: Literal["parse", "train", "evaluate", "train-scenes", "evaluate-scenes"] = "parse",
    path: str = "-",
    out: str | None = None,
    backend: str = "embedded",
    model_folder: str = "",
    output: Literal["trees", "tags", "chunks", "json"] = "trees",
    tokenized: bool = False,
    scenes: str | None = None,
    sources: Sources = _SOURCES,
    model: ModelOptions = _MODEL,
    training: TrainingOptions = _TRAINING,
) -> None:
    """Parse a text, show its scenes, train a model that ships, or evaluate one.

    Args:
        action: `parse` prints an analysis of a text; `train` makes a model folder (see
            `configs/syntax`); `evaluate` scores a backend on the held-out documents; `train-scenes`
            and `evaluate-scenes` do the same for the UCCA scene parser.
        path: The text to parse; `-` reads standard input.
        out: Where the analyses, the model or the scores go; without it they are printed.
        backend: `embedded`, `stanza`, `spacy` or `file`.
        model_folder: Another model for the backend: a folder (embedded, stanza), a pipeline's
            name (spacy), a file of trees (file).
        output: What `parse` prints: a bracketed tree, `word/TAG`, `[NP chunks]`, or all as JSON.
        tokenized: The text has one sentence per line, its tokens separated by spaces.
        scenes: A text whose UCCA scenes are printed: main relations and participants; with
            `--output json`, in the form that `evaluate` reads.
        sources: What `train` learns from.
        model: The tagger that `train` makes.
        training: How it is trained.
    """
    if scenes is not None:
        from seqlab.syntax import load_scenes, print_scenes

        finder = load_scenes("clauses" if backend == "clauses" else "ucca", folder=model_folder)
        print_scenes(scenes, finder, output == "json", out)
        return
    if action in ("train", "train-scenes"):
        from seqlab.errors import UsageError
        from seqlab.syntax import train_scenes, train_syntax

        if out is None:
            raise UsageError("train needs --out, the folder of the new model")
        train = train_syntax if action == "train" else train_scenes
        metrics = train(out, sources, model, training)
        print(f"{out}: best epoch {metrics.get('best_epoch')}, {metrics.get('seconds')} s")
        return
    if action == "evaluate-scenes":
        from seqlab.syntax import load_scenes, read_graphs, scene_table

        finders = [load_scenes("clauses"), load_scenes("ucca", folder=model_folder)]
        _write(scene_table(finders, read_graphs("test", sources.place)), out)
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

        _write(score_table(loaded, sources.place), out)


def _write(table: str, out: str | None) -> None:
    if out is None:
        print(table)
    else:
        with atomic_write(out) as handle:
            handle.write(table + "\n")
