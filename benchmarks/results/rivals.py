"""docs/results/rivals.md: rivals and published systems beside SeqLab.

The rivals are read from runs/peers, as `seqlab peer fit --config peer/NAME` writes them. Rows of
the page as it stands whose rivals are not there are kept and marked: they are of an earlier run.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

from benchmarks.results.fluency import grammar_findings
from corpora import document_of, open_corpus, read_references, split_documents
from seqlab import Simplifier
from seqlab.evaluation import Bleu, Fkgl, Sari, Ter, TokenF1
from seqlab.files import atomic_write, data_folder
from seqlab.peers import MulTSS, load_peer
from seqlab.provenance import provenance
from seqlab.tables import as_markdown
from seqlab.text import split_sentences

PAGE, PLOT = Path("docs/results/rivals.md"), Path("docs/results/rivals-tuning.svg")
PEERS = Path("runs/peers")
SEED = 1
EARLIER = "†"
TURK = "TurkCorpus test (359 sentences, 8 references)"
ONESTOP = "OneStopEnglish test (483 pairs)"
PIPELINES = "Pipelines of single-task models (thesis 6.3.4), first 100 pairs"
TASKS = "MulTSS on its other tasks"
TUNING = "Pairwise ranking optimisation"
_HEADS = ("system", "SARI", "add", "keep", "delete", "BLEU", "BLEU original", "TER", "FKGL")
_MORE = ("same %", "grammar findings", "words/s")
Rewrite = Callable[[Sequence[str]], Sequence[str]]


def main() -> None:
    """Measure and write the page."""
    simplifier = Simplifier.load()
    lines = [
        "# Rivals",
        "",
        provenance("make results-rivals", "TurkCorpus, OneStopEnglish, WikiSplit, Google", SEED),
        "",
        "One seed only: three were not affordable. Grammar findings are Harper's per 100 outputs,"
        " words per second those of a second of processor time on one core, beside other work."
        " The paraphrase system was tuned on 500 sentences of TurkCorpus tune."
        f" {_minutes()} MulTSS, the pooled and the single-task model of simplification start from"
        " the same model, and are those of their last step."
        f" Rows marked {EARLIER}, if any, are of an earlier run."
        " `levels` and `splits` were written by language models; no person has checked them."
        " SeqLab is the model that ships. Its `levels` data, and those of the paraphrase system,"
        " hold news of OneStopEnglish, maybe of articles tested here, which MulTSS's do not: on"
        " OneStopEnglish these systems and MulTSS are not strictly comparable.",
        "",
    ]
    lines += _turk(simplifier) + _onestop(simplifier) + _tasks() + _tuning()
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines) + "\n")
    print("\n".join(lines))


def _turk(simplifier: Simplifier) -> list[str]:
    tests = read_references(data_folder() / "turkcorpus", "test")
    print(f"## {TURK}", flush=True)
    originals, references = tests.originals, tests.references
    rows = [_row("unchanged", originals, originals, references)]
    for path in sorted((data_folder() / "turkcorpus/systems").iterdir()):
        rows.append(_row(f"{path.name} (published)", originals, _lines(path), references))
    systems: dict[str, Rewrite] = {
        f"paraphrase, tuned on {name}": load_peer(PEERS / folder).simplify_sentences
        for name, folder in (
            ("SARI", "paraphrase"),
            ("BLEU", "paraphrase_bleu"),
            ("FKBLEU", "paraphrase_fkbleu"),
        )
        if _trained(folder)
    }
    systems |= _multss() | _ours(simplifier)
    rows += [_timed(name, rewrite, originals, references) for name, rewrite in systems.items()]
    return [f"## {TURK}", "", *_table(_with_earlier(TURK, rows)), ""]


def _onestop(simplifier: Simplifier) -> list[str]:
    pairs = list(open_corpus(data_folder() / "onestop/aligned").pairs("all"))
    parts = split_documents(document_of(pair) for pair in pairs)
    test = [pair for pair in pairs if parts[document_of(pair)] == "test"]
    originals = [" ".join(pair.source.split()) for pair in test]
    references = [[" ".join(pair.target.split()) for pair in test]]
    chance = random.Random(SEED)
    cut = [
        " ".join(word for word in text.split() if chance.random() > 0.3) or text
        for text in originals
    ]
    rows = [
        _row("unchanged", originals, originals, references),
        _row("random deletion of 30 %", originals, cut, references),
    ]
    systems: dict[str, Rewrite] = {}
    if _trained("paraphrase"):
        systems["paraphrase, tuned on SARI"] = load_peer(PEERS / "paraphrase").simplify_sentences
    systems |= _multss() | _ours(simplifier)
    outputs: dict[str, Sequence[str]] = {}
    for name, rewrite in systems.items():
        rows.append(_timed(name, rewrite, originals, references, outputs))
    some = originals[:100]
    pipelines = []
    tasks = ("paraphrase", "split", "compress")
    singles = {
        task: load_peer(PEERS / f"multss_{task}").simplify_sentences
        for task in tasks
        if all(_trained(f"multss_{task}") for task in tasks)
    }
    for order in permutations(tasks) if singles else ():
        texts: Sequence[str] = some
        for task in order:
            texts = singles[task](texts)
        pipelines.append(_row(" → ".join(order), some, texts, [references[0][:100]]))
    repeated = sum(map(_repeats, outputs["MulTSS"]))
    excused = sum(
        _repeats(o) for o, s in zip(outputs["MulTSS"], originals, strict=True) if not _repeats(s)
    )
    return [
        f"## {ONESTOP}",
        "",
        *_table(_with_earlier(ONESTOP, rows)),
        "",
        f"Outputs of MulTSS with a repeated trigram: {100 * repeated / len(test):.1f} %;"
        f" where the source repeats none: {100 * excused / len(test):.1f} %.",
        "",
        f"### {PIPELINES}",
        "",
        *_table(_with_earlier(PIPELINES, pipelines)),
        "",
    ]


def _tasks() -> list[str]:
    """The other tasks of MulTSS, on what it was not trained on."""
    split = list(open_corpus(data_folder() / "wikisplit").pairs("all"))[2500:3000]
    compressed = list(open_corpus(data_folder() / "googlecomp").pairs("all"))[800:]
    heads = (
        "model",
        "WikiSplit: two or more sentences %",
        "exactly two %",
        "BLEU",
        "compression: token F1",
        "words kept %",
    )
    rows = []
    for name, splitter, compressor, free in (
        ("MulTSS", "multss", "multss", False),
        ("MulTSS, free search", "multss", "", True),
        ("single task", "multss_split", "multss_compress", False),
        ("single task, free search", "multss_split", "", True),
    ):
        if not _trained(splitter):
            continue
        outputs = _split(splitter, sources := [pair.source for pair in split], free)
        counts = [len(split_sentences(text)) for text in outputs]
        row = [name, f"{100 * sum(n >= 2 for n in counts) / len(split):.1f}"]
        row.append(f"{100 * sum(n == 2 for n in counts) / len(split):.1f}")
        targets = [pair.target for pair in split]
        row.append(f"{Bleu().corpus(sources, outputs, [targets]).value:.1f}")
        if compressor and _trained(compressor):
            long, short = [p.source for p in compressed], [p.target for p in compressed]
            texts = load_peer(f"{PEERS / compressor}:compress").simplify_sentences(long)
            row.append(f"{TokenF1().corpus(long, texts, [short]).value:.1f}")
            kept = sum(len(t.split()) for t in texts) / sum(len(t.split()) for t in long)
            row.append(f"{100 * kept:.0f}")
        rows.append([*row, "–", "–"][: len(heads)])
        print(" | ".join(rows[-1]), flush=True)
    return [
        f"## {TASKS}",
        "",
        "WikiSplit's second validation half (500 sentences), Google's last 200. Where the best"
        " output for the task of splitting is one sentence, MulTSS searches again and may not end"
        " before a second began (`two_sentences`); with the free search it may.",
        *_who_splits(rows),
        "",
        *_markdown(heads, _with_earlier(TASKS, rows)),
        "",
    ]


def _who_splits(rows: Sequence[Sequence[str]]) -> list[str]:
    """Whether the model splits of itself."""
    free = [row[1] for row in rows if row[0] == "MulTSS, free search"]
    return [
        f"Left free it splits {share} %: that it splits is the search's doing, not the model's."
        for share in free
        if float(share) < 50
    ]


def _split(folder: str, sources: Sequence[str], free: bool) -> Sequence[str]:
    model = MulTSS.load(PEERS / folder)
    search = model.options.search
    return model.simplify_sentences(
        sources, "split", replace(search, two_sentences=()) if free else search
    )


def _tuning() -> list[str]:
    rows = []
    for folder in ("paraphrase", "paraphrase_bleu", "paraphrase_fkbleu"):
        if not _trained(folder):
            continue
        config = _config(folder)
        scores = [f"{100 * one['score']:.1f}" for one in config["history"]]
        objective = config["options"]["tuning"]["objective"]
        minutes = config["history"][-1]["seconds"] / 60
        rows.append([objective, " ".join(scores), f"{minutes:.1f}"])
    rows = _with_earlier(TUNING, rows)
    _plot({row[0]: [float(score) for score in row[1].split()] for row in rows})
    heads = ("objective", "mean of the first outputs, round by round", "minutes")
    image = f"![Objective of the tuning over its rounds]({PLOT.name})"
    return [f"## {TUNING}", "", *_markdown(heads, rows), "", image, ""]


def _plot(series: dict[str, list[float]]) -> None:
    """PRO's objective over its rounds, one line each."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "rivals"})
    figure, axes = pyplot.subplots(figsize=(6, 3.2))
    for name, scores in series.items():
        axes.plot(range(len(scores)), scores, marker="o", markersize=3, label=name)
    axes.set_xlabel("round of pairwise ranking optimisation")
    axes.set_ylabel("objective on the tuning sentences")
    axes.legend()
    figure.tight_layout()
    figure.savefig(PLOT, metadata={"Date": None})
    pyplot.close(figure)


