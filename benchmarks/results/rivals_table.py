"""docs/results/rivals_table.md: SeqLab and the rivals there are, on four test sets, and a plot.

Rivals are those of runs/peers, as `seqlab peer fit --config peer/NAME` writes them; one that is not
there is named as missing.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.results.proposers import Texts, findings, markdown
from corpora import Pair, ReadOptions, detokenize, document_of, open_corpus, split_documents
from seqlab import Simplifier
from seqlab.evaluation import Bleu, Fkgl, Sari, Ter, load_metrics
from seqlab.files import atomic_write, data_folder, text_hash
from seqlab.peers import load_peer
from seqlab.provenance import provenance

PAGE, PLOT = Path("docs/results/rivals_table.md"), Path("docs/results/rivals-speed.svg")
PEERS = Path("runs/peers")
MODEL = Path("seqlab/models/default")
# The first so many test pairs of each set, ordered by a hash of their text.
ROWS = 50
SEED = 1
RIVALS = {
    "paraphrase rules": "paraphrase",
    "MulTSS": "multss",
    "MulTSS's data pooled": "multss_pooled",
    "simplification only": "multss_simplify",
    "generator": "generator",
}
HEADS = (
    "system", "SARI", "add", "keep", "delete", "BLEU", "BLEU original", "TER", "BERTScore", "FKGL",
    "same %", "grammar findings", "words/s", "MB", "training minutes",
)  # fmt: skip


@dataclass(frozen=True)
class System:
    """A system: how it rewrites at a level, its size and how long it was trained."""

    rewrite: Callable[[Texts, str], Texts]
    megabytes: str = "–"
    minutes: str = "–"


def main() -> None:
    """Measure, plot and write the page."""
    systems, missing = _systems(Simplifier.load())
    sets = {
        "OneStopEnglish": (_held_out("onestop/aligned"), "plain"),
        "levels, plain": (_levels("plain"), "plain"),
        "levels, easy": (_levels("easy"), "easy"),
        "Wikipedia": (_held_out("wikipedia/pairs.tsv.gz"), "plain"),
    }
    lines = [
        "# The table of rivals",
        "",
        provenance(
            "make results-rivals_table", "OneStopEnglish, levels, Wikipedia (test parts)", SEED
        ),
        "",
        f"{ROWS} test pairs of each set, the first by a hash; one seed, one reference. Words per"
        " second are per second of processor time on one core, beside other work. Grammar findings"
        " are Harper's per 100 outputs. Megabytes are those of the model folder, for"
        " the generator with its base model. `levels` was written by language models; no person"
        " has checked it, and SeqLab and"
        " the generator were trained on its train part; SeqLab's has news of OneStopEnglish."
        " MulTSS's minutes are without those of its start; it is asked to `simplify` at every"
        " level." + (f" Not trained here, so missing: {', '.join(missing)}." if missing else ""),
        "",
    ]
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in systems}
    for title, (pairs, level) in sets.items():
        originals = [_as_text(pair.source) for pair in pairs]
        references = [_as_text(pair.target) for pair in pairs]
        rows = []
        for name, system in systems.items():
            begun = time.process_time()
            outputs = list(system.rewrite(originals, level))
            seconds = max(1e-6, time.process_time() - begun)
            speed = sum(len(text.split()) for text in originals) / seconds
            values = scores(originals, outputs, references)
            timed = system.megabytes != "–"
            if timed:
                speeds[name].append((speed, values[0]))
            shown = f"{speed:,.0f}" if timed else "–"
            same = sum(a == b for a, b in zip(originals, outputs, strict=True))
            row = [name, *(f"{value:.1f}" for value in values), f"{100 * same / len(outputs):.0f}"]
            row += [findings(outputs), shown, system.megabytes, system.minutes]
            rows.append(row)
            print(title, "|", " | ".join(row), flush=True)
        lines += [f"## {title}", "", *markdown(HEADS, rows), ""]
    lines += [f"![Mean SARI against words per second]({PLOT.name})", "", *_ratio(speeds), ""]
    _plot(speeds)
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines).rstrip() + "\n")


def scores(originals: Texts, outputs: Texts, references: Texts) -> list[float]:
    """The values of one row, in the order of the heads."""
    sari = Sari().corpus(originals, outputs, [references])
    [bertscore] = load_metrics(["bertscore"])
    return [
        sari.value,
        *sari.parts.values(),
        Bleu().corpus(originals, outputs, [references]).value,
        Bleu(against="originals").corpus(originals, outputs).value,
        Ter().corpus(originals, outputs, [references]).value,
        bertscore.corpus(originals, outputs, [references]).value,
        Fkgl().corpus(originals, outputs).value,
    ]


def _systems(simplifier: Simplifier) -> tuple[dict[str, System], list[str]]:
    own = _megabytes(MODEL)
    simplifier.simplify("Warm up.")

    def ours(strength: float = 0.5, decide: str = "edits") -> System:
        return System(
            lambda texts, level: simplifier.simplify_sentences(
                texts, strength, level=level, decide=decide
            ),
            own,
        )

    systems = {
        "unchanged": System(lambda texts, level: texts),
        "random deletion of 30 %": System(_random),
        "SeqLab": ours(),
        "SeqLab, strength 1": ours(1.0),
        "SeqLab, labels obeyed": ours(decide="labels"),
    }
    missing = []
    for name, folder in RIVALS.items():
        if not (PEERS / folder / "config.json").is_file():
            missing.append(name)
            continue
        systems[name] = _rival(PEERS / folder)
    return systems, missing


def _rival(folder: Path) -> System:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    minutes = f"{config['history'][-1]['seconds'] / 60:.0f}"
    megabytes = _megabytes(folder)
    if config["peer"] != "generator":
        peer = load_peer(folder)
        return System(lambda texts, level: peer.simplify_sentences(texts), megabytes, minutes)
    from seqlab.causal import base_file
    from seqlab.peers import Generator

    base = base_file(config["options"]["base"]).stat().st_size / 1e6
    generator = Generator.load(folder)
    return System(
        lambda texts, level: generator.simplify_sentences(texts, level),
        f"{float(megabytes) + base:.0f}",
        minutes,
    )


def _random(texts: Texts, level: str) -> list[str]:
    chance = random.Random(SEED)
    return [
        " ".join(word for word in text.split() if chance.random() > 0.3) or text for text in texts
    ]


def _levels(level: str) -> list[Pair]:
    options = ReadOptions(part="test")
    pairs = open_corpus(data_folder() / "levels", options=options).pairs("all")
    return _some(pair for pair in pairs if pair.levels and pair.levels[1] == level)


def _held_out(name: str) -> list[Pair]:
    pairs = list(open_corpus(data_folder() / name).pairs("all"))
    parts = split_documents(document_of(pair) for pair in pairs)
    return _some(
        pair
        for pair in pairs
        if parts[document_of(pair)] == "test" and pair.source != pair.source.lower()
    )


def _some(pairs: Iterable[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: text_hash(pair.source + pair.target))[:ROWS]


def _as_text(text: str) -> str:
    """Wikipedia's pairs were published as tokens."""
    tokens = " ." in text or " ," in text or "-LRB-" in text
    return " ".join((detokenize(text) if tokens else text).split())


