"""The report of a run: one HTML page with every document before and after, side by side.

The page is made from the originals and the outputs, so it also shows what earlier runs did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape
from itertools import islice
from pathlib import Path

from seqlab.documents.formats import format_name, open_document
from seqlab.documents.paragraphs.prose import Prose, long_word_opcodes, word_tokens
from seqlab.documents.report.summary import HIGHEST, STEP, Summary, readability, short_reason
from seqlab.documents.run.folder import STATE, documents, target
from seqlab.documents.run.manifest import Manifest
from seqlab.documents.run.options import BatchOptions, run_key
from seqlab.documents.run.record import Record
from seqlab.errors import DataError
from seqlab.files import atomic_write
from seqlab.report_page import page_end, page_start

# More would make a page that no browser opens; the rest is in the outputs.
SHOWN_DOCUMENTS = 2000
SHOWN_PARAGRAPHS = 200


def write_folder_report(
    path: Path, source: Path, output: Path, options: BatchOptions, summary: Summary
) -> None:
    """Write the page to `path`, whole or not at all, a document at a time."""
    manifest = Manifest(output / STATE / "manifest.jsonl", run_key(options))
    try:
        with atomic_write(path) as handle:
            handle.write(
                page_start(f"Simplified: {source.name or source}", "Documents", _lede(summary))
            )
            handle.write(f"<main class='wrap'>{_overview(summary)}")
            shown = 0
            for found in documents(source, options.follow_links):
                record = manifest.find(found.name)
                if found.reason or found.error or record is None:
                    continue
                shown += 1
                if shown <= SHOWN_DOCUMENTS:
                    new = target(output, found)
                    handle.write(_document(record, found.path, new, options, is_open=shown == 1))
            if shown > SHOWN_DOCUMENTS:
                handle.write(f"<p class='rest'>… and {shown - SHOWN_DOCUMENTS:,} more.</p>")
            handle.write(f"</main>\n{page_end()}")
    finally:
        manifest.close()


def _lede(summary: Summary) -> str:
    share = summary.changed / max(1, summary.sentences)
    return (
        f"{summary.done:,} documents, {summary.changed:,} of {summary.sentences:,} sentences "
        f"changed ({share:.0%}), {summary.failed:,} failed."
    )


def _overview(summary: Summary) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{name}</th><td>{one}</td><td>{other}</td></tr>"
        for name, one, other in readability(summary.before, summary.after)
    )
    failures = "".join(
        f"<li><b>{escape(name)}</b> {escape(short_reason(name, reason))}</li>"
        for name, reason in summary.failures
    )
    if summary.failed > len(summary.failures):
        more = f"… and {summary.failed - len(summary.failures):,} more{summary.where_all}"
        failures += f"<li>{escape(more)}</li>"
    return (
        "<div class='figures'><div class='scroll'><table><thead><tr><th></th>"
        "<th scope='col'>before</th>"
        f"<th scope='col'>after</th></tr></thead><tbody>{rows}</tbody></table></div>"
        f"{_histogram(summary)}</div>"
        + (f"<section class='failed'><h2>Failed</h2><ul>{failures}</ul></section>" * bool(failures))
        + "<h2>Documents</h2>"
    )


def _histogram(summary: Summary) -> str:
    """Documents by grade level, before and after, as a picture."""
    before, after = summary.grades
    if not before:
        return ""
    grades = range(0, HIGHEST + 1, STEP)
    most = max([*before.values(), *after.values()])
    parts = []
    for index, grade in enumerate(grades):
        for shift, (name, counts) in enumerate((("before", before), ("after", after))):
            height = 120 * counts[grade] / most
            parts.append(
                f"<rect class='{name}' x='{20 + index * 44 + shift * 18}' y='{140 - height:.1f}' "
                f"width='16' height='{height:.1f}'><title>{name}, grade {grade}: "
                f"{counts[grade]:,}</title></rect>"
            )
        label = f"{grade}+" if grade == HIGHEST else f"{grade}–{grade + STEP}"
        parts.append(f"<text x='{37 + index * 44}' y='156'>{label}</text>")
    return (
        "<figure><svg class='histogram' viewBox='0 0 470 166' role='img' "
        "aria-label='Documents by grade level'>"
        f"{''.join(parts)}</svg><figcaption>Documents by grade level (FKGL): "
        "<i class='before'></i>before, <i class='after'></i>after</figcaption></figure>"
    )


def _document(
    record: Record, source: Path, output: Path, options: BatchOptions, is_open: bool
) -> str:
    grades = [one.grade for one in (record.before, record.after)]
    told = " → ".join("–" if grade is None else f"{grade:.1f}" for grade in grades)
    head = (
        f"<details class='document'{' open' * is_open}><summary><b>{escape(record.document)}</b>"
        f"<span>{record.changed:,} of {record.sentences:,} sentences, grade {told}</span></summary>"
    )
    rows = list(islice(_rows(source, output, options), SHOWN_PARAGRAPHS + 1))
    more = "<p class='rest'>… and more, in the output.</p>" * (len(rows) > SHOWN_PARAGRAPHS)
    return f"{head}<div class='sides'>{''.join(rows[:SHOWN_PARAGRAPHS])}</div>{more}</details>\n"


def _rows(source: Path, output: Path, options: BatchOptions) -> Iterator[str]:
    before, after = (_paragraphs(path, options) for path in (source, output))
    limit = SHOWN_PARAGRAPHS * 2
    old, new = list(islice(before, limit)), list(islice(after, limit))
    if len(old) != len(new):
        # A paragraph fell under another rule once it was shorter; find those that still pair.
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        for _, i, j, k, m in matcher.get_opcodes():
            first, second = old[i:j], new[k:m]
            longest = max(len(first), len(second))
            yield from map(_pair, _filled(first, longest), _filled(second, longest))
        return
    yield from map(_pair, old, new)


def _filled(texts: Sequence[str], length: int) -> list[str]:
    return [*texts, *[""] * (length - len(texts))]


def _paragraphs(path: Path, options: BatchOptions) -> Iterator[str]:
    if format_name(path) is None:
        return
    try:
        for piece in open_document(path, options.protect, options.columns).pieces():
            if isinstance(piece, Prose) and piece.text.strip():
                yield piece.text.strip()
    except DataError:
        return


def _pair(before: str, after: str) -> str:
    if before == after:
        same = escape(before)
        return f"<p class='same'>{same}</p><p class='same'>{same}</p>"
    old, new = word_tokens(before), word_tokens(after)
    left, right = [], []
    for name, i, j, k, m in long_word_opcodes(old, new):
        gone, come = escape("".join(old[i:j])), escape("".join(new[k:m]))
        left.append(gone if name == "equal" or not gone else f"<del>{gone}</del>")
        right.append(come if name == "equal" or not come else f"<ins>{come}</ins>")
    return f"<p>{''.join(left)}</p><p>{''.join(right)}</p>"
