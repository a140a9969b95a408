"""`build`: from permitted data to a model folder."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.building.examples import Example, from_instances, from_replacements
from lexical_simplifier.building.options import BuildOptions
from lexical_simplifier.building.pairs import (
    held_out_articles,
    permitted_pairs,
    sentence_key,
    training_pairs,
)
from lexical_simplifier.building.replacements import (
    Replacement,
    aligned_replacements,
    simple_use,
)
from lexical_simplifier.building.resources import SourcePaths, build_resources
from lexical_simplifier.building.sources import sentences_of_text
from lexical_simplifier.building.table import Key, substitution_table
from lexical_simplifier.building.tagging import QuickTagger, read_tagged
from lexical_simplifier.evaluation.datasets import (
    Instance,
    read_benchls,
    read_lexmturk,
    read_swords,
)
from lexical_simplifier.resources.lexicon import Lexicon
from lexical_simplifier.resources.ngrams import NGramModel
from lexical_simplifier.resources.plain_words import read_plain_words, with_plain_words
from lexical_simplifier.resources.thesaurus import Thesaurus
from lexical_simplifier.simplifier import LexicalSimplifier
from lexical_simplifier.stages.confirm import Confirmer, confirmation_row, is_simpler
from lexical_simplifier.stages.features import FeatureMaker, column
from lexical_simplifier.stages.rank import PairwiseRanker
from lexical_simplifier.stages.select import BoundarySelector
from lexical_simplifier.stages.targets import ComplexWordModel, word_features
from seqlab.files import atomic_write, data_folder, read_lines
from seqlab.progress import track
from seqlab.text import tokenize

FOLDS = 5
Tagged = list[tuple[Replacement, Sequence[str]]]


def build(options: BuildOptions) -> LexicalSimplifier:
    """A simplifier trained on the CC BY, CC BY-SA and MIT parts of the data folder."""
    data = options.data or data_folder()
    lexical = data / "lexical"
    unseen = benchmark_keys(lexical)
    tagger = QuickTagger().fit(read_tagged(data / "treebanks/ewt/en_ewt-ud-train.conllu.gz"))
    pairs = training_pairs(data, unseen, options.pairs)
    replaced = _tagged(list(aligned_replacements(pairs, options.work)), tagger)
    train = [item for item in replaced if not item[0].is_dev]
    held_out = [item for item in replaced if item[0].is_dev]
    plain = read_plain_words()
    lexicon, thesaurus = build_resources(
        _paths(options.vectors, data),
        substitution_table(train),
        plain,
        simple_use(pairs),
        options.resources,
    )
    ngrams = _ngrams(data, unseen, options)
    make = FeatureMaker(*with_plain_words(lexicon, thesaurus, plain), ngrams, plain)
    edited = _cross_fitted(train, make)
    swords = list(read_swords(lexical / "swords_v1.1_dev.json.gz"))
    tags = list(tagger.predict([instance.tokens for instance in swords]))
    judged = simpler_only(from_instances(swords, tags, make))
    selector = BoundarySelector(options.select_share).fit([e.candidates for e in edited[::4]])
    ranker = fit_ranker(edited, judged, options)
    confirmer = fit_confirmer(from_replacements(held_out, make), judged, edited, selector, options)
    return LexicalSimplifier(
        lexicon, thesaurus, ngrams, selector, ranker, confirmer,
        fit_complex_words(lexicon, lexical / "complex2021_single_train.tsv", tagger), plain,
    )  # fmt: skip


def benchmark_keys(folder: Path) -> frozenset[str]:
    """Keys of the benchmarks' sentences: nothing may be learned from them."""
    instances: list[Instance] = []
    for read, name in ((read_benchls, "benchls.txt"), (read_lexmturk, "lexmturk.txt")):
        if (folder / name).exists():
            instances += read(folder / name)
    return frozenset(sentence_key(" ".join(instance.tokens)) for instance in instances)


def _tagged(replacements: list[Replacement], tagger: QuickTagger) -> Tagged:
    sentences = list({replacement.tokens: None for replacement in replacements})
    tags = dict(zip(sentences, tagger.predict(sentences), strict=True))
    return [(replacement, tags[replacement.tokens]) for replacement in replacements]


