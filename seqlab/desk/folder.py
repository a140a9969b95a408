"""A folder of documents at the desk: the same run as `simplify --output`, each document as a whole.

What a document becomes depends on all of it (its topics, one word for one term, the first place of
a hard word), so no document is cut into parts.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import ClassVar

from seqlab.desk.desk import written_document
from seqlab.desk.edits import EditsFile, edits_text
from seqlab.desk.house import HouseStyle, edit_in_style_stepwise
from seqlab.desk.manuscript import open_manuscript
from seqlab.desk.subset import accepted_ids
from seqlab.desk.summary import summary_of
from seqlab.documents import (
    BatchOptions,
    Job,
    Lot,
    Record,
    Rules,
    Tick,
    put_in_place,
    raise_if_no_place,
    text_counts,
)
from seqlab.errors import SeqLabError, is_failure
from seqlab.files import file_hash
from seqlab.pipeline import Simplifier, Wish
from seqlab.terms import Terms

# After so many words a worker says that it is still at work.
_WORDS = 2000


@dataclass(frozen=True)
class DeskOptions(BatchOptions):
    """What an output depends on, at the desk.

    Args:
        style: What the house wants beside what the model does.
        tracked: Whether documents show their changes; their edits then stand beside them.
        edits: Folder for an edits file of each document.
        summary: Folder for a summary of each document.
    """

    in_parts: ClassVar[bool] = False

    style: HouseStyle = field(default_factory=HouseStyle)
    tracked: bool = False
    edits: str = ""
    summary: str = ""


def load_desk(options: BatchOptions, rules: Rules) -> partial[Iterator[Record | Tick]]:
    """The work of one worker: lots of documents, written at the desk."""
    from seqlab.devices import use_threads

    assert isinstance(options, DeskOptions)
    use_threads()
    simplifier = Simplifier.load(options.model, device=options.device, critic=options.critic)
    text_counts(["Ready."])
    return partial(edit_lot, simplifier, options, rules)


def edit_lot(
    simplifier: Simplifier, options: DeskOptions, rules: Rules, lot: Lot
) -> Iterator[Record | Tick]:
    """Write every document of a lot; yields its record when it is written, or has failed."""
    for job in lot.jobs:
        try:
            yield from _document(simplifier, options, rules, job)
        # A document that cannot be read, or not be shown as asked, must not end the run.
        except BaseException as error:
            if not (is_failure(error) or isinstance(error, SeqLabError | MemoryError)):
                raise
            raise_if_no_place(job.target, error)
            known = isinstance(error, SeqLabError)
            reason = str(error) if known else f"cannot be read: {type(error).__name__}: {error}"
            if str(job.source) not in reason:
                reason = f"{job.source}: {reason}"
            yield Record(job.name, "failed", reason)


def _document(
    simplifier: Simplifier, options: DeskOptions, rules: Rules, job: Job
) -> Iterator[Record | Tick]:
    started = time.perf_counter()
    digest = file_hash(job.source)
    manuscript = open_manuscript(job.source, rules.protect, rules.columns)
    wish = Wish(
        options.strength,
        options.keep,
        options.operations,
        options.level,
        options.decide,
        rules.protect,
        Terms(options.terms),
    )
    steps = edit_in_style_stepwise(
        simplifier, manuscript, simplifier.checked(wish), options.style, rules.columns
    )
    words = 0
    while True:
        try:
            words += len(next(steps).text.split())
        except StopIteration as end:
            found: EditsFile = end.value
            break
        if words >= _WORDS:
            yield Tick(words)
            words = 0
    accepted = accepted_ids(found, "all")
    raw = written_document(manuscript, found, accepted, options.tracked)
    # The document comes last: where it is, all that belongs to it is.
    edits = edits_text(found).encode()
    if options.edits:
        put_in_place(edits, Path(options.edits) / f"{job.name}.edits.json", rules.state)
    if options.tracked:
        beside = job.target.with_name(f"{job.target.name}.edits.json")
        put_in_place(edits, beside, rules.state)
    if options.summary:
        values = json.dumps(summary_of(found, accepted), ensure_ascii=False, indent=1)
        file = Path(options.summary) / f"{job.name}.summary.json"
        put_in_place(f"{values}\n".encode(), file, rules.state)
    put_in_place(raw, job.target, rules.state)
    yield Record(
        document=job.name,
        state="done",
        source=digest,
        size=len(raw),
        sentences=len(found.sentences),
        changed=sum(one.output != one.text for one in found.sentences),
        before=text_counts([one.text for one in found.sentences]),
        after=text_counts([one.output for one in found.sentences]),
        seconds=round(time.perf_counter() - started, 3),
    )
    yield Tick(words)
