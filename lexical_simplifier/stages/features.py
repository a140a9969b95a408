"""What is known of each candidate in its place: the numbers that selecting and ranking see.

All targets of a call are done together: arrays run over the candidates of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.resources.lexicon import Lexicon, part_of_speech
from lexical_simplifier.resources.ngrams import END, START, NGramModel
from lexical_simplifier.resources.thesaurus import Listing, PlainWords, Thesaurus
from lexical_simplifier.stages.forms import fitted
from lexical_simplifier.stages.targets import Target

Matrix = NDArray[np.float32]

FEATURES = (
    "zipf", "zipf_gain", "length", "length_gain", "syllables", "syllables_gain",
    "level", "level_gain", "complexity", "complexity_gain", "simple_use", "simple_use_gain",
    "cosine", "retrofitted_cosine", "cosine_behind_best", "retrofitted_behind_best",
    "near_context", "near_context_gain", "wide_context", "wide_context_gain",
    "after_one", "after_two", "before_one", "before_two", "before_next", "fit_gain",
    "fit_behind_best", "word_count", "wordnet", "ppdb", "table", "table_share", "reverse",
    "sources", "phrase", "shared_synonyms", "tag_share", "candidates_of_own",
    "plain", "plain_first", "plain_place", "plain_unmet",
)  # fmt: skip
COLUMN = {name: place for place, name in enumerate(FEATURES)}
# How far the list of plain words is to be trusted with a candidate here (0 not listed – 3 always),
# whether it is its first choice, how early it is named, whether the conditions are not met.
PLAIN_FEATURES = ("plain", "plain_first", "plain_place", "plain_unmet")
NEAR_WINDOW, WIDE_WINDOW = 4, 12


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """The candidates of one target: lexicon rows, inflected texts, and a row of features each.

    `own` are the features of the target in its own place: no gain, all likeness.
    """

    target: Target
    rows: NDArray[np.int64]
    texts: list[str]
    features: Matrix
    own: Matrix


@dataclass(frozen=True, eq=False)
class FeatureMaker:
    """Features from the lexicon, the thesaurus and the n-gram counts."""

    lexicon: Lexicon
    thesaurus: Thesaurus
    ngrams: NGramModel
    plain: PlainWords = field(default_factory=PlainWords)

    def __call__(self, targets: Sequence[Target]) -> list[CandidateSet]:
        """Candidates with features for every target."""
        places, owners, texts, listed = self._candidates(targets)
        if not len(places):
            return [self._empty(target) for target in targets]
        # The targets themselves come last: their own features are the measure of the gains.
        rows = np.concatenate(
            [self.thesaurus.candidates[places].astype(np.int64), [t.row for t in targets]]
        )
        own_texts = [" ".join(t.tokens[t.start : t.end]).lower() for t in targets]
        owners_all = np.concatenate([owners, np.arange(len(targets))])
        fit = self.ngrams.gap_scores(self._gaps(targets, owners_all, [*texts, *own_texts]))
        near, wide = self._context(targets, owners_all, rows)
        features = self._assemble(rows, owners_all, places, fit, near, wide, len(targets))
        features[:, COLUMN["word_count"]] = np.log1p(
            self.ngrams.counts(self.ngrams.hashes(t.split(" ")[0] for t in [*texts, *own_texts]))
        )
        features[: len(places), columns(PLAIN_FEATURES)] = listed
        bounds = np.searchsorted(owners, np.arange(len(targets) + 1))
        size = len(places)
        return [
            CandidateSet(
                target,
                rows[bounds[i] : bounds[i + 1]],
                texts[bounds[i] : bounds[i + 1]],
                features[bounds[i] : bounds[i + 1]],
                features[size + i],
            )
            for i, target in enumerate(targets)
        ]

    def _empty(self, target: Target) -> CandidateSet:
        none = np.zeros((0, len(FEATURES)), dtype=np.float32)
        own = np.zeros(len(FEATURES), dtype=np.float32)
        return CandidateSet(target, np.zeros(0, dtype=np.int64), [], none, own)

    def _candidates(
        self, targets: Sequence[Target]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], list[str], Matrix]:
        """Places in the thesaurus, the target each belongs to, inflected texts, what is listed."""
        places: list[int] = []
        owners: list[int] = []
        texts: list[str] = []
        listed: list[tuple[float, float, float, float]] = []
        thesaurus, lexicon = self.thesaurus, self.lexicon
        for owner, target in enumerate(targets):
            if target.row < 0:
                continue
            span = thesaurus.span(target.row)
            own = " ".join(target.tokens[target.start : target.end]).lower()
            entry = lexicon.entries[target.row]
            listing = self.plain.listing(
                (entry.word, entry.part), target.tokens, target.tags, target.start, target.end
            )
            for place, row in enumerate(thesaurus.candidates[span].tolist(), start=span.start):
                text = fitted(lexicon, target, row)
                if text is None or text == own:
                    continue
                places.append(place)
                owners.append(owner)
                texts.append(text)
                listed.append(_listed(listing, lexicon.entries[row].word))
        return (
            np.array(places, dtype=np.int64),
            np.array(owners, dtype=np.int64),
            texts,
            np.array(listed, dtype=np.float32).reshape(-1, len(PLAIN_FEATURES)),
        )

    def _gaps(
        self, targets: Sequence[Target], owners: NDArray[np.int64], texts: Sequence[str]
    ) -> dict[str, NDArray[np.uint64]]:
        hashes = self.ngrams.hashes
        neighbours: list[str] = []
        for t in targets:
            before = [START, START, *t.tokens[max(0, t.start - 2) : t.start]][-2:]
            after = [*t.tokens[t.end : t.end + 2], END, END][:2]
            neighbours += [*before, *after]
        around = hashes(neighbours).reshape(-1, 4)[owners]
        words = [text.split(" ") for text in texts]
        before_last = hashes(w[-2] if len(w) > 1 else "" for w in words)
        single = np.array([len(w) == 1 for w in words])
        return {
            "left2": around[:, 0],
            "left1": around[:, 1],
            "first": hashes(w[0] for w in words),
            "before_last": np.where(single, around[:, 1], before_last),
            "last": hashes(w[-1] for w in words),
            "right1": around[:, 2],
            "right2": around[:, 3],
        }

    def _context(
        self, targets: Sequence[Target], owners: NDArray[np.int64], rows: NDArray[np.int64]
    ) -> tuple[Matrix, Matrix]:
        """Likeness of every candidate to the content words near its place and farther around."""
        known: dict[int, NDArray[np.int64]] = {}
        near, wide = [], []
        for target in targets:
            if id(target.tokens) not in known:
                known[id(target.tokens)] = self._content_rows(target.tokens, target.tags)
            near.append(self._mean_vector(known[id(target.tokens)], target, NEAR_WINDOW))
            wide.append(self._mean_vector(known[id(target.tokens)], target, WIDE_WINDOW))
        vectors = self.lexicon.unit_vectors(rows)
        return (
            np.einsum("ij,ij->i", vectors, np.stack(near)[owners]),
            np.einsum("ij,ij->i", vectors, np.stack(wide)[owners]),
        )

    def _content_rows(self, tokens: Sequence[str], tags: Sequence[str]) -> NDArray[np.int64]:
        rows = []
        for token, tag in zip(tokens, tags, strict=True):
            part = part_of_speech(token, tag)
            row = self.lexicon.find(token, part) if part and part != "OTHER" else None
            rows.append(-1 if row is None else row)
        return np.array(rows, dtype=np.int64)

    def _mean_vector(self, rows: NDArray[np.int64], target: Target, window: int) -> Matrix:
        around = np.concatenate(
            [
                rows[max(0, target.start - window) : target.start],
                rows[target.end : target.end + window],
            ]
        )
        around = around[around >= 0]
        if not len(around):
            return np.zeros(self.lexicon.vectors.shape[1], dtype=np.float32)
        # Rare words tell more about a context than common ones.
        weights = 1.0 / (1.0 + np.maximum(0.0, self.lexicon.zipf[around] - 2.0))
        total = weights @ self.lexicon.unit_vectors(around)
        norm = float(np.linalg.norm(total))
        return np.asarray(total / norm if norm else total, dtype=np.float32)

    def _assemble(
        self,
        rows: NDArray[np.int64],
        owners: NDArray[np.int64],
        places: NDArray[np.int64],
        fit: NDArray[np.float64],
        near: Matrix,
        wide: Matrix,
        targets: int,
    ) -> Matrix:
        lexicon, size = self.lexicon, len(places)
        out = np.zeros((len(rows), len(FEATURES)), dtype=np.float32)

        def put(name: str, values: NDArray) -> None:
            out[: len(values), COLUMN[name]] = values

        def with_gain(name: str, values: NDArray) -> None:
            put(name, values)
            put(f"{name}_gain", values - values[size:][owners])

        with_gain("zipf", lexicon.zipf[rows])
        with_gain("length", lexicon.lengths[rows])
        with_gain("syllables", lexicon.syllables[rows])
        with_gain("level", lexicon.levels_or_estimates[rows])
        with_gain("complexity", lexicon.complexity[rows])
        with_gain("simple_use", lexicon.simple_use[rows])
        with_gain("near_context", near)
        with_gain("wide_context", wide)
        vectors = lexicon.unit_vectors(rows)
        drawn = np.einsum("ij,ij->i", vectors, vectors[size:][owners])
        cosine = np.concatenate([self.thesaurus.cosines(places), np.ones(targets)])
        put("cosine", cosine)
        put("retrofitted_cosine", drawn)
        first = owners[:size]
        put("cosine_behind_best", _behind_best(cosine[:size], first, targets))
        put("retrofitted_behind_best", _behind_best(drawn[:size], first, targets))
        for place, name in enumerate(
            ("after_one", "after_two", "before_one", "before_two", "before_next")
        ):
            put(name, fit[:, place])
        together = fit.sum(axis=1)
        put("fit_gain", together - together[size:][owners])
        put("fit_behind_best", _behind_best(together[:size], first, targets))
        wordnet = self.thesaurus.wordnet[places].astype(np.float32)
        ppdb = self.thesaurus.ppdb[places].astype(np.float32)
        table = self.thesaurus.table[places].astype(np.float32)
        put("wordnet", wordnet)
        put("ppdb", np.log1p(ppdb))
        put("table", np.log1p(table))
        sums = np.bincount(first, weights=table, minlength=targets)
        put("table_share", table / (sums[first] + 1.0))
        put("reverse", np.log1p(self.thesaurus.reverse[places].astype(np.float32)))
        put("sources", wordnet + (ppdb > 0) + (table > 0) + (cosine[:size] > 0.45))
        put("phrase", lexicon.is_phrase[rows])
        put("shared_synonyms", self.thesaurus.shares(places))
        put("tag_share", lexicon.tag_share[rows])
        put("candidates_of_own", self._sizes()[rows])
        return out

    def _sizes(self) -> Matrix:
        return np.log1p(np.diff(self.thesaurus.offsets)).astype(np.float32)


def _listed(listing: Listing, word: str) -> tuple[float, float, float, float]:
    """The values of `PLAIN_FEATURES` for a candidate."""
    trust = listing.trusts.get(word, 0)
    if not trust:
        return 0.0, 0.0, 0.0, float(word in listing.unmet)
    rank = listing.ranks[word]
    return float(trust), float(rank == 0), 1.0 / (1 + rank), 0.0


def _behind_best(values: NDArray, owners: NDArray[np.int64], targets: int) -> NDArray:
    """How far each value is below the greatest of its target."""
    best = np.full(targets, -np.inf)
    np.maximum.at(best, owners, values)
    return np.asarray(values - best[owners])


def column(features: Matrix, name: str) -> Matrix:
    """One feature of all candidates."""
    return features[:, COLUMN[name]]


def columns(names: Iterable[str]) -> list[int]:
    """Places of features by name."""
    return [COLUMN[name] for name in names]
