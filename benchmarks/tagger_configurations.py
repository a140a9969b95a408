"""Speed and memory of the tagger's configurations: training, batches and long streams.

Weights are as good as untrained, which does not change the speed. Every comparison runs both
sides in turn and takes the best round of each, so that other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

# As a script, Python puts this folder in the path, not the one above.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import torch

from benchmarks.memory import peak_megabytes
from benchmarks.results.tagger import train_config
from seqlab.tables import as_markdown
from seqlab.tagger import (
    FeatureCache,
    LabelledSentence,
    Tagger,
    train_tagger,
)
from seqlab.training import TrainSettings, labelled_sentences

CONFIGS = ("bilstm", "bilstm_crf", "bilstm_encoder", "encoder_only")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stream", type=int, default=100_000, help="sentences for the memory test")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--configs", nargs="+", default=list(CONFIGS), choices=CONFIGS)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    sentences = labelled_sentences(TrainSettings(data=("sample",))).train
    tokens = [sentence.tokens for sentence in sentences]
    print(f"{len(tokens)} sentences of the sample corpus, {options.threads} threads\n")
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for name in options.configs:
            out = Path(folder) / name
            training_speed = _train(name, sentences, out)
            # Features come from the encoder anew each time: no cache.
            tagger = Tagger.load(out)
            speed = _speed(tagger, tokens, options.rounds)
            rows.append([name, f"{training_speed:,.0f}", f"{speed:,.0f}"])
        print(as_markdown(["configuration", "training tokens/s", "prediction sentences/s"], rows))
        out = Path(folder) / "bilstm"
        _batches(Tagger.load(out), tokens, options.rounds)
        _memory(out, tokens, options.stream)


def _train(name: str, sentences: Sequence[LabelledSentence], out: Path) -> float:
    chosen = train_config(Path("configs/train/onestop") / f"{name}.yaml")
    cache = str(out.with_suffix(".sqlite"))
    training = replace(
        chosen["training"], epochs=2, patience=2, accelerator="cpu", feature_cache=cache
    )
    if chosen["model"].encoder and not chosen["model"].fine_tune:
        # The second epoch finds the features in the cache; so does this one.
        from seqlab.tagger import load_encoder

        encoder = load_encoder(chosen["model"].encoder)
        encoder.word_vectors([s.tokens for s in sentences], cache=FeatureCache(cache))
    metrics = train_tagger(sentences, sentences[:50], out, chosen["model"], training).metrics
    return float(metrics["train_tokens_per_second"])


def _speed(tagger: Tagger, tokens: list[tuple[str, ...]], rounds: int) -> float:
    (seconds,) = _best(rounds, lambda: _drain(tagger.predict(tokens)))
    return len(tokens) / seconds


def _batches(tagger: Tagger, tokens: list[tuple[str, ...]], rounds: int) -> None:
    some = tokens[:200]

    def one_at_a_time() -> None:
        for sentence in some:
            _drain(tagger.predict([sentence]))

    # Enough sentences for full batches, as in any real text.
    many = (tokens * (1 + 2048 // len(tokens)))[:2048]
    alone, together = _best(rounds, one_at_a_time, lambda: _drain(tagger.predict(many)))
    speeds = len(some) / alone, len(many) / together
    print(
        f"\nbilstm, one sentence at a time {speeds[0]:,.0f}/s, in length-sorted batches "
        f"{speeds[1]:,.0f}/s: {speeds[1] / speeds[0]:.1f} times"
    )


def _memory(folder: Path, tokens: list[tuple[str, ...]], most: int) -> None:
    sizes = []
    for count in (1000, most):
        # A process of its own each time: the peak of this one was reached long before.
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            sizes.append(pool.submit(_peak, folder, tokens, count).result())
    print(
        f"bilstm, peak memory after 1,000 sentences {sizes[0]:,.0f} MB, after {most:,} "
        f"{sizes[1]:,.0f} MB: {sizes[1] / sizes[0]:.2f} times"
    )


def _peak(folder: Path, tokens: list[tuple[str, ...]], count: int) -> float:
    torch.set_num_threads(1)
    _drain(Tagger.load(folder).predict(_varied(tokens, count)))
    return peak_megabytes()


def _varied(tokens: list[tuple[str, ...]], count: int) -> Iterator[tuple[str, ...]]:
    """`count` sentences, each with a word that no other has, so that no cache can hold them all."""
    for number, sentence in enumerate(itertools.islice(itertools.cycle(tokens), count)):
        yield (*sentence, f"new{number}")


def _drain(results: Iterator[Any]) -> None:
    for _ in results:
        pass


def _best(rounds: int, *works: Callable[[], None]) -> list[float]:
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            started = time.perf_counter()
            work()
            best[number] = min(best[number], time.perf_counter() - started)
    return best


if __name__ == "__main__":
    main()
