"""docs/results/critic.md: the judge with the critic heard, and without."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from benchmarks.results.decisions import judge_table, rows_of, splits_table, test_sets
from benchmarks.results.generator import LEVELS_ROWS, scored, sentences_of, timed
from benchmarks.results.proposers import STRENGTHS, markdown
from seqlab import Simplifier
from seqlab.causal import critic_folder
from seqlab.files import atomic_write
from seqlab.provenance import provenance
from seqlab.training import heard_report

PAGE = Path("docs/results/critic.md")
_KINDS = {
    "replace": "replacements",
    "delete": "deletions",
    "easy": "deletions at `easy`",
    "label": "splits",
}


def main() -> None:
    """Measure and write the page."""
    simplifier, hearing = Simplifier.load(), Simplifier.load(critic="default")
    config = json.loads((critic_folder("default") / "config.json").read_text(encoding="utf-8"))
    last, size = config["history"][-1], sum(p.stat().st_size for p in _files()) / 1e3
    lines = [
        "# The critic",
        "",
        provenance(
            "make results-critic",
            "`corpora/verdicts/taken`, test parts of levels, edits and splits, TurkCorpus test,"
            " ASSET validation",
            1,
        ),
        "",
        "The critic is SmolLM2-135M with adapters that learned from judged edits to name the"
        f" verdict on an edit ({last['step']:,} steps, {last['tokens'] / 1e6:.1f} million tokens,"
        f" {last['seconds'] / 60:.0f} minutes of one core; the folder has {size:.0f} kB). With"
        " `--critic default` it reads every edit that the judge finds likely. Edits, `levels` and"
        " verdicts are the work of language models; no person has checked them. One seed.",
        "",
        "## Telling right edits from wrong ones",
        "",
        "AUC of acceptable on edits that the simplifier made at full strength, in documents that"
        " nothing has learned from, and the share of the acceptable ones that are found where 93%"
        " of what is found is acceptable. The bars of both judges were set on these edits, how much"
        " the critic counts was not.",
        "",
        *markdown(
            ("kind", "edits", "AUC without", "AUC with", "found without", "found with"),
            [
                [
                    _KINDS[kind],
                    f"{told['edits']:,}",
                    f"{told['before']:.3f}",
                    f"{told['after']:.3f}",
                    f"{100 * told['found_before']:.0f}%",
                    f"{100 * told['found_after']:.0f}%",
                ]
                for kind, told in heard_report(simplifier, hearing).items()
            ],
            "l",
        ),
        "",
        f"## SARI on `levels` (test part, {LEVELS_ROWS} sentences by hash)",
        "",
        *markdown(
            ("level", "system", "SARI", "BLEU original", "same %", "grammar findings", "words/s"),
            _rows(simplifier, hearing),
            "ll",
        ),
        "",
        "Words per second are per second of processor time on one core, without loading.",
        "",
        "## Beside [decisions](decisions.md), with the critic",
        "",
        *judge_table(hearing, list(rows_of("edits"))),
        "",
        *splits_table(hearing, list(rows_of("splits"))),
        "",
        *test_sets(hearing),
    ]
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines).rstrip() + "\n")
    print("\n".join(lines))


def _files() -> list[Path]:
    return [path for path in critic_folder("default").iterdir() if path.is_file()]


def _rows(simplifier: Simplifier, hearing: Simplifier) -> list[list[str]]:
    rows = []
    for level in ("plain", "easy"):
        originals, references = sentences_of(level)
        for at in STRENGTHS:
            for name, own in (("without", simplifier), ("with the critic", hearing)):
                rewrite = partial(own.simplify_sentences, strength=at, level=level)
                rewrite(originals[:1])
                outputs, speed = timed(rewrite, originals)
                cells = scored(
                    level, f"{name}, strength {at}", originals, outputs, references, speed
                )
                rows.append([*cells[:6], cells[-1]])
                print(" | ".join(rows[-1]), flush=True)
    return rows


if __name__ == "__main__":
    main()
