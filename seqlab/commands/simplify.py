"""Simplify a text, a file, standard input (`-`), or a folder of documents (`--output DIR`).

seqlab simplify "They commenced work prior to the meeting." --level easy --explain
seqlab simplify letter.docx --tracked --out letter.tracked.docx
seqlab simplify articles --output simple --report report.html
"""

from __future__ import annotations

import json as json_module
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from seqlab.documents import Engine
from seqlab.text import DEFAULT_PROTECTED, ProtectedContent

if TYPE_CHECKING:
    from seqlab.desk import HouseStyle
    from seqlab.documents import BatchOptions
    from seqlab.editing import Edit, Explanation
    from seqlab.pipeline import Simplifier, Wish

# What is said when it is ended from outside.
RESUMES = "with --output, the same command goes on where this one stopped"
# Files that people have, beside those that are read as documents.
_OTHER_SUFFIXES = (".gz", ".json", ".doc", ".odt", ".rtf", ".tex", ".xml", ".pptx", ".xlsx", ".zip")
_LONGEST_PATH = 4096
# "Read this file and then simplify notes.txt" is a sentence.
_MOST_WORDS_IN_PATH = 4


def simplify(
    text: str,
    strength: float = 0.5,
    keep: tuple[str, ...] = (),
    operations: tuple[str, ...] = ("split", "delete", "replace"),
    level: str | None = None,
    decide: Literal["edits", "labels"] = "edits",
    model: str = "default",
    language_model: Path | None = None,
    critic: str | None = None,
    proposer: str | None = None,
    proposer_trust: float | None = None,
    explain: bool = False,
    json: bool = False,
    out: Path | None = None,
    output: Path | None = None,
    protect: ProtectedContent = DEFAULT_PROTECTED,
    columns: tuple[str, ...] = ("text",),
    copy_others: bool = False,
    follow_links: bool = False,
    engine: Engine = "local",
    workers: int | None = None,
    ray_address: str | None = None,
    timeout: float = 300.0,
    memory: float = 4.0,
    report: Path | None = None,
    edits: Path | None = None,
    tracked: bool = False,
    glossary: Path | None = None,
    keep_case: bool = False,
    topics: bool = True,
    one_word: bool = True,
    explain_words: Literal["bracket", "footnote", "list"] | None = None,
    summary: Path | None = None,
    device: str = "auto",
    threads: int | None = None,
) -> int:
    """Simplify a text, or with `--output` the documents of a folder.

    Args:
        text: A file, the text itself, `-` for standard input, or a folder of documents.
        strength: 0 changes nothing, 1 the most.
        keep: Words and phrases that stay in all their forms, and files of them.
        operations: What may be done: split, delete, replace.
        level: The reader's level, one of the model's: `plain` (B1) or `easy` (A2).
        decide: `edits` judges every edit by a learned model; `labels` follows the tagger's labels.
        model: Folder of a model, or `default` for the one in the package.
        language_model: Causal language model that guards fluency instead of the n-gram model.
        critic: A small language model that reads every likely edit once more: `default`, or a
            folder of `seqlab critic`. Finds more to change; slow, and needs `seqlab[critic]`.
        proposer: A rival whose rewritings are proposed too, each edit judged like ours: a folder of
            `seqlab peer fit`, or a file with one output for each line of the text.
        proposer_trust: How many of 100 of the proposer's edits are right that the judge is sure of:
            1 for a careful human. Less than about 0.6 makes none of them.
        explain: Show every sentence before and after, and the reason for each edit.
        json: Print every sentence with labels, probabilities and edits as JSON, one per line.
        out: File to write to instead of standard output.
        output: Folder for the simplified documents; run the same command again to resume.
        protect: What is left alone: quotations, citations, code, headings, lists.
        columns: Fields of JSONL and columns of CSV that hold text.
        copy_others: Copy files of other formats to the output folder.
        follow_links: Follow links that lead out of the folder.
        engine: Where documents are simplified: processes of this machine, or a Ray cluster.
        workers: How many documents are simplified at once; by default one per processor.
        ray_address: A running Ray cluster; without it one is started on this machine.
        timeout: Seconds without progress after which a document fails; 0 for no limit. Limits hold
            for worker processes, not with --workers 0.
        memory: Gigabytes that a worker may use, its model included; 0 for no limit.
        report: HTML page with each document before and after, side by side.
        edits: File for the edits of a text or document as data, which `seqlab apply` takes; with
            --output the folder for those of all documents.
        tracked: Write the document (`--out`, `--output`) with tracked changes instead of the new
            text, and its edits beside it.
        glossary: TSV of term, simple term or `keep`, explanation and part of speech; it is obeyed
            in all inflected forms and wins over the model.
        keep_case: Tell uppercase and lowercase apart in --keep and --glossary.
        topics: Keep terms that a document defines or uses often; at the desk only (with --edits,
            --tracked, --glossary, --explain-words, --summary, or for one document --report).
        one_word: Replace a word by the same one throughout; at the desk, too.
        explain_words: Explain hard words that stay where they first stand: in brackets, in
            footnotes (numbers and a list where the format has none), or in a list at the end.
        summary: JSON file of readability by paragraph, what stayed hard, and changed terms; with
            --output the folder for those of all documents.
        device: Where models run: cpu, cuda, cuda:N, mps; `auto` takes the GPU if there is one.
        threads: Threads per process; one by default.
    """
    from seqlab import Simplifier
    from seqlab.devices import choose_device, use_threads
    from seqlab.errors import UsageError
    from seqlab.files import atomic_write
    from seqlab.pipeline import Wish
    from seqlab.terms import Terms, keep_entries, read_glossary

    use_threads(threads)
    choose_device(device)  # said now, not by every worker
    entries = read_glossary(glossary, keep_case) if glossary is not None else ()
    at_desk = any((edits, glossary, summary)) or tracked or explain_words is not None
    if output is not None:
        from seqlab.desk import DeskOptions, HouseStyle, load_desk
        from seqlab.documents import BatchOptions, Limits, format_name

        if _is_file(text) and format_name(output) and not output.exists():
            fix = "name a folder; what becomes of a plain text can go to a file with --out"
            raise UsageError(f"--output {output}: looks like a file; {fix}")
        for name, given in (("explain", explain), ("json", json), ("out", out is not None)):
            if given:
                raise UsageError(f"--{name} is for one text, not --output")
        if proposer is not None:
            raise UsageError("--proposer is for one text, not --output")
        if language_model is not None:
            raise UsageError("--language-model is for one text: it is too slow for --output")
        for name, folder in (("edits", edits), ("summary", summary)):
            if folder is not None and folder.exists() and not folder.is_dir():
                raise UsageError(f"--{name} {folder}: is a file; with --output name a folder")
        options: dict[str, Any] = {
            "model": model,
            "strength": strength,
            "operations": operations,
            "protect": protect,
            "columns": columns,
            "copy_others": copy_others,
            "level": level,
            "decide": decide,
            "device": device,
            "critic": critic or "",
            "follow_links": follow_links,
            "terms": keep_entries(keep, keep_case),
        }
        desk = DeskOptions(
            **options,
            style=HouseStyle(entries, topics, one_word, explain_words),
            tracked=tracked,
            edits=str(edits or ""),
            summary=str(summary or ""),
        )
        return _simplify_folder(
            Path(text),
            output,
            desk if at_desk else BatchOptions(**options),
            report,
            engine=engine,
            workers=workers,
            ray_address=ray_address,
            limits=Limits(timeout, memory),
            load_work=load_desk if at_desk else None,
        )
    terms = Terms(keep_entries(keep, keep_case))
    if _is_folder(text):
        raise UsageError(f"{text} is a folder; name the folder for its outputs with --output DIR")
    if at_desk or report is not None:
        if explain or json:
            raise UsageError("--edits holds what --explain and --json show; leave them out")
        if tracked and out is None:
            raise UsageError("--tracked writes a document: name it with --out FILE")
        if out is not None and _is_same(text, out):
            raise UsageError(f"--out {out} is the text itself; name another file")
        if proposer is not None:
            raise UsageError("--proposer goes with plain text, not with the desk's options")
        from seqlab.desk import HouseStyle

        return _simplify_at_desk(
            Simplifier.load(model, language_model, device, critic=critic),
            text,
            Wish(strength, (), operations, level, decide, protect, terms),
            HouseStyle(entries, topics, one_word, explain_words),
            columns,
            _Targets(out, edits, tracked, summary, report),
        )
    if out is not None and _is_same(text, out):
        raise UsageError(f"--out {out} is the text itself; name another file")
    source = _text(text)
    simplifier = Simplifier.load(model, language_model, device, critic=critic)
    if proposer is not None:
        from seqlab.peers import use_proposer

        use_proposer(simplifier, proposer, source, level, proposer_trust)
    options_of_text: dict[str, Any] = {
        "strength": strength,
        "terms": terms,
        "operations": operations,
        "level": level,
        "decide": decide,
        "protect": protect,
    }
    if json or explain:
        found = simplifier.explain(source, **options_of_text)
        lines = (
            [json_module.dumps(record, ensure_ascii=False) for record in json_records(found)]
            if json
            else [line for one in found for line in explained_lines(one, _in_colour(out))]
        )
        result = "".join(f"{line}\n" for line in lines)
    else:
        result = simplifier.simplify(source, **options_of_text)
        if not result.endswith("\n"):
            result += "\n"
    if out is None:
        sys.stdout.write(result)
        return 0
    with atomic_write(out) as handle:
        handle.write(result)
    return 0


