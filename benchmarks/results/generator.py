"""docs/results/generator.md: the small causal model alone, and as proposer to our judge.

It is read from runs/peers/generator, as `seqlab peer fit --config peer/generator` writes it.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.results.proposers import STRENGTHS, Texts, findings, markdown, sari, through_judge
from corpora import ReadOptions, open_corpus
from seqlab import Simplifier
from seqlab.evaluation import Bleu
from seqlab.files import atomic_write, data_folder, read_lines, text_hash
from seqlab.peers import Generator
from seqlab.provenance import provenance

PAGE = Path("docs/results/generator.md")
GENERATOR = Path("runs/peers/generator")
DATA = Path(__file__).parent / "data"
PLANTED = ("planted.tsv", "planted_second.tsv")
# So many sentences of the test part of `levels`, chosen by a hash: generating takes time.
LEVELS_ROWS = 200


def main() -> None:
    """Measure and write the page."""
    simplifier, generator = Simplifier.load(), Generator.load(GENERATOR)
    hearing = Simplifier.load(critic="default")
    lines = [
        "# The generator",
        "",
        provenance("make results-generator", "levels (test part), written sentences"),
        "",
        "A causal language model with low-rank adapters rewrites each sentence; as proposer its"
        " rewriting is cut into edits, which our judge and guards take or refuse beside our own."
        " In `both` the judge hears the critic and trusts it in full with the generator's edits"
        " (`--critic default --proposer-trust 1`)."
        " `levels` was written by language models; no person has checked it. One seed. Words per"
        " second are per second of processor time on one core, since other work ran beside.",
        "",
        *_levels_table(simplifier, hearing, generator),
        *_planted(simplifier, hearing, generator),
    ]
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines).rstrip() + "\n")
    print("\n".join(lines))


def _levels_table(
    simplifier: Simplifier, hearing: Simplifier, generator: Generator
) -> Iterator[str]:
    """The generator alone, our edits alone, and both together, at both levels."""
    heads = (
        "level", "system", "SARI", "BLEU original", "same %", "grammar findings", "edits",
        "refused %", "words/s",
    )  # fmt: skip
    rows = []
    ratios = []
    for level in ("plain", "easy"):
        originals, references = sentences_of(level)
        words = sum(len(text.split()) for text in originals)
        outputs, speed = timed(partial(generator.simplify_sentences, level=level), originals)
        rows.append(scored(level, "generator", originals, outputs, references, speed))
        print(" | ".join(rows[-1]), flush=True)
        for at in STRENGTHS:

            def ours(texts: Texts, at: float = at, level: str = level) -> Texts:
                return simplifier.simplify_sentences(texts, at, level=level)

            ours(originals[:1])
            own, our_speed = timed(ours, originals)
            ratios.append(our_speed / speed)
            rows.append(
                scored(level, f"SeqLab, strength {at}", originals, own, references, our_speed)
            )
            begun = time.process_time()
            fate = through_judge(hearing, originals, outputs, at, level)
            seconds = time.process_time() - begun + words / speed
            row = scored(
                level, f"both, strength {at}", originals, fate.outputs, references, words / seconds
            )
            total = sum(fate.reasons.values())
            refused = 100 * (total - fate.reasons["taken"]) / max(1, total)
            rows.append([*row[:6], f"{total:,}", f"{refused:.0f}", row[-1]])
            print(" | ".join(rows[-1]), flush=True)
    size = sum(path.stat().st_size for path in GENERATOR.iterdir() if path.is_file()) / 1e6
    yield f"## As proposer (levels, test part, {LEVELS_ROWS} sentences by hash)"
    yield from (
        "",
        f"SmolLM2-135M with adapters of {size:.0f} MB, trained on the train part of `levels`"
        f" ({_trained()}), generating greedily, 32 sentences at once. In this run ours was"
        f" {min(ratios):.0f} to {max(ratios):.0f} times faster.",
        "",
        *markdown(heads, rows, "ll"),
        "",
    )


def _trained() -> str:
    config = json.loads((GENERATOR / "config.json").read_text(encoding="utf-8"))
    options, last = config["options"], config["history"][-1]
    sentences = last["step"] * options["batch_size"]
    return (
        f"{last['step']} steps, {sentences:,} sentences at {len(options['levels'])} levels,"
        f" {last['tokens']:,} tokens, {last['seconds'] / 60:.0f} minutes on a shared core"
    )


def sentences_of(level: str) -> tuple[list[str], list[str]]:
    """Sentences of the test part of `levels` and their rewritings at a level."""
    pairs = open_corpus(data_folder() / "levels", options=ReadOptions(part="test")).pairs("all")
    own = [pair for pair in pairs if pair.levels and pair.levels[1] == level]
    own.sort(key=lambda pair: text_hash(pair.id))
    chosen = own[:LEVELS_ROWS]
    return (
        [" ".join(pair.source.split()) for pair in chosen],
        [" ".join(pair.target.split()) for pair in chosen],
    )


def scored(
    level: str,
    name: str,
    originals: Texts,
    outputs: Texts,
    references: Texts,
    speed: float | None = None,
) -> list[str]:
    """A row of the table: what outputs score."""
    same = sum(a == b for a, b in zip(originals, outputs, strict=True))
    return [
        level,
        name,
        f"{sari(originals, outputs, [references]):.1f}",
        f"{Bleu(against='originals').corpus(originals, outputs).value:.1f}",
        f"{100 * same / len(outputs):.0f}",
        findings(outputs),
        "–",
        "–",
        "–" if speed is None else f"{speed:,.0f}",
    ]


def _planted(simplifier: Simplifier, hearing: Simplifier, generator: Generator) -> Iterator[str]:
    """Sentences with instructions, numbers, negations, parties and dates."""
    cases = [
        line.split("\t") for name in PLANTED for line in read_lines(DATA / name) if line[:1] != "#"
    ]
    originals = [case[1] for case in cases]
    alone = generator.simplify_sentences(originals)
    together = {
        f"SeqLab, strength {at}": simplifier.simplify_sentences(originals, at) for at in STRENGTHS
    }
    together |= {
        f"both, strength {at}": through_judge(hearing, originals, alone, at).outputs
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
        f" (`benchmarks/results/data`: {' and '.join(PLANTED)}). The second forty were written"
        " without knowledge of what becomes of the first.",
        "",
        *markdown(heads, rows),
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


_NEGATIONS = frozenset(
    {"not", "no", "never", "neither", "nor", "cannot", "nothing", "without", "unable"}
)


def _words(text: str) -> list[str]:
    return [word.strip(".,;:“”'()").lower() for word in text.split()]


def timed(rewrite: Callable[[Texts], Texts], originals: Texts) -> tuple[Texts, float]:
    """Outputs, and the words per second of processor time that they took."""
    begun = time.process_time()
    outputs = rewrite(originals)
    words = sum(len(text.split()) for text in originals)
    return outputs, words / (time.process_time() - begun)


if __name__ == "__main__":
    main()
