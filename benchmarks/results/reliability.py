"""Write docs/results/reliability.md from the records of the counted runs.

    make results-reliability

The records lie in docs/results/reliability/ and are made by:

    python -m benchmarks.reliability.strings parse 200000 --out docs/results/reliability/parse.json
    python -m benchmarks.reliability.strings simplify 20000 \\
        --out docs/results/reliability/simplify.json
    python -m benchmarks.reliability.chaos kills-local kills-ray poison-local poison-ray \\
        full-disk read-only clock two-runs --out docs/results/reliability
    python -m benchmarks.reliability.faults ROOT --out docs/results/reliability/before.json
    python -m benchmarks.reliability.faults . --out docs/results/reliability/after.json
    python -m benchmarks.reliability.one_hash --out docs/results/reliability/one-hash.json
    python -m benchmarks.reliability.linear_time --out docs/results/reliability/linear-time.json
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.reliability.faults import PROBES
from benchmarks.reliability.hostile_files import cases
from benchmarks.reliability.records import FOLDER, read_record
from seqlab.files import atomic_write
from seqlab.tables import as_markdown

PAGE = Path("docs/results/reliability.md")
_CHAOS = (
    "kills-local",
    "kills-ray",
    "poison-local",
    "poison-ray",
    "full-disk",
    "read-only",
    "clock",
    "two-runs",
)
# Faults that a probe from outside cannot show; each has its test.
_BY_TEST = (
    ("4", "a task that hangs on the local engine", "the run never ends", "fails by name after "
     "`--timeout`; the others are done", "tests/documents/test_engines.py"),
    ("11", "a document whose worker dies twice for other reasons", "blamed", "tried once more "
     "with nothing else under way", "tests/documents/test_engines.py"),
    ("12", "SIGTERM", "ends silently", "one line says how to go on, exit code 143",
     "tests/commands/test_simplify.py"),
    ("12", "a sub-folder that cannot be read", "not in the manifest", "in the manifest, with the "
     "reason", "tests/documents/test_links_and_places.py"),
    ("12", "EPUB with a member twice", "one of the two is taken", "refused by name",
     "tests/documents/test_bad_documents.py"),
    ("12", "a training killed while it draws", "a stray temporary picture", "removed by the next "
     "start", "tests/test_files.py"),
)  # fmt: skip


def main() -> None:
    """Write the page."""
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(lines()) + "\n")
    print(PAGE)


def lines(folder: Path = FOLDER) -> Iterator[str]:
    """The page; what was not run yet is said to be missing."""
    yield "# Reliability: what was tried, what survived"
    yield ""
    yield "Written by `make results-reliability` from the records in `docs/results/reliability/`;"
    yield "[safety.md](../safety.md) says what is read from where and which limits hold."
    yield ""
    yield from _strings(folder)
    yield from _chaos(folder)
    yield from _hashes(folder)
    yield from _linear(folder)
    yield from _faults(folder)
    yield "## Hostile files"
    yield ""
    counts = {"done": 0, "failed": 0, "skipped": 0}
    for case in cases():
        counts[case.state] += 1
    total = sum(counts.values())
    yield f"The corpus of `benchmarks/reliability/hostile_files.py` has {total} files:"
    yield f"{counts['done']} must come through, {counts['failed']} must be refused with a reason,"
    yield f"{counts['skipped']} are no documents. `make test-fuzz` checks each outcome;"
    yield "`make test` all but the large ones."


def _strings(folder: Path) -> Iterator[str]:
    yield "## Random strings"
    yield ""
    yield "Seeded strings from an alphabet that is hostile on purpose: all Unicode spaces and"
    yield "controls, half surrogate pairs, combining and right-to-left marks, emoji sequences, long"
    yield "runs, and prose with such characters in it. Lost means: tokens and spaces do not make up"
    yield "the text again, an offset is wrong, strength 0 changes something, what is no sentence"
    yield "changes, or the second result differs."
    yield ""
    rows = []
    for name, what in (
        ("parse", "`Document.parse`, twice"),
        ("simplify", "`simplify` at strengths 0, 0.5 and 1"),
    ):
        record = read_record(name, folder)
        if record is None:
            rows.append([what, "not run", "", "", ""])
            continue
        numbers = [record[key] for key in ("strings", "characters", "crashes", "losses")]
        rows.append([what, *(f"{number:,}" for number in numbers)])
    yield as_markdown(["through", "strings", "characters", "crashes", "losses"], rows)
    yield ""


def _chaos(folder: Path) -> Iterator[str]:
    yield "## Kills, poison, full disks"
    yield ""
    yield "A kill counts as survived if the outputs, once the same command has ended, are to"
    yield "the byte those of an undisturbed run. A poison document: if it is named, all others"
    yield "are done, and the run ends within the limits."
    yield ""
    rows = []
    for name in _CHAOS:
        record = read_record(name, folder)
        if record is None:
            rows.append([name, "not run", "", "", ""])
            continue
        more = ", ".join(f"{count} × {victim}" for victim, count in _killed(record))
        if "named" in record:
            more = "; ".join(f"`{one}`: {why}" for one, why in sorted(record["named"].items()))
        if record.get("errors"):
            last = record["errors"][-1].strip().splitlines()[-1]
            more = "; ".join(filter(None, [more, f"ended with: {last.replace('|', ' ')}"]))
        numbers = [str(record[key]) for key in ("tried", "survived", "lost")]
        rows.append([record["what"], *numbers, more])
    yield as_markdown(["scenario", "tried", "survived", "lost", "remarks"], rows, align="lrrrl")
    yield ""


def _killed(record: dict[str, Any]) -> list[tuple[str, int]]:
    return sorted(record.get("killed", {}).items())


def _hashes(folder: Path) -> Iterator[str]:
    record = read_record("one-hash", folder)
    yield "## One text, one hash"
    yield ""
    if record is None:
        yield "Not run."
    else:
        count, different = len(record["callers"]), len(set(record["callers"].values()))
        yield f"One text through {count} callers; different hashes: {different}."
        yield ", ".join(record["callers"]) + "."
    yield ""


def _linear(folder: Path) -> Iterator[str]:
    record = read_record("linear-time", folder)
    if record is None:
        return
    yield "## Time grows with the length and no faster"
    yield ""
    yield "Processor time of `Document.parse` for 2n characters over that for n; 2 is linear, 2.6"
    yield "is the bar."
    yield ""
    rows = [
        [f"`{row['unit']}`", f"{row['characters']:,}", f"{row['ratio']:.2f}"]
        for row in record["rows"]
    ]
    yield as_markdown(["unit", "n", "ratio"], rows)
    yield ""


def _faults(folder: Path) -> Iterator[str]:
    before, after = (read_record(name, folder) for name in ("before", "after"))
    yield "## The faults of version 0.1, before and after"
    yield ""
    yield "Numbers are those of the test report. Seconds are of the processor, the start of Python"
    yield "and the loading of the model included; a probe may take 90. The records name the commit"
    yield "that was tried."
    yield ""
    old, new = (
        {row["what"]: row for row in (record or {"probes": []})["probes"]}
        for record in (before, after)
    )
    rows = [
        [str(item), what, _told(old.get(what)), _told(new.get(what))] for item, what, _ in PROBES
    ]
    rows += [
        [str(item), what, then, f"{now} (`{test}`)"] for item, what, then, now, test in _BY_TEST
    ]
    yield as_markdown(["no.", "what", "0.1", "now"], rows, align="llll")
    yield ""


def _told(row: dict[str, Any] | None) -> str:
    if row is None:
        return "not run"
    outcome = row["outcome"].replace("|", "\\|").replace("<", "&lt;")
    return f"{outcome} ({row['seconds']:.0f} s, {row['megabytes']:,} MB)"


if __name__ == "__main__":
    main()