def json_records(found: list[Explanation]) -> list[dict[str, Any]]:
    """Every sentence as plain values, with the estimated quality of its output."""
    from seqlab.quality import QualityEstimator

    # What holds no word has no quality to estimate.
    has_words = [any(map(str.isalnum, one.source)) for one in found]
    pairs = [(one.source, one.output) for one, has in zip(found, has_words, strict=True) if has]
    qualities = iter(QualityEstimator.load().predict(pairs) if pairs else ())
    return [
        {**one.to_json(), "quality": next(qualities).to_json() if has else None}
        for one, has in zip(found, has_words, strict=True)
    ]


def _as_split(tokens: Sequence[str], edit: Edit) -> str:
    """What a split with a cut makes of its words: "was founded in 1987 . it provides"."""
    pieces: list[str] = []
    for place in range(*edit.span):
        if place == edit.cut:
            pieces += [".", *(word.text for word in edit.lead)]
        pieces += [word.text for word in edit.inserts.get(place, ())]
        if place not in edit.dropped:
            pieces.append(edit.changes.get(place, tokens[place]))
    return " ".join(pieces)


def explained_lines(found: Explanation, colour: bool) -> Iterator[str]:
    """A sentence before and after, then its edits: `+` taken, `-` dropped, and why."""
    from corpora import Pair
    from seqlab.commands.demo import before_and_after

    yield from before_and_after(Pair((found.source,), (found.output,)), colour=colour)
    if found.left:
        yield f"    left alone: {found.left}"
    for decision in found.decisions:
        edit = decision.edit
        words = " ".join(found.tokens[slice(*edit.span)])
        if edit.operation == "replace":
            change = f"{words} → {edit.text}"
        else:
            change = f"{words} → {_as_split(found.tokens, edit)}" if edit.cut >= 0 else words
        sign = "+" if decision.taken else "-"
        name = f"{edit.operation} {edit.kind}"
        chances = f"{decision.verdict.good:.2f} {decision.verdict.acceptable:.2f}"
        yield f"    {sign} {name:<22} {chances}  {change}  ({decision.reason})"
        others = [text for text, _ in found.alternatives.get(edit.span, ()) if text != edit.text]
        if edit.operation == "replace" and others:
            yield f"      {'other words':<28}  {', '.join(others)}"
    yield ""


