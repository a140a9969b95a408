"""Write docs/results/annotation.md: aligners and annotation algorithms against gold labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from seqlab.alignment import Aligner, Links, TokenPair, link_score, load_aligner
from seqlab.annotation import (
    DEFAULTS,
    FROM_LINKS,
    AnnotationOptions,
    LabelledPair,
    LabelScores,
    OperationCounts,
    annotate_pairs,
    plot_confusion,
    plot_operations,
    read_any_pairs,
    read_gold,
    relabel,
    score_operations,
    score_words,
    semi_oracle,
)
from seqlab.evaluation import Sari
from seqlab.files import atomic_write, data_folder
from seqlab.progress import track
from seqlab.provenance import provenance
from seqlab.syntax import load_syntax
from seqlab.tables import as_markdown

PAGE = Path("docs/results/annotation.md")
HAND = Path("corpora/sample/annotations/operations.jsonl")
SETS = {
    "mtref-dev": data_folder() / "multimwa/mtref-dev.tsv",
    "wiki-dev": data_folder() / "multimwa/wiki-dev.tsv",
    "sample set": HAND,
}
ALIGNERS: dict[str, tuple[str, dict[str, Any]]] = {
    "exact": ("exact", {}),
    "mwa, no paraphrases": ("mwa", {"paraphrases": "none"}),
    "mwa": ("mwa", {}),
    "mwa with trees": ("mwa", {"syntax": "embedded"}),
    "simalign, itermax": ("simalign", {"method": "itermax"}),
    "simalign, match": ("simalign", {"method": "match"}),
    "simalign, argmax": ("simalign", {}),
    "light, no paraphrases": ("light", {"paraphrases": "none"}),
    "light": ("light", {}),
    "best, no paraphrases": ("best", {"paraphrases": "none"}),
    "best": ("best", {}),
}
THESIS_MICRO, THESIS_REORDER = 0.76, 0.39


class Known:
    """Links found before, given again: one alignment serves every table."""

    def __init__(self, links: list[Links]) -> None:
        self.links = links

    def align(self, pairs: Iterable[TokenPair]) -> list[Links]:
        """The links, whatever the pairs."""
        return self.links


Found = dict[tuple[str, str], Known]


def main() -> None:
    gold = {name: list(read_gold(path)) for name, path in SETS.items()}
    found: Found = {}
    for aligner in track(list(ALIGNERS), "align"):
        kind, options = ALIGNERS[aligner]
        loaded = load_aligner(kind, **options)
        for name, pairs in gold.items():
            sides = [(pair.source_tokens, pair.target_tokens) for pair in pairs]
            found[aligner, name] = Known(loaded.align(sides))
    by_hand = relabel(gold["sample set"], found["best", "sample set"])
    picture = PAGE.with_name("annotation-confusion.png")
    plot_confusion(score_words(by_hand, gold["sample set"]), picture)
    sections = [
        "# Word alignment and annotation",
        provenance(
            "python -m benchmarks.results.annotation",
            "MultiMWA dev (gold links), corpora/sample/annotations (sample set), OneStopEnglish",
        ),
        _targets(gold, found),
        _aligners(gold, found),
        _reorder(gold, found),
        _heuristics(gold["sample set"], found["best", "sample set"]),
        _words_by_hand(by_hand, gold["sample set"], picture),
        _sentences(gold["sample set"], found),
        _corpus(),
    ]
    with atomic_write(PAGE) as page:
        page.write("\n\n".join(sections) + "\n")
    print(PAGE)


def _options(name: str) -> AnnotationOptions:
    # Gold labels of MultiMWA are what its links say; a heuristic that adds links would differ.
    return DEFAULTS if name == "sample set" else FROM_LINKS


def _labels(
    gold: list[LabelledPair], aligner: Aligner | None, options: AnnotationOptions
) -> LabelScores:
    return score_words(relabel(gold, aligner, options), gold)


def _link_f1(gold: list[LabelledPair], known: Known) -> float:
    return link_score(known.links, [set(pair.links) for pair in gold]).f1


def _f1(scores: LabelScores) -> list[str]:
    return [f"{score.f1:.2f}" for score in scores.scores.values()] + [f"{scores.micro.f1:.3f}"]


def _targets(gold: dict[str, list[LabelledPair]], found: Found) -> str:
    micro = {
        name: _labels(pairs, found["best", name], _options(name)) for name, pairs in gold.items()
    }
    exact = _link_f1(gold["mtref-dev"], found["exact", "mtref-dev"])
    best = _link_f1(gold["mtref-dev"], found["best", "mtref-dev"])

    def reached(yes: bool) -> str:
        return "yes" if yes else "**no**"

    rows = [
        [
            "link F1 on mtref-dev, points above `exact`",
            "5",
            f"{100 * (best - exact):.1f}",
            reached(best - exact >= 0.05),
        ]
    ]
    for name, scores in micro.items():
        value, move = scores.micro.f1, scores.scores["M"].f1
        rows.append(
            [f"word labels, micro F1, {name}", f"> {THESIS_MICRO}", f"{value:.3f}",
             reached(value > THESIS_MICRO)]
        )  # fmt: skip
        rows.append(
            [f"REORDER F1, {name}", f"> {THESIS_REORDER}", f"{move:.2f}",
             reached(move > THESIS_REORDER)]
        )  # fmt: skip
    return (
        "## What was aimed at\n\nAligner `best`. The thesis reached micro F1 "
        f"{THESIS_MICRO} and REORDER F1 {THESIS_REORDER} on 100 pairs of Newsela (Table 3.3), "
        "which cannot be had here; the numbers are a mark to pass, not the same test.\n\n"
        + as_markdown(["measure", "aim", "reached", ""], rows)
    )


def _aligners(gold: dict[str, list[LabelledPair]], found: Found) -> str:
    parts = [
        "## Aligners\n\n"
        "F1 of word links, and of the word labels that follow from them by the same "
        "algorithm. On MultiMWA the gold labels come from the sure gold links; on the sample "
        "set they are an annotator's (143 pairs of our own sample corpus; the annotator was a "
        "language model that followed written guidelines pair by pair, and no person has "
        "checked the labels yet). What `light` and `best` weigh was searched on the train "
        "files of MultiMWA, which of these counts most (its Wikipedia pairs) after a first "
        "look at the sample set, and settings were compared on its dev files after the search; "
        "the defaults of the annotation switches follow the sample set's guidelines and were "
        "compared on its scores, so it is no held-out test of them. `light`, `mwa` and "
        "`best` use PPDB and WordNet pairs unless it says otherwise. In MultiMWA's mtref files "
        "whole phrases are often linked only as "
        "*possible*, and so count as deleted and added here, whatever an aligner does."
    ]
    for name, pairs in gold.items():
        rows = []
        for aligner in ALIGNERS:
            known = found[aligner, name]
            scores = _labels(pairs, known, _options(name))
            rows.append([aligner, f"{_link_f1(pairs, known):.3f}", *_f1(scores)])
        wanted = _labels(pairs, None, _options(name)).scores
        size = [f"{score.gold:,}" for score in wanted.values()]
        rows.append(["*gold labels*", "", *size, f"{sum(s.gold for s in wanted.values()):,}"])
        parts.append(
            f"**{name}** ({len(pairs):,} pairs)\n\n"
            + as_markdown(["aligner", "links", "D", "R", "A", "M", "micro"], rows)
        )
    return "\n\n".join(parts)


def _reorder(gold: dict[str, list[LabelledPair]], found: Found) -> str:
    rows = []
    pairs = gold["sample set"]
    for aligner in ("gold links", "exact", "light", "best"):
        known = None if aligner == "gold links" else found[aligner, "sample set"]
        for name in ("relative-index", "increasing"):
            options = replace(DEFAULTS, reorder=name, same_place="off" if known is None else "gap")
            scores = _labels(pairs, known, options)
            move = scores.scores["M"]
            rows.append(
                [f"{aligner}, `{name}`", f"{move.precision:.2f}", f"{move.recall:.2f}",
                 f"{move.f1:.2f}", f"{scores.micro.f1:.3f}"]
            )  # fmt: skip
    return (
        "## Two ways to find REORDER\n\n`relative-index` is Algorithm 2 as its prose says; "
        "`increasing` labels the words outside the heaviest increasing run of links. "
        "Sample set.\n\n" + as_markdown(["links and algorithm", "P", "R", "F1 of M", "micro"], rows)
    )


def _heuristics(gold: list[LabelledPair], known: Known) -> str:
    variants = {
        "as set": DEFAULTS,
        "same place: off": replace(DEFAULTS, same_place="off"),
        "same place: by index, as in the thesis": replace(DEFAULTS, same_place="index"),
        "phrase gaps up to 3": replace(DEFAULTS, phrase_gap=3),
        "marks may be replaced": replace(DEFAULTS, replace_punctuation=True),
        "marks may be moved": replace(DEFAULTS, move_punctuation=True),
        "many-to-one not replaced": replace(DEFAULTS, phrase_replaced=False),
        "case counts": replace(DEFAULTS, ignore_case=False),
        "the thesis's choices": AnnotationOptions(
            replace_punctuation=True,
            same_place="index",
            reorder="relative-index",
            move_punctuation=True,
        ),
    }
    rows = [[name, *_f1(_labels(gold, known, options))] for name, options in variants.items()]
    tagged = score_words(relabel(gold, known, DEFAULTS, load_syntax("embedded")), gold)
    rows.insert(1, ["tags of the embedded syntax", *_f1(tagged)])
    return (
        "## Each switch by itself\n\nAligner `best`, sample set, F1; "
        "tags are guessed from a lexicon unless it says otherwise.\n\n"
        + as_markdown(["options", "D", "R", "A", "M", "micro"], rows)
    )


def _words_by_hand(found: list[LabelledPair], gold: list[LabelledPair], picture: Path) -> str:
    return (
        "## Words, by label\n\nAligner `best`, sample set (as thesis Table 3.3).\n\n"
        + score_words(found, gold).table()
        + f"\n\n![Confusion of word labels; rows are gold]({picture.name})"
    )


def _sentences(gold: list[LabelledPair], found: Found) -> str:
    parts = [
        "## Sentences\n\n"
        "Sample set (as thesis Table 3.5). There DELETE and ADD mean that information "
        "went or came, so counting any deleted word, as the thesis does, over-reports them; "
        "`informative` asks for a content word. The REWRITE rules follow the definitions of "
        "the thesis and of this set's guidelines, and were settled with this set in view: "
        "their rows are no held-out result."
    ]
    known = found["best", "sample set"]
    for title, options in (
        ("as the thesis counts", DEFAULTS),
        ("`informative`", replace(DEFAULTS, informative=True)),
    ):
        table = score_operations(relabel(gold, known, options), gold).table()
        parts.append(f"**{title}**\n\n{table}")
    return "\n\n".join(parts)


def _corpus() -> str:
    """What the editors of OneStopEnglish did, and what obeying the labels yields."""
    aligner = load_aligner("light")
    counts = OperationCounts()
    rows = []
    for levels in (("adv", "int"), ("int", "ele"), ("adv", "ele")):
        name = "-".join(levels)
        path = data_folder() / "onestop/aligned" / f"{name}.tsv"
        pairs = [replace(pair, levels=levels) for pair in read_any_pairs(path)]
        labelled = list(counts.counting(annotate_pairs(pairs, aligner)))
        rows.append([f"{levels[0]} → {levels[1]}", *_oracle(labelled)])
    picture = PAGE.with_name("annotation-operations.png")
    plot_operations(counts, picture)
    return (
        "## A corpus, and the semi-oracle\n\nOneStopEnglish, pairs aligned by its authors (which "
        "hold no splits), aligner `light`: pairs in which each operation was performed "
        "(as thesis Table 3.2).\n\n"
        f"{counts.table()}\n\n![Operations per level pair]({picture.name})\n\n"
        "Obeying the silver labels (thesis Table 3.7; corpus SARI against the one reference, on "
        "tokens): the source left as it is, DELETE and REPLACE applied, and all four operations, "
        "which give the reference back.\n\n"
        + as_markdown(["pairs", "source", "D, R", "D, R, A, M"], rows)
    )


def _oracle(pairs: list[LabelledPair]) -> list[str]:
    sari = Sari(lowercase=True, tokenizer="none", form="corpus")
    originals = [" ".join(pair.source_tokens) for pair in pairs]
    targets = [" ".join(pair.target_tokens) for pair in pairs]
    scores = []
    for operations in ("", "DR", "DRAM"):
        outputs = [" ".join(semi_oracle(pair, operations)) for pair in pairs]
        scores.append(f"{sari.corpus(originals, outputs, [targets]).value:.1f}")
    return scores


if __name__ == "__main__":
    main()
