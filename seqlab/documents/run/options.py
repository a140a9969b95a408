"""`BatchOptions`: what the outputs of a run depend on, checked, and hashed for later runs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ClassVar, Literal

from seqlab.documents.run.manifest import Key, folders_hash
from seqlab.errors import UsageError
from seqlab.files import values_hash
from seqlab.terms import Entry
from seqlab.text import DEFAULT_PROTECTED, ProtectedContent


@dataclass(frozen=True)
class BatchOptions:
    """What an output depends on.

    Args:
        model: Folder of a model, or `default`.
        strength: 0 changes nothing, 1 the most.
        keep: Words that are neither deleted nor replaced.
        operations: What may be done: split, delete, replace.
        protect: What is left alone.
        columns: Fields of JSONL and columns of tables that hold text.
        copy_others: Whether files of other formats are copied to the output.
        level: The level to write for, where the model was trained with levels.
        decide: `edits` judges each edit; `labels` follows the tagger.
        follow_links: Whether links to files outside the folder are read.
        terms: Terms that are kept or replaced in all their forms.
        critic: The critic that the judge hears, `default` or a folder; none where empty.
    """

    # Whether large files may be simplified in parts, which know nothing of each other.
    in_parts: ClassVar[bool] = True

    model: str = "default"
    strength: float = 0.5
    keep: tuple[str, ...] = ()
    operations: tuple[str, ...] = ("split", "delete", "replace")
    protect: ProtectedContent = DEFAULT_PROTECTED
    columns: tuple[str, ...] = ("text",)
    copy_others: bool = False
    level: str | None = None
    decide: Literal["edits", "labels"] = "edits"
    device: str = "auto"
    follow_links: bool = False
    terms: tuple[Entry, ...] = ()
    critic: str = ""


def run_key(options: BatchOptions) -> Key:
    """The hashes that tell whether an earlier output is still the right one."""
    import lexical_simplifier
    import seqlab
    from seqlab import syntax
    from seqlab.causal import critic_folder
    from seqlab.model_folder import model_path

    own = model_path(options.model)
    critic = [critic_folder(options.critic)] if options.critic else []
    stages = [Path(one.__file__ or "").parent for one in (syntax, lexical_simplifier)]
    # Where models run and which files are read changes no output.
    unkeyed = dict.fromkeys(("model", "copy_others", "device", "follow_links"))
    values = {**asdict(options), **unkeyed, "version": seqlab.__version__}
    return Key(folders_hash([own, *stages, *critic]), values_hash(values)[:16])


def check_options(options: BatchOptions) -> None:
    """Refuse what the workers would refuse, though the folder may hold nothing for them to do."""
    from seqlab.causal import check_critic
    from seqlab.model_folder import open_model
    from seqlab.pipeline import OPERATIONS

    if options.model != "default" and not Path(options.model).is_dir():
        raise UsageError(f"no model folder {options.model}")
    if options.critic:
        check_critic(options.critic)
    if not 0 <= options.strength <= 1:
        raise UsageError(f"strength must be from 0 to 1 (got {options.strength})")
    if unknown := [name for name in options.operations if name not in OPERATIONS]:
        raise UsageError(f"no operation {unknown[0]!r}; known: {', '.join(OPERATIONS)}")
    levels = open_model(options.model).levels
    if options.level is not None and options.level not in levels:
        known = f"it has {', '.join(levels)}" if levels else "it has none"
        raise UsageError(f"no level {options.level!r} in this model: {known}")