def _simplify_folder(
    source: Path, output: Path, options: BatchOptions, report: Path | None, **engine: Any
) -> int:
    """Simplify documents and print the summary; 1 if any of them failed."""
    from seqlab.documents import simplify_folder, write_folder_report

    summary = simplify_folder(source, output, options, **engine)
    if report is not None:
        write_folder_report(report, source, output, options, summary)
    print(summary.text())
    return 1 if summary.failed else 0


@dataclass(frozen=True)
class _Targets:
    """What is written of one document at the desk."""

    out: Path | None
    edits: Path | None
    tracked: bool
    summary: Path | None
    report: Path | None


def _simplify_at_desk(
    simplifier: Simplifier,
    text: str,
    wish: Wish,
    style: HouseStyle,
    columns: tuple[str, ...],
    targets: _Targets,
) -> int:
    """Simplify one text or document in the style of a house, and write all that is asked for."""
    from seqlab.desk import (
        TextManuscript,
        accepted_ids,
        edit_in_style,
        open_manuscript,
        summary_of,
        write_edits,
        write_report,
        written_document,
    )
    from seqlab.files import atomic_write

    manuscript = (
        open_manuscript(Path(text), wish.protect, columns)
        if _is_file(text)
        else TextManuscript(_text(text), wish.protect)
    )
    found = edit_in_style(simplifier, manuscript, wish, style, columns)
    out = targets.out
    if targets.edits is not None:
        write_edits(targets.edits, found)
    if targets.summary is not None:
        values = summary_of(found, accepted_ids(found, "all"))
        with atomic_write(targets.summary) as handle:
            handle.write(json_module.dumps(values, ensure_ascii=False, indent=1) + "\n")
    if targets.report is not None:
        write_report(targets.report, found)
    if out is None and manuscript.document["format"] in ("docx", "epub"):
        changed = sum(one.output != one.text for one in found.sentences)
        print(f"{changed:,} of {len(found.sentences):,} sentences changed; --out FILE writes them")
        return 0
    raw = written_document(manuscript, found, accepted_ids(found, "all"), targets.tracked)
    if out is None:
        sys.stdout.buffer.write(raw)
        sys.stdout.flush()
        return 0
    with atomic_write(out, "wb") as handle:
        handle.write(raw)
    if targets.tracked:
        write_edits(out.with_name(f"{out.name}.edits.json"), found)
    return 0


