"""Download, count, describe or convert corpora: `corpora fetch NAME`, `describe PATH` …

seqlab corpora stats sample
seqlab corpora convert my/corpus --out out/pairs.jsonl
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import corpora as package
from seqlab.errors import DataError, UsageError
from seqlab.evaluation import DescribeOptions


def corpora(
    action: Literal["stats", "describe", "convert", "formats", "fetch"],
    path: Path | None = None,
    out: Path | None = None,
    format: str = "auto",
    level_pairs: package.PairMode = "all",
    split: bool = False,
    seed: int = 13,
    read: package.ReadOptions = package.ReadOptions(),  # noqa: B008
    describe: DescribeOptions = DescribeOptions(),  # noqa: B008
    yes: bool = False,
    mirror: str | None = None,
    sha256: str | None = None,
) -> None:
    """Count or describe what corpora hold, write their pairs, list the formats, or download one.

    Args:
        action: `stats` counts, `describe` shows operations and textual features of one or more
            corpora side by side, `convert` writes pairs, `formats` lists what can be read, `fetch`
            downloads a public corpus from its publisher.
        path: The corpus: its folder, one of its files, or the name of one that ships (`sample`,
            `public`); for `fetch` its name; for `describe` several, comma-separated, each with a
            name of its own if wanted: `ASSET=data/asset,Turk=data/turkcorpus`.
        out: Where `convert` writes the pairs (a .jsonl file; a folder if `split`), and `stats` the
            counts as JSON, if given; `describe` writes a page with pictures (.html) or the
            numbers (.json).
        format: Name of the format, or `auto` to recognise it by its file names.
        level_pairs: Which level pairs of an aligned corpus to take.
        split: Write train.jsonl, valid.jsonl and test.jsonl (80/10/10 by document).
        seed: Seed of the split.
        read: How to read.
        describe: How `describe` looks at pairs.
        yes: Accept the licence that `fetch` shows.
        mirror: URL to download the files from instead of the publisher's.
        sha256: Checksums for files that have none here, as comma-separated name=digest.
    """
    if action == "fetch":
        _fetch(None if path is None else str(path), out, yes, mirror, sha256)
        return
    if action == "formats":
        for name, known in package.FORMATS.items():
            print(f"{name:<15} {known.title}\n{'':<15} {', '.join(known.patterns[:4])}")
        return
    if path is None:
        raise UsageError(f"{action} needs the path of a corpus: seqlab corpora {action} PATH")
    if action == "describe":
        _describe(str(path), out, format, level_pairs, read, describe)
        return
    corpus = package.open_corpus(path, format, read)
    if action == "stats":
        _print_statistics(corpus, level_pairs, out)
    elif out is None:
        raise UsageError("convert needs a file to write: --out pairs.jsonl")
    elif split:
        pairs = _some(corpus, corpus.pairs(level_pairs))
        for part, of_part in package.split_pairs(pairs, seed):
            count = package.write_pairs(out / f"{part}.jsonl", of_part)
            print(f"{count:,} pairs in {out / f'{part}.jsonl'}")
    else:
        from seqlab.progress import track

        pairs = _some(corpus, corpus.pairs(level_pairs))
        count = package.write_pairs(out, track(pairs, "pairs"))
        print(f"{count:,} pairs of {corpus.format} in {out}")


def _describe(
    paths: str,
    out: Path | None,
    format: str,
    mode: package.PairMode,
    read: package.ReadOptions,
    options: DescribeOptions,
) -> None:
    import json

    from seqlab.evaluation import describe_pairs, description_tables, write_description
    from seqlab.files import atomic_write
    from seqlab.progress import track
    from seqlab.tables import as_text

    if out is not None and out.suffix not in (".html", ".json"):
        raise UsageError(f"describe writes .html or .json, not {out.name!r}")
    # Everything is opened before anything is looked at.
    opened = {}
    for item in filter(None, paths.split(",")):
        name, _, place = item.rpartition("=")
        corpus = package.open_corpus(place, format, read)
        opened[name or Path(place).name] = (corpus, _some(corpus, corpus.pairs(mode)))
    if not opened:
        raise UsageError("describe needs the path of a corpus: seqlab corpora describe PATH")
    described = [
        describe_pairs(name, track(pairs, name), options) for name, (_, pairs) in opened.items()
    ]
    for title, note, heads, rows in description_tables(described):
        print(f"{title}: {note}\n{as_text(heads, rows)}\n")
    if out is None:
        return
    if out.suffix == ".html":
        write_description(described, out)
    else:
        with atomic_write(out) as handle:
            json.dump([one.to_json() for one in described], handle, indent=2)
    print(out)


def _some(corpus: package.Corpus, pairs: Iterable[package.Pair]) -> Iterator[package.Pair]:
    """The pairs; an error where there are none, before an empty file is written."""
    empty = True
    for pair in pairs:
        empty = False
        yield pair
    if empty:
        raise DataError(corpus.path, f"no pairs in it, read as {corpus.format}", fix="see stats")


def _print_statistics(corpus: package.Corpus, mode: package.PairMode, out: Path | None) -> None:
    import json

    from seqlab.files import atomic_write
    from seqlab.progress import track

    print(f"{corpus.path}: {corpus.format}")
    found = {}
    if corpus.has_documents:
        documents = track(corpus.documents(), "documents")
        found["articles"] = package.document_statistics(documents)
    if corpus.has_pairs:
        found["pairs"] = package.pair_statistics(track(corpus.pairs(mode), "pairs"))
    for statistics in found.values():
        print(f"\n{package.statistics_table(statistics)}")
    if out is not None:
        with atomic_write(out) as handle:
            json.dump({name: s.to_json() for name, s in found.items()}, handle, indent=2)


def _fetch(
    name: str | None, out: Path | None, yes: bool, mirror: str | None, sha256: str | None
) -> None:
    from seqlab.files import data_folder

    if name is None:
        known = ", ".join(package.published_corpora())
        raise UsageError(f"fetch needs the name of a corpus: seqlab corpora fetch NAME ({known})")
    corpus = package.published_corpus(name)
    folder = out or data_folder() / corpus.folder
    print(package.describe(corpus, folder), flush=True)
    pins = dict(item.split("=", 1) for item in (sha256 or "").split(",") if "=" in item)
    for found in package.fetch(corpus, folder, yes, mirror, pins):
        note = "" if found.verified else "  (checksum not known here; pin it with --sha256)"
        print(f"{found.sha256}  {found.path.name}{note}")