def _ngrams(data: Path, unseen: frozenset[str], options: BuildOptions) -> NGramModel:
    """The counts, from the work folder where an earlier build left them."""
    from safetensors.numpy import load_file, save

    name = "ngrams-" + "-".join(map(str, options.ngram_minimum)) + ".safetensors"
    cache = options.work / name if options.work else None
    if cache is not None and cache.exists():
        return NGramModel.from_arrays(load_file(cache))
    model = NGramModel.count(track(_text(data, unseen), "count n-grams"), options.ngram_minimum)
    if cache is not None:
        with atomic_write(cache, "wb") as handle:
            handle.write(save(model.to_arrays()))
    return model


def _text(data: Path, unseen: frozenset[str]) -> Iterator[list[str]]:
    """What the n-grams are counted on: Wikipedia, both sides of its pairs, OneStopEnglish."""
    held_out = held_out_articles(data)
    texts = sorted((data / "onestop/texts").rglob("*.txt"))
    files = [path for path in texts if path.stem.lower() not in held_out]
    yield from sentences_of_text([data / "wikipedia/text.txt.xz", *files], unseen)
    seen: set[str] = set()
    for pair in permitted_pairs([data / "wikipedia"], unseen):
        for sentence in (*pair.sources, *pair.targets):
            if sentence not in seen:
                seen.add(sentence)
                yield tokenize(sentence)


def _paths(vectors: Path, data: Path) -> SourcePaths:
    lexical = data / "lexical"
    return SourcePaths(
        vectors=vectors,
        wordnet_synonyms=lexical / "oewn_synonyms.tsv.gz",
        wordnet_antonyms=lexical / "oewn_antonyms.tsv.gz",
        ppdb=lexical / "ppdb-1.0-lexical-pairs.txt.gz",
        ratings=lexical / "word_complexity.tsv",
        levels=(lexical / "cefrj_vocabulary_1.5.csv", lexical / "octanove_vocabulary_c1c2.csv"),
        conllu=(data / "treebanks/ewt/en_ewt-ud-train.conllu.gz",),
        trees=tuple(path for path in sorted((data / "onestop/trees").rglob("*")) if path.is_file()),
    )


def _cross_fitted(train: Tagged, make: FeatureMaker) -> list[Example]:
    """Examples that see a table counted on the other folds only."""
    examples = []
    listed = listed_places(make)
    for fold in range(FOLDS):
        own = [item for item in train if item[0].fold(FOLDS) == fold]
        table, reverse = fold_counts(substitution_table(own), make.lexicon, make.thesaurus)
        thesaurus = make.thesaurus.without_counts(table, reverse, listed)
        examples += from_replacements(own, replace(make, thesaurus=thesaurus))
    return examples


def listed_places(make: FeatureMaker) -> NDArray[np.bool_]:
    """Which places of the thesaurus hold a substitute of the list of plain words."""
    rows = [(make.lexicon.row(*key), make.lexicon.row(*other)) for key, other in make.plain.pairs()]
    pairs = np.array(rows, dtype=np.int64).reshape(-1, 2)
    heads = np.repeat(np.arange(len(make.lexicon)), np.diff(make.thesaurus.offsets))
    width = len(make.lexicon)
    return np.isin(heads * width + make.thesaurus.candidates, pairs[:, 0] * width + pairs[:, 1])


