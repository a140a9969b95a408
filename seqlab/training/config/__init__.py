"""Settings as plain values: checked against dataclasses, and the paths that they name."""

from seqlab.training.config.config_schema import (
    differences,
    from_plain,
    merged,
    nested,
    setting_names,
    to_plain,
)
from seqlab.training.config.paths import gold_file, paraphrase_files, resolve_path

__all__ = [
    "differences",
    "from_plain",
    "gold_file",
    "merged",
    "nested",
    "paraphrase_files",
    "resolve_path",
    "setting_names",
    "to_plain",
]
