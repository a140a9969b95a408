"""The batch layer: words per second by workers, its cost over the bare pipeline, memory, linearity.

Wall and processor time are both shown: on a busy machine only the second can be compared. Memory
and linearity are measured at strength 0, where the model does nothing and the layer is alone.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.documents import articles, make_documents
from seqlab.documents import BatchOptions, simplify_folder
from seqlab.documents.run.lots import SimplifySentences
from seqlab.documents.run.run import load_simplifier
from seqlab.documents.run.writing import text_counts
from seqlab.editing import SourceSentence, text_sentences
from seqlab.text import Document, ProtectedContent

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 2
EVERYTHING = ProtectedContent(*[False] * 6)


@dataclass(frozen=True)
class Measured:
    """Seconds on the clock, and of the processor in this process and in its workers."""

    wall: float
    own: float
    workers: float

    @property
    def processor(self) -> float:
        return self.own + self.workers


def measured(work: Callable[[], object]) -> Measured:
    wall = time.perf_counter()
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    work()
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    used = [
        new.ru_utime + new.ru_stime - old.ru_utime - old.ru_stime
        for old, new in zip(before, after, strict=True)
    ]
    return Measured(time.perf_counter() - wall, *used)


def overhead(folder: Path) -> tuple[Measured, Measured, int]:
    """The pipeline on a list of sentences, the same sentences in documents, and their words."""
    texts = articles()[::4]
    source = folder / "overhead"
    source.mkdir()
    for number, (_, parts) in enumerate(texts):
        (source / f"{number:03}.txt").write_text("\n\n".join(parts), encoding="utf-8")
    bare, layered = [], []
    # In turn, each in a process of its own that has not seen the words before, and the best of
    # each: other work on the machine disturbs both alike.
    for turn in range(ROUNDS):
        bare.append(_fresh(measured_list))
        layered.append(_fresh(measured_documents, source, folder / f"overhead-out-{turn}"))
    best = [min(rows, key=lambda row: row.processor) for rows in (bare, layered)]
    return best[0], best[1], sum(len(text.split()) for _, parts in texts for text in parts)


def _fresh(work: Callable[..., Measured], *arguments: Path) -> Measured:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def measured_list() -> Measured:
    simplify = _warm()
    texts = [text for _, parts in articles()[::4] for text in parts]
    return measured(lambda: simplify(_sources(texts)))


def measured_documents(source: Path, out: Path) -> Measured:
    simplify = _warm()
    options = BatchOptions(protect=EVERYTHING)
    return measured(
        lambda: simplify_folder(source, out, options, workers=0, load=lambda _: simplify)
    )


def _sources(texts: Sequence[str]) -> list[SourceSentence]:
    documents = map(Document.parse, texts)
    return [source for document in documents for source in text_sentences(document, EVERYTHING)]


def _warm() -> SimplifySentences:
    """The simplifier after its first sentences, of an article that is not measured."""
    simplify = load_simplifier(BatchOptions(protect=EVERYTHING))
    simplify(_sources(articles()[1][1]))
    text_counts(["Once."])
    return simplify


def by_workers(folder: Path, counts: Sequence[int] = (1, 2)) -> dict[int, tuple[Measured, int]]:
    """Time by number of workers, loading included, and the words simplified."""
    source = folder / "workers"
    make_documents(source, 48)
    found = {}
    for workers in counts:
        out = folder / f"workers-{workers}"
        words: list[int] = []
        time_taken = measured(
            lambda out=out, workers=workers, words=words: words.append(  # type: ignore[misc]
                simplify_folder(source, out, workers=workers).words
            )
        )
        found[workers] = time_taken, words[0]
    return found


def growth(folder: Path, counts: Sequence[int] = (10, 100, 1000)) -> dict[int, tuple[float, float]]:
    """Seconds of the processor, and peak memory in MB, by number of documents at strength 0."""
    found = {}
    for count in counts:
        source = folder / f"growth-{count}"
        make_documents(source, count)
        found[count] = in_process(source, folder / f"growth-{count}-out")
    return found


def size_growth(folder: Path, sizes: Sequence[int] = (1, 10)) -> dict[int, tuple[float, float]]:
    """The same for one text file of so many megabytes."""
    text = "\n\n".join(paragraph for _, parts in articles() for paragraph in parts) + "\n\n"
    found = {}
    for size in sizes:
        source = folder / f"size-{size}"
        source.mkdir()
        repeats = size * 1_000_000 // len(text.encode())
        (source / "large.txt").write_text(text * repeats, encoding="utf-8")
        found[size] = in_process(source, folder / f"size-{size}-out")
    return found


def in_process(source: Path, out: Path) -> tuple[float, float]:
    """Processor seconds and peak memory of a run at strength 0 in a process of its own."""
    code = (
        "import sys, time; from pathlib import Path;"
        "from benchmarks.memory import peak_megabytes;"
        "from seqlab.documents import BatchOptions, simplify_folder;"
        "from seqlab.documents.run.writing import text_counts; text_counts(['Once.']);"
        "start = time.process_time();"
        f"simplify_folder(Path({str(source)!r}), Path({str(out)!r}), BatchOptions(strength=0),"
        "workers=0, load=lambda options: list);"
        "print(time.process_time() - start, peak_megabytes())"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout.split()
    return float(shown[0]), float(shown[1])


def figures() -> dict[str, object]:
    """Everything that is measured here, as plain values."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bare, layered, words = overhead(folder)
        workers = by_workers(folder)
        return {
            "words": words,
            "bare": bare.processor,
            "layered": layered.processor,
            "workers": {
                str(count): {
                    "words": total,
                    "wall": time_taken.wall,
                    "own": time_taken.own,
                    "processor": time_taken.processor,
                }
                for count, (time_taken, total) in workers.items()
            },
            "growth": {str(count): found for count, found in growth(folder).items()},
            "sizes": {str(size): found for size, found in size_growth(folder).items()},
        }


def main() -> None:
    found = figures()
    if "--json" in sys.argv:
        print(json.dumps(found))
        return
    bare, layered, words = found["bare"], found["layered"], found["words"]
    assert isinstance(bare, float)
    assert isinstance(layered, float)
    assert isinstance(words, int)
    print(f"pipeline on a list: {words / bare:,.0f} words per second of processor")
    print(f"the same in documents: {words / layered:,.0f}; cost {layered / bare - 1:+.1%}")
    workers = found["workers"]
    assert isinstance(workers, dict)
    for count, row in workers.items():
        print(
            f"{count} worker(s): {row['words'] / row['wall']:,.0f} words/s on the clock, "
            f"{row['words'] / row['processor']:,.0f} per second of processor, loading included"
        )
    ratio = workers["1"]["wall"] / workers["2"]["wall"]
    print(f"two workers beside one: {ratio:.2f} times")
    for title, unit in (("growth", "documents"), ("sizes", "MB in one file")):
        rows = found[title]
        assert isinstance(rows, dict)
        for count, (seconds, peak) in rows.items():
            each = seconds / int(count) * 1000
            print(f"{int(count):>6,} {unit}: {seconds:.2f} s, {each:.1f} ms each, {peak:.0f} MB")
        peaks = [peak for _, peak in rows.values()]
        print(f"memory, most beside least: {peaks[-1] / peaks[0]:.2f} times")


if __name__ == "__main__":
    main()
