"""Corpus SARI: whole-corpus counting against the per-sentence loop, and memory as corpora grow.

The baseline is EASSE's published algorithm, reimplemented: every sentence is tokenised by a
tokeniser made for it, n-grams are strings in counters, and counters are added, multiplied and
intersected sentence by sentence.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

# As a script, Python puts this folder in the path, not the one above.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.memory import peak_megabytes
from seqlab.evaluation import corpus_sari
from seqlab.files import data_folder, read_lines

ORDER = 4


def main() -> None:
    if sys.argv[1:2] == ["--peak"]:
        print(peak_memory(int(sys.argv[2])))
        return
    originals, outputs, references = corpus()
    expected = per_sentence_sari(originals, outputs, references)
    found = float(corpus_sari(originals, outputs, references))
    if abs(expected - found) > 1e-6:
        sys.exit(f"SARI differs: loop {expected}, SeqLab {found}")
    loop = fastest(lambda: per_sentence_sari(originals, outputs, references), 3)
    ours = fastest(lambda: corpus_sari(originals, outputs, references), 9)
    print(f"corpus SARI, {len(originals)} sentences x {len(references)} references")
    print(f"  per-sentence loop {loop * 1000:8.1f} ms   {expected:.6f}")
    print(f"  SeqLab            {ours * 1000:8.1f} ms   {found:.6f}")
    print(f"  ratio {loop / ours:.1f}")
    small, large = (peak_in_new_process(sentences) for sentences in (10_000, 100_000))
    print("peak memory of corpus SARI, sentences read as a stream")
    print(f"   10,000 sentences {small:8.1f} MB")
    print(f"  100,000 sentences {large:8.1f} MB")
    print(f"  ratio {large / small:.2f}")


def corpus() -> tuple[list[str], list[str], list[list[str]]]:
    """359 sentences with 10 references: ASSET's, or the same shape made up where it is absent."""
    asset = data_folder() / "asset"
    if asset.is_dir():
        originals = read(asset / "asset.valid.orig", 359)
        references = [read(asset / f"asset.valid.simp.{index}", 359) for index in range(10)]
        turk = data_folder() / "turkcorpus" / "tune.truecase.detok.simp.0"
        return originals, read(turk, 359) if turk.is_file() else references[0], references
    made = list(itertools.islice(sentences(), 359 * 12))
    return made[:359], made[359:718], [made[k * 359 : (k + 1) * 359] for k in range(2, 12)]


def read(path: Path, count: int) -> list[str]:
    return list(itertools.islice(read_lines(path), count))


def sentences() -> Iterator[str]:
    """Endless sentences of about 20 words from a vocabulary of some thousands."""
    state = 1
    while True:
        words = []
        for _ in range(20):
            state = (state * 1103515245 + 12345) % 2**31
            words.append(f"word{(state >> 8) % 97 * ((state >> 16) % 83)}")
        yield " ".join(words).capitalize() + "."


def per_sentence_sari(
    originals: Sequence[str], outputs: Sequence[str], references: Sequence[Sequence[str]]
) -> float:
    """SARI as EASSE's loop computes it, lowercased."""
    totals = [[[0, 0, 0] for _ in range(ORDER)] for _ in range(3)]
    prepared = [[prepare(line) for line in column] for column in (originals, outputs, *references)]
    for original, output, *these in zip(*prepared, strict=True):
        source, system = ngrams(original), ngrams(output)
        wanted: list[Counter[str]] = [Counter() for _ in range(ORDER)]
        for reference in these:
            for n, found in enumerate(ngrams(reference)):
                wanted[n] += found
        for n in range(ORDER):
            added, to_add = set(system[n]) - set(source[n]), set(wanted[n]) - set(source[n])
            add(totals[0][n], len(added & set(wanted[n])), len(added), len(to_add))
            kept = times(source[n], len(these)) & times(system[n], len(these))
            to_keep = times(source[n], len(these)) & wanted[n]
            add(totals[1][n], total(kept & to_keep), total(kept), total(to_keep))
            deleted = times(source[n], len(these)) - times(system[n], len(these))
            to_delete = times(source[n], len(these)) - wanted[n]
            add(totals[2][n], total(deleted & to_delete), total(deleted), total(to_delete))
    return 100 * sum(f1(*counts) for operation in totals for counts in operation) / ORDER / 3


def prepare(line: str) -> str:
    # The cache inside the tokeniser belongs to the object, so a new one each time never hits.
    return str(Tokenizer13a()(line.lower()))


def ngrams(line: str) -> list[Counter[str]]:
    tokens = line.split()
    found: list[Counter[str]] = []
    for n in range(1, ORDER + 1):
        counter: Counter[str] = Counter()
        for start in range(len(tokens) - n + 1):
            counter[" ".join(tokens[start : start + n])] += 1
        found.append(counter)
    return found


def times(counter: Counter[str], factor: int) -> Counter[str]:
    scaled: Counter[str] = Counter()
    for key in counter:
        scaled[key] = counter[key] * factor
    return scaled


def total(counter: Counter[str]) -> int:
    return sum(counter.values())


def add(counts: list[int], correct: int, done: int, wanted: int) -> None:
    counts[0] += correct
    counts[1] += done
    counts[2] += wanted


def f1(correct: int, done: int, wanted: int) -> float:
    return 2 * correct / (done + wanted) if correct else 0.0


def fastest(function: Callable[[], object], repeats: int) -> float:
    # Processor time: what else the machine does must not decide the ratio.
    seconds = []
    for _ in range(repeats):
        started = time.process_time()
        function()
        seconds.append(time.process_time() - started)
    return min(seconds)


def peak_in_new_process(count: int) -> float:
    found = subprocess.run(
        [sys.executable, __file__, "--peak", str(count)], capture_output=True, text=True, check=True
    )
    return float(found.stdout)


def peak_memory(count: int) -> float:
    """Megabytes that this process needed at most while it scored a made-up stream."""
    streams = [itertools.islice(sentences(), skip, skip + count) for skip in range(4)]
    corpus_sari(streams[0], streams[1], streams[2:])
    return peak_megabytes()


if __name__ == "__main__":
    main()
