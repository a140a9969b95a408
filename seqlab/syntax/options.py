"""What the embedded model is trained on; the fields are keys of its configuration."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from seqlab.files import data_folder


@dataclass(frozen=True)
class Sources:
    """The treebanks and how much each counts.

    Args:
        folder: Where the corpora are; empty for `$SEQLAB_DATA`.
        gum_copies: How often each hand-checked tree appears in an epoch.
        onestop_weight: Weight of a sentence with an automatic tree; 0 leaves them out.
        onestop_tags: Learn the automatic tags too, not only the trees.
        ewt: Learn tags from EWT.
        teacher: Folder of a larger model, whose trees of EWT and OneStopEnglish sentences are then
            learned instead of OneStopEnglish's own.
        teacher_weight: Weight of a sentence with a tree of the teacher.
    """

    folder: str = ""
    gum_copies: int = 2
    onestop_weight: float = 0.5
    onestop_tags: bool = False
    ewt: bool = True
    teacher: str = ""
    teacher_weight: float = 0.5

    @property
    def place(self) -> Path:
        """The folder of the corpora."""
        return Path(self.folder) if self.folder else data_folder()