def _with_earlier(title: str, rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows, then those that the page has under this title and that were not measured now."""
    known = {row[0] for row in rows}
    kept = [row for row in _page_rows(title) if row[0].removesuffix(f" {EARLIER}") not in known]
    return [
        *map(list, rows),
        *([f"{row[0].removesuffix(f' {EARLIER}')} {EARLIER}", *row[1:]] for row in kept),
    ]


def _page_rows(title: str) -> list[list[str]]:
    """The body of the table under a title of the page as it stands."""
    if not PAGE.is_file():
        return []
    lines = iter(_lines(PAGE))
    for line in lines:
        if line.lstrip("# ") == title and line.startswith("#"):
            break
    table = []
    for line in lines:
        if line.startswith("#"):
            break
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return [[cell.strip() for cell in row] for row in table[2:]]


def _trained(folder: str) -> bool:
    return (PEERS / folder / "config.json").is_file()


def _config(folder: str) -> dict[str, Any]:
    text = (PEERS / folder / "config.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def _minutes() -> str:
    """How long each MulTSS model of this run was trained."""
    parts = []
    for path in sorted(PEERS.glob("multss*")):
        if _trained(path.name):
            last = _config(path.name)["history"][-1]
            parts.append(f"`{path.name}` {last['step']:,} steps, {last['seconds'] / 60:.0f}")
    return f"Minutes of training on a shared core: {'; '.join(parts)}."


def _multss() -> dict[str, Rewrite]:
    names = {
        "MulTSS": "multss",
        "MulTSS's data pooled": "multss_pooled",
        "simplification only": "multss_simplify",
    }
    return {
        name: load_peer(f"{PEERS / folder}:simplify").simplify_sentences
        for name, folder in names.items()
        if _trained(folder)
    }


def _ours(simplifier: Simplifier) -> dict[str, Rewrite]:
    return {
        "SeqLab": lambda texts: simplifier.simplify_sentences(texts),
        "SeqLab, strength 1": lambda texts: simplifier.simplify_sentences(texts, 1.0),
        "SeqLab, labels obeyed": lambda t: simplifier.simplify_sentences(t, decide="labels"),
    }


def _timed(
    name: str,
    rewrite: Rewrite,
    originals: Sequence[str],
    references: Sequence[Sequence[str]],
    kept: dict[str, Sequence[str]] | None = None,
) -> list[str]:
    rewrite(originals[:2])
    begun = time.process_time()
    outputs = rewrite(originals)
    seconds = time.process_time() - begun
    if kept is not None:
        kept[name] = outputs
    row = _row(name, originals, outputs, references)
    row[-1] = f"{sum(len(text.split()) for text in originals) / seconds:,.0f}"
    print(" | ".join(row), flush=True)
    return row


def _row(
    name: str,
    originals: Sequence[str],
    outputs: Sequence[str],
    references: Sequence[Sequence[str]],
) -> list[str]:
    sari = Sari().corpus(originals, outputs, references)
    values = [sari.value, *sari.parts.values()]
    values.append(Bleu().corpus(originals, outputs, references).value)
    values.append(Bleu(against="originals").corpus(originals, outputs).value)
    values.append(Ter().corpus(originals, outputs, references).value)
    values.append(Fkgl().corpus(originals, outputs).value)
    same = 100 * sum(a == b for a, b in zip(originals, outputs, strict=True)) / len(originals)
    row = [name, *(f"{value:.1f}" for value in values), f"{same:.0f}"]
    return [*row, _findings(outputs), "–"]


def _findings(outputs: Sequence[str]) -> str:
    """What a grammar checker that the product does not use finds, per 100 sentences."""
    return f"{100 * sum(grammar_findings(list(outputs))) / len(outputs):.0f}"


def _repeats(text: str) -> bool:
    words = text.lower().split()
    grams = [tuple(words[n : n + 3]) for n in range(len(words) - 2)]
    return len(grams) != len(set(grams))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    return _markdown((*_HEADS, *_MORE), rows)


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    table = as_markdown(list(heads), [list(row) for row in rows], "l" + "r" * (len(heads) - 1))
    return table.splitlines()


if __name__ == "__main__":
    main()
