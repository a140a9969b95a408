"""Write docs/results/documents.md: a thousand documents in one command, rates, memory, and growth.

    python -m benchmarks.results.documents [--work FOLDER] [--count 1000]

In FOLDER lies what was measured; what is there is not measured again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.documents import MAKERS, make_documents
from benchmarks.growth import Rates, simulate
from seqlab.documents import BatchOptions, simplify_folder
from seqlab.editing import SourceSentence
from seqlab.files import atomic_write
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

PAGE = Path("docs/results/documents.md")
ROOT = Path(__file__).resolve().parent.parent.parent
# A core for an hour at the usual price of a rented machine; change it to yours.
PRICE = 0.04
MILLION = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.work or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        run = _once(folder / "run.json", lambda: thousand(folder, options.count))
        identical = _once(folder / "identical.json", lambda: unchanged(folder, options.count))
        engines = _once(folder / "engines.json", lambda: same_on_ray(folder))
        figures = _once(folder / "figures.json", measure)
    with atomic_write(PAGE) as page:
        page.write(_page(run, identical, engines, figures))
    print(PAGE)


def _once(path: Path, work: Any) -> Any:
    if not path.exists():
        found = work()
        with atomic_write(path) as handle:
            json.dump(found, handle, ensure_ascii=False)
    return json.loads(path.read_text(encoding="utf-8"))


def thousand(folder: Path, count: int) -> dict[str, Any]:
    """One command over documents of all formats."""
    words = make_documents(folder / "in", count)
    command = [sys.executable, "run.py", "simplify", str(folder / "in")]
    command += ["--output", str(folder / "out"), "--workers", "2"]
    command += ["--report", str(folder / "report.html")]
    started, before = time.perf_counter(), os.times()
    shown = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    after = os.times()
    used = after.children_user + after.children_system
    return {
        "count": count,
        "words": words,
        "summary": shown,
        "wall": time.perf_counter() - started,
        "processor": used - before.children_user - before.children_system,
        "outputs": dict(
            Counter(
                "".join(path.suffixes[-2:])
                if path.suffix == ".gz" or path.name.endswith(".pdf.txt")
                else path.suffix
                for path in (folder / "out").rglob("*-*")
                if path.is_file()
            )
        ),
        "report": (folder / "report.html").stat().st_size,
    }


def _as_they_are(sentences: Sequence[SourceSentence]) -> list[str]:
    return [sentence.text for sentence in sentences]


def unchanged(folder: Path, count: int) -> dict[str, int]:
    """How many documents of each format come out to the byte at strength 0."""
    out = folder / "unchanged"
    simplify_folder(
        folder / "in", out, BatchOptions(strength=0), workers=0, load=lambda _: _as_they_are
    )
    same: Counter[str] = Counter()
    for path in sorted((folder / "in").rglob("*-*")):
        suffix = next(
            one for one in sorted(MAKERS, key=len, reverse=True) if path.name.endswith(one)
        )
        other = out / path.relative_to(folder / "in")
        same[suffix] += other.exists() and other.read_bytes() == path.read_bytes()
    return {suffix: same[suffix] for suffix in MAKERS}


def same_on_ray(folder: Path) -> dict[str, Any]:
    """Whether Ray and processes give the same files, with the default model."""
    make_documents(folder / "few", 20)
    simplify_folder(folder / "few", folder / "few-local", workers=1)
    simplify_folder(folder / "few", folder / "few-ray", engine="ray", workers=2)
    pairs = [
        (path, folder / "few-ray" / path.relative_to(folder / "few-local"))
        for path in (folder / "few-local").rglob("*-*")
        if path.is_file()
    ]
    same = sum(one.read_bytes() == other.read_bytes() for one, other in pairs)
    return {"documents": len(pairs), "same": same}


def measure() -> Any:
    shown = subprocess.run(
        [sys.executable, "benchmarks/batch.py", "--json"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(shown.stdout)


def _page(run: Any, identical: Any, engines: Any, figures: Any) -> str:
    made = provenance(
        "python -m benchmarks.results.documents", "the sample articles of the project", 0
    )
    return "\n".join(
        [
            "# Batch: folders of documents",
            "",
            made,
            "",
            "The machine was shared with other work, so speeds are told in words per second of",
            "*processor* time, summed over all processes; on an idle machine the clock shows about",
            "the same for each worker.",
            "",
            f"## {run['count']:,} documents in one command",
            "",
            "`python -m benchmarks.documents in --count 1000`, then "
            "`python run.py simplify in --output out --workers 2 --report report.html`:",
            "",
            "```text",
            run["summary"].rstrip(),
            "```",
            "",
            f"Processor time {run['processor']:,.0f} s, clock {run['wall']:,.0f} s: "
            f"{run['words'] / run['processor']:,.0f} words per second of processor, loading, "
            f"reading, writing and the report ({run['report'] / 1e6:.1f} MB) included. Outputs: "
            + ", ".join(f"{count} {suffix}" for suffix, count in sorted(run["outputs"].items()))
            + " (the text of a PDF comes out as `.pdf.txt`).",
            "",
            "At strength 0 these came out to the byte: "
            + ", ".join(f"{count} {suffix}" for suffix, count in identical.items())
            + ". A PDF cannot: its text comes out as text.",
            "",
            f"Ray and processes, default model: {engines['same']} of {engines['documents']} "
            "documents with the same bytes.",
            "",
            *_layer(figures),
            *_growth(figures),
        ]
    )


def _layer(figures: Any) -> list[str]:
    bare, layered, words = figures["bare"], figures["layered"], figures["words"]
    workers = [
        [
            count,
            f"{row['words']:,}",
            f"{row['wall']:.1f}",
            f"{row['words'] / row['wall']:,.0f}",
            f"{row['words'] / row['processor']:,.0f}",
        ]
        for count, row in figures["workers"].items()
    ]
    alone = [
        [f"{int(n):,} {name}", f"{s:.2f}", f"{s / int(n) * 1000:.1f}", f"{peak:,.0f}"]
        for key, name in (("growth", "documents"), ("sizes", "MB in one text file"))
        for n, (s, peak) in figures[key].items()
    ]
    return [
        "## The layer and the workers",
        "",
        f"{words:,} words as a list of sentences: {words / bare:,.0f} words/s of processor; as "
        f"documents, read, written and counted: {words / layered:,.0f}. The batch layer costs "
        f"{layered / bare - 1:.1%}; at most 15 % is the aim.",
        "",
        as_markdown(
            ["workers", "words", "clock, s", "words/s, clock", "words/s of processor"],
            workers,
            align="rrrrr",
        ),
        "",
        "Loading the model is included, once per worker.",
        "",
        "Time and memory of the layer alone, at strength 0, in one process:",
        "",
        as_markdown(["input", "processor, s", "each, ms", "peak memory, MB"], alone),
        "",
    ]


def _growth(figures: Any) -> list[str]:
    one = figures["workers"]["1"]
    rates = measured_rates(figures)
    rows = []
    for documents in (10_000, 100_000, MILLION):
        for workers in (1, 8, 64, 512):
            run = simulate(documents, workers, rates)
            figures_of_run = (f"{run.hours:,.2f}", f"{run.efficiency:.0%}", f"{run.deaths:,}")
            rows.append([f"{documents:,}", f"{workers:,}", *figures_of_run])
    cost = simulate(MILLION, 64, rates)
    return [
        "## Growth, simulated",
        "",
        f"From the rates above: a worker does {rates.words:,.0f} words per second and loads for "
        f"{rates.loading:.1f} s; the driver spends {rates.driver * 1000:.1f} ms on a document "
        f"({one['own']:.1f} s for 48 documents, its start included). Documents have 500 words on "
        "average, sizes are log-normal, a worker dies once in 10 hours "
        "(`benchmarks/growth.py`). A core is one worker.",
        "",
        as_markdown(
            ["documents", "workers", "hours", "share of time at work", "workers that died"],
            rows,
            align="rrrrr",
        ),
        "",
        f"A million documents of 500 words take {cost.worker_hours:,.0f} hours of a core; at "
        f"${PRICE:.2f} for a core and hour that is ${cost.worker_hours * PRICE:,.0f}. One driver "
        f"keeps up with about {500 / rates.words / rates.driver:,.0f} workers; beyond that, split "
        "the folder and start several runs.",
        "",
    ]


def measured_rates(figures: Any) -> Rates:
    """What the simulation starts from."""
    one = figures["workers"]["1"]
    words = figures["words"] / figures["layered"]
    loading = max(0.0, one["processor"] - one["own"] - one["words"] / words)
    return Rates(words, loading, one["own"] / 48)


if __name__ == "__main__":
    main()