def _is_folder(text: str) -> bool:
    try:
        # An empty text is a text; `Path("")` would be the folder one is in.
        return bool(text) and Path(text).is_dir()
    except (OSError, ValueError):
        return False  # too long for a path


def _is_same(text: str, out: Path) -> bool:
    try:
        return Path(text).is_file() and out.exists() and out.samefile(text)
    except (OSError, ValueError):
        return False


def _text(text: str) -> str:
    from seqlab.errors import DataError, UsageError
    from seqlab.files import decoded, read_text

    if text == "-":
        return decoded("standard input", sys.stdin.buffer.read())
    if not _is_file(text):
        if _is_lost_link(text):
            raise DataError(text, "a link that leads nowhere", fix="name the file itself")
        if looks_like_path(text):
            fix = "check the path, or pipe the text in: echo TEXT | seqlab simplify -"
            raise DataError(text, "no such file", fix=fix)
        return text
    from seqlab.documents import format_name

    name = format_name(Path(text))
    if name not in (None, "text"):
        raise UsageError(
            f"{text} is a document ({name}); to keep its structure name a folder: --output DIR"
        )
    return read_text(text)


def looks_like_path(text: str) -> bool:
    """Whether a text is rather the name of a file: `no/such/file`, `my notes.docx`, `./a b`."""
    words = text.split()
    if not words or "\n" in text.strip() or len(text) > _LONGEST_PATH:
        return False
    if re.match(r"(?:\.{0,2}|~\w*)/\w|[A-Za-z]:\\", text):
        return True
    if len(words) > _MOST_WORDS_IN_PATH or "://" in text:
        return False
    from seqlab.documents import FORMATS

    if Path(text).suffix.lower() in (*FORMATS, *_OTHER_SUFFIXES):
        return True
    return len(words) == 1 and ("/" in text or "\\" in text)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False  # too long for a path


def _is_lost_link(text: str) -> bool:
    try:
        return bool(text) and Path(text).is_symlink()
    except (OSError, ValueError):
        return False


def _in_colour(out: Path | None) -> bool:
    return out is None and sys.stdout.isatty()
