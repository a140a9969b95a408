"""Build a simplifier's model: silver labels of two corpora, a labeller, and the settings."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corpora import Pair, open_corpus
from seqlab.alignment import load_aligner
from seqlab.annotation import LabelledPair, annotate_pairs, soft_sentences, training_sentences
from seqlab.errors import UsageError
from seqlab.evaluation import load_test_set
from seqlab.files import atomic_write, data_folder, write_hashes
from seqlab.pipeline import Settings
from seqlab.progress import track
from seqlab.tagger import (
    LabelledSentence,
    ModelOptions,
    TrainingOptions,
    read_sentences,
    write_sentences,
)
from seqlab.training.labelled_data import SilverOptions, silver_sentences, split_by_document

if TYPE_CHECKING:
    from seqlab.tagger import Trained


@dataclass(frozen=True)
class WikipediaOptions:
    """Which pairs of Wikipedia and Simple Wikipedia are learned from.

    Args:
        pairs: At most so many, drawn by the seed.
        seed: Which ones.
        source_links: Least share of the source's words that the aligner links.
        target_links: The same of the target's words; together they drop pairs that say different
            things, of which the corpus has many.
        development: So many sentences choose the epoch, beside those of OneStopEnglish.
    """

    pairs: int = 26_000
    seed: int = 1
    source_links: float = 0.55
    target_links: float = 0.6
    development: int = 600


@dataclass(frozen=True)
class RewritingOptions:
    """Rewritings by several people, for research: most licences keep them out of what ships.

    Args:
        sets: Test sets to learn from, e.g. `[asset_valid, turkcorpus_valid]`; none by default.
        first: So many sentences of each, from its beginning; the rest stays for measuring.
        development: Of these the last, which choose the epoch.
        copies: How often an epoch sees each.
    """

    sets: tuple[str, ...] = ()
    first: int = 1500
    development: int = 200
    copies: int = 3


@dataclass(frozen=True)
class SettingsFile:
    """What goes into simplifier.json.

    Args:
        syntax: The syntax backend.
        settings: Where each decision falls; chosen by reading development sentences.
    """

    syntax: str = "embedded"
    settings: Settings = field(default_factory=Settings)


def build_simplifier(
    out: str | Path,
    onestop: str | Path,
    wikipedia: str | Path,
    options: WikipediaOptions,
    model: ModelOptions,
    training: TrainingOptions,
    settings: SettingsFile,
    silver: str | Path | None = None,
    rewritings: RewritingOptions | None = None,
) -> Trained:
    """Train the labeller on both corpora, and on `rewritings`, and write the model folder `out`.

    `silver` is a folder that keeps the labelled sentences: what lies there is not made again.
    """
    from seqlab.tagger import train_tagger

    out = Path(out)
    kept = Path(silver) if silver is not None else None
    parts = split_by_document(
        _kept(kept, "onestop.jsonl", lambda: silver_sentences(onestop, SilverOptions()))
    )
    wiki = _kept(kept, "wikipedia.jsonl", lambda: list(wikipedia_sentences(wikipedia, options)))
    if len(wiki) <= options.development:
        raise UsageError(f"only {len(wiki)} pairs of {wikipedia} can be used")
    train = [*parts.train, *wiki[options.development :]]
    development = [*parts.valid, *wiki[: options.development]]
    notes: dict[str, Any] = {
        "data": "OneStopEnglish training articles and Wikipedia pairs, silver labels",
        "licence": "CC BY-SA 4.0 (OneStopEnglish), CC BY-SA 3.0 (Wikipedia)",
        "wikipedia": asdict(options),
    }
    if rewritings is not None and rewritings.sets:
        notes["data"] += f", {' and '.join(rewritings.sets)}: for research"
        notes["rewritings"] = asdict(rewritings)
        for name in rewritings.sets:
            found = list(rewritten_sentences(name, rewritings.first))
            borrowed = len(found) - rewritings.development
            train += found[:borrowed] * rewritings.copies
            development += found[borrowed:]
    trained = train_tagger(train, development, out / "operations", model, training, notes)
    write_settings(out, settings)
    return trained


def _kept(
    folder: Path | None, name: str, make: Callable[[], list[LabelledSentence]]
) -> list[LabelledSentence]:
    if folder is None:
        return make()
    file = folder / name
    if not file.is_file():
        write_sentences(file, make())
    return list(read_sentences(file))


def write_settings(out: str | Path, values: SettingsFile) -> None:
    """Write simplifier.json, which names the parts and holds the settings."""
    with atomic_write(Path(out) / "simplifier.json") as handle:
        json.dump(asdict(values), handle, ensure_ascii=False, indent=2)
        handle.write("\n")
    write_hashes(out, ["simplifier.json"])


def wikipedia_sentences(path: str | Path, options: WikipediaOptions) -> Iterator[LabelledSentence]:
    """Labelled sentences of pairs whose sides say about the same, in an order of their own."""
    pairs = _wikipedia_pairs(Path(path), options)
    for labelled in annotate_pairs(track(pairs, "annotate"), load_aligner("light")):
        if _says_the_same(labelled, options):
            yield from training_sentences([labelled])


def rewritten_sentences(name: str, first: int) -> Iterator[LabelledSentence]:
    """The first sentences of a test set, each with the share of people who chose each label."""
    tests = load_test_set(name)
    pairs = [
        Pair((original,), (reference[line],))
        for line, original in enumerate(tests.originals[:first])
        for reference in tests.references
    ]
    labelled = annotate_pairs(track(pairs, f"annotate {name}"), load_aligner("light"))
    yield from soft_sentences(labelled)


def _says_the_same(pair: LabelledPair, options: WikipediaOptions) -> bool:
    source = len({i for i, _ in pair.links}) / max(1, len(pair.source_tokens))
    target = len({j for _, j in pair.links}) / max(1, len(pair.target_tokens))
    return source >= options.source_links and target >= options.target_links


def _wikipedia_pairs(path: Path, options: WikipediaOptions) -> list[Pair]:
    """Cased pairs of one sentence that was changed, each source once."""
    found: dict[str, Pair] = {}
    for pair in open_corpus(path).pairs():
        words = len(pair.source.split())
        cased = pair.source != pair.source.lower()
        if cased and pair.source != pair.target and 8 <= words <= 60 and len(pair.sources) == 1:
            found.setdefault(pair.source, pair)
    chosen = [found[text] for text in sorted(found)]
    random.Random(options.seed).shuffle(chosen)
    return chosen[: options.pairs]


def default_corpora() -> tuple[Path, Path]:
    """Where the data folder holds OneStopEnglish and the Wikipedia pairs."""
    return data_folder() / "onestop" / "texts", data_folder() / "wikipedia"
