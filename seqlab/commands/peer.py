"""Train a rival system, or let one rewrite sentences: `peer fit --config peer/multss` …

seqlab peer fit --config peer/paraphrase
seqlab peer simplify sentences.txt --model runs/peers/paraphrase
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from seqlab.peers import (
    GeneratorOptions,
    MulTSSOptions,
    ParaphraseOptions,
    TaskSource,
)

_MULTSS, _PARAPHRASE, _GENERATOR = MulTSSOptions(), ParaphraseOptions(), GeneratorOptions()


def peer(
    action: Literal["fit", "simplify"] = "simplify",
    path: str = "-",
    kind: Literal["multss", "paraphrase", "generator"] = "multss",
    out: Path | None = None,
    model: tuple[str, ...] = (),
    tasks: dict[str, list[TaskSource]] | None = None,
    only: tuple[str, ...] = (),
    start: Path | None = None,
    multss: MulTSSOptions = _MULTSS,
    paraphrase: ParaphraseOptions = _PARAPHRASE,
    generator: GeneratorOptions = _GENERATOR,
    seed: int = 1,
    nbest: int = 0,
) -> None:
    """Train a rival into a model folder, or rewrite sentences with one, a sentence per line.

    Args:
        action: `fit` trains; `simplify` rewrites the lines of a file.
        path: The sentences to rewrite, one per line; `-` reads standard input.
        kind: Which rival: `multss` (thesis, chapter 6), `paraphrase` (Xu et al. 2016) or
            `generator` (a small causal model with adapters).
        out: The model folder that `fit` writes, or the file that `simplify` writes.
        model: The model folders that `simplify` uses one after another; `FOLDER:TASK` names the
            task of a MulTSS model or the level of a generator, otherwise its first.
        tasks: For MulTSS, the sources of each task; the first task is the main one.
        only: For MulTSS, the tasks of `tasks` that are trained; all where empty.
        start: For MulTSS and the generator, the folder of a model to start from.
        multss: The options of MulTSS.
        paraphrase: The options of the paraphrase system.
        generator: The options of the causal model.
        seed: Same seed, same result.
        nbest: With the paraphrase system, print so many outputs per sentence with their scores.
    """
    from seqlab.errors import UsageError
    from seqlab.files import atomic_write
    from seqlab.peers import fit_generator, fit_multss, fit_paraphrase, load_peer, nbest_lines

    if action == "fit":
        if out is None:
            raise UsageError("fit needs --out, the folder of the new model")
        if kind == "multss":
            print(fit_multss(_chosen(tasks or {}, only), out, multss, seed, start))
        elif kind == "generator":
            print(fit_generator(out, generator, seed, start))
        else:
            print(fit_paraphrase(out, paraphrase, seed))
        return
    if not model:
        raise UsageError("simplify needs --model, a folder that `peer fit` wrote")
    sentences = _lines(path)
    if nbest:
        lines = nbest_lines(model[0], sentences, nbest)
    else:
        lines = sentences
        for name in model:
            lines = load_peer(name).simplify_sentences(lines)
    if out is None:
        print("\n".join(lines))
        return
    with atomic_write(out) as handle:
        handle.writelines(f"{line}\n" for line in lines)


def _chosen(
    tasks: dict[str, list[TaskSource]], only: tuple[str, ...]
) -> dict[str, list[TaskSource]]:
    from seqlab.errors import UsageError, nearest

    if unknown := [name for name in only if name not in tasks]:
        raise UsageError(f"only: no task {unknown[0]!r}{nearest(unknown[0], tasks)}")
    return {name: own for name, own in tasks.items() if not only or name in only}


def _lines(path: str) -> list[str]:
    from seqlab.files import decoded, read_text

    text = decoded("standard input", sys.stdin.buffer.read()) if path == "-" else read_text(path)
    # A line ends where files end lines; a text may have other separators inside.
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    return lines if text else []
