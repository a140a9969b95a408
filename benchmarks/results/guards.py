"""Write docs/results/guards.md: what each guard refuses, and what would be written without it.

    python -m benchmarks.results.guards [--work FOLDER]

Sentences are those of ASSET's validation part, drawn by a fixed seed; see `fluency.py` for what
the judges need. Guards matter more the bolder the edits are, so full strength is shown too.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.results.fluency import Kept, grammar_findings, language_model_costs, words
from seqlab import Simplifier
from seqlab.editing.judge.guards import GUARDS
from seqlab.evaluation import Sari, load_test_set
from seqlab.files import atomic_write
from seqlab.progress import track
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

PAGE = Path("docs/results/guards.md")
SEED = 13
SENTENCES = 600
STRENGTHS = (0.5, 1.0)
FLUENCY = "fluency (n-gram model)"
EXAMPLES = 2
Judge = Callable[[Sequence[str]], list[float]]


@dataclass(frozen=True)
class Row:
    """One guard taken away: which outputs change, and how they are judged before and after."""

    name: str
    changed: int
    sari: float
    cost: tuple[float, float]
    findings: tuple[float, float]
    examples: tuple[tuple[str, str, str], ...]


@contextmanager
def without(guard: str, model: Simplifier) -> Iterator[None]:
    """The model as it would be without one guard, or without all."""
    kept, cost = dict(GUARDS), model.cost
    if guard in (FLUENCY, "all"):
        model.cost = lambda sentences: 0.0
    for name in kept if guard == "all" else [guard]:
        GUARDS.pop(name, None)
    try:
        yield
    finally:
        # Their order decides which of two guards is named as the reason.
        GUARDS.clear()
        GUARDS.update(kept)
        model.cost = cost


def rows(model: Simplifier, strength: float, cost: Judge, findings: Judge) -> list[Row]:
    """Every guard at one strength."""
    tests = load_test_set("asset_valid")
    places = sorted(random.Random(SEED).sample(range(len(tests.originals)), SENTENCES))
    originals = [tests.originals[place] for place in places]
    references = [[texts[place] for place in places] for texts in tests.references]
    sari = Sari()
    guarded = model.simplify_sentences(originals, strength=strength)
    base = float(sari.corpus(originals, guarded, references))
    found = []
    for name in track([*GUARDS, FLUENCY, "all"], f"guards at strength {strength}"):
        with without(name, model):
            free = model.simplify_sentences(originals, strength=strength)
        other = [
            place for place, pair in enumerate(zip(guarded, free, strict=True)) if len({*pair}) > 1
        ]
        before, after = [guarded[place] for place in other], [free[place] for place in other]
        found.append(
            Row(
                name,
                len(other),
                float(sari.corpus(originals, free, references)) - base,
                (sum(cost(before)) / words(before), sum(cost(after)) / words(after)),
                (_per_hundred(findings, before), _per_hundred(findings, after)),
                tuple((originals[p], guarded[p], free[p]) for p in other[:EXAMPLES]),
            )
        )
    return found


def _per_hundred(findings: Judge, texts: Sequence[str]) -> float:
    return 100 * sum(findings(texts)) / words(texts)


def added_findings(model: Simplifier, strength: float, findings: Judge) -> tuple[int, int]:
    """In how many outputs the checker finds more than in the source, and how many changed."""
    originals = list(load_test_set("asset_valid").originals)
    places = sorted(random.Random(SEED).sample(range(len(originals)), SENTENCES))
    sources = [originals[place] for place in places]
    outputs = model.simplify_sentences(sources, strength=strength)
    pairs = [(a, b) for a, b in zip(sources, outputs, strict=True) if a != b]
    before = findings([a for a, _ in pairs])
    after = findings([b for _, b in pairs])
    return sum(b > a for a, b in zip(before, after, strict=True)), len(pairs)


def page(model: Simplifier, cost: Judge, findings: Judge) -> str:
    """The whole page."""
    lines = [
        "# What each guard buys",
        "",
        provenance(
            "python -m benchmarks.results.guards",
            f"ASSET validation, {SENTENCES} sentences",
            seed=SEED,
        ),
        "",
        "Each row turns one guard off and looks at the outputs that change. *Cross-entropy* is "
        "that of a causal language model (SmolLM2) on those outputs, in nats per token; *findings* "
        "are a grammar checker's remarks per 100 words; both with the guard → without it. Higher "
        "on the right means that the guard keeps worse sentences out. *SARI* is the difference on "
        "all "
        f"{SENTENCES} sentences when the guard is off. Edits are proposed only where a tree allows "
        "them, so most guards seldom have to act; those that change nothing here stay because of "
        "what the tests show.",
        "",
    ]
    for strength in STRENGTHS:
        lines += _table(strength, rows(model, strength, cost, findings))
        more, changed = added_findings(model, strength, findings)
        lines += [
            f"A grammar checker as one more guard would act on {more} of the {changed} outputs "
            "that differ from their source: in so many it has more remarks than on the source.",
            "",
        ]
    return "\n".join(lines)


def _table(strength: float, found: Sequence[Row]) -> list[str]:
    rows = []
    for row in found:
        judged = [f"{one:.2f} → {other:.2f}" for one, other in (row.cost, row.findings)]
        cells = judged if row.changed else ["–", "–"]
        rows.append([row.name, row.changed, f"{row.sari:+.2f}", *cells])
    heads = "without|outputs that change|SARI|cross-entropy per token|findings per 100"
    lines = [f"## Strength {strength}", "", as_markdown(heads.split("|"), rows), ""]
    for row in found:
        if row.examples and row.name != "all":
            lines += [f"**{row.name}**", ""]
            for source, kept, free in row.examples:
                lines += [f"- {source}  ", f"  with: {kept}  ", f"  without: {free}"]
            lines.append("")
    return lines


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.guards")
    parser.add_argument("--work", type=Path, default=Path("runs/results/simplification"))
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args()
    cost = Kept(options.work / "costs.jsonl", language_model_costs, "language model")
    findings = Kept(options.work / "findings.jsonl", grammar_findings, "grammar")
    text = page(Simplifier.load(), cost, findings)
    with atomic_write(options.page) as handle:
        handle.write(text)
    print(options.page)


if __name__ == "__main__":
    main()
