"""The editor's desk: edits as data, which a person can see, refuse, undo and teach from.

Names are imported when first used: one sentence need not wait for manuscripts and reports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqlab.lazy import lazy_names

if TYPE_CHECKING:
    from seqlab.desk.desk import (
        apply_to_document,
        edit_document,
        edit_manuscript,
        edit_text,
        settings_of,
        written_document,
    )
    from seqlab.desk.edits import (
        TAKEN,
        BadEdits,
        EditRecord,
        EditsFile,
        Explained,
        ParagraphRecord,
        SentenceRecord,
        edits_of,
        read_edits,
        write_edits,
    )
    from seqlab.desk.explain import Style
    from seqlab.desk.folder import DeskOptions, load_desk
    from seqlab.desk.house import HouseStyle, edit_in_style
    from seqlab.desk.manuscript import Manuscript, TextManuscript, open_manuscript
    from seqlab.desk.recording import sentence_record
    from seqlab.desk.report import write_report
    from seqlab.desk.review import append_feedback, feedback_rows, review_document
    from seqlab.desk.subset import (
        accepted_edits,
        accepted_ids,
        applied_text,
        checked_ids,
        sentence_revision,
        sentence_text,
    )
    from seqlab.desk.summary import summary_of

_HOMES = {
    "apply_to_document": ".desk",
    "edit_document": ".desk",
    "edit_manuscript": ".desk",
    "edit_text": ".desk",
    "settings_of": ".desk",
    "written_document": ".desk",
    "TAKEN": ".edits",
    "BadEdits": ".edits",
    "EditRecord": ".edits",
    "EditsFile": ".edits",
    "Explained": ".edits",
    "ParagraphRecord": ".edits",
    "SentenceRecord": ".edits",
    "edits_of": ".edits",
    "read_edits": ".edits",
    "write_edits": ".edits",
    "Style": ".explain",
    "DeskOptions": ".folder",
    "load_desk": ".folder",
    "HouseStyle": ".house",
    "edit_in_style": ".house",
    "Manuscript": ".manuscript",
    "TextManuscript": ".manuscript",
    "open_manuscript": ".manuscript",
    "sentence_record": ".recording",
    "write_report": ".report",
    "append_feedback": ".review",
    "feedback_rows": ".review",
    "review_document": ".review",
    "accepted_edits": ".subset",
    "accepted_ids": ".subset",
    "applied_text": ".subset",
    "checked_ids": ".subset",
    "sentence_revision": ".subset",
    "sentence_text": ".subset",
    "summary_of": ".summary",
}

__all__ = [
    "TAKEN",
    "BadEdits",
    "DeskOptions",
    "EditRecord",
    "EditsFile",
    "Explained",
    "HouseStyle",
    "Manuscript",
    "ParagraphRecord",
    "SentenceRecord",
    "Style",
    "TextManuscript",
    "accepted_edits",
    "accepted_ids",
    "append_feedback",
    "applied_text",
    "apply_to_document",
    "checked_ids",
    "edit_document",
    "edit_in_style",
    "edit_manuscript",
    "edit_text",
    "edits_of",
    "feedback_rows",
    "load_desk",
    "open_manuscript",
    "read_edits",
    "review_document",
    "sentence_record",
    "sentence_revision",
    "sentence_text",
    "settings_of",
    "summary_of",
    "write_edits",
    "write_report",
    "written_document",
]


__getattr__ = lazy_names(__name__, _HOMES)
