"""docs/results/proposers.md: published outputs, taken apart into edits and judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.results.fluency import grammar_findings
from corpora import read_references
from seqlab import Simplifier
from seqlab.editing import PROPOSER, Parsed, edit_key, rewriting_edits
from seqlab.evaluation import Sari
from seqlab.files import atomic_write, data_folder, read_jsonl, read_lines
from seqlab.peers import of_outputs
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.text import Document, split_sentences

PAGE = Path("docs/results/proposers.md")
DATA = Path(__file__).parent / "data"
PUBLISHED = ("PBMT-R", "SBMT-SARI", "Dress-Ls", "DMASS-DCSS", "ACCESS")
STRENGTHS = (0.5, 1.0)
Texts = Sequence[str]


@dataclass
class Fate:
    """What became of a proposer's edits."""

    reasons: Counter[str] = field(default_factory=Counter)
    outputs: list[str] = field(default_factory=list)

    def share(self, *names: str) -> str:
        """The share of all edits that met one of these ends."""
        total = sum(self.reasons.values())
        return f"{100 * sum(self.reasons[name] for name in names) / max(1, total):.0f}"


def main() -> None:
    """Measure and write the page."""
    simplifier = Simplifier.load()
    lines = [
        "# Rivals as proposers",
        "",
        provenance("make results-proposers", "TurkCorpus test"),
        "",
        "A rewriting is cut into edits where it and its source say the same, and our judge and"
        " guards take or refuse each of them beside our own. Edits that we propose as well count as"
        " the rival's too. The table has them at full trust (`--proposer-trust 1`); by default an"
        " edit that only the rival proposes counts for 0.4 of what the judge says, and none is"
        " made. Grammar findings are Harper's per 100 outputs.",
        "",
        *_published(simplifier),
        *_readings(),
    ]
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines).rstrip() + "\n")
    print("\n".join(lines))


def through_judge(
    simplifier: Simplifier, originals: Texts, outputs: Texts, strength: float, level: str = "plain"
) -> Fate:
    """What the judge and the guards make of some outputs."""
    fate = Fate()
    simplifier.proposer = of_outputs(originals, outputs)
    try:
        for text, output in zip(originals, outputs, strict=True):
            explained = simplifier.explain(text, strength, level=level)
            fate.outputs.append(" ".join(one.output for one in explained))
            wanted = _wanted(simplifier, text, output)
            for number, one in enumerate(explained):
                for decision in one.decisions:
                    key = number, edit_key(decision.edit)
                    if decision.edit.kind == PROPOSER or key in wanted:
                        fate.reasons[_end(decision.taken, decision.reason)] += 1
    finally:
        simplifier.proposer = None
    return fate


def _wanted(simplifier: Simplifier, text: str, output: str) -> set[tuple[int, object]]:
    """The keys of all edits of a rewriting, with the number of their sentence."""
    sentences = Document.parse(text).sentences
    parts = split_sentences(output)
    if len(sentences) == 1:
        parts = [output]
    if len(parts) != len(sentences):
        return set()
    analyses = simplifier.syntax.analyse([[t.text for t in own.tokens] for own in sentences])
    found: set[tuple[int, object]] = set()
    for number, (own, analysis, part) in enumerate(zip(sentences, analyses, parts, strict=True)):
        parsed = Parsed(tuple(own.tokens), analysis.tree)
        found |= {(number, edit_key(edit)) for edit in rewriting_edits(parsed, part)}
    return found


def _end(taken: bool, reason: str) -> str:
    if taken:
        return "taken"
    for name in ("guard", "probably wrong", "another edit", "reads worse"):
        if reason.startswith(name):
            return name
    return "not at this strength"


