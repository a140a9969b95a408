"""`LexicalSimplifier`: generate, select, rank, confirm and inflect simpler words in context."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.records import Change, Index, Request, Stages, Substitute
from lexical_simplifier.resources.folder import read_folder, write_folder
from lexical_simplifier.resources.lexicon import Lexicon, article_before
from lexical_simplifier.resources.ngrams import NGramModel
from lexical_simplifier.resources.plain_words import PLAIN_WORDS, read_plain_words, with_plain_words
from lexical_simplifier.resources.thesaurus import TRUST, PlainWords, Thesaurus
from lexical_simplifier.stages.confirm import (
    Confirmer,
    confidence,
    confirmation_row,
    listed_confidence,
    objection,
)
from lexical_simplifier.stages.features import COLUMN, CandidateSet, FeatureMaker
from lexical_simplifier.stages.rank import FrequencyRanker, PairwiseRanker
from lexical_simplifier.stages.reasons import reason_dropped, reason_kept
from lexical_simplifier.stages.select import BoundarySelector
from lexical_simplifier.stages.targets import (
    ComplexWordModel,
    Target,
    TargetFinder,
    protected,
    word_features,
)
from seqlab.english import cased_like
from seqlab.errors import UsageError

DEFAULT_FOLDER = Path(__file__).parent / "models" / "default"
_TRUSTS = ("", *TRUST)


class LexicalSimplifier:
    """Finds simpler words that fit: `LexicalSimplifier.load().replace(tokens, index)`."""

    def __init__(
        self,
        lexicon: Lexicon,
        thesaurus: Thesaurus,
        ngrams: NGramModel,
        selector: BoundarySelector,
        ranker: PairwiseRanker,
        confirmer: Confirmer,
        complex_words: ComplexWordModel,
        plain: PlainWords | None = None,
        keep: Collection[str] = (),
        stages: Stages | None = None,
        syntax: Any = "embedded",
    ) -> None:
        self._built = (lexicon, thesaurus)
        self.plain = plain or PlainWords()
        self.lexicon, self.thesaurus = with_plain_words(lexicon, thesaurus, self.plain)
        self.ngrams = ngrams
        self.selector = selector
        self.ranker = ranker
        self.confirmer = confirmer
        self.complex_words = complex_words
        self.keep = frozenset(word.lower() for word in keep)
        self.stages = stages or Stages()
        self.features = FeatureMaker(self.lexicon, self.thesaurus, ngrams, self.plain)
        self.finder = TargetFinder(self.lexicon, self.plain)
        self._syntax = syntax

    @classmethod
    def load(
        cls,
        folder: str | Path = DEFAULT_FOLDER,
        keep: Collection[str] = (),
        stages: Stages | None = None,
        threshold: float | None = None,
        syntax: Any = "embedded",
        plain_words: str | Path | None = PLAIN_WORDS,
    ) -> LexicalSimplifier:
        """The simplifier of a model folder.

        Args:
            folder: The model; by default the one that ships.
            keep: Words that are never replaced.
            stages: Which stages run.
            threshold: How sure the confirmation must be, 0–1; by default the model's own.
            syntax: What tags sentences given without tags: a backend's name or a backend.
            plain_words: A list of simpler words in the format of the one that ships; None for none.
        """
        lines, arrays, config = read_folder(folder)
        learned = arrays["learned"]

        def scaled(name: str) -> dict[str, Any]:
            return {
                f"{part}_": learned[f"{name}.{part}"] for part in ("weights", "means", "deviations")
            }

        ranker = PairwiseRanker(
            push=config["plain_push"],
            means_=learned["ranker.means"],
            deviations_=learned["ranker.deviations"],
            layers_={
                key.removeprefix("ranker.layer."): value
                for key, value in learned.items()
                if key.startswith("ranker.layer.")
            },
        )
        sure = config["threshold"] if threshold is None else threshold
        return cls(
            Lexicon.from_stored(lines, arrays["lexicon"]),
            Thesaurus.from_arrays(arrays["thesaurus"]),
            NGramModel.from_arrays(arrays["ngrams"]),
            BoundarySelector(share=config["select_share"], **scaled("selector")),
            ranker,
            Confirmer(threshold=sure, **scaled("confirmer")),
            ComplexWordModel(**scaled("complex")),
            plain=None if plain_words is None else read_plain_words(plain_words),
            keep=keep,
            stages=stages,
            syntax=syntax,
        )

    def save(self, folder: str | Path, notes: dict[str, Any] | None = None) -> None:
        """Write the model folder; `notes` are kept in config.json for people."""
        learned: dict[str, Any] = {
            "ranker.means": self.ranker.means_,
            "ranker.deviations": self.ranker.deviations_,
        }
        learned |= {f"ranker.layer.{key}": value for key, value in self.ranker.layers_.items()}
        parts = {
            "selector": self.selector,
            "confirmer": self.confirmer,
            "complex": self.complex_words,
        }
        for name, part in parts.items():
            for kind in ("weights", "means", "deviations"):
                learned[f"{name}.{kind}"] = getattr(part, f"{kind}_").astype(np.float32)
        lexicon, thesaurus = self._built
        write_folder(
            folder,
            list(lexicon.to_lines()),
            {
                "lexicon": lexicon.to_arrays(),
                "thesaurus": thesaurus.to_arrays(),
                "ngrams": self.ngrams.to_arrays(),
                "learned": learned,
            },
            {
                "components": ["boundary_selector.v1", "pairwise_ranker.v1", "confirmer.v1"],
                "select_share": self.selector.share,
                "plain_push": self.ranker.push,
                "threshold": self.confirmer.threshold,
                "notes": notes or {},
            },
        )

    def substitutes(
        self, tokens: Sequence[str], index: Index, tags: Sequence[str] | None = None
    ) -> list[Substitute]:
        """Candidates for a word or phrase, the best first, dropped ones last."""
        return self.substitutes_batch([Request(tokens, index, tags)])[0]

    def substitutes_batch(self, requests: Sequence[Request]) -> list[list[Substitute]]:
        """Candidates for many words at once; much faster than one by one."""
        return [
            [] if candidates is None else self._substitutes(candidates)
            for candidates in self.candidate_sets(requests)
        ]

    def candidate_sets(self, requests: Sequence[Request]) -> list[CandidateSet | None]:
        """All candidates with their features; None where a word must stay or is not known."""
        targets = self._targets(requests)
        sets = iter(self.features([target for target in targets if target is not None]))
        return [None if target is None else next(sets) for target in targets]

    def replace(
        self, tokens: Sequence[str], index: Index, tags: Sequence[str] | None = None
    ) -> str | None:
        """What to put for a word or phrase, or None to keep it."""
        return self.replace_batch([Request(tokens, index, tags)])[0]

    def replace_batch(self, requests: Sequence[Request]) -> list[str | None]:
        """What to put for many words, None for those to keep."""
        return [
            best.text if (best := self.confirmed(substitutes)) else None
            for substitutes in self.substitutes_batch(requests)
        ]

    def confirmed(self, substitutes: Sequence[Substitute]) -> Substitute | None:
        """Which of ranked substitutes is to be put for the target: the surest that is sure enough.

        That is the first of them, or one that the list of plain words trusts more.
        """
        if not self.stages.confirm:
            return substitutes[0] if substitutes and substitutes[0].kept else None
        sure = [c for c in substitutes if c.kept and c.confidence is not None]
        best = max(sure, key=lambda c: c.confidence or 0.0, default=None)
        if best is None or (best.confidence or 0.0) < self.confirmer.threshold:
            return None
        return best

    def is_complex(self, tokens: Sequence[str], tags: Sequence[str] | None = None) -> list[float]:
        """The probability that each word is hard for readers; 0 for names, numbers and marks."""
        tags = self._tags([Request(tokens, 0, tags)])[0]
        if not tokens:
            return []
        chances = self.complex_words.predict(word_features(self.lexicon, tokens, tags))
        fixed = protected(tokens, tags)
        return [0.0 if stays else float(p) for p, stays in zip(chances, fixed, strict=True)]

    def simplify(
        self, tokens: Sequence[str], tags: Sequence[str] | None = None, complexity: float = 0.25
    ) -> tuple[list[str], list[Change]]:
        """The sentence with its hard words replaced, and what was changed.

        Words count as hard above the probability `complexity`; phrases are tried before words.
        """
        return self.simplify_batch([Request(tokens, 0, tags)], complexity)[0]

    def simplify_batch(
        self, sentences: Sequence[Request], complexity: float = 0.25
    ) -> list[tuple[list[str], list[Change]]]:
        """`simplify` for many sentences, whose candidates are judged together: much faster."""
        tagged = self._tags(sentences)
        spans = []
        for sentence, tags in zip(sentences, tagged, strict=True):
            fixed = protected(sentence.tokens, tags, self.keep)
            wanted = [False] * len(tags)
            if complexity <= 1:
                wanted = [p >= complexity for p in self.is_complex(sentence.tokens, tags)]
            spans.append(self.finder.spans(sentence.tokens, tags, wanted, fixed))
        requests = [
            Request(sentence.tokens, span, tags)
            for sentence, tags, own in zip(sentences, tagged, spans, strict=True)
            for span in own
        ]
        substitutes = iter(self.substitutes_batch(requests))
        return [
            self._changed(sentence.tokens, [(span, next(substitutes)) for span in own])
            for sentence, own in zip(sentences, spans, strict=True)
        ]

    def target_spans(
        self, tokens: Sequence[str], tags: Sequence[str], hard: Sequence[bool]
    ) -> list[tuple[int, int]]:
        """Words and phrases to find simpler ones for: the hard ones and those of the lists."""
        return self.finder.spans(tokens, tags, hard, protected(tokens, tags, self.keep))

    def _changed(
        self, tokens: Sequence[str], substitutes: Sequence[tuple[tuple[int, int], list[Substitute]]]
    ) -> tuple[list[str], list[Change]]:
        sure = [
            (span, best) for span, own in substitutes if (best := self.confirmed(own)) is not None
        ]
        # What the list trusts most comes first, and a phrase before the words in it.
        sure.sort(
            key=lambda item: (-_TRUSTS.index(item[1].trust), item[0][0] - item[0][1], item[0])
        )
        taken: dict[tuple[int, int], Substitute] = {}
        for (start, end), best in sure:
            if all(end <= other[0] or other[1] <= start for other in taken):
                taken[start, end] = best
        new, changes = list(tokens), []
        # From the right, so that positions to the left stay true.
        for (start, end), best in sorted(taken.items(), reverse=True):
            changes.append(Change(start, end, " ".join(tokens[start:end]), best))
            new[start:end] = best.text.split(" ")
            if best.article:
                new[start - 1] = best.article
        return new, changes[::-1]

    def _tags(self, requests: Sequence[Request]) -> list[Sequence[str]]:
        missing = {id(r.tokens): r.tokens for r in requests if r.tags is None and r.tokens}
        analysed: dict[int, Sequence[str]] = {}
        if missing:
            analyses = self.syntax.analyse(list(missing.values()))
            analysed = {key: a.tags for key, a in zip(missing, analyses, strict=True)}
        tags = []
        for request in requests:
            own = analysed.get(id(request.tokens), ()) if request.tags is None else request.tags
            if len(own) != len(request.tokens):
                raise UsageError(f"{len(own)} tags for {len(request.tokens)} tokens")
            tags.append(own)
        return tags

    @property
    def syntax(self) -> Any:
        """The syntax backend, loaded when a sentence first comes without tags."""
        if isinstance(self._syntax, str):
            from seqlab.syntax import load_syntax

            self._syntax = load_syntax(self._syntax)
        return self._syntax

    def _targets(self, requests: Sequence[Request]) -> list[Target | None]:
        targets = []
        for request, tags in zip(requests, self._tags(requests), strict=True):
            fixed = protected(request.tokens, tags, self.keep)
            targets.append(self.finder.target(request.tokens, tags, request.index, fixed))
        return targets

    def _substitutes(self, candidates: CandidateSet) -> list[Substitute]:
        size = len(candidates.rows)
        if not size:
            return []
        fits = self.selector.kept(candidates) if self.stages.select else np.arange(size)
        ranker = self.ranker if self.stages.rank else FrequencyRanker()
        scores = ranker.predict(candidates.features[fits])
        objections = [objection(self.lexicon, candidates, place) for place in fits.tolist()]
        order = _without_repeats(np.argsort(-scores, kind="stable"), fits, candidates.texts)
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        target = candidates.target
        at_start = target.start == 0
        row = confirmation_row(candidates, int(fits[order[0]]), scores)
        learned = float(self.confirmer.predict(row[None])[0])
        sure = confidence(candidates, int(fits[order[0]]), learned)
        ranked = []
        for rank, place in enumerate(order):
            candidate = int(fits[place])
            against = objections[place]
            text = cased_like(candidates.texts[candidate], target.tokens[target.start], at_start)
            ranked.append(
                Substitute(
                    text=text,
                    score=float(shares[place]),
                    kept=not against or not self.stages.confirm,
                    reason=against or reason_kept(candidates, candidate),
                    confidence=sure
                    if rank == 0
                    else listed_confidence(candidates, candidate) or None,
                    article=article_before(target.tokens, target.start, text),
                    trust=_TRUSTS[int(candidates.features[candidate, COLUMN["plain"]])],
                )
            )
        dropped = np.setdiff1d(np.arange(size), fits)
        return ranked + [
            Substitute(candidates.texts[place], 0.0, False, reason_dropped(candidates, place))
            for place in dropped.tolist()
        ]


def _without_repeats(
    order: NDArray[np.int64], fits: NDArray[np.int64], texts: Sequence[str]
) -> list[int]:
    """The order without candidates whose text an earlier one has: persons and people."""
    first: dict[str, int] = {}
    for place in order.tolist():
        first.setdefault(texts[fits[place]], place)
    return list(first.values())