def fold_counts(
    table: Counter[tuple[Key, Key]], lexicon: Lexicon, thesaurus: Thesaurus
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """A table's counts at the places of a thesaurus, forwards and backwards."""
    keys = [(entry.word, entry.part) for entry in lexicon.entries]
    heads = np.repeat(np.arange(len(lexicon)), np.diff(thesaurus.offsets))
    forwards = np.zeros(len(heads), dtype=np.uint8)
    backwards = np.zeros(len(heads), dtype=np.uint8)
    for place in np.flatnonzero((thesaurus.table > 0) | (thesaurus.reverse > 0)).tolist():
        head, candidate = keys[heads[place]], keys[thesaurus.candidates[place]]
        forwards[place] = min(255, table[head, candidate])
        backwards[place] = min(255, table[candidate, head])
    return forwards, backwards


def simpler_only(examples: Sequence[Example | None]) -> list[Example]:
    """Judged examples whose right candidates are those that are no rarer than the target."""
    usable = []
    for example in examples:
        if example is not None:
            usual = column(example.candidates.features, "zipf_gain") > -0.3
            if (example.gold * usual).any():
                usable.append(replace(example, gold=example.gold * usual))
    return usable


def fit_ranker(
    edited: Sequence[Example], judged: Sequence[Example], options: BuildOptions
) -> PairwiseRanker:
    """The ranker from editors' replacements, each a few times, and judged substitutes."""
    seen: Counter[tuple[int, int]] = Counter()
    chosen = []
    for example in edited:
        key = (example.candidates.target.row, int(example.candidates.rows[example.gold.argmax()]))
        seen[key] += 1
        if seen[key] <= options.repeats:
            chosen.append(example)
    examples = [*chosen, *judged]
    return PairwiseRanker(options.ranker, push=options.plain_push).fit(
        [example.candidates.features for example in examples],
        [example.gold for example in examples],
        [1.0] * len(chosen) + [options.judged_weight] * len(judged),
    )


def fit_confirmer(
    held_out: Sequence[Example],
    judged: Sequence[Example],
    edited: Sequence[Example],
    selector: BoundarySelector,
    options: BuildOptions,
) -> Confirmer:
    """Calibrated where rankers have not learned: held-out replacements, and Swords in two halves.

    An editor's word is only one of several right ones, so the probabilities are cautious.
    """
    rows, right = [], []
    for part in (0, 1):
        ranker = fit_ranker(edited[part::4], judged[part::2], options)
        for example in judged[1 - part :: 2]:
            row, is_right = _confirmation(example, selector, ranker)
            rows.append(row)
            right.append(is_right)
    for example in held_out:
        row, is_right = _confirmation(example, selector, ranker)
        rows.append(row)
        right.append(is_right)
    return Confirmer(options.threshold).fit(np.stack(rows), right)


def _confirmation(
    example: Example, selector: BoundarySelector, ranker: PairwiseRanker
) -> tuple[NDArray[np.float32], bool]:
    fits = selector.kept(example.candidates)
    scores = ranker.predict(example.candidates.features[fits])
    best = int(fits[int(np.argmax(scores))])
    right = bool(example.gold[best] > 0) and is_simpler(example.candidates, best)
    return confirmation_row(example.candidates, best, scores), right


def fit_complex_words(lexicon: Lexicon, path: Path, tagger: QuickTagger) -> ComplexWordModel:
    """The complex-word model from CompLex: a word is as likely hard as people rate it complex."""
    _, rows, shares = complex_words(lexicon, path, tagger)
    return ComplexWordModel().fit(rows, shares)


def complex_words(
    lexicon: Lexicon, path: Path, tagger: QuickTagger
) -> tuple[list[str], NDArray[np.float32], list[float]]:
    """The words of CompLex, their features in their sentences, and their complexity 0–1."""
    sentences, places, shares = read_complex(path)
    rows = [
        word_features(lexicon, tokens, tags)[place]
        for tokens, tags, place in zip(sentences, tagger.predict(sentences), places, strict=True)
    ]
    words = [tokens[place] for tokens, place in zip(sentences, places, strict=True)]
    return words, np.stack(rows), shares


def read_complex(path: Path) -> tuple[list[list[str]], list[int], list[float]]:
    """CompLex: tokenised sentences, the place of the rated word, its complexity 0–1."""
    sentences, places, shares = [], [], []
    for row in csv.DictReader(read_lines(path), delimiter="\t", quoting=csv.QUOTE_NONE):
        tokens = tokenize(row["sentence"])
        if row["token"] in tokens:
            sentences.append(tokens)
            places.append(tokens.index(row["token"]))
            shares.append(float(row["complexity"]))
    return sentences, places, shares