def _megabytes(folder: Path) -> str:
    return f"{sum(p.stat().st_size for p in folder.rglob('*') if p.is_file()) / 1e6:.0f}"


def _ratio(speeds: dict[str, list[tuple[float, float]]]) -> list[str]:
    """How much faster ours is than the best sequence-to-sequence system, in the same run."""
    names = [name for name in list(RIVALS)[1:] if speeds.get(name)]
    if not names:
        return []
    best = max(names, key=lambda name: _mean(speeds[name], 1))
    ratio = _mean(speeds["SeqLab"], 0) / _mean(speeds[best], 0)
    line = f"SeqLab is {ratio:.1f} times as fast as the best sequence-to-sequence here ({best})."
    if not speeds.get("generator"):
        line += " The generator, slower and better by SARI, is on [its own page](generator.md)."
    return [line]


def _mean(points: Sequence[tuple[float, float]], column: int) -> float:
    return sum(point[column] for point in points) / len(points)


_TICKS = (125, 250, 500, 1000, 2000, 4000)
# So much SARI is the height of a name.
_LINE = 0.9


def _plot(speeds: dict[str, list[tuple[float, float]]]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "rivals"})
    figure, axes = pyplot.subplots(figsize=(7, 4))
    means = {name: (_mean(own, 0), _mean(own, 1)) for name, own in speeds.items() if own}
    lowest = -1e9
    for name, at in sorted(means.items(), key=lambda item: item[1][1]):
        # Names of points of about the same height stand above each other.
        lowest = max(at[1], lowest + _LINE)
        axes.scatter(*at, color="C0" if name.startswith("SeqLab") else "C1")
        axes.annotate(name, (at[0] * 1.05, lowest), va="center", fontsize=8)
    axes.set_xscale("log")
    axes.set_xlim(100, 6000)
    axes.set_xticks(_TICKS, [f"{tick:,}" for tick in _TICKS])
    axes.minorticks_off()
    axes.set_xlabel("words per second on one core")
    axes.set_ylabel("mean SARI over the four sets")
    figure.tight_layout()
    figure.savefig(PLOT, metadata={"Date": None})
    pyplot.close(figure)


if __name__ == "__main__":
    main()
