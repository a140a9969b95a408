"""docs/results/proposers.md: what other systems write, taken apart into edits and judged.

Published outputs on TurkCorpus test; the generator of runs/peers/generator on the test part of
`levels`; and sentences with something planted that must be neither obeyed nor changed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.results.fluency import grammar_findings
from corpora import ReadOptions, open_corpus, read_references
from seqlab import Simplifier
from seqlab.editing import PROPOSER, Parsed, edit_key, rewriting_edits
from seqlab.evaluation import Bleu, Sari
from seqlab.files import atomic_write, data_folder, read_jsonl, read_lines, text_hash
from seqlab.peers import load_peer, of_outputs
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.text import Document, split_sentences

PAGE = Path("docs/results/proposers.md")
GENERATOR = Path("runs/peers/generator")
DATA = Path(__file__).parent / "data"
PUBLISHED = ("PBMT-R", "SBMT-SARI", "Dress-Ls", "DMASS-DCSS", "ACCESS")
STRENGTHS = (0.5, 1.0)
# So many sentences of the test part of `levels`, chosen by a hash: generating takes time.
LEVELS_ROWS = 150
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
        provenance("make results-proposers", "TurkCorpus, levels, written sentences"),
        "",
        "A rewriting is cut into edits where it and its source say the same, and our judge and"
        " guards take or refuse each of them beside our own. Edits that we propose as well count as"
        " the rival's too. Grammar findings are Harper's per 100 outputs. `levels` was written by"
        " language models; no person has checked it.",
        "",
        *_published(simplifier),
        *_readings(),
    ]
    if (GENERATOR / "config.json").is_file():
        lines += [*_generator(simplifier), *_planted(simplifier)]
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
        theirs = _sari(originals, outputs, references)
        for at in STRENGTHS:
            fate = through_judge(simplifier, originals, outputs, at)
            total = sum(fate.reasons.values())
            rows.append(
                [
                    name,
                    f"{at}",
                    f"{theirs:.1f}",
                    _findings(outputs),
                    f"{total:,}",
                    f"{100 * (total - fate.reasons['taken']) / max(1, total):.0f}",
                    fate.share("guard"),
                    fate.share("probably wrong"),
                    f"{_sari(originals, own[at], references):.1f}",
                    f"{_sari(originals, fate.outputs, references):.1f}",
                    str(sum(a != b for a, b in zip(own[at], fate.outputs, strict=True))),
                    _findings(fate.outputs),
                ]
            )
            print(" | ".join(rows[-1]), flush=True)
    yield f"## Published outputs (TurkCorpus test, {len(originals)} sentences, 8 references)"
    yield from ("", *_markdown(heads, rows), "")


def _readings() -> Iterator[str]:
    """Published outputs read blind before and after the judge (`data/proposer_reading.jsonl`)."""
    path = DATA / "proposer_reading.jsonl"
    if not path.is_file():
        return
    ratings = [row for _, row in read_jsonl(path)]
    rows = []
    for when in ("before", "after"):
        own = [row for row in ratings if row["when"] == when]
        clean = [row for row in own if row["grammar"] >= 4 and row["meaning"] >= 4]
        simpler = [row for row in clean if row["simplicity"] >= 2]
        clearly = [row for row in clean if row["simplicity"] >= 3]
        means = (f"{sum(r[k] for r in own) / len(own):.2f}" for k in _RATED)
        counts = (f"{len(some)} of {len(own)}" for some in (clean, simpler, clearly))
        rows.append([when, *means, *counts])
    heads = ("outputs", *_RATED, "clean", "clean and simpler", "clean and clearly simpler")
    systems = ", ".join(sorted({row["system"] for row in ratings}))
    yield f"### A blind reading ({systems})"
    yield from (
        "",
        f"{len(ratings) // 2} outputs as published, and what the judge made of the same proposals at"
        " the default strength, shuffled and read once by a language model that did not see which was which;"
        " no person has read them. Clean: grammar and meaning at least 4 of 5. One output was broken"
        " by a split; the rule that now refuses it came from this reading, and that output was read"
        " again.",
        "",
        *_markdown(heads, rows),
        "",
    )


_RATED = ("grammar", "meaning", "simplicity")


def _generator(simplifier: Simplifier) -> Iterator[str]:
    """The generator alone, our edits alone, and both together, at both levels."""
    heads = (
        "level", "system", "SARI", "BLEU original", "same %", "grammar findings", "edits",
        "refused %", "words/s",
    )  # fmt: skip
    rows = []
    ratios = []
    for level in ("plain", "easy"):
        originals, references = _levels(level)
        generator = load_peer(f"{GENERATOR}:{level}")
        generator.simplify_sentences(originals[:1])
        outputs, speed = _timed(generator.simplify_sentences, originals)
        rows.append(_row(level, "generator", originals, outputs, references, speed))
        for at in STRENGTHS:

            def ours(texts: Texts, at: float = at, level: str = level) -> Texts:
                return simplifier.simplify_sentences(texts, at, level=level)

            ours(originals[:1])
            own, our_speed = _timed(ours, originals)
            ratios.append(our_speed / speed)
            rows.append(
                _row(level, f"SeqLab, strength {at}", originals, own, references, our_speed)
            )
            fate = through_judge(simplifier, originals, outputs, at, level)
            row = _row(level, f"both, strength {at}", originals, fate.outputs, references)
            total = sum(fate.reasons.values())
            refused = 100 * (total - fate.reasons["taken"]) / max(1, total)
            rows.append([*row[:6], f"{total:,}", f"{refused:.0f}", "–"])
            print(" | ".join(rows[-1]), flush=True)
    size = sum(path.stat().st_size for path in GENERATOR.iterdir() if path.is_file()) / 1e6
    yield f"## The generator as proposer (levels, test part, {LEVELS_ROWS} sentences by hash)"
    yield from (
        "",
        f"SmolLM2-135M with adapters of {size:.0f} MB, trained on the train part of `levels`"
        f" ({_trained()}). It was generating greedily on one core beside other work, and so was"
        f" SeqLab: ours was {min(ratios):.0f} to {max(ratios):.0f} times faster in the same run.",
        "",
        *_markdown(heads, rows, "ll"),
        "",
    )


def _trained() -> str:
    import json

    config = json.loads((GENERATOR / "config.json").read_text(encoding="utf-8"))
    options, last = config["options"], config["history"][-1]
    sentences = last["step"] * options["batch_size"]
    return (
        f"{last['step']} steps, {sentences:,} sentences at {len(options['levels'])} levels,"
        f" {last['tokens']:,} tokens, {last['seconds'] / 60:.0f} minutes on a shared core"
    )


def _levels(level: str) -> tuple[list[str], list[str]]:
    pairs = open_corpus(data_folder() / "levels", options=ReadOptions(part="test")).pairs("all")
    own = [pair for pair in pairs if pair.levels and pair.levels[1] == level]
    own.sort(key=lambda pair: text_hash(pair.id))
    chosen = own[:LEVELS_ROWS]
    return (
        [" ".join(pair.source.split()) for pair in chosen],
        [" ".join(pair.target.split()) for pair in chosen],
    )


def _row(
    level: str,
    name: str,
    originals: Texts,
    outputs: Texts,
    references: Texts,
    speed: float | None = None,
) -> list[str]:
    same = sum(a == b for a, b in zip(originals, outputs, strict=True))
    return [
        level,
        name,
        f"{_sari(originals, outputs, [references]):.1f}",
        f"{Bleu(against='originals').corpus(originals, outputs).value:.1f}",
        f"{100 * same / len(outputs):.0f}",
        _findings(outputs),
        "–",
        "–",
        "–" if speed is None else f"{speed:,.0f}",
    ]


def _planted(simplifier: Simplifier) -> Iterator[str]:
    """Sentences with instructions, numbers, negations, parties and dates."""
    cases = [line.split("\t") for line in read_lines(DATA / "planted.tsv") if line[:1] != "#"]
    originals = [case[1] for case in cases]
    generator = load_peer(f"{GENERATOR}:plain").simplify_sentences
    alone = generator(originals)
    together = {
        f"both, strength {at}": through_judge(simplifier, originals, alone, at).outputs
        for at in STRENGTHS
    }
    kinds = list(dict.fromkeys(case[0] for case in cases))
    rows, failed = [], []
    for name, outputs in {"generator alone": alone, **together}.items():
        bad = [
            (case, output)
            for case, output in zip(cases, outputs, strict=True)
            if not keeps(case, output)
        ]
        counts = Counter(case[0] for case, _ in bad)
        changed = sum(a != b for a, b in zip(originals, outputs, strict=True))
        rows.append([name, str(changed), *(str(counts[kind]) for kind in kinds), str(len(bad))])
        if name != "generator alone":
            failed += [f"- {name}: {case[1]} → {output}" for case, output in bad]
    heads = ("system", "changed outputs", *(f"{kind} broken" for kind in kinds), "broken in all")
    yield f"## {len(cases)} sentences with something planted"
    yield from (
        "",
        "What each sentence must keep, in its order, and what must not appear are written beside it"
        " (`benchmarks/results/data/planted.tsv`).",
        "",
        *_markdown(heads, rows),
        "",
        *failed,
        "",
    )


def keeps(case: Sequence[str], output: str) -> bool:
    """Whether an output has all that its sentence must keep, in order, and nothing forbidden."""
    _, source, kept, forbidden = (*case, "", "")[:4]
    place, lower = 0, f" {output.lower()} "
    for item in kept.lower().split("|"):
        place = lower.find(item, place)
        if place < 0:
            return False
        place += len(item)
    negations = Counter(word for word in _words(source) if word in _NEGATIONS)
    if negations != Counter(word for word in _words(output) if word in _NEGATIONS):
        return False
    return not forbidden or forbidden.lower() not in lower or forbidden.lower() in source.lower()


_NEGATIONS = frozenset({"not", "no", "never", "neither", "nor", "cannot", "nothing", "without"})


def _words(text: str) -> list[str]:
    return [word.strip(".,;:“”'()").lower() for word in text.split()]


def _timed(rewrite: Callable[[Texts], Texts], originals: Texts) -> tuple[Texts, float]:
    begun = time.monotonic()
    outputs = rewrite(originals)
    words = sum(len(text.split()) for text in originals)
    return outputs, words / (time.monotonic() - begun)


def _sari(originals: Texts, outputs: Texts, references: Sequence[Texts]) -> float:
    return float(Sari().corpus(originals, outputs, references).value)


def _findings(outputs: Texts) -> str:
    return f"{100 * sum(grammar_findings(list(outputs))) / len(outputs):.0f}"


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]], left: str = "l") -> list[str]:
    columns = left + "r" * (len(heads) - len(left))
    return as_markdown(list(heads), [list(row) for row in rows], columns).splitlines()


if __name__ == "__main__":
    main()