def _published(simplifier: Simplifier) -> Iterator[str]:
    tests = read_references(data_folder() / "turkcorpus", "test")
    originals, references = tests.originals, tests.references
    heads = (
        "proposer", "strength", "its SARI", "its grammar findings", "edits", "refused %",
        "by guards %", "probably wrong %", "ours without it", "SARI together", "changed outputs",
        "grammar findings together",
    )  # fmt: skip
    own = {at: simplifier.simplify_sentences(originals, at) for at in STRENGTHS}
    rows = []
    for name in PUBLISHED:
        outputs = list(read_lines(data_folder() / "turkcorpus/systems" / name))
        theirs = sari(originals, outputs, references)
        for at in STRENGTHS:
            fate = through_judge(simplifier, originals, outputs, at)
            total = sum(fate.reasons.values())
            rows.append(
                [
                    name,
                    f"{at}",
                    f"{theirs:.1f}",
                    findings(outputs),
                    f"{total:,}",
                    f"{100 * (total - fate.reasons['taken']) / max(1, total):.0f}",
                    fate.share("guard"),
                    fate.share("probably wrong"),
                    f"{sari(originals, own[at], references):.1f}",
                    f"{sari(originals, fate.outputs, references):.1f}",
                    str(sum(a != b for a, b in zip(own[at], fate.outputs, strict=True))),
                    findings(fate.outputs),
                ]
            )
            print(" | ".join(rows[-1]), flush=True)
    yield f"## Published outputs (TurkCorpus test, {len(originals)} sentences, 8 references)"
    yield from ("", *markdown(heads, rows), "")


def _readings() -> Iterator[str]:
    """Published outputs read blind before and after the judge (`data/proposer_reading.jsonl`)."""
    path = DATA / "proposer_reading.jsonl"
    if not path.is_file():
        return
    ratings = [row for _, row in read_jsonl(path)]
    rows = []
    for when, name in _READ.items():
        by_reader: dict[int, list[dict[str, Any]]] = {}
        for row in ratings:
            if row["when"] == when:
                by_reader.setdefault(row["reader"], []).append(row)
        cells = [_means(own) for own in by_reader.values()]
        rows.append([name, *(" / ".join(of) for of in zip(*cells, strict=True))])
    heads = ("outputs", *_RATED, "clean", "clean and simpler", "clean and clearly simpler")
    systems = ", ".join(sorted({row["system"] for row in ratings}))
    yield f"### A blind reading ({systems})"
    yield from (
        "",
        f"{len({(r['system'], r['line']) for r in ratings})} sentences in whose output the judge"
        " took an edit of the rival at full trust and strength 0.5: as published, what came out of"
        " it, and our own output without the rival, shuffled and rated without their names by two"
        " language models; no person has read them. Clean: grammar and meaning at least 4 of 5."
        " So the judge cannot tell a rival's edits apart, and by default it makes none of them.",
        "",
        *markdown(heads, rows),
        "",
    )


_READ = {"before": "as published", "after": "with the rival, full trust", "own": "ours alone"}


def _means(own: Sequence[dict[str, Any]]) -> list[str]:
    clean = [row for row in own if row["grammar"] >= 4 and row["meaning"] >= 4]
    simpler = [row for row in clean if row["simplicity"] >= 2]
    clearly = [row for row in clean if row["simplicity"] >= 3]
    means = [f"{sum(r[k] for r in own) / len(own):.2f}" for k in _RATED]
    return means + [str(len(some)) for some in (clean, simpler, clearly)]


_RATED = ("grammar", "meaning", "simplicity")


def sari(originals: Texts, outputs: Texts, references: Sequence[Texts]) -> float:
    """The corpus's SARI."""
    return float(Sari().corpus(originals, outputs, references).value)


def findings(outputs: Texts) -> str:
    """What a grammar checker that the product does not use finds, per 100 outputs."""
    return f"{100 * sum(grammar_findings(list(outputs))) / len(outputs):.0f}"


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]], left: str = "l") -> list[str]:
    """A table as lines."""
    columns = left + "r" * (len(heads) - len(left))
    return as_markdown(list(heads), [list(row) for row in rows], columns).splitlines()


if __name__ == "__main__":
    main()
