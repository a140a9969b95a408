"""From PPDB files and corpora to tuned rules: what `seqlab peer fit --kind paraphrase` does."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from corpora import Pair, ReadOptions, open_corpus, read_references
from seqlab.alignment import load_aligner
from seqlab.annotation import LabelledPair, annotate_pairs
from seqlab.errors import UsageError
from seqlab.files import data_folder
from seqlab.peers.multss.tasks import overlap
from seqlab.peers.paraphrase.features import NAMES, START
from seqlab.peers.paraphrase.model import FILES, ParaphraseSimplifier
from seqlab.peers.paraphrase.objectives import SentenceObjective
from seqlab.peers.paraphrase.options import ParaphraseOptions, TuningOptions
from seqlab.peers.paraphrase.rules import (
    Phrase,
    Rule,
    corpus_rules,
    merged,
    phrase_pairs,
    read_ppdb,
    read_rules,
    replacement_counts,
    write_rules,
)
from seqlab.peers.paraphrase.tuning import tune
from seqlab.progress import track
from seqlab.text import tokenize

# Pairs that share fewer words are rather about other things (Wikipedia's are noisy).
_OVERLAP = 0.4


def fit(out: Path, options: ParaphraseOptions, seed: int = 1) -> str:
    """Collect the rules, tune their weights, write the folder; says how it went.

    A training that was cut short in `out` is taken up.
    """
    work = out / "training"
    work.mkdir(parents=True, exist_ok=True)
    rules_file = work / FILES[1]
    if not rules_file.is_file():
        write_rules(rules_file, collect_rules(options))
    # Read back even when new: what is resumed from must be what was begun with, to the last digit.
    table = read_rules(rules_file)
    start = np.array([START.get(name, 0.0) for name in NAMES])
    model = ParaphraseSimplifier(table, start, options)
    originals, references = tuning_sentences(options.tuning)
    lattices = model.lattices(originals)
    objectives = [
        SentenceObjective([w.lower() for w in words], own, options.tuning.objective)
        for words, own in zip(originals, references, strict=True)
    ]
    tuned = tune(lattices, objectives, model.decoder, options.tuning, seed, print, work)
    model.weights, model.history = tuned.weights, tuned.history
    model.save(out)
    shutil.rmtree(work)
    first, best = tuned.history[0]["score"], max(one["score"] for one in tuned.history)
    minutes = tuned.history[-1]["seconds"] / 60
    rules = sum(map(len, table.values()))
    return (
        f"{out}: {rules:,} rules, {options.tuning.objective} {100 * first:.2f} → "
        f"{100 * best:.2f} on {len(originals):,} sentences, tuned in {minutes:.1f} minutes"
    )


def collect_rules(options: ParaphraseOptions) -> dict[Phrase, list[Rule]]:
    """All rules of the options' sources; those of another model where it is named."""
    if options.rules_of:
        return read_rules(_resolved(options.rules_of) / FILES[1])
    replaced: Counter[tuple[Phrase, Phrase]] = Counter()
    extracted: Counter[tuple[Phrase, Phrase]] = Counter()
    seen: Counter[Phrase] = Counter()
    for name in dict.fromkeys((*options.annotated, *options.phrases)):
        labelled = list(_labelled(name, options))
        if name in options.annotated:
            replaced += replacement_counts(labelled, options.longest)
        for pair in labelled:
            words = [word.lower() for word in pair.source_tokens]
            target = [word.lower() for word in pair.target_tokens]
            for size in range(1, options.longest + 1):
                seen.update(tuple(words[n : n + size]) for n in range(len(words) - size + 1))
            if name in options.phrases:
                extracted.update(phrase_pairs(words, target, pair.links, options.longest))
    of_ppdb = (
        rule for path in options.ppdb for rule in read_ppdb(_resolved(path), options.longest)
    )
    of_corpora = corpus_rules(replaced, extracted, seen, options.least)
    table = merged(
        (*of_corpora, *(rule for rule in of_ppdb if _is_words(rule))), options.per_phrase
    )
    if not table:
        raise UsageError("no paraphrase rule was found: give PPDB files or corpora")
    return table


def tuning_sentences(options: TuningOptions) -> tuple[list[list[str]], list[list[list[str]]]]:
    """Originals as tokens, and their references as tokens in lowercase."""
    corpus = read_references(_resolved(options.path), options.part)
    most = options.sentences or None
    originals = [tokenize(text) for text in corpus.originals[:most]]
    # Of each writer the versions of all originals; here, of each original those of all writers.
    references = [
        [[word.lower() for word in tokenize(own)] for own in row]
        for row in zip(*(writer[:most] for writer in corpus.references), strict=True)
    ]
    return originals, references


def _labelled(name: str, options: ParaphraseOptions) -> Iterator[LabelledPair]:
    corpus = open_corpus(_resolved(name), options=ReadOptions())
    if corpus.has_parts:
        corpus = open_corpus(_resolved(name), options=ReadOptions(part="train"))
    pairs: list[Pair] = []
    for pair in corpus.pairs("all"):
        if pair.source != pair.target and overlap(pair.source, pair.target) >= _OVERLAP:
            pairs.append(pair)
        if options.rows and len(pairs) >= options.rows:
            break
    yield from annotate_pairs(track(pairs, f"annotate {Path(name).name}"), load_aligner("light"))


def _is_words(rule: Rule) -> bool:
    """Whether a PPDB rule is of words; its numbers and dates are other ways to write the same."""
    words = (*rule.source, *rule.target)
    return all(word.replace("-", "").replace("'", "").isalpha() for word in words)


def _resolved(path: str) -> Path:
    return Path(path.replace("$SEQLAB_DATA", str(data_folder())))
